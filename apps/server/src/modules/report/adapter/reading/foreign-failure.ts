// Says why the database of an adapter did not answer a query, without failures of the own database.
import { sqlState } from '../../../../kernel/database/database-errors.ts';

/**
 * UNAVAILABLE: it could not be reached, or went away. TIMED_OUT: its time was over, or it was cancelled. REFUSED: the
 * database refuses the query. INVALID: its answer contradicts its description.
 */
export type ForeignFailureKind = 'UNAVAILABLE' | 'TIMED_OUT' | 'REFUSED' | 'INVALID';

export interface ForeignFailureDetail {
  /** PostgreSQL's state of five characters (appendix A of its manual). */
  readonly state?: string;
  /** Place in the sent text, in characters from 1. */
  readonly position?: number;
  /** Name of a column that would call a function. */
  readonly attributeName?: string;
}

/**
 * A failure whose message is the database's own text, for people who write statements; null where it might hold values.
 */
export class ForeignFailure extends Error {
  readonly kind: ForeignFailureKind;
  readonly text: string | null;
  readonly detail: ForeignFailureDetail;

  constructor(kind: ForeignFailureKind, text: string | null = null, detail: ForeignFailureDetail = {}) {
    super(`${kind} ${detail.state ?? ''}`.trim());
    this.name = 'ForeignFailure';
    this.kind = kind;
    this.text = text;
    this.detail = detail;
  }
}

/** States query_canceled, and those that end locks and idle transactions. */
const TIME_OVER: ReadonlySet<string> = new Set(['57014', '55P03', '25P03', '25P04']);
/**
 * States connection_exception; admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped;
 * too_many_connections.
 */
const AWAY = /^(?:08...|57P0[1-4]|53300)$/;
/** Message of `pg`, without a state, when this side has waited long enough. */
const READ_TIMEOUT = /^Query read timeout/;

export const isTimeOver = (error: unknown): boolean =>
  TIME_OVER.has(sqlState(error) ?? '') || (error instanceof Error && READ_TIMEOUT.test(error.message));

/** Turns an error of an open connection into a failure, with its text where `showsText` says that it holds no value. */
export function toForeignFailure(error: unknown, showsText: boolean): ForeignFailure {
  if (error instanceof ForeignFailure) return error;
  if (isTimeOver(error)) return new ForeignFailure('TIMED_OUT');
  const state = sqlState(error);
  if (state === undefined || AWAY.test(state)) return new ForeignFailure('UNAVAILABLE');
  const { message, position } = error as Error & { readonly position?: string };
  const place = position === undefined ? {} : { position: Number(position) };
  return new ForeignFailure('REFUSED', showsText ? message : null, { state, ...place });
}
