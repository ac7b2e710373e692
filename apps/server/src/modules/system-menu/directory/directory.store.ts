// Holds the SQL of versions that continue after a rename. Names are folded.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { RenamedPerson } from '../../../kernel/directory/directory-event.ts';
import type { MenuPerson } from '../records/person.store.ts';

const ofPerson = 'tenant_identifier = $1 AND username_folded = $2';

// Versions continue, as a browser may still have tags of the previous holder of the name.
const raise = sql(
  'system_menu_user_raise_both',
  `UPDATE system_menu_user_state SET favorites_version = favorites_version + 1, order_version = order_version + 1
   WHERE ${ofPerson}`,
);
const takeOver = sql(
  'system_menu_user_take_over',
  `INSERT INTO system_menu_user_state AS s (tenant_identifier, username_folded, favorites_version, order_version)
   SELECT $1, $3, favorites_version + 1, order_version + 1 FROM system_menu_user_state WHERE ${ofPerson}
   ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET
     favorites_version = greatest(s.favorites_version, EXCLUDED.favorites_version) + 1,
     order_version = greatest(s.order_version, EXCLUDED.order_version) + 1`,
);
const keyOf = ({ tenantIdentifier, usernameFolded }: MenuPerson) => [tenantIdentifier, usernameFolded];

export async function raiseVersions(tx: Transaction, person: MenuPerson): Promise<void> {
  await tx.execute(raise, keyOf(person));
}

/** Raises the versions; a repetition raises them once more. */
export async function takeOverVersions(
  tx: Transaction,
  { tenantIdentifier, previousFolded, usernameFolded }: RenamedPerson,
): Promise<void> {
  await tx.execute(takeOver, [tenantIdentifier, previousFolded, usernameFolded]);
  await raiseVersions(tx, { tenantIdentifier, usernameFolded: previousFolded });
}
