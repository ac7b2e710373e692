// Says in a few words why a database is of no use, from what it or the system answered.
import { sqlState } from '../database-errors.ts';

const NO_ROOM = 'the database has no room left on its disk';

const sentences: Readonly<Record<string, string>> = {
  '53100': NO_ROOM,
  '58030': 'the database cannot write to its disk',
  '25006': 'the database is read-only',
  '57P03': 'the database is starting up, or repairs itself',
  '53300': 'the database takes no more connections',
  ECONNREFUSED: 'nobody listens at the address of the database',
  ENOENT: 'nobody listens at the address of the database',
};

/** The operating system's words (ENOSPC), which PostgreSQL repeats in errors of other codes. */
const FULL = /no space left on device/i;

/** Answers the errors behind an error, itself first. */
function* chainOf(error: unknown): Generator<Error> {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth += 1) yield one;
}

function codeOf(error: Error): string | undefined {
  const state = sqlState(error);
  if (state !== undefined || !('code' in error)) return state;
  return typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? error.code : undefined;
}

/** Answers null where nothing more is known than that it failed. */
export function troubleSentence(error: unknown): string | null {
  for (const one of chainOf(error)) {
    if (FULL.test(one.message)) return NO_ROOM;
    const known = sentences[codeOf(one) ?? ''];
    if (known !== undefined) return known;
  }
  return null;
}

/** Answers the first code of the database or the system in the chain of causes; null where there is none. */
export function troubleCode(error: unknown): string | null {
  for (const one of chainOf(error)) {
    const code = codeOf(one);
    if (code !== undefined) return code;
  }
  return null;
}
