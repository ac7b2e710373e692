// Regular expressions in time linear in the text, for the `matches` of expressions and the text functions of FEEL.
import { RE2JS, RE2JSException } from 're2js';

/** Bound of the characters of a pattern: its program grows with it. */
export const PATTERN_LENGTH_MAX = 1_000;

/** Number of compiled patterns that are kept, because one expression meets many texts. */
const KEPT_MAX = 256;

export interface Pattern {
  /** Whether the whole text matches. */
  readonly matchesAll: (text: string) => boolean;
  /** Whether some part of the text matches. */
  readonly isIn: (text: string) => boolean;
  /** Replaces every match: `$0` is what was found, `$1` its first group; a backslash takes the meaning from what follows. */
  readonly replaceAll: (text: string, replacement: string) => string;
  readonly split: (text: string) => string[];
}

/** Thrown for a text that is no pattern, or a replacement that is none for its pattern. */
export class PatternProblem extends Error {}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  s: RE2JS.DOTALL,
  m: RE2JS.MULTILINE,
};

const kept = new Map<string, Pattern>();

/**
 * Compiles a pattern; flags are any of `i`, `s`, `m`. Throws `PatternProblem` for what is no pattern; look-around and back references are
 * none.
 */
export function compilePattern(pattern: string, flags = ''): Pattern {
  const key = `${flags}/${pattern}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (pattern.length > PATTERN_LENGTH_MAX) throw new PatternProblem(`is longer than ${PATTERN_LENGTH_MAX} characters`);
  const compiled = compile(pattern, flagsOf(flags));
  if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string);
  kept.set(key, compiled);
  return compiled;
}

function flagsOf(flags: string): number {
  let all = 0;
  for (const flag of flags) {
    const known = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined;
    if (known === undefined) throw new PatternProblem(`has the flag ${flag}, which is not one of i, s, m`);
    all |= known;
  }
  return all;
}

function compile(pattern: string, flags: number): Pattern {
  const regex = guarded(() => RE2JS.compile(pattern, flags));
  return {
    matchesAll: (text) => regex.matches(text),
    isIn: (text) => regex.test(text),
    replaceAll: (text, replacement) => guarded(() => regex.matcher(text).replaceAll(replacement, true)),
    split: (text) => regex.split(text, -1),
  };
}

function guarded<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof RE2JSException || error instanceof Error) throw new PatternProblem(error.message);
    throw error;
  }
}

/** Whether the whole text fits the pattern, as `matches` in expressions asks. Throws `PatternProblem`. */
export function matchesPattern(text: string, pattern: string): boolean {
  return compilePattern(pattern).matchesAll(text);
}
