// Finds conditions that start instances, and notes which of them hold.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface ConditionRow {
  readonly id: string;
  readonly definition_id: string;
  readonly element_id: string;
  readonly trigger_index: number;
  readonly triggers_needed: number;
}

/** Number of conditions that are read at a time. */
export const CONDITIONS_OF_PAGE = 500;

const PAGE = sql(
  'bpm_condition_page',
  `SELECT id, definition_id, element_id, trigger_index, triggers_needed FROM bpm_subscription
   WHERE kind = 'c' AND starts AND NOT suspended AND tenant_identifier = $1 AND ($2::text IS NULL OR definition_key = $2) AND id > $3
   ORDER BY id LIMIT ${CONDITIONS_OF_PAGE}`,
);
const RAISE = sql(
  'bpm_condition_raise',
  `INSERT INTO bpm_condition_held (tenant_identifier, definition_id, element_id, trigger_index, match_key, held_since)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
);
const LOWER = sql(
  'bpm_condition_lower',
  `DELETE FROM bpm_condition_held
   WHERE tenant_identifier = $1 AND definition_id = $2 AND element_id = $3 AND trigger_index = $4 AND match_key = $5`,
);
const FORGET_OLDER = sql(
  'bpm_condition_forget_older',
  `DELETE FROM bpm_condition_held h USING bpm_definition d
   WHERE h.tenant_identifier = $1 AND d.id = h.definition_id AND d.tenant_identifier = $1 AND d.key = $2 AND d.version < $3`,
);

export const conditionStore = {
  /** Pages conditions behind an id. */
  page: (database: Queryable, tenant: string, key: string | null, after: string) =>
    database.rows<ConditionRow>(PAGE, [tenant, key, after]),
  /** Notes that a condition holds; answers whether it did not before; of two at once one is answered so. */
  async raise(tx: Transaction, tenant: string, row: ConditionRow, match: string, at: number): Promise<boolean> {
    const values = [tenant, row.definition_id, row.element_id, row.trigger_index, match, new Date(at)];
    return (await tx.execute(RAISE, values)) === 1;
  },
  lower: (tx: Transaction, tenant: string, row: ConditionRow, match: string) =>
    tx.execute(LOWER, [tenant, row.definition_id, row.element_id, row.trigger_index, match]),
  forgetOlder: (tx: Transaction, tenant: string, key: string, version: number) =>
    tx.execute(FORGET_OLDER, [tenant, key, version]),
};
