// Refuses, by name, fields of a change that another operation writes; an answer can still be sent back as it is.
import { isDeepStrictEqual } from 'node:util';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';

/**
 * 400 FIELD_READ_ONLY for each field that was sent and differs from the record as answered. `reasons` names who writes it,
 * by field. Lists are compared as sets, dates as moments.
 */
export function refuseReadOnly(
  sent: Readonly<Record<string, unknown>>,
  answered: Readonly<Record<string, unknown>>,
  reasons: Readonly<Record<string, string>>,
): void {
  const problems: ArgumentProblem[] = [];
  for (const [field, message] of Object.entries(reasons)) {
    if (sent[field] === undefined || isSame(sent[field], answered[field])) continue;
    problems.push({ field, code: 'FIELD_READ_ONLY', message });
  }
  if (problems.length > 0) invalid(...problems);
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
