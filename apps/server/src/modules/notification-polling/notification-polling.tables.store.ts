// Declares whose the rows of announcements and notifications are.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const union = (column: string) => `ARRAY(SELECT DISTINCT unnest(mine.${column} || EXCLUDED.${column}) ORDER BY 1)`;

export const notificationPollingTables: readonly OwnedTable[] = [
  { table: 'polling_receipt', tenant: 'EMPTIED', own: { handedOver: 'BY_MODULE' } },
  {
    table: 'polling_notification',
    tenant: 'EMPTIED',
    own: {
      handedOver: {
        key: ['unique_key'],
        keyed: 'unique_key IS NOT NULL',
        met: {
          read_date: 'least(mine.read_date, EXCLUDED.read_date)',
          archived_date: 'least(mine.archived_date, EXCLUDED.archived_date)',
          deleted: 'mine.deleted OR EXCLUDED.deleted',
          deleted_date: 'least(mine.deleted_date, EXCLUDED.deleted_date)',
          version: 'greatest(mine.version, EXCLUDED.version) + 1',
        },
      },
    },
  },
  {
    table: 'polling_preference',
    tenant: 'EMPTIED',
    own: {
      handedOver: { met: { muted_types: union('muted_types'), muted_applications: union('muted_applications') } },
    },
  },
  { table: 'polling_user_state', tenant: 'EMPTIED', own: { handedOver: 'BY_MODULE' } },
  {
    table: 'polling_announcement_content',
    tenant: { emptiedWhere: 'announcement_id IN (SELECT id FROM polling_announcement WHERE tenant_identifier = $1)' },
  },
  {
    table: 'polling_announcement',
    tenant: 'EMPTIED',
    naming: { name: 'created_by', folded: 'created_by_folded' },
  },
  { table: 'polling_head', tenant: 'EMPTIED' },
];
