// Hands on how the core writes a variable under any name and reads moments and periods from text; says how a variable holds bytes.
import type { Value } from '@keelson/bpmn-core';

export { addPeriod, parseInstant, putValue } from '@keelson/bpmn-core';

/** Beginning of a variable that holds bytes: RFC 2397. A variable is JSON, which has none of its own. */
export const BYTES_PREFIX = 'data:application/octet-stream;base64,';

/** Answers the Base64 text of a variable that holds bytes; null for every other. */
export function bytesText(value: Value): string | null {
  return typeof value === 'string' && value.startsWith(BYTES_PREFIX) ? value.slice(BYTES_PREFIX.length) : null;
}
