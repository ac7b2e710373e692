// Refuses, by name, fields of a change that another operation writes; an answer can still be sent back as it is.
import { isDeepStrictEqual } from 'node:util';
import { type ArgumentProblem, invalid } from './errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** 400 FIELD_READ_ONLY for each problem that `readOnlyProblems` finds. */
export function refuseReadOnly(sent: Fields, answered: Fields, reasons: Readonly<Record<string, string>>): void {
  const problems = readOnlyProblems(sent, answered, reasons);
  if (problems.length > 0) invalid(...problems);
}

/**
 * Finds each field that was sent and differs from the record as answered. `reasons` names who writes it, by field; `at` stands
 * in front of the field, for an entry of a list. Lists are compared as sets, dates as moments.
 */
export function readOnlyProblems(
  sent: Fields,
  answered: Fields,
  reasons: Readonly<Record<string, string>>,
  at = '',
): readonly ArgumentProblem[] {
  return Object.entries(reasons).flatMap(([field, message]): readonly ArgumentProblem[] =>
    sent[field] === undefined || isSame(sent[field], answered[field])
      ? []
      : [{ field: `${at}${field}`, code: 'FIELD_READ_ONLY', message }],
  );
}

function isSame(sent: unknown, answered: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(answered)) return isDeepStrictEqual(new Set(sent), new Set(answered));
  if (typeof sent === 'string' && typeof answered === 'string' && sent !== answered) {
    const [left, right] = [Date.parse(sent), Date.parse(answered)];
    return ISO_DATE.test(sent) && ISO_DATE.test(answered) && left === right;
  }
  return isDeepStrictEqual(sent, answered);
}

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
