// Bounds the work that a source asks of the engine: by its tokens, before any of them is parsed.
import { sourceTokens } from './source-tokens.ts';

/**
 * Characters of a tag, which is a condition, a loop, or a text with filters; the engine takes time by the square of it.
 */
const TAG_CHARACTERS_MAX = 4_096;
/** Nested brackets: each is tried in several ways, and some hundred of them take the engine minutes. */
const BRACKETS_MAX = 16;
/** Nested blocks: the engine calls itself for each, and its stack ends at some thousand. */
const BLOCKS_MAX = 64;
/** Outputs and tags of a source, which take a second; a mail of that size has some hundred. */
const TOKENS_MAX = 10_000;
/** Problems of one answer. */
const PROBLEMS_MAX = 100;

const blocks = new Set(['if', 'unless', 'for', 'case', 'capture']);

export interface SourceExcess {
  /** Position in the source. */
  readonly at: number;
  readonly message: string;
}

/** Thrown with every place at which a source exceeds the bounds. */
export class SourceTooRich extends Error {
  readonly excesses: readonly SourceExcess[];
  constructor(excesses: readonly SourceExcess[]) {
    super('the source asks too much of the engine');
    this.excesses = excesses;
  }
}

/** Answers the depth of brackets, quoted or not: an honest text has not so many either. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '(') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === ')') depth -= 1;
  }
  return deepest;
}

/** Throws `SourceTooRich`, and the engine's error where a tag or an output is not closed. */
export function requireBounds(source: string): void {
  const excesses: SourceExcess[] = [];
  const open: string[] = [];
  let count = 0;
  for (const { kind, name, text, begin: at } of sourceTokens(source)) {
    if (kind === 'text') continue;
    count += 1;
    if (blocks.has(name)) open.push(name);
    // An end without a matching beginning is ignored.
    else if (name === `end${open.at(-1)}`) open.pop();
    if (text.length > TAG_CHARACTERS_MAX) {
      excesses.push({ at, message: `A tag or an output has at most ${TAG_CHARACTERS_MAX} characters.` });
    } else if (depthOf(text) > BRACKETS_MAX) {
      excesses.push({ at, message: `Brackets stand at most ${BRACKETS_MAX} deep in each other.` });
    }
    if (open.length > BLOCKS_MAX && blocks.has(name)) {
      excesses.push({ at, message: `Blocks stand at most ${BLOCKS_MAX} deep in each other.` });
    }
    if (count === TOKENS_MAX + 1)
      excesses.push({ at, message: `A source has at most ${TOKENS_MAX} tags and outputs.` });
    if (excesses.length >= PROBLEMS_MAX) break;
  }
  if (excesses.length > 0) throw new SourceTooRich(excesses);
}
