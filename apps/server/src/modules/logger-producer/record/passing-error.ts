// Distinguishes temporary errors of the store from lasting ones.
import { ServiceError } from '../../../kernel/request/errors.ts';

const PASSING = new Set([
  'LOG_STORE_UNAVAILABLE',
  'LOG_STORE_TIMEOUT',
  'LOG_BUFFER_FULL',
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
]);

export function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && PASSING.has(error.code);
}
