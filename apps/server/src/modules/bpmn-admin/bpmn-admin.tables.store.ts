// Declares whose the rows of process models are.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const ofProcess = 'process_id IN (SELECT id FROM bpa_process WHERE tenant_identifier = $1)';

/** Rows that depend on a process are deleted before it. */
export const bpmnAdminTables: readonly OwnedTable[] = [
  { table: 'bpa_reference', tenant: 'EMPTIED' },
  { table: 'bpa_deployment', tenant: { emptiedWhere: ofProcess } },
  { table: 'bpa_version', tenant: { emptiedWhere: ofProcess } },
  { table: 'bpa_model', tenant: { emptiedWhere: ofProcess } },
  { table: 'bpa_process', tenant: 'EMPTIED' },
  { table: 'bpa_import', tenant: 'EMPTIED' },
];
