// Draws our own letters and digits as strokes: containers have no fonts, and outlines of known ones are easily recognised.

/** Holds letters and digits without those that look like 0, 1 or each other's halves. */
export const CAPTCHA_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Lists points to be joined by straight lines. */
export type Stroke = readonly Point[];

// The box is 10 by 10, y goes down. M begins a stroke, L is a line, Q a curve by control point and end.
const paths: Readonly<Record<string, string>> = {
  A: 'M 0 10 L 5 0 L 10 10 M 2 6.5 L 8 6.5',
  B: 'M 6 5 L 1 5 L 1 0 L 6 0 Q 9 0 9 2.5 Q 9 5 6 5 Q 10 5 10 7.5 Q 10 10 6 10 L 1 10 L 1 5',
  C: 'M 10 2 Q 8.5 0 5.5 0 Q 0 0 0 5 Q 0 10 5.5 10 Q 8.5 10 10 8',
  D: 'M 1 0 L 1 10 L 4 10 Q 10 10 10 5 Q 10 0 4 0 L 1 0',
  E: 'M 9 0 L 1 0 L 1 10 L 9 10 M 1 5 L 7 5',
  F: 'M 9 0 L 1 0 L 1 10 M 1 5 L 7 5',
  G: 'M 10 2 Q 8.5 0 5.5 0 Q 0 0 0 5 Q 0 10 5.5 10 Q 10 10 10 6 L 6 6',
  H: 'M 1 0 L 1 10 M 9 0 L 9 10 M 1 5 L 9 5',
  J: 'M 4 0 L 9 0 M 7 0 L 7 7 Q 7 10 4 10 Q 1 10 1 7',
  K: 'M 1 0 L 1 10 M 9 0 L 1 6 M 4 4 L 9 10',
  L: 'M 1 0 L 1 10 L 9 10',
  M: 'M 0 10 L 1 0 L 5 7 L 9 0 L 10 10',
  N: 'M 1 10 L 1 0 L 9 10 L 9 0',
  P: 'M 1 10 L 1 0 L 6 0 Q 10 0 10 3 Q 10 6 6 6 L 1 6',
  Q: 'M 5 0 Q 0 0 0 5 Q 0 10 5 10 Q 10 10 10 5 Q 10 0 5 0 M 6 7 L 10 11',
  R: 'M 1 10 L 1 0 L 6 0 Q 10 0 10 3 Q 10 6 6 6 L 1 6 M 5 6 L 9 10',
  S: 'M 9 1.5 Q 7 0 5 0 Q 1 0 1 2.5 Q 1 4.5 5 5 Q 9 5.5 9 7.5 Q 9 10 5 10 Q 2.5 10 1 8.5',
  T: 'M 0 0 L 10 0 M 5 0 L 5 10',
  U: 'M 1 0 L 1 6 Q 1 10 5 10 Q 9 10 9 6 L 9 0',
  V: 'M 0 0 L 5 10 L 10 0',
  W: 'M 0 0 L 2.5 10 L 5 3 L 7.5 10 L 10 0',
  X: 'M 0.5 0 L 9.5 10 M 9.5 0 L 0.5 10',
  Y: 'M 0 0 L 5 5 L 10 0 M 5 5 L 5 10',
  Z: 'M 1 0 L 9 0 L 1 10 L 9 10 M 3 5 L 7 5',
  2: 'M 1 2.5 Q 1 0 5 0 Q 9 0 9 2.7 Q 9 5 1 10 L 9 10',
  3: 'M 1 1 Q 3 0 5 0 Q 9 0 9 2.4 Q 9 5 4.5 5 Q 9.5 5 9.5 7.5 Q 9.5 10 5 10 Q 2.5 10 1 8.8',
  4: 'M 7 10 L 7 0 L 1 7 L 9.5 7',
  5: 'M 9 0 L 2 0 L 1.5 4.5 Q 3 3.8 5 3.8 Q 9.3 3.8 9.3 7 Q 9.3 10 5 10 Q 2.5 10 1 8.7',
  6: 'M 8.5 0.8 Q 1 1 1 6.5 Q 1 10 5 10 Q 9 10 9 7 Q 9 4.2 5 4.2 Q 1.5 4.2 1 7',
  7: 'M 1 0 L 9 0 L 4 10 M 4 5 L 8.5 5',
  8: 'M 5 4.8 Q 1.5 4.8 1.5 2.4 Q 1.5 0 5 0 Q 8.5 0 8.5 2.4 Q 8.5 4.8 5 4.8 Q 0.8 4.8 0.8 7.4 Q 0.8 10 5 10 Q 9.2 10 9.2 7.4 Q 9.2 4.8 5 4.8',
  9: 'M 1.5 9.2 Q 9 9 9 3.5 Q 9 0 5 0 Q 1 0 1 3 Q 1 5.8 5 5.8 Q 8.5 5.8 9 3',
};

/** Cuts a line or curve into enough pieces that a warp bends straight lines as well. */
const PIECES = 5;

function between(from: Point, control: Point, to: Point, pieces = PIECES): Point[] {
  return Array.from({ length: pieces }, (_, index) => {
    const t = (index + 1) / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * from.x + b * control.x + c * to.x, y: a * from.y + b * control.y + c * to.y };
  });
}

/** Answers a quadratic curve as points, its start included. */
export function curve(from: Point, control: Point, to: Point, pieces: number): Stroke {
  return [from, ...between(from, control, to, pieces)];
}

function parse(path: string): readonly Stroke[] {
  const strokes: Point[][] = [];
  for (const [, command, numbers = ''] of path.matchAll(/([MLQ])((?: [\d.]+)+)/g)) {
    const [x = 0, y = 0, endX = 0, endY = 0] = numbers.trim().split(' ').map(Number);
    const stroke = strokes.at(-1) ?? [];
    const last = stroke.at(-1) ?? { x, y };
    if (command === 'M') strokes.push([{ x, y }]);
    else if (command === 'Q') stroke.push(...between(last, { x, y }, { x: endX, y: endY }));
    else stroke.push(...between(last, { x: (last.x + x) / 2, y: (last.y + y) / 2 }, { x, y }));
  }
  return strokes;
}

const glyphs = new Map(Object.entries(paths).map(([character, path]) => [character, parse(path)]));

/** Answers the strokes of a character of the alphabet, in a box of 10 by 10. */
export function strokesOf(character: string): readonly Stroke[] {
  const strokes = glyphs.get(character);
  if (strokes === undefined) throw new Error(`there is no glyph for ${JSON.stringify(character)}`);
  return strokes;
}
