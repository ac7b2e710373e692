// Classifies what a failed statement means: database away, try again, taken name, outdated plan, or a bug.
import { ServiceError } from '../request/errors.ts';

const UNAVAILABLE_STATES = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25006', // read_only_sql_transaction: a primary that became a standby
  '25P03', // idle_in_transaction_session_timeout
  '58030', // io_error
]);
// These are connection_exception and insufficient_resources (disk full, too many connections).
const UNAVAILABLE_CLASSES = new Set(['08', '53']);
const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT', // the socket file of a database that is not running
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// `pg` and `pg-pool` throw these without a code.
const DRIVER_SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** Answers the five-character SQLSTATE of an error of PostgreSQL, else undefined. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && SQL_STATE.test(error.code) ? error.code : undefined;
}

/** An operator has closed the database to new connections; the state alone means many things. */
function isClosedToConnections(state: string, error: Error): boolean {
  return state === '55000' && 'routine' in error && error.routine === 'CheckMyDatabase';
}

/** The connection or the database is gone or has no room; whether the statement took effect is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ServiceError) return error.code === 'SERVICE_UNAVAILABLE';
  const state = sqlState(error);
  if (state !== undefined) {
    const away = UNAVAILABLE_STATES.has(state) || UNAVAILABLE_CLASSES.has(state.slice(0, 2));
    return away || isClosedToConnections(state, error);
  }
  if ('code' in error && typeof error.code === 'string') return SYSTEM_ERRORS.has(error.code);
  return DRIVER_SENTENCES.test(error.message);
}

/** Serialization failure or deadlock: nothing was written, the same transaction may succeed when run again. */
export function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/** A unique index refused the row; `constraint` narrows it to one index by name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/**
 * Says that this connection cannot run a prepared statement any more: the table changed under it, or a pooler gave the
 * session away. Nothing was done; another connection can run it.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const state = sqlState(error);
  return state === '26000' || (state === '0A000' && (error as Error).message.startsWith('cached plan must not change'));
}

/** Unavailability becomes the catalogue's 503 with the cause kept for the log; any other error stays as it is. */
export function toServiceError(error: unknown): unknown {
  if (error instanceof ServiceError || !isUnavailable(error)) return error;
  const unavailable = new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  unavailable.cause = error;
  return unavailable;
}
