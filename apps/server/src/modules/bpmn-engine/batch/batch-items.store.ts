// Makes the items of a batch, and the parts by which processes share them.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Filter } from '../../../kernel/records/page.ts';
import type { BatchPart, ItemRef } from './batch.types.ts';

const INSERT_ITEMS = sql(
  'bpm_batch_items_save',
  `INSERT INTO bpm_batch_item (batch_id, number, ref_id, ref_number)
   SELECT $1, v.place - 1, v.id, v.number FROM unnest($2::uuid[], $3::int[]) WITH ORDINALITY v(id, number, place)`,
);
// They end with whoever called them.
const DROP_CALLED = sql(
  'bpm_batch_items_drop_called',
  `DELETE FROM bpm_batch_item i USING bpm_call c WHERE i.batch_id = $1 AND c.called_id = i.ref_id
     AND EXISTS (SELECT FROM bpm_batch_item r WHERE r.batch_id = $1 AND r.ref_id = c.root_id)`,
);
const REOPEN = sql(
  'bpm_batch_items_reopen',
  `WITH opened AS (UPDATE bpm_batch_item SET code = NULL, message = NULL WHERE batch_id = $1 AND code IS NOT NULL RETURNING number)
   SELECT count(*)::int AS count, coalesce(max(number), -1) + 1 AS span FROM opened`,
);
const INSERT_PARTS = sql(
  'bpm_batch_parts_save',
  `INSERT INTO bpm_batch_part (batch_id, number, tenant_identifier, run_by, reached, last, due_at)
   SELECT $1, n, $2, $3, ($4::bigint * (n - 1) / $5) - 1, ($4::bigint * n / $5) - 1, $6 FROM generate_series(1, $5::int) n`,
);
const REMOVE_FREE_PARTS = sql(
  'bpm_batch_parts_remove',
  'DELETE FROM bpm_batch_part WHERE batch_id = $1 AND leased_by IS NULL',
);

/** Number of items of a part that are tried before it is given back. */
export const ITEMS_AT_ONCE = 100;
/** Bound of the parts of a batch: what two processes do at once of one tenant. */
const PARTS_MAX = 4;

/** A text that finds items, whose parameters the store goes on numbering. */
export interface Selected {
  readonly filter: Filter;
  /** Text that answers `id`, and `number` where a job has one. */
  readonly text: string;
}

function statementOf(
  { text, filter }: Selected,
  wrap: (text: string) => string,
): [ReturnType<typeof sql>, readonly unknown[]] {
  return [{ name: '', text: wrap(text) }, filter.values];
}

/** A part that this process holds. */
export type HeldPart = Pick<BatchPart, 'batch_id' | 'number'> & { readonly leaseToken: string };

export function createBatchItemsStore(database: Database) {
  return {
    /** Saves the items of a batch, and answers how many it has. */
    saveItems: (tx: Transaction, id: string, items: readonly ItemRef[]): Promise<number> =>
      tx.execute(INSERT_ITEMS, [id, items.map((item) => item.id), items.map(({ number }) => number)]),
    /** Saves the items that a text finds, at most so many; answers how many were found. */
    selectItems(tx: Transaction, id: string, selected: Selected, most: number): Promise<number> {
      const [batch, limit] = [selected.filter.parameter(id), selected.filter.parameter(most)];
      const [statement, values] = statementOf(
        selected,
        (text) => `INSERT INTO bpm_batch_item (batch_id, number, ref_id, ref_number)
          SELECT ${batch}::uuid, row_number() OVER (ORDER BY s.id, s.number) - 1, s.id, s.number FROM (${text} LIMIT ${limit}) s`,
      );
      return tx.execute(statement, values);
    },
    async count(selected: Selected, most: number): Promise<number> {
      const limit = selected.filter.parameter(most);
      const [statement, values] = statementOf(
        selected,
        (text) => `SELECT count(*)::int AS count FROM (${text} LIMIT ${limit}) s`,
      );
      const [row] = await database.rows<{ count: number }>(statement, values);
      return row?.count ?? 0;
    },
    /** Leaves out instances that an outermost instance of the batch has called; answers how many. */
    dropCalled: (tx: Transaction, id: string): Promise<number> => tx.execute(DROP_CALLED, [id]),
    /** Opens the items anew that had failed; answers how many, and one more than the last number of theirs. */
    async reopen(tx: Transaction, id: string): Promise<{ readonly count: number; readonly span: number }> {
      const [row] = await tx.rows<{ count: number; span: number }>(REOPEN, [id]);
      return row ?? { count: 0, span: 0 };
    },
    /** Saves the parts of a batch; `span` is one more than the last number of an item, `count` items are open. */
    saveParts(
      tx: Transaction,
      batch: { id: string; tenantIdentifier: string; runBy: string; at: Date },
      span: number,
      count: number,
    ) {
      const { id, tenantIdentifier, runBy, at } = batch;
      const parts = Math.min(PARTS_MAX, Math.ceil(count / ITEMS_AT_ONCE));
      return tx.execute(INSERT_PARTS, [id, tenantIdentifier, runBy, span, parts, at]);
    },
    /** Removes parts that nobody has at work; one at work goes on to where it gives its part back. */
    removeFreeParts: (tx: Transaction, id: string) => tx.execute(REMOVE_FREE_PARTS, [id]),
  };
}

export type BatchItemsStore = ReturnType<typeof createBatchItemsStore>;
