// Holds the SQL of the pages that a person opened last. Names are folded.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { MenuPerson } from '../records/person.store.ts';

export interface RecentPage {
  readonly path: string;
  readonly openedDate: Date;
  readonly openCount: number;
}

const ofPerson = 'tenant_identifier = $1 AND username_folded = $2';

const selectNewest = sql(
  'system_menu_recent_list',
  `SELECT path, opened_date AS "openedDate", open_count AS "openCount" FROM system_menu_recent WHERE ${ofPerson}
   ORDER BY opened_date DESC, path LIMIT $3`,
);
// The first condition avoids lock and write, the second one decides between two parallel openings of the page.
const upsert = sql(
  'system_menu_recent_add',
  `INSERT INTO system_menu_recent AS r (tenant_identifier, username_folded, path, opened_date, open_count)
   SELECT $1, $2, $3, $4, 1
   WHERE NOT EXISTS (SELECT FROM system_menu_recent WHERE ${ofPerson} AND path = $3 AND opened_date > $5)
   ON CONFLICT (tenant_identifier, username_folded, path)
     DO UPDATE SET opened_date = EXCLUDED.opened_date, open_count = r.open_count + 1 WHERE r.opened_date <= $5`,
);
const deleteOldest = sql(
  'system_menu_recent_trim',
  `DELETE FROM system_menu_recent WHERE ${ofPerson} AND path IN
     (SELECT path FROM system_menu_recent WHERE ${ofPerson} ORDER BY opened_date DESC, path OFFSET $3)`,
);
const deleteAll = sql('system_menu_recent_delete_all', `DELETE FROM system_menu_recent WHERE ${ofPerson}`);

const keyOf = ({ tenantIdentifier, usernameFolded }: MenuPerson) => [tenantIdentifier, usernameFolded];

export function listRecents(queryable: Queryable, person: MenuPerson, maximum: number): Promise<RecentPage[]> {
  return queryable.rows<RecentPage>(selectNewest, [...keyOf(person), maximum]);
}

/** Saves an opening; false where the page was opened after `unlessSince` already. */
export async function saveRecent(
  queryable: Queryable,
  person: MenuPerson,
  opened: { readonly path: string; readonly now: Date; readonly unlessSince: Date },
): Promise<boolean> {
  const values = [...keyOf(person), opened.path, opened.now, opened.unlessSince];
  return (await queryable.execute(upsert, values)) > 0;
}

/** Deletes all but the newest ones. */
export async function trimRecents(queryable: Queryable, person: MenuPerson, maximum: number): Promise<void> {
  await queryable.execute(deleteOldest, [...keyOf(person), maximum]);
}

export async function removeRecents(queryable: Queryable, person: MenuPerson): Promise<void> {
  await queryable.execute(deleteAll, keyOf(person));
}
