// Declares whose the rows of the menu are; a tenant's changes are ended as other changes are.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

// Rows may exist under the new name before the event: of two the later one stays, and openings add up.
const later = (column: string) =>
  `CASE WHEN mine.date_updated >= EXCLUDED.date_updated THEN mine.${column} ELSE EXCLUDED.${column} END`;

export const systemMenuTables: readonly OwnedTable[] = [
  {
    table: 'system_menu_favorite',
    tenant: 'EMPTIED',
    own: {
      handedOver: {
        key: ['path'],
        changed: { username: '$4::text' },
        met: {
          menu_item_uuid: later('menu_item_uuid'),
          display_name: later('display_name'),
          icon: later('icon'),
          group_name: later('group_name'),
          order_number: later('order_number'),
          date_updated: later('date_updated'),
          date_created: 'least(mine.date_created, EXCLUDED.date_created)',
          version: 'greatest(mine.version, EXCLUDED.version) + 1',
        },
      },
    },
  },
  { table: 'system_menu_user_app_order', tenant: 'EMPTIED', own: { handedOver: { met: null } } },
  {
    table: 'system_menu_recent',
    tenant: 'EMPTIED',
    own: {
      handedOver: {
        key: ['path'],
        met: {
          opened_date: 'greatest(mine.opened_date, EXCLUDED.opened_date)',
          open_count: 'mine.open_count + EXCLUDED.open_count',
        },
      },
    },
  },
  // Versions outlive the person, as a browser may still have tags of the previous holder of the name.
  { table: 'system_menu_user_state', tenant: 'EMPTIED' },
  ...['app', 'item', 'authority', 'overlay'].map(
    (table): OwnedTable => ({ table: `system_menu_${table}`, tenant: 'BY_MODULE' }),
  ),
];
