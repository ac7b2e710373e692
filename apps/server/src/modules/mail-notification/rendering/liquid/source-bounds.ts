// Bounds what a source may ask of the engine: told by its tokens, before any of them is parsed.
import { sourceTokens } from './source-tokens.ts';

/** A tag is a condition, a loop, or a text with its filters; the engine takes time by the square of what stands in one. */
const TAG_CHARACTERS_MAX = 4_096;
/** Brackets inside each other are tried in several ways each: some hundred of them take the engine minutes. */
const BRACKETS_MAX = 16;
/** The engine calls itself for each block, and its stack ends at some thousand. */
const BLOCKS_MAX = 64;
/** So many outputs and tags take a second; a mail of that size has some hundred. */
const TOKENS_MAX = 10_000;
/** One answer says no more. */
const PROBLEMS_MAX = 100;

const blocks = new Set(['if', 'unless', 'for', 'case', 'capture']);

export interface SourceExcess {
  /** Is where it begins in the source. */
  readonly at: number;
  readonly message: string;
}

/** Is thrown with every place at which a source asks too much. */
export class SourceTooRich extends Error {
  readonly excesses: readonly SourceExcess[];
  constructor(excesses: readonly SourceExcess[]) {
    super('the source asks too much of the engine');
    this.excesses = excesses;
  }
}

/** Answers how deep brackets stand in each other, whatever is quoted: a text with so many is no honest one either. */
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
    // An end that fits no beginning ends nothing.
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
