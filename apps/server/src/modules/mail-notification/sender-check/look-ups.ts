// Asks the name service for one check, within a time that all of its questions share.
import type { DnsFailure, TextAnswer } from '../../../kernel/dns/dns.types.ts';
import type { Kernel } from '../../../kernel/module.ts';

const LOOKUP_MS = 3_000;
/** Time for all questions of a check, as a person waits for it. */
const CHECK_MS = 10_000;

export type FindTexts = (name: string) => Promise<TextAnswer>;

/** Makes the function that asks; its time begins now. */
export function createLookups({ clock, dns }: Pick<Kernel, 'clock' | 'dns'>): FindTexts {
  const endsAt = clock.now() + CHECK_MS;
  return async (name) => {
    const withinMs = Math.min(LOOKUP_MS, endsAt - clock.now());
    return withinMs <= 0 ? { outcome: 'failed', reason: 'TIMEOUT' } : dns.findTexts(name, { withinMs });
  };
}

export type ProblemCode =
  | DnsFailure
  | 'RECORD_MISSING'
  | 'SEVERAL_RECORDS'
  | 'RECORD_INVALID'
  | 'LOOP'
  | 'TOO_MANY_LOOKUPS'
  | 'KEY_DIFFERENT'
  | 'KEY_REVOKED'
  | 'KEY_TESTING';

/** Problem at a name; `term` is the part of its record. */
export interface Problem {
  readonly code: ProblemCode;
  readonly recordName: string;
  readonly term: string | null;
}

export function problemOf(code: ProblemCode, recordName: string, term: string | null = null): Problem {
  return { code, recordName, term: term === null ? null : shownText(term) };
}

export type CheckResult = 'FOUND' | 'NONE' | 'PERMERROR' | 'TEMPERROR';

const UNANSWERED: ReadonlySet<ProblemCode> = new Set(['TIMEOUT', 'SERVER_FAILED', 'ANSWER_TOO_LARGE']);

/** Answers the result for a problem; without an answer of the name service nothing is known to be wrong. */
export function resultOf({ code }: Problem): CheckResult {
  return UNANSWERED.has(code) ? 'TEMPERROR' : 'PERMERROR';
}

const UNSHOWN = /[^\x20-\x7e]/g;

/** Escapes bytes that are no visible ASCII (RFC 1035, 5.1), as a record may hold anything. */
export function shownText(text: string): string {
  return text.replaceAll(UNSHOWN, (one) => `\\${String(one.charCodeAt(0)).padStart(3, '0')}`);
}
