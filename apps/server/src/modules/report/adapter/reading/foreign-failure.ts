// Says why the database of an adapter did not answer a query, apart from what the own database does.
import { sqlState } from '../../../../kernel/database/database-errors.ts';

/**
 * UNAVAILABLE: it could not be asked, or went away. TIMED_OUT: its time was over, or somebody ended it. REFUSED: the database does not
 * take the query. INVALID: what it answered is not what it had told.
 */
export type ForeignFailureKind = 'UNAVAILABLE' | 'TIMED_OUT' | 'REFUSED' | 'INVALID';

export interface ForeignFailureDetail {
  /** Is PostgreSQL's state of five characters (appendix A of its manual). */
  readonly state?: string;
  /** Counts characters of the text that was sent, from 1. */
  readonly position?: number;
  /** Is a name of a column that calls a function. */
  readonly attributeName?: string;
}

/** Its message is the database's own text: for whoever writes statements, and null where values could stand in it. */
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

/** query_canceled, and what locks and sleeping transactions end by. */
const TIME_OVER: ReadonlySet<string> = new Set(['57014', '55P03', '25P03', '25P04']);
/** connection_exception; admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped; too_many_connections. */
const AWAY = /^(?:08...|57P0[1-4]|53300)$/;
/** `pg` throws it without a state, where this side has waited long enough. */
const READ_TIMEOUT = /^Query read timeout/;

export const isTimeOver = (error: unknown): boolean =>
  TIME_OVER.has(sqlState(error) ?? '') || (error instanceof Error && READ_TIMEOUT.test(error.message));

/** Answers whatever was thrown while an open connection was asked; `tellsText` where no value can stand in the text. */
export function toForeignFailure(error: unknown, tellsText: boolean): ForeignFailure {
  if (error instanceof ForeignFailure) return error;
  if (isTimeOver(error)) return new ForeignFailure('TIMED_OUT');
  const state = sqlState(error);
  if (state === undefined || AWAY.test(state)) return new ForeignFailure('UNAVAILABLE');
  const { message, position } = error as Error & { readonly position?: string };
  const place = position === undefined ? {} : { position: Number(position) };
  return new ForeignFailure('REFUSED', tellsText ? message : null, { state, ...place });
}
