// The thread for texts of users: parses statements, compiles and matches patterns; a hostile text takes only its own
// time.
import { RE2JS } from 're2js';
import { serveLane } from '../../../../kernel/worker/serve-lane.ts';
import { checkSql, loadParser } from './check-sql.ts';
import { type LocateRequest, locate, type Place } from './locate.ts';
import type { SqlCheck, SqlCheckRequest } from './sql.types.ts';

/** A pattern of RE2, and the texts that have to match it as a whole. */
export interface PatternEntry {
  readonly pattern: string;
  readonly texts: readonly string[];
}

export interface LaneWork {
  readonly check: { readonly request: SqlCheckRequest; readonly answer: SqlCheck };
  readonly locate: { readonly request: LocateRequest; readonly answer: Place };
  /** Answers for each entry whether its pattern is valid and matches all of its texts. */
  readonly match: {
    readonly request: { readonly entries: readonly PatternEntry[] };
    readonly answer: readonly ('FITS' | 'DIFFERS' | 'NO_PATTERN')[];
  };
}
export type LaneRequest = {
  readonly [K in keyof LaneWork]: { readonly kind: K } & LaneWork[K]['request'];
}[keyof LaneWork];
export type LaneAnswer = LaneWork[keyof LaneWork]['answer'];

/** Steps of a pattern: usual ones have some tens; a thousand repetitions of one make a thousand. */
const PATTERN_STEPS_MAX = 1_500;

serveLane<LaneRequest, LaneAnswer>(async (request) => {
  if (request.kind === 'match') return request.entries.map(match);
  await loadParser();
  return request.kind === 'locate' ? locate(request) : checkSql(request);
});

function match({ pattern, texts }: PatternEntry): LaneWork['match']['answer'][number] {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    return 'NO_PATTERN';
  }
  if (compiled.programSize() > PATTERN_STEPS_MAX) return 'NO_PATTERN';
  return texts.every((text) => compiled.matches(text)) ? 'FITS' : 'DIFFERS';
}
