// Holds the SQL of what the menu does when users and tenants end or are renamed. Names come folded.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { handOverRows } from '../../../kernel/database/hand-over-rows.ts';
import type { MenuPerson } from '../records/person.store.ts';

const ofPerson = 'tenant_identifier = $1 AND username_folded = $2';

// Versions go on: a browser still holds tags of who had the name before.
const raiseVersions = sql(
  'system_menu_user_raise_both',
  `UPDATE system_menu_user_state SET favorites_version = favorites_version + 1, order_version = order_version + 1
   WHERE ${ofPerson}`,
);
const takeOverVersions = sql(
  'system_menu_user_take_over',
  `INSERT INTO system_menu_user_state AS s (tenant_identifier, username_folded, favorites_version, order_version)
   SELECT $1, $3, favorites_version + 1, order_version + 1 FROM system_menu_user_state WHERE ${ofPerson}
   ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET
     favorites_version = greatest(s.favorites_version, EXCLUDED.favorites_version) + 1,
     order_version = greatest(s.order_version, EXCLUDED.order_version) + 1`,
);
const removeOf = ['favorite', 'user_app_order', 'recent'].map((table) =>
  sql(`system_menu_${table}_remove_user`, `DELETE FROM system_menu_${table} WHERE ${ofPerson}`),
);
// A person may be here under the new name before the event is: of what there is twice the later one stays, and openings add up.
const later = (column: string) =>
  `CASE WHEN mine.date_updated >= EXCLUDED.date_updated THEN mine.${column} ELSE EXCLUDED.${column} END`;
const renameFavorites = handOverRows('system_menu_favorite_rename_user', {
  table: 'system_menu_favorite',
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
});
const renameOrder = handOverRows('system_menu_user_app_order_rename_user', {
  table: 'system_menu_user_app_order',
  met: null,
});
const renameRecents = handOverRows('system_menu_recent_rename_user', {
  table: 'system_menu_recent',
  key: ['path'],
  met: {
    opened_date: 'greatest(mine.opened_date, EXCLUDED.opened_date)',
    open_count: 'mine.open_count + EXCLUDED.open_count',
  },
});
const removeOfTenant = ['favorite', 'user_app_order', 'recent', 'user_state'].map((table) =>
  sql(`system_menu_${table}_remove_tenant`, `DELETE FROM system_menu_${table} WHERE tenant_identifier = $1`),
);

const keyOf = ({ tenantIdentifier, usernameFolded }: MenuPerson) => [tenantIdentifier, usernameFolded];

export async function removeUser(tx: Transaction, person: MenuPerson): Promise<void> {
  await tx.execute(raiseVersions, keyOf(person));
  for (const statement of removeOf) await tx.execute(statement, keyOf(person));
}

/** Handled twice it changes nothing more: the old name has no rows then. */
export async function renameUser(
  tx: Transaction,
  person: MenuPerson,
  to: { readonly usernameFolded: string; readonly username: string },
): Promise<void> {
  await tx.execute(takeOverVersions, [...keyOf(person), to.usernameFolded]);
  await tx.execute(raiseVersions, keyOf(person));
  await tx.execute(renameFavorites, [...keyOf(person), to.usernameFolded, to.username]);
  for (const statement of [renameOrder, renameRecents])
    await tx.execute(statement, [...keyOf(person), to.usernameFolded]);
}

export async function removePersonsOfTenant(tx: Transaction, tenantIdentifier: string): Promise<void> {
  for (const statement of removeOfTenant) await tx.execute(statement, [tenantIdentifier]);
}
