// Puts menus into a database: items in five levels whose pages ask for authorities, and users who hold some of those.
import { randomUUID } from 'node:crypto';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { MENU_CHANNEL, saveRows } from '../../apps/server/src/modules/system-menu/records/menu-data.store.ts';
import type {
  AppRecord,
  AuthorityRecord,
  ItemRecord,
  MenuRows,
} from '../../apps/server/src/modules/system-menu/records/menu-record.types.ts';

/** Each level has this share of the items. */
const LEVEL_SHARES = [0.0025, 0.01, 0.04, 0.2, 0.7475] as const;
const AUTHORITIES = 120;
/** Each user holds this share of the authorities; which ones differs. */
const HELD_SHARE = 0.7;

export interface BenchMenu {
  readonly app: AppRecord;
  readonly rows: MenuRows;
}

const now = new Date().toISOString();
const record = {
  version: 1,
  tenantIdentifier: null,
  displayNameMap: {},
  description: null,
  icon: null,
  enabled: true,
  system: false,
  retired: false,
  registeredVersion: null,
  registeredHash: null,
  matchType: 'ANY' as const,
  createdBy: 'bench',
  updatedBy: 'bench',
  dateCreated: now,
  dateUpdated: now,
  deleted: false,
  deletedDate: null,
};

export function authorityName(number: number): string {
  return `BENCH_${number % AUTHORITIES}`;
}

function appRecord(name: string, orderNumber: number, tenantIdentifier: string | null): AppRecord {
  return {
    ...record,
    id: 0,
    uuid: randomUUID(),
    tenantIdentifier,
    name,
    displayName: `Application ${name}`,
    path: null,
    orderNumber,
    authorityList: [],
  };
}

function itemRecord(app: AppRecord, parent: ItemRecord | null, number: number, isPage: boolean): ItemRecord {
  return {
    ...record,
    id: 0,
    uuid: randomUUID(),
    tenantIdentifier: app.tenantIdentifier,
    name: `item${number}`,
    displayName: `Menu item number ${number}`,
    appNameUuid: app.uuid,
    parentUuid: parent?.uuid ?? null,
    path: isPage ? `/bench/pages/${number}` : null,
    externalUrl: null,
    target: '_self' as const,
    icon: 'page',
    orderNumber: number * 10,
    visible: true,
    badgeCode: null,
    keywordList: [],
    authorityList: [],
  };
}

/** Makes one application; pages are on the last level, and each of the shared ones asks for one of two authorities. */
export function makeMenu(name: string, count: number, tenantIdentifier: string | null = null): BenchMenu {
  const app = appRecord(name, 10, tenantIdentifier);
  const items: ItemRecord[] = [];
  const authorities: AuthorityRecord[] = [];
  let above: ItemRecord[] = [];
  for (const [level, share] of LEVEL_SHARES.entries()) {
    const isLast = level === LEVEL_SHARES.length - 1;
    const wanted = isLast ? count - items.length : Math.max(1, Math.round(share * count));
    const parents = above;
    above = Array.from({ length: wanted }, (_, index) => {
      const parent = parents[Math.floor((index * parents.length) / wanted)] ?? null;
      return itemRecord(app, parent, items.length + index + 1, isLast);
    });
    items.push(...above);
  }
  for (const [index, { uuid: menuItemUuid }] of (tenantIdentifier === null ? above : []).entries()) {
    const authorityList = [index, index * 7 + 3].map((one) => ({ role: null, authority: authorityName(one) }));
    authorities.push({
      id: 0,
      uuid: randomUUID(),
      version: 1,
      tenantIdentifier,
      updatedBy: 'bench',
      dateUpdated: now,
      menuItemUuid,
      authorityList,
      matchType: 'ANY',
      removed: false,
    });
  }
  return { app, rows: { apps: [app], items, authorities } };
}

/** Makes so many applications with a page, and siblings below the first of them. */
export function makeOrdered(apps: number, siblings: number): MenuRows {
  const made = Array.from({ length: apps }, (_, index) => ({
    ...appRecord(`ordered${index}`, index * 10, null),
    path: `/ordered/${index}`,
  }));
  const items = Array.from({ length: siblings }, (_, index) => itemRecord(made[0]!, null, index, true));
  return { apps: made, items };
}

const takeRevision = sql('bench_menu_revision', 'SELECT revision + 1 AS revision FROM system_menu_state FOR UPDATE');
const publishRevision = sql(
  'bench_menu_publish',
  `WITH raised AS (UPDATE system_menu_state SET revision = $1 RETURNING revision)
   SELECT pg_notify('${MENU_CHANNEL}', revision::text) FROM raised`,
);

/** Writes as a change of the service is written; answers the revision. Processes that run hear of it. */
export async function saveMenu(database: Database, rows: MenuRows): Promise<number> {
  return database.transaction(async (tx) => {
    const [row] = await tx.rows<{ revision: number }>(takeRevision);
    const { revision } = row!;
    await saveRows(tx, rows, revision);
    await tx.execute(publishRevision, [revision]);
    return revision;
  });
}

const insertAuthorities = sql(
  'bench_menu_authorities',
  `INSERT INTO auth_authority (authority, module, name, description, level, role_list)
   SELECT a, 'bench', a, '', 'TENANT', '{}' FROM unnest($1::text[]) a`,
);
// Every user has a role of their own; which authorities it holds is drawn from the number of both, the same each time.
const grantParts = sql(
  'bench_menu_grants',
  `WITH r AS (
     INSERT INTO auth_role (uuid, tenant_identifier, code, name, created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 'default', 'ROLE_' || upper(u.username), u.username, 'bench', 'bench', now(), now()
     FROM auth_user u WHERE u.username LIKE 'user%' RETURNING id, name),
   a AS (INSERT INTO auth_role_authority (role_id, authority)
     SELECT r.id, x.a FROM r, unnest($1::text[]) x (a)
     WHERE abs(hashtext(r.name || '/' || x.a)) % 1000 < $2::int)
   INSERT INTO auth_user_role (user_id, role_id) SELECT u.id, r.id FROM r JOIN auth_user u ON u.username = r.name`,
);

/** Gives each of the users made so far another part of the authorities that the pages ask for. */
export async function saveGrants(database: Database): Promise<void> {
  const names = Array.from({ length: AUTHORITIES }, (_, index) => authorityName(index));
  await database.execute(insertAuthorities, [names]);
  await database.execute(grantParts, [names, Math.round(HELD_SHARE * 1_000)]);
}
