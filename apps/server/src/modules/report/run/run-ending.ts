// Decides by an error how a run goes on: over, tried again, or with another process.
import { isUnavailable, sqlState } from '../../../kernel/database/database-errors.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { LaneThreadEnded } from '../../../kernel/worker/worker-lane.ts';
import { ForeignFailure } from '../adapter/feature.ts';
import { BlockOverrun } from '../snapshot/feature.ts';
import { isDiskFull } from './disk-full.ts';
import type { RunEnd } from './execution.types.ts';
import { RunFailure, RunStopped } from './run-failure.ts';

/**
 * ENDED: it is over, `bug` is for the log. LOST: nothing may be written. STOPPING: another process takes it. DIED: its
 * thread has ended. AGAIN: the database or the threads have no room now, which says nothing about the run.
 */
export type Ending =
  | { readonly kind: 'ENDED'; readonly end: RunEnd; readonly bug?: unknown }
  | { readonly kind: 'LOST' }
  | { readonly kind: 'STOPPING' }
  | { readonly kind: 'DIED' }
  | { readonly kind: 'AGAIN'; readonly error: unknown };

/** State of statement_timeout, by which the database keeps the time of the run as well. */
const STATEMENT_TIMEOUT = '57014';
const ERROR_TEXT_MAX = 2_000;

export function endingOf(error: unknown): Ending {
  if (error instanceof RunStopped) return stoppedBy(error);
  if (error instanceof LaneThreadEnded) return { kind: 'DIED' };
  if (error instanceof RunFailure) return failed(error.code, error.text);
  if (error instanceof ForeignFailure) return foreignEnding(error);
  if (error instanceof ServiceError && ADAPTER_CODES.has(error.code))
    return failed('REPORT_ADAPTER_UNAVAILABLE', reasonOf(error));
  if (isDiskFull(error) || error instanceof BlockOverrun) return failed('REPORT_DISK_FULL');
  if (error instanceof ServiceError || isUnavailable(error)) return { kind: 'AGAIN', error };
  const state = sqlState(error);
  if (state === STATEMENT_TIMEOUT) return { kind: 'ENDED', end: timedOut };
  if (state !== undefined) return failed('REPORT_QUERY_FAILED', (error as Error).message.slice(0, ERROR_TEXT_MAX));
  return { ...failed('REPORT_RENDER_FAILED'), bug: error };
}

const ADAPTER_CODES: ReadonlySet<string> = new Set(['REPORT_ADAPTER_UNAVAILABLE', 'REPORT_ADAPTER_NOT_FOUND']);

function reasonOf({ options }: ServiceError): string {
  return String(options.parameters?.reason ?? 'NOT_FOUND');
}

/** Answers the ending by a failure of an adapter's database, which says nothing about the own one. */
function foreignEnding({ kind, text }: ForeignFailure): Ending {
  switch (kind) {
    case 'TIMED_OUT':
      return { kind: 'ENDED', end: timedOut };
    case 'REFUSED':
      return failed('REPORT_QUERY_FAILED', text?.slice(0, ERROR_TEXT_MAX));
    case 'INVALID':
      return failed('REPORT_ADAPTER_RESPONSE_INVALID', text?.slice(0, ERROR_TEXT_MAX));
    case 'UNAVAILABLE':
      return failed('REPORT_ADAPTER_UNAVAILABLE', 'CONNECTION_FAILED');
  }
}

const timedOut: RunEnd = { status: 'TIMED_OUT', errorCode: 'REPORT_TIMEOUT', errorText: null };

function failed(errorCode: RunFailure['code'], errorText: string | null = null) {
  return { kind: 'ENDED', end: { status: 'FAILED', errorCode, errorText } } as const;
}

function stoppedBy({ kind }: RunStopped): Ending {
  switch (kind) {
    case 'CANCELLED':
      return { kind: 'ENDED', end: { status: 'CANCELLED', errorCode: null, errorText: null } };
    case 'TIMED_OUT':
      return { kind: 'ENDED', end: timedOut };
    case 'LOST':
    case 'STOPPING':
      return { kind };
  }
}
