// Holds the SQL of a person's data: versions of favorites and order, and the order itself. Names are folded.

import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { foldName } from '../../../kernel/text/fold.ts';

export interface MenuPerson {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

export interface UserState {
  readonly favoritesVersion: number;
  readonly orderVersion: number;
}

// Tenants have no `/`, so the first one separates.
const readStates = sql(
  'system_menu_user_state_read',
  `SELECT k.key, s.favorites_version AS "favoritesVersion", s.order_version AS "orderVersion"
   FROM unnest($1::text[]) AS k (key) JOIN system_menu_user_state s
     ON s.tenant_identifier = split_part(k.key, '/', 1) AND s.username_folded = substr(k.key, strpos(k.key, '/') + 1)`,
);
const raise = (column: string) => `INSERT INTO system_menu_user_state AS s (tenant_identifier, username_folded,
     favorites_version, order_version) VALUES ($1, $2, ${column === 'favorites' ? '1, 0' : '0, 1'})
   ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET ${column}_version = s.${column}_version + 1`;
const raiseFavorites = sql('system_menu_user_favorites_raise', raise('favorites'));
const raiseOrder = sql('system_menu_user_order_raise', raise('order'));
const readOrder = sql(
  'system_menu_user_order_read',
  'SELECT app_uuids AS "appUuids" FROM system_menu_user_app_order WHERE tenant_identifier = $1 AND username_folded = $2',
);
const saveOrder = sql(
  'system_menu_user_order_save',
  `INSERT INTO system_menu_user_app_order (tenant_identifier, username_folded, app_uuids) VALUES ($1, $2, $3)
   ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET app_uuids = EXCLUDED.app_uuids`,
);
const removeOrder = sql(
  'system_menu_user_order_remove',
  'DELETE FROM system_menu_user_app_order WHERE tenant_identifier = $1 AND username_folded = $2',
);

export function personOf({ tenantIdentifier, username }: Caller): MenuPerson {
  return { tenantIdentifier, usernameFolded: foldName(username) };
}

const keyOf = ({ tenantIdentifier, usernameFolded }: MenuPerson) => [tenantIdentifier, usernameFolded];

const nothingKept: UserState = { favoritesVersion: 0, orderVersion: 0 };

/**
 * Creates the reader; each tree reads the state, so that it has its reader's own writes; parallel reads share one
 * statement.
 */
export function createUserStateReader(database: Pick<Queryable, 'rows'>) {
  type Row = UserState & { readonly key: string };
  const read = createJoinedRead<string, Row>({ database, statement: readStates, keyOf: ({ key }) => key });
  return async ({ tenantIdentifier, usernameFolded }: MenuPerson): Promise<UserState> =>
    (await read(`${tenantIdentifier}/${usernameFolded}`))[0] ?? nothingKept;
}

export type ReadUserState = ReturnType<typeof createUserStateReader>;

/** Takes the lock under which a person's favorites are counted and changed. */
export async function raiseFavoritesVersion(tx: Transaction, person: MenuPerson): Promise<void> {
  await tx.execute(raiseFavorites, keyOf(person));
}

/** Answers the person's order; null where that of the organisation holds. */
export async function findUserOrder(queryable: Queryable, person: MenuPerson): Promise<readonly string[] | null> {
  const [row] = await queryable.rows<{ appUuids: string[] }>(readOrder, keyOf(person));
  return row?.appUuids ?? null;
}

export async function saveUserOrder(tx: Transaction, person: MenuPerson, appUuids: readonly string[]): Promise<void> {
  await tx.execute(raiseOrder, keyOf(person));
  await tx.execute(saveOrder, [...keyOf(person), appUuids]);
}

export async function removeUserOrder(tx: Transaction, person: MenuPerson): Promise<void> {
  if ((await tx.execute(removeOrder, keyOf(person))) > 0) await tx.execute(raiseOrder, keyOf(person));
}
