// Checks a part of a sensitive template with its partials: what is done with data, and where data stands.
import type { Forms } from '../liquid/rendering.types.ts';
import { renderedCode, type SourceToken, sourceTokens } from '../liquid/source-tokens.ts';
import { APART, BETWEEN, type Finding, judgeMarkup, type MarkKind } from './judge-markup.ts';
import { hasMark, markOf } from './marks.ts';
import { WordReader } from './word-reader.ts';

export interface SensitiveProblem {
  readonly message: string;
  /** Code of the partial; null: the part itself. */
  readonly template: string | null;
  /** Position in that source; absent where it is not known. */
  readonly at?: number;
}

/** Depth to which partials may render partials. */
const DEPTH_MAX = 8;
/** Bound of pieces: partials that render each other many times become longer than a person reads. */
const PIECES_MAX = 20_000;

const PATH = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;
const ONLY_CODE = /^(?:'[^']*'|"[^"]*")$/;
const conditions = new Map<string, MarkKind>([
  ['if', 'open'],
  ['unless', 'open'],
  ['elsif', 'turn'],
  ['else', 'else'],
  ['endif', 'close'],
  ['endunless', 'close'],
]);

const BARE = 'In a sensitive template a variable stands as it is, {{ name }}: without filter, index and literal.';
const ASKED =
  'A condition of a sensitive template asks whether one variable is there, {% if name %}, and nothing else.';
const GIVEN = 'A sensitive template renders a partial without parameters.';
const PLAIN = 'A partial in a sensitive template sees no variable: it has neither outputs nor conditions.';
const STRANGE = 'The source has a character that stands for nothing.';
const LARGE = 'The template is too large with what it renders.';

/** Answers the problem of what a token does to data, wherever it stands. */
function tokenProblem({ kind, name, inner }: SourceToken): string | null {
  if (kind === 'output') return PATH.test(inner) ? null : BARE;
  if (name === 'if' || name === 'unless' || name === 'elsif') return PATH.test(inner) ? null : ASKED;
  if (name === 'render') return ONLY_CODE.test(inner) ? null : GIVEN;
  if (conditions.has(name) || name === '#' || name === 'content') return null;
  return `A sensitive template has no {% ${name} %}.`;
}

interface Piece {
  readonly token: SourceToken;
  readonly template: string | null;
  /** Null for text. */
  readonly kind: MarkKind | null;
}

class TooLarge extends Error {}

class SensitiveCheck {
  readonly problems: SensitiveProblem[] = [];
  readonly #partials: Readonly<Record<string, string>>;
  readonly #pieces: Piece[] = [];
  #count = 0;

  constructor(source: string, partials: Readonly<Record<string, string>>) {
    this.#partials = partials;
    this.#take(source, null, 0);
  }

  text(): void {
    const words = new WordReader((mark) => this.#find({ message: APART, mark }));
    for (const [mark, { token, kind }] of this.#pieces.entries()) {
      if (kind === null) words.text(token.text);
      else if (kind === 'data') words.data(mark);
      else if (kind === 'open') words.open();
      else if (kind === 'close') words.close();
      else if (kind !== 'edge') words.turn(kind === 'else');
    }
  }

  markup(): void {
    const marks = new Map<number, MarkKind>();
    const places: { readonly from: number; readonly piece: Piece }[] = [];
    let html = '';
    let isNameNext = false;
    for (const [mark, piece] of this.#pieces.entries()) {
      const { kind, token } = piece;
      places.push({ from: html.length, piece });
      if (kind === null) {
        html += token.text;
        if (token.text !== '') isNameNext = token.text.endsWith('<');
        continue;
      }
      // The comment separates what the engine will join.
      if (kind !== 'data' && isNameNext) this.#find({ message: BETWEEN, mark });
      marks.set(mark, kind);
      // A comment may stand between any two elements, and is found wherever else it stands.
      html += kind === 'data' ? markOf(mark) : `<!--${markOf(mark)}-->`;
      if (kind === 'data') isNameNext = false;
    }
    for (const finding of judgeMarkup(html, marks).findings) {
      const place = places.findLast(({ from }) => from <= (finding.at ?? -1));
      this.#find(finding, place === undefined ? undefined : { ...place.piece, at: finding.at! - place.from });
    }
  }

  #take(source: string, template: string | null, depth: number): void {
    if (depth > DEPTH_MAX) throw new TooLarge();
    for (const token of sourceTokens(source)) {
      this.#count += 1;
      if (this.#count > PIECES_MAX) throw new TooLarge();
      const message = token.kind === 'text' ? (hasMark(token.text) ? STRANGE : null) : tokenProblem(token);
      if (message !== null) this.problems.push({ message, template, at: token.begin });
      const kind = token.kind === 'output' ? 'data' : (conditions.get(token.name) ?? null);
      if (token.kind === 'text' || kind !== null) this.#pieces.push({ token, template, kind });
      if (kind !== null && template !== null) this.problems.push({ message: PLAIN, template, at: token.begin });
      const code = token.name === 'render' ? renderedCode(token) : null;
      if (code === null) continue;
      this.#pieces.push({ token, template, kind: 'edge' });
      this.#take(this.#partials[code] ?? '', code, depth + 1);
      this.#pieces.push({ token, template, kind: 'edge' });
    }
  }

  #find({ message, mark }: Finding, place?: Piece & { readonly at: number }): void {
    const piece = mark === undefined ? place : this.#pieces[mark];
    const within = mark === undefined ? (place?.at ?? 0) : 0;
    if (piece === undefined) this.problems.push({ message, template: null });
    else this.problems.push({ message, template: piece.template, at: piece.token.begin + within });
  }
}

/** Checks `source`, which can be parsed; `partials` holds sources of its form. Each problem is reported once. */
export function checkSensitive(
  form: keyof Forms,
  source: string,
  partials: Readonly<Record<string, string>>,
): readonly SensitiveProblem[] {
  try {
    const check = new SensitiveCheck(source, partials);
    if (form === 'html') check.markup();
    else check.text();
    const byKey = new Map(check.problems.map((problem) => [JSON.stringify(problem), problem]));
    return [...byKey.values()];
  } catch (error) {
    if (error instanceof TooLarge) return [{ message: LARGE, template: null }];
    throw error;
  }
}
