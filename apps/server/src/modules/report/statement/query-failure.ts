// Turns what a database says of a query into what a person is told.
import { sqlState } from '../../../kernel/database/database-errors.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';

/** PostgreSQL's states (appendix A) of a statement that took too long, and of a lock that was not given in time. */
const CANCELLED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';

/** Answers the error to be thrown; `tellsText` is the source whose own words may be told, null where nobody's may. */
export function queryFailure(error: unknown, tellsText: string | null): unknown {
  const state = sqlState(error);
  if (state === undefined || error instanceof ServiceError) return error;
  if (state === CANCELLED || state === LOCK_NOT_AVAILABLE) return new ServiceError('REPORT_QUERY_TIMEOUT');
  const message = tellsText === null ? `SQLSTATE ${state}` : `${(error as Error).message} (SQLSTATE ${state})`;
  return new ServiceError('REPORT_QUERY_FAILED', { parameters: { state }, errorArguments: [{ code: state, message }] });
}
