// Writes texts, areas and lines in the operators of PDF.
import type { PdfFont, Written } from '../font/pdf-font.ts';

export type Colour = readonly [red: number, green: number, blue: number];

export const colours = {
  text: [0.11, 0.14, 0.19],
  quiet: [0.33, 0.38, 0.43],
  line: [0.89, 0.9, 0.93],
  strongLine: [0.62, 0.69, 0.78],
  heading: [0.91, 0.93, 0.96],
  group: [0.95, 0.96, 0.98],
  zebra: [0.976, 0.98, 0.988],
} as const satisfies Readonly<Record<string, Colour>>;

const UNITS = 1_000;

/** Rounds to two decimals, a fortieth of what is visible. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
export const point = (value: number): string => String(rounded(value));

export function fillBox(colour: Colour, left: number, bottom: number, width: number, height: number): string {
  return `${colour.join(' ')} rg ${point(left)} ${point(bottom)} ${point(width)} ${point(height)} re f`;
}

const LINE_WIDTH = 0.5;

export function line(colour: Colour, left: number, right: number, at: number, width = LINE_WIDTH): string {
  return `${colour.join(' ')} RG ${width} w ${point(left)} ${point(at)} m ${point(right)} ${point(at)} l S`;
}

/** Begins texts of one font, size and colour; `showText` follows, and `endText`. */
export function beginText({ id }: PdfFont, size: number, colour: Colour): string {
  return `BT /${id} ${point(size)} Tf ${colour.join(' ')} rg`;
}

export const endText = 'ET';

/** Moves from the beginning of the last text and shows the next. */
export function showNext({ hex }: Written, right: number, up: number): string {
  return `${point(right)} ${point(up)} Td <${hex}> Tj`;
}

export function showText({ hex }: Written, left: number, at: number): string {
  return hex === '' ? '' : `1 0 0 1 ${point(left)} ${point(at)} Tm <${hex}> Tj`;
}

/** Answers where an aligned text begins in a box. */
export function startOf(
  alignment: 'LEFT' | 'CENTER' | 'RIGHT',
  { width }: Written,
  size: number,
  left: number,
  room: number,
): number {
  const free = room - (width * size) / UNITS;
  return alignment === 'LEFT' ? left : alignment === 'RIGHT' ? left + free : left + free / 2;
}

export function singleText(
  font: PdfFont,
  text: Written,
  size: number,
  colour: Colour,
  left: number,
  at: number,
): string {
  return `${beginText(font, size, colour)} ${showText(text, left, at)} ${endText}`;
}
