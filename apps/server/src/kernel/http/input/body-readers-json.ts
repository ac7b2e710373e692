// Reads JSON text within bounds of depth and length, and refuses what would harm later.
import type { RequestLimits } from '../../process/config.ts';
import { type ArgumentProblem, fail, invalid } from '../../request/errors.ts';

export type JsonLimits = Pick<RequestLimits, 'jsonDepth' | 'arrayItems'>;

/** Enough places to find the mistake. */
const PROBLEMS_MAX = 50;

interface Inspection {
  readonly limits: JsonLimits;
  /** Name of the fields that may hold U+0000. */
  readonly nulAllowedIn: string | null;
  readonly problems: ArgumentProblem[];
}

/** PostgreSQL holds neither U+0000 nor half of a surrogate pair. */
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

function inspect(value: unknown, { field, depth, nulAllowed }: Place, inspection: Inspection): void {
  if (typeof value === 'string') checkText(value, field, inspection.problems, nulAllowed);
  if (typeof value !== 'object' || value === null || inspection.problems.length >= PROBLEMS_MAX) return;
  const { limits, problems, nulAllowedIn } = inspection;
  if (depth >= limits.jsonDepth) {
    // Once is enough: a hostile value is too deep in thousands of places.
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

/**
 * Throws the problems of a parsed value: too deep, too long, `__proto__` as a name, texts that PostgreSQL does not hold.
 * Texts that can have none of these are told by their length and characters and not walked through.
 */
export function inspectJson(
  value: unknown,
  text: string,
  limits: JsonLimits,
  nulAllowedIn: string | null = null,
): void {
  const short = text.length < 2 * limits.jsonDepth;
  if (short && !text.includes('\\u') && !text.includes('__proto__')) return;
  const inspection: Inspection = { limits, nulAllowedIn, problems: [] };
  inspect(value, { field: '', depth: 0, nulAllowed: false }, inspection);
  if (inspection.problems.length > 0) invalid(...inspection.problems);
}

/** The value of a JSON text; of equal names the last one counts and no other is ever looked at. */
export function parseJson(text: string, limits: JsonLimits, nulAllowedIn?: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('MALFORMED_BODY');
  }
  inspectJson(value, text, limits, nulAllowedIn);
  return value;
}
