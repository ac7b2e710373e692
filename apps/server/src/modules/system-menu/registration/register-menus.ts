// Brings the menu that the code declares into the database at start: one transaction, nothing where nothing changed.
import { hash } from 'node:crypto';
import { modules } from '@keelson/contract';
import type { MenuDefinition, MenuGrant, MenuItemDefinition } from '../../../kernel/menu-definition.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { compareVersions } from '../../../kernel/process/program-version.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { saveRegisteredVersion, saveRows } from '../records/menu-data.store.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { AppRecord, GrantPair, ItemRecord } from '../records/menu-record.types.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';

type Registering = Pick<Kernel, 'clock' | 'ids'> & {
  /** Version of this program: a lower one never overwrites what a higher one registered. */
  readonly version: string;
};

/** Name under which the program registers, and which no person has. */
const REGISTRAR = 'system';
const registrar: Actor = { username: REGISTRAR, tenantIdentifier: 'default', ipAddress: null, requestId: null };
const ORDER_NUMBER = 1_000;
const shippedRoles = new Set(['ROLE_USER', 'ROLE_TENANT_ADMIN', 'ROLE_SYSTEM_ADMIN', 'ROLE_SERVICE']);

type OwnedApp = Pick<
  AppRecord,
  'name' | 'displayName' | 'displayNameMap' | 'icon' | 'path' | 'orderNumber' | 'authorityList' | 'matchType'
>;
type OwnedItem = OwnedApp & Pick<ItemRecord, 'appNameUuid' | 'parentUuid'>;

const knownAuthorities = new Set(modules.flatMap(({ authorities }) => authorities.map(({ authority }) => authority)));

function pairOf({ role = null, authority = null }: { role?: string | null; authority?: string | null }): GrantPair {
  return { role, authority };
}

function requireKnownGrants(name: string, grants: readonly MenuGrant[]): void {
  for (const { role, authority } of grants) {
    if (role !== undefined && !shippedRoles.has(role))
      throw new Error(`The menu entry ${name} asks for the role ${role}, which no start makes.`);
    if (authority !== undefined && !knownAuthorities.has(authority)) {
      throw new Error(`The menu entry ${name} asks for the authority ${authority}, which no module registers.`);
    }
  }
}

/** Answers the fields that the code owns, in the form for its hash. */
function ownedOf(entry: MenuItemDefinition): OwnedApp {
  const { name, displayName, displayNameMap, icon = null, path = null, orderNumber = ORDER_NUMBER } = entry;
  const { authorityList = [], matchType = 'ANY' } = entry;
  requireKnownGrants(name, authorityList);
  return {
    name,
    displayName,
    displayNameMap,
    icon,
    path,
    orderNumber,
    authorityList: authorityList.map(pairOf),
    matchType,
  };
}

/** Makes the fields that the code does not define; the version of an existing record is raised by one. */
function registeredRecord(before: AppRecord | undefined, uuid: string, now: string) {
  return {
    id: before?.id ?? 0,
    uuid,
    version: (before?.version ?? 0) + 1,
    tenantIdentifier: null,
    description: null,
    enabled: true,
    system: true,
    retired: false,
    createdBy: REGISTRAR,
    updatedBy: REGISTRAR,
    dateCreated: before?.dateCreated ?? now,
    dateUpdated: now,
    deleted: false,
    deletedDate: null,
  };
}

/** Retires records that the code no longer has, except those of a newer version. */
function retiredOf<R extends AppRecord>(
  records: Iterable<R>,
  kept: ReadonlySet<string>,
  version: string,
  now: string,
): R[] {
  return [...records]
    .filter(({ uuid, system, retired, registeredVersion }) => {
      const newer = registeredVersion !== null && compareVersions(registeredVersion, version) > 0;
      return system && !retired && !kept.has(uuid) && !newer;
    })
    .map((record) => ({
      ...record,
      retired: true,
      version: record.version + 1,
      updatedBy: REGISTRAR,
      dateUpdated: now,
    }));
}

