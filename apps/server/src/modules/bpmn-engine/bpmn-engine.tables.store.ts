// Declares whose the rows are that people leave beside tasks and instances; those of instances follow by jobs of the engine.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const byAuthor = { name: 'author', folded: 'author_folded', byJob: true } as const;

/**
 * The tables of the engine. Their rows go with their instance, which the engine ends first: directory/tenant.store.ts.
 */
export const bpmnEngineTables: readonly OwnedTable[] = [
  { table: 'bpm_comment', tenant: 'BY_MODULE', naming: byAuthor },
  { table: 'bpm_attachment', tenant: 'BY_MODULE', naming: byAuthor },
  // Its names follow with those of closed tasks, once the projector has seen what was done under the old one: directory/people.ts.
  { table: 'bpm_operation', tenant: 'BY_MODULE' },
  { table: 'bpm_hi_decision', tenant: 'BY_MODULE' },
  {
    table: 'bpm_batch_item',
    tenant: { emptiedWhere: 'batch_id IN (SELECT b.id FROM bpm_batch b WHERE b.tenant_identifier = $1)' },
  },
  { table: 'bpm_batch_part', tenant: 'EMPTIED' },
  { table: 'bpm_batch', tenant: 'EMPTIED', naming: { name: 'created_by', folded: 'created_by_folded' } },
];
