// Declares whose the rows of reports are; runs of a tenant are cancelled, and deleted by their age.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

/** Rows that depend on a report or a schedule are deleted before it. */
export const reportTables: readonly OwnedTable[] = [
  {
    table: 'report_execution',
    tenant: 'BY_MODULE',
    naming: { name: 'requested_by', folded: 'username_folded' },
  },
  { table: 'report_delivery', tenant: 'EMPTIED' },
  { table: 'report_schedule_run', tenant: 'EMPTIED' },
  {
    table: 'report_schedule',
    tenant: 'EMPTIED',
    naming: { name: 'owner_username', folded: 'owner_folded' },
  },
  {
    table: 'report_definition_version',
    tenant: { emptiedWhere: 'report_id IN (SELECT id FROM report_definition WHERE tenant_identifier = $1)' },
  },
  ...['report_definition', 'report_group', 'report_csv_file', 'report_adapter'].map(
    (table): OwnedTable => ({ table, tenant: 'EMPTIED' }),
  ),
];