function createPlan(data: MenuData, { clock, ids, version }: Registering) {
  const now = new Date(clock.now()).toISOString();
  const kept = new Set<string>();
  const changed = { apps: [] as AppRecord[], items: [] as ItemRecord[] };
  /** Records with equal fields that an older version registered. */
  const sameButOlder: string[] = [];

  /** Makes the record; null where it exists already, or belongs to a newer version of the program. */
  const recordOf = (before: AppRecord | undefined, owned: OwnedApp): Omit<AppRecord, keyof OwnedApp> | null => {
    if (before !== undefined) kept.add(before.uuid);
    const registeredHash = hash('sha256', JSON.stringify(owned), 'hex');
    if (before?.registeredVersion != null && compareVersions(before.registeredVersion, version) > 0) return null;
    if (before?.registeredHash === registeredHash && !before.retired) {
      if (before.registeredVersion !== version) sameButOlder.push(before.uuid);
      return null;
    }
    const uuid = before?.uuid ?? ids.uuidV7();
    return { ...registeredRecord(before, uuid, now), registeredVersion: version, registeredHash };
  };
  const requireOwn = (record: AppRecord | undefined, what: string): void => {
    if (record?.system === false)
      throw new Error(`The ${what} ${record.name} exists already and belongs to people: rename it.`);
  };

  return {
    changed,
    sameButOlder,
    /** Answers the uuid of the application. */
    putApp(owned: OwnedApp): string {
      const before = [...data.apps.values()].find(
        ({ name, tenantIdentifier }) => name === owned.name && tenantIdentifier === null,
      );
      requireOwn(before, 'application');
      const record = recordOf(before, owned);
      if (record === null) return before!.uuid;
      const app: AppRecord = { ...record, ...owned };
      changed.apps.push(app);
      return app.uuid;
    },
    putItem(owned: OwnedItem): string {
      const before = [...data.items.values()].find(
        ({ name, appNameUuid, tenantIdentifier }) =>
          name === owned.name && appNameUuid === owned.appNameUuid && tenantIdentifier === null,
      );
      requireOwn(before, 'menu item');
      const record = recordOf(before, owned);
      if (record === null) return before!.uuid;
      const shown = { externalUrl: null, target: '_self', visible: true, badgeCode: null, keywordList: [] } as const;
      const item: ItemRecord = { ...record, ...owned, ...shown };
      changed.items.push(item);
      return item.uuid;
    },
    retireRest(): void {
      const retire = <R extends AppRecord>(records: Iterable<R>): R[] => retiredOf(records, kept, version, now);
      changed.apps.push(...retire(data.apps.values()));
      changed.items.push(...retire(data.items.values()));
    },
  };
}

/** Puts parents before their children; an undefined parent stops the start. */
function inOrder(appName: string, items: readonly MenuItemDefinition[]): readonly MenuItemDefinition[] {
  const ordered: MenuItemDefinition[] = [];
  const placed = new Set<string>();
  let waiting = items;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parent }) => parent === undefined || placed.has(parent));
    if (ready.length === 0) {
      const { name, parent } = waiting[0]!;
      throw new Error(`The menu item ${name} of ${appName} stands below ${parent}, which nobody defines.`);
    }
    ordered.push(...ready);
    for (const { name } of ready) {
      if (placed.has(name)) throw new Error(`Two modules define the menu item ${name} of ${appName}.`);
      placed.add(name);
    }
    waiting = waiting.filter((item) => !ready.includes(item));
  }
  return ordered;
}

function planAll(data: MenuData, registering: Registering, definitions: readonly MenuDefinition[]) {
  const plan = createPlan(data, registering);
  const apps = definitions.flatMap(({ app }) => (app === null ? [] : [app]));
  for (const { module, appName } of definitions) {
    if (apps.some(({ name }) => name === appName)) continue;
    throw new Error(`The module ${module} has menu items in the application ${appName}, which nobody defines.`);
  }
  for (const app of apps) {
    const appNameUuid = plan.putApp(ownedOf(app));
    const items = definitions.filter(({ appName }) => appName === app.name).flatMap((definition) => definition.items);
    const uuids = new Map<string, string>();
    for (const item of inOrder(app.name, items)) {
      const parentUuid = item.parent === undefined ? null : (uuids.get(item.parent) ?? null);
      uuids.set(item.name, plan.putItem({ ...ownedOf(item), appNameUuid, parentUuid }));
    }
  }
  plan.retireRest();
  return { changed: plan.changed, sameButOlder: plan.sameButOlder };
}

/** Registers what all modules of this process declare; two processes that start at once wait for each other. */
export async function registerMenus(
  { snapshot, ...registering }: Registering & { readonly snapshot: MenuSnapshot },
  definitions: readonly MenuDefinition[],
): Promise<void> {
  await snapshot.revisioned.change(registrar, async ({ tx, revision }) => {
    const data = await snapshot.readCurrent(tx);
    const { changed: rows, sameButOlder } = planAll(data, registering, definitions);
    await saveRegisteredVersion(tx, sameButOlder, registering.version);
    const changed = rows.apps.length + rows.items.length > 0;
    if (changed) await saveRows(tx, rows, revision);
    return { answer: null, changed };
  });
}
