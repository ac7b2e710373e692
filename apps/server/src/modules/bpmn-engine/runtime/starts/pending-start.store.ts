// Notes which triggers have come of a start event that needs several, those of one business key together.
import type { Variables } from '@keelson/bpmn-core';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface PendingPlace {
  readonly tenant: string;
  readonly definitionId: string | null;
  readonly elementId: string | null;
  /** Business key as `match-key.ts` writes it. */
  readonly match: string;
}

const RECEIVE = sql(
  'bpm_pending_start_receive',
  `INSERT INTO bpm_pending_start AS p (tenant_identifier, definition_id, element_id, match_key, received, variables, created_at)
   VALUES ($1, $2, $3, $4, ARRAY[$5::int], $6, now())
   ON CONFLICT (tenant_identifier, definition_id, element_id, match_key) DO UPDATE SET
     received = CASE WHEN $5 = ANY (p.received) THEN p.received ELSE p.received || $5::int END,
     variables = (p.variables::jsonb || excluded.variables::jsonb)::text
   RETURNING cardinality(received) AS triggers, variables`,
);

export const pendingStartStore = {
  async receive(
    tx: Transaction,
    { tenant, definitionId, elementId, match }: PendingPlace,
    { trigger, variables }: { readonly trigger: number; readonly variables: Variables },
  ): Promise<{ readonly triggers: number; readonly variables: Variables }> {
    const values = [tenant, definitionId, elementId, match, trigger, JSON.stringify(variables)];
    const [row] = await tx.rows<{ triggers: number; variables: string }>(RECEIVE, values);
    if (row === undefined) throw new Error('a trigger was not noted');
    return { triggers: row.triggers, variables: JSON.parse(row.variables) as Variables };
  },
};
