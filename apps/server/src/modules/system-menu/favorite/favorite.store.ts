// Holds the SQL of favorites; a change holds the lock of the person's state.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MenuPerson } from '../records/person.store.ts';

export interface Favorite {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly username: string;
  readonly path: string;
  readonly menuItemUuid: string | null;
  /** Name; null where name and icon are those of the item, else the path. */
  readonly displayName: string | null;
  readonly icon: string | null;
  readonly groupName: string | null;
  readonly orderNumber: number;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
}

export type NewFavorite = Omit<Favorite, 'id' | 'version' | 'dateCreated' | 'dateUpdated'> & { readonly now: Date };

const columns = `f.id, f.uuid, f.version, f.username, f.path, f.menu_item_uuid AS "menuItemUuid",
  f.display_name AS "displayName", f.icon, f.group_name AS "groupName", f.order_number AS "orderNumber",
  f.date_created AS "dateCreated", f.date_updated AS "dateUpdated"`;
const ofPerson = 'f.tenant_identifier = $1 AND f.username_folded = $2';

const selectAll = sql(
  'system_menu_favorite_list',
  `SELECT ${columns} FROM system_menu_favorite f WHERE ${ofPerson} ORDER BY f.order_number, f.id`,
);
const selectBound = sql(
  'system_menu_favorite_bound',
  `SELECT f.menu_item_uuid AS uuid FROM system_menu_favorite f WHERE ${ofPerson} AND f.menu_item_uuid IS NOT NULL`,
);
const insertFavorite = sql(
  'system_menu_favorite_insert',
  `INSERT INTO system_menu_favorite (tenant_identifier, username_folded, uuid, version, username, path, menu_item_uuid,
     display_name, icon, group_name, order_number, date_created, date_updated)
   VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   RETURNING id`,
);
const deleteFavorites = sql(
  'system_menu_favorite_delete',
  `DELETE FROM system_menu_favorite f WHERE ${ofPerson} AND f.uuid = ANY($3::uuid[])`,
);
const deleteAll = sql('system_menu_favorite_delete_all', `DELETE FROM system_menu_favorite f WHERE ${ofPerson}`);
const orderFavorites = sql(
  'system_menu_favorite_order',
  `UPDATE system_menu_favorite f SET order_number = v.place, group_name = v.group_name, display_name = v.display_name,
     version = f.version + 1, date_updated = $3
   FROM jsonb_to_recordset($4::jsonb) AS v (uuid uuid, place integer, group_name text, display_name text)
   WHERE ${ofPerson} AND f.uuid = v.uuid`,
);
const updateFavorite = sql(
  'system_menu_favorite_update',
  `UPDATE system_menu_favorite f SET display_name = $4, icon = $5, group_name = $6, version = f.version + 1, date_updated = $7
   WHERE ${ofPerson} AND f.uuid = $3`,
);
const ofLongGone = 'i.uuid = f.menu_item_uuid AND i.deleted AND i.deleted_date < ';
const selectOrphanOwners = sql(
  'system_menu_favorite_orphan_owners',
  `SELECT DISTINCT f.tenant_identifier AS "tenantIdentifier", f.username_folded AS "usernameFolded"
   FROM system_menu_favorite f JOIN system_menu_item i ON ${ofLongGone} $1
   LIMIT $2`,
);
const deleteOrphans = sql(
  'system_menu_favorite_orphan_delete',
  `DELETE FROM system_menu_favorite f USING system_menu_item i WHERE ${ofPerson} AND ${ofLongGone} $3`,
);

const keyOf = ({ tenantIdentifier, usernameFolded }: MenuPerson) => [tenantIdentifier, usernameFolded];

/** Lists favorites in the order of the person, hidden ones too. */
export function listFavorites(queryable: Queryable, person: MenuPerson): Promise<Favorite[]> {
  return queryable.rows<Favorite>(selectAll, keyOf(person));
}

/** Lists items that favorites are bound to. */
export async function listBoundItems(queryable: Queryable, person: MenuPerson): Promise<ReadonlySet<string>> {
  const rows = await queryable.rows<{ uuid: string }>(selectBound, keyOf(person));
  return new Set(rows.map(({ uuid }) => uuid));
}

export async function saveFavorite(tx: Transaction, person: MenuPerson, favorite: NewFavorite): Promise<Favorite> {
  const { uuid, username, path, menuItemUuid, displayName, icon, groupName, orderNumber, now } = favorite;
  const [row] = await tx.rows<{ id: number }>(insertFavorite, [
    ...keyOf(person),
    uuid,
    username,
    path,
    menuItemUuid,
    displayName,
    icon,
    groupName,
    orderNumber,
    now,
  ]);
  return { ...favorite, id: row!.id, version: 1, dateCreated: now, dateUpdated: now };
}

export async function removeFavorites(tx: Transaction, person: MenuPerson, uuids: readonly string[]): Promise<void> {
  await tx.execute(deleteFavorites, [...keyOf(person), uuids]);
}

export async function removeAllFavorites(tx: Transaction, person: MenuPerson): Promise<number> {
  return tx.execute(deleteAll, keyOf(person));
}

export type FavoriteFields = Pick<Favorite, 'displayName' | 'icon' | 'groupName'>;

export async function saveFavoriteFields(
  tx: Transaction,
  person: MenuPerson,
  uuid: string,
  { displayName, icon, groupName }: FavoriteFields,
  now: Date,
): Promise<void> {
  await tx.execute(updateFavorite, [...keyOf(person), uuid, displayName, icon, groupName, now]);
}

/** Lists persons with a favorite whose item was deleted before, `limit` of them. */
export function listOrphanOwners(queryable: Queryable, before: Date, limit: number): Promise<MenuPerson[]> {
  return queryable.rows<MenuPerson>(selectOrphanOwners, [before, limit]);
}

/** Removes orphans; answers how many. */
export function removeOrphans(tx: Transaction, person: MenuPerson, before: Date): Promise<number> {
  return tx.execute(deleteOrphans, [...keyOf(person), before]);
}

export interface FavoritePlace {
  readonly uuid: string;
  readonly place: number;
  readonly groupName: string | null;
  readonly displayName: string | null;
}

/** Saves the places of all favorites by one statement. */
export async function saveFavoritePlaces(
  tx: Transaction,
  person: MenuPerson,
  places: readonly FavoritePlace[],
  now: Date,
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map(({ uuid, place, groupName, displayName }) => {
    return { uuid, place, group_name: groupName, display_name: displayName };
  });
  await tx.execute(orderFavorites, [...keyOf(person), now, JSON.stringify(rows)]);
}
