// Holds the SQL of the signal log by which processes learn of revocations.

import type { FollowedTable } from '../../../kernel/database/commit-horizon.ts';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Signal } from '../record/session.types.ts';

/** Describes a signal as the log holds it. */
export interface StoredSignal extends Signal {
  readonly id: number;
  readonly created: Date;
}

/** The log as a sweep follows it: a row that commits late is found by the next sweep, whatever its id. */
export const signalLog: FollowedTable = {
  name: 'session_signal',
  table: 'session_signal',
  columns: ['id', 'created', 'scope', 'effect', 'keys'],
  orderColumn: 'id',
};

const insertSignal = sql(
  'session_signal_insert',
  'INSERT INTO session_signal (created, scope, effect, keys) VALUES ($1, $2, $3, $4) RETURNING id',
);

const deleteOldSignals = sql('session_signal_delete', 'DELETE FROM session_signal WHERE created < $1');

export async function saveSignal(tx: Transaction, signal: Signal, nowMs: number): Promise<number> {
  const [row] = await tx.rows<{ id: number }>(insertSignal, [
    new Date(nowMs),
    signal.scope,
    signal.effect,
    signal.keys,
  ]);
  return row!.id;
}

export async function removeSignalsBefore(queryable: Queryable, beforeMs: number): Promise<number> {
  return queryable.execute(deleteOldSignals, [new Date(beforeMs)]);
}
