// Keeps events that a module has refused, until it takes them.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { EngineEvent } from './engine-event.types.ts';

export interface UntoldRow {
  readonly number: string;
  readonly module: string;
  readonly subject: string;
  readonly event: string;
  readonly attempts: number;
}

const MARK = sql('bpm_untold_mark', 'SAVEPOINT bpm_told');
const TAKE_BACK = sql('bpm_untold_take_back', 'ROLLBACK TO SAVEPOINT bpm_told');
const UNMARK = sql('bpm_untold_unmark', 'RELEASE SAVEPOINT bpm_told');
const BEHIND = sql('bpm_untold_behind', 'SELECT DISTINCT module, subject FROM bpm_event_untold');
// Of each subject the earliest alone: the others are told behind it.
const FIRST_DUE = sql(
  'bpm_untold_first_due',
  `SELECT number, module, subject, event, attempts FROM (
     SELECT DISTINCT ON (module, subject) number, module, subject, event, attempts, next_at FROM bpm_event_untold
     WHERE module = ANY ($1) ORDER BY module, subject, number
   ) first WHERE next_at <= $2 ORDER BY number LIMIT 100`,
);
const ADD = sql(
  'bpm_untold_add',
  `INSERT INTO bpm_event_untold (module, subject, tenant_identifier, event, attempts, refused_at, next_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);
const REMOVE = sql('bpm_untold_remove', 'DELETE FROM bpm_event_untold WHERE number = $1');
const POSTPONE = sql(
  'bpm_untold_postpone',
  'UPDATE bpm_event_untold SET attempts = $2, next_at = $3 WHERE number = $1',
);

export const untoldStore = {
  /** Does all of the work or, where it throws, nothing of it: the transaction can go on. */
  async wholly(tx: Transaction, work: () => Promise<void>): Promise<void> {
    await tx.execute(MARK);
    try {
      await work();
    } catch (error) {
      await tx.execute(TAKE_BACK);
      throw error;
    }
    await tx.execute(UNMARK);
  },
  behind: (tx: Transaction) => tx.rows<{ module: string; subject: string }>(BEHIND),
  firstDue: (tx: Transaction, modules: readonly string[], now: number) =>
    tx.rows<UntoldRow>(FIRST_DUE, [modules, new Date(now)]),
  async add(
    tx: Transaction,
    { module, subject, event, attempts }: Omit<UntoldRow, 'number' | 'event'> & { readonly event: EngineEvent },
    { now, nextAt }: { readonly now: number; readonly nextAt: number },
  ): Promise<void> {
    const told = JSON.stringify(event);
    await tx.execute(ADD, [module, subject, event.tenantIdentifier, told, attempts, new Date(now), new Date(nextAt)]);
  },
  async remove(tx: Transaction, number: string): Promise<void> {
    await tx.execute(REMOVE, [number]);
  },
  async postpone(tx: Transaction, number: string, attempts: number, nextAt: number): Promise<void> {
    await tx.execute(POSTPONE, [number, attempts, new Date(nextAt)]);
  },
};
