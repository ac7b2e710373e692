// Turns a database's error about a query into a failure for a person.
import { sqlState } from '../../../kernel/database/database-errors.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { ForeignFailure } from '../adapter/feature.ts';

/**
 * States of PostgreSQL (appendix A) for a statement that took too long, and for a lock that was not granted in time.
 */
const CANCELLED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
/** Seconds after which a client may ask again. */
const RETRY_SECONDS = 5;

/** Whether the database's own message is shown: to people who write statements. */
export type OwnMessage = 'SHOWN' | 'HIDDEN';

/** Answers the error to be thrown; `adapterCode` is null for the own database. */
export function queryFailure(error: unknown, ownMessage: OwnMessage, adapterCode: string | null): unknown {
  if (error instanceof ServiceError) return error;
  if (error instanceof ForeignFailure) return foreignFailure(error, ownMessage, adapterCode ?? '');
  const state = sqlState(error);
  if (state === undefined) return error;
  if (state === CANCELLED || state === LOCK_NOT_AVAILABLE) return new ServiceError('REPORT_QUERY_TIMEOUT');
  return refused(state, ownMessage === 'SHOWN' ? (error as Error).message : null);
}

function foreignFailure({ kind, text, detail }: ForeignFailure, ownMessage: OwnMessage, code: string): ServiceError {
  if (kind === 'TIMED_OUT') return new ServiceError('REPORT_QUERY_TIMEOUT');
  if (kind === 'REFUSED') return refused(detail.state ?? '42883', ownMessage === 'SHOWN' ? text : null);
  return adapterFailure(code, kind === 'INVALID' ? 'ANSWER_INVALID' : 'CONNECTION_FAILED');
}

/** Makes the 503; the reason is one of testing adapters, or NOT_FOUND. */
export function adapterFailure(code: string, reason: string): ServiceError {
  const reasons = { parameters: { code, reason }, errorArguments: [{ code, reason }] };
  return new ServiceError('REPORT_ADAPTER_UNAVAILABLE', { ...reasons, retryAfterSeconds: RETRY_SECONDS });
}

function refused(state: string, text: string | null): ServiceError {
  const message = text === null ? `SQLSTATE ${state}` : `${text} (SQLSTATE ${state})`;
  return new ServiceError('REPORT_QUERY_FAILED', { parameters: { state }, errorArguments: [{ code: state, message }] });
}
