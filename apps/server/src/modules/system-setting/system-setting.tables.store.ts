// Declares whose the rows of settings are; values of tenants are removed as other changes are.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const later = (column: string) =>
  `CASE WHEN mine.date_updated >= EXCLUDED.date_updated THEN mine.${column} ELSE EXCLUDED.${column} END`;

export const systemSettingTables: readonly OwnedTable[] = [
  {
    table: 'system_setting_user_value',
    tenant: 'EMPTIED',
    own: {
      // Where both names have a value the later one stays.
      handedOver: {
        key: ['code'],
        met: {
          value: later('value'),
          removed: later('removed'),
          date_updated: later('date_updated'),
          version: 'greatest(mine.version, EXCLUDED.version) + 1',
        },
      },
    },
  },
  { table: 'system_setting_value', tenant: 'BY_MODULE' },
];
