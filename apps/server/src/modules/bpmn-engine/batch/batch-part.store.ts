// Takes the items of a part in turn, and writes what became of them; what a process does that has lost the part changes nothing.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../kernel/group-commit/group-commit.ts';
import { createDefineWriter } from '../runtime/state/engine-writer.store.ts';
import type { BatchItem, BatchPart, ItemFailure } from './batch.types.ts';
import { type HeldPart, ITEMS_AT_ONCE } from './batch-items.store.ts';

/** Conflict of an item that somebody else has done. */
export const ITEM_CONFLICT = 'BATCH_ITEM';

export const PART_COLUMNS = 'batch_id, number, tenant_identifier, run_by, reached, last, due_at';
/** Condition of parts that may be done: those of a tenant that is deactivated wait. */
export const PART_READY = 'NOT EXISTS (SELECT FROM bpm_held_tenant t WHERE t.tenant_identifier = j.tenant_identifier)';

const OPEN = sql(
  'bpm_batch_items_open',
  `SELECT number, ref_id, ref_number FROM bpm_batch_item WHERE batch_id = $1 AND number > $2 AND number <= $3 AND code IS NULL
   ORDER BY number LIMIT ${ITEMS_AT_ONCE}`,
);
const OF_PART = 'batch_id = $1 AND number = $2 AND lease_token = $3';
const GO_ON = sql(
  'bpm_batch_part_go_on',
  `UPDATE bpm_batch_part SET reached = $4, due_at = $5, attempts = 0, leased_by = NULL, lease_token = NULL WHERE ${OF_PART}`,
);
const END = sql('bpm_batch_part_end', `DELETE FROM bpm_batch_part WHERE ${OF_PART}`);
const FAIL = sql(
  'bpm_batch_items_fail',
  `UPDATE bpm_batch_item i SET code = v.code, message = v.message
   FROM unnest($2::int[], $3::text[], $4::text[]) v(number, code, message) WHERE i.batch_id = $1 AND i.number = v.number`,
);
const DONE = sql('bpm_batch_items_done', 'DELETE FROM bpm_batch_item WHERE batch_id = $1 AND number = ANY ($2::int[])');
const LOCK = sql('bpm_batch_lock_state', 'SELECT state FROM bpm_batch WHERE id = $1 FOR UPDATE');
const COMPLETE = sql(
  'bpm_batch_complete',
  `UPDATE bpm_batch SET state = 'COMPLETED', ended_at = $2 WHERE id = $1 AND state = 'RUNNING'
     AND NOT EXISTS (SELECT FROM bpm_batch_part WHERE batch_id = $1)`,
);

export function defineItemWriter(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  // An item is done once: it goes with what is done, or nothing of that happens.
  return createDefineWriter(groupCommit)(
    'batch_item_done',
    { batch_id: 'uuid', number: 'int4' },
    (rows) =>
      `DELETE FROM bpm_batch_item x USING ${rows} v WHERE x.batch_id = v.batch_id AND x.number = v.number RETURNING v.member`,
    ITEM_CONFLICT,
  );
}

/** Outcome of items of a part that were tried. */
export interface Tried {
  readonly done: readonly number[];
  readonly failures: readonly ItemFailure[];
}

export function createBatchPartStore(database: Database) {
  return {
    open: ({ batch_id: id, reached, last }: BatchPart) => database.rows<BatchItem>(OPEN, [id, reached, last]),
    /** Gives a part back for its next items; false where another process has it now. */
    goOn: async (tx: Transaction, { batch_id: id, number, leaseToken }: HeldPart, reached: number, at: Date) =>
      (await tx.execute(GO_ON, [id, number, leaseToken, reached, at])) > 0,
    end: async (tx: Transaction, { batch_id: id, number, leaseToken }: HeldPart) =>
      (await tx.execute(END, [id, number, leaseToken])) > 0,
    async note(tx: Transaction, id: string, { done, failures }: Tried): Promise<void> {
      if (done.length > 0) await tx.execute(DONE, [id, done]);
      if (failures.length === 0) return;
      const values = [failures.map(({ number }) => number), failures.map(({ code }) => code)];
      await tx.execute(FAIL, [id, ...values, failures.map(({ message }) => message)]);
    },
    /** Locks a batch until the transaction ends, so that nobody ends or cancels it; false where it does not run any more. */
    async lockRunning(tx: Transaction, id: string): Promise<boolean> {
      const [row] = await tx.rows<{ state: string }>(LOCK, [id]);
      return row?.state === 'RUNNING';
    },
    /** Completes a batch with its last part. */
    complete: (tx: Transaction, id: string, at: Date) => tx.execute(COMPLETE, [id, at]),
  };
}

export type BatchPartStore = ReturnType<typeof createBatchPartStore>;
