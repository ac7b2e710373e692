// Reads JSON text within bounds of depth and length, and refuses what would harm later.
import type { BodySpec } from '@keelson/contract';
import type { RequestLimits } from '../../process/config.ts';
import { type ArgumentProblem, invalid } from '../../request/errors.ts';
import { isExactNumber, mayBeInexact, NumberOutOfRange, parseExactJson } from '../../text/json/exact-json.ts';
import { failAsJson } from './body-faults.ts';

type JsonBody = Extract<BodySpec, { kind: 'json' }>;
export type JsonLimits = Pick<RequestLimits, 'jsonDepth' | 'arrayItems'>;

/** Problems that are reported at most. */
const PROBLEMS_MAX = 50;

interface Inspection {
  readonly limits: JsonLimits;
  /** True where whole numbers that a double cannot hold are no problem. */
  readonly exactNumbers: boolean;
  /** Name of the fields that may hold U+0000; null: no field may. */
  readonly nulAllowedIn: string | null;
  readonly problems: ArgumentProblem[];
}

/** Adds a problem for U+0000 and half a surrogate pair, which PostgreSQL does not hold. */
export function checkText(text: string, field: string, problems: ArgumentProblem[], nulAllowed = false): void {
  if (!nulAllowed && text.includes('\u0000')) {
    problems.push({ field, code: 'PATTERN', message: 'Must not hold the character U+0000.' });
  } else if (!text.isWellFormed()) {
    problems.push({ field, code: 'PATTERN', message: 'Must not hold half of a surrogate pair.' });
  }
}

interface Place {
  readonly field: string;
  readonly depth: number;
  readonly nulAllowed: boolean;
}

const WHOLE = /^-?\d+$/;
const INEXACT = 'Must be a whole number that a double holds, as those up to 2^53 are; others are sent as text.';

function inspect(value: unknown, { field, depth, nulAllowed }: Place, inspection: Inspection): void {
  if (typeof value === 'string') checkText(value, field, inspection.problems, nulAllowed);
  if (typeof value !== 'object' || value === null || inspection.problems.length >= PROBLEMS_MAX) return;
  const { limits, problems, nulAllowedIn, exactNumbers } = inspection;
  if (isExactNumber(value)) {
    if (!exactNumbers && WHOLE.test(value.rawJSON)) problems.push({ field, code: 'OUT_OF_RANGE', message: INEXACT });
    return;
  }
  if (depth >= limits.jsonDepth) {
    // One problem of depth is enough: a hostile value is too deep in thousands of places.
    if (problems.at(-1)?.field !== '') {
      problems.push({ field: '', code: 'TOO_LONG', message: `Must not nest deeper than ${limits.jsonDepth} levels.` });
    }
    return;
  }
  if (Array.isArray(value)) {
    if (value.length > limits.arrayItems) {
      problems.push({ field, code: 'TOO_LONG', message: `Must have at most ${limits.arrayItems} entries.` });
      return;
    }
    for (let index = 0; index < value.length; index += 1)
      inspect(value[index], { field: `${field}[${index}]`, depth: depth + 1, nulAllowed }, inspection);
    return;
  }
  for (const name of Object.keys(value)) {
    const path = field === '' ? name : `${field}.${name}`;
    if (name === '__proto__')
      problems.push({ field: path, code: 'NOT_ALLOWED', message: 'Is not a name for a field.' });
    checkText(name, field, problems, nulAllowed);
    const place = { field: path, depth: depth + 1, nulAllowed: nulAllowed || name === nulAllowedIn };
    inspect((value as Record<string, unknown>)[name], place, inspection);
  }
}

/** Exceptions that an operation makes to the rules of JSON bodies. */
type Allowed = Pick<JsonBody, 'nulAllowedIn' | 'exactNumbers'>;

/**
 * Throws the problems of a parsed value: too deep, too long, `__proto__` as a name, texts that PostgreSQL does not
 * hold, whole numbers that would be stored as others. A text whose length and characters rule all of these out is not
 * walked through.
 */
export function inspectJson(
  value: unknown,
  text: string,
  limits: JsonLimits,
  { nulAllowedIn, exactNumbers }: Allowed = {},
): void {
  const short = text.length < 2 * limits.jsonDepth;
  if (short && !text.includes('\\u') && !text.includes('__proto__') && !mayBeInexact(text)) return;
  const inspection: Inspection = {
    limits,
    exactNumbers: exactNumbers === true,
    nulAllowedIn: nulAllowedIn ?? null,
    problems: [],
  };
  inspect(value, { field: '', depth: 0, nulAllowed: false }, inspection);
  if (inspection.problems.length > 0) invalid(...inspection.problems);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Index of the quote that ends the string which begins at `start`; the text is known to be JSON. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even number of backslashes are characters of the string, an odd one makes the quote one.
    if ((end - before) % 2 === 1) return end;
  }
}

/** Names in the text, repeated ones as often as they stand there: the colons outside of strings. */
function countWritten(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === COLON) count += 1;
  }
  return count;
}

/** Counts the names that are left in the value, whose depth has been checked. */
function countKept(value: unknown): number {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry === 'object') count += countKept(entry);
    return count;
  }
  for (const name in value) {
    const entry = (value as Record<string, unknown>)[name];
    count += typeof entry === 'object' ? 1 + countKept(entry) : 1;
  }
  return count;
}

const jsonTokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

interface Level {
  /** Holds null for a list. */
  readonly names: Set<string> | null;
  name: string;
  index: number;
}

function pathOf(levels: readonly Level[]): string {
  return levels.reduce((path, { names, name, index }) => {
    if (names === null) return `${path}[${index}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

/** One problem for each name that stands twice in an object; only asked once it is known that there are such names. */
function repeatedNames(text: string): ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  const levels: Level[] = [];
  let latest = '';
  for (const [token] of text.matchAll(jsonTokens)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') levels.push({ names: token === '{' ? new Set() : null, name: '', index: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level !== undefined) level.index += 1;
    else if (token === ':' && level !== undefined && level.names !== null) {
      level.name = JSON.parse(latest) as string;
      const field = pathOf(levels);
      if (level.names.has(level.name))
        problems.set(field, { field, code: 'DUPLICATE', message: 'Must be given once.' });
      if (problems.size >= PROBLEMS_MAX) break;
      level.names.add(level.name);
    } else latest = token;
  }
  return [...problems.values()];
}

/**
 * Parses a JSON text. Equal names in one object are refused: a proxy before this program may take the first one where
 * `JSON.parse` takes the last.
 */
export function parseJson(text: string, limits: JsonLimits, options: Allowed = {}): unknown {
  let value: unknown;
  try {
    value = options.exactNumbers === true || mayBeInexact(text) ? parseExactJson(text) : JSON.parse(text);
  } catch (error) {
    if (error instanceof NumberOutOfRange)
      invalid({ field: '', code: 'OUT_OF_RANGE', message: 'Must hold no number beyond the range of a double.' });
    failAsJson(text);
  }
  inspectJson(value, text, limits, options);
  if (countWritten(text) !== countKept(value)) invalid(...repeatedNames(text));
  return value;
}
