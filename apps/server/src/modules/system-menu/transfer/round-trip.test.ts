// Tests generated menus through export and import: whatever a tenant may hold comes out as it went in, and differences are
// told.
import type { SvcMenuImportModel, SvcMenuImportResultModel } from '@keelson/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type MenuServer, query, signInWith, startMenuServer } from '../menu-server.fixture.ts';

let server: MenuServer;
let boss: string;
let northern: string;

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  const shared = {
    formatVersion: 1,
    authorityList: [],
    overlayList: [],
    appList: [{ name: 'shared', displayName: 'Shared' }],
    itemList: [
      { appName: 'shared', name: 'above', displayName: 'Above' },
      { appName: 'shared', name: 'below', parentName: 'above', displayName: 'Below', path: '/below' },
    ],
  };
  const taken = await server.as(server.admin, 'POST', '/menu-items/import?scope=SHARED', shared);
  if (taken.status !== 200) throw new Error(taken.text);
});
afterAll(() => server?.stop());

const exported = async (token: string) =>
  (await server.as<SvcMenuImportModel>(token, 'POST', '/menu-items/export')).body;
const take = (token: string, document: object, more: string) =>
  server.as<SvcMenuImportResultModel>(token, 'POST', `/menu-items/import?${more}`, document);

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const word = fc.constantFrom('Işık', 'İstanbul', 'a', 'Zürich', '100 %_\\', '<b>', '日本');
const names = fc.dictionary(fc.constantFrom('tr', 'en', 'de', 'pt-BR'), word, { maxKeys: 3, noNullPrototype: true });
const pair = fc.record({
  role: fc.constantFrom('ROLE_USER', 'ROLE_TENANT_ADMIN', null),
  authority: fc.constantFrom('MENU_MANAGE', 'SETTING_VIEW'),
});
const shown = {
  displayName: word,
  displayNameMap: some(names),
  description: some(fc.option(word)),
  icon: some(fc.constantFrom('box', null)),
  orderNumber: some(fc.integer({ min: 0, max: 40 })),
};
const condition = {
  authorityList: some(fc.array(pair, { maxLength: 3 })),
  matchType: some(fc.constantFrom('ANY', 'ALL')),
};
const itemNames = ['a', 'a-b', 'a.b', 'b', 'c', 'd'] as const;

const appOf = (name: string) =>
  fc.record({
    name: fc.constant(name),
    ...shown,
    path: some(fc.constantFrom('/x', '/y?z=1', null)),
    enabled: some(fc.boolean()),
    ...condition,
  });
/** Takes parents only among the names before it, or the shared item: no cycle, and five levels at most below it. */
const itemOf = (appName: string, index: number) =>
  fc.record({
    appName: fc.constant(appName),
    name: fc.constant(itemNames[index]!),
    parentName: some(fc.constantFrom(null, ...(appName === 'shared' ? ['below'] : []), ...itemNames.slice(0, index))),
    ...shown,
    enabled: some(fc.boolean()),
    visible: some(fc.boolean()),
    target: some(fc.constantFrom('_self', '_blank')),
    badgeCode: some(fc.constantFrom('a.b', null)),
    keywordList: some(fc.array(word, { maxLength: 2 })),
    externalUrl: some(fc.constantFrom('https://example.org/?q=%20', null)),
  });
const overlayOf = (itemName: string | null) =>
  fc.record(
    {
      targetType: fc.constant(itemName === null ? 'APP' : 'ITEM'),
      appName: fc.constant('shared'),
      itemName: fc.constant(itemName),
      displayName: word,
      displayNameMap: names,
      description: fc.option(word),
      icon: fc.constantFrom('box', null),
      orderNumber: fc.integer({ min: 0, max: 40 }),
      enabled: fc.constant(false),
    },
    { requiredKeys: ['targetType', 'appName', 'itemName'] },
  );

/** Makes any menu of a tenant, with its entries in any order. */
const anyMenu = fc
  .record({
    appList: fc.tuple(some(appOf('one')), some(appOf('two'))),
    itemList: fc.tuple(...['one', 'two', 'shared'].flatMap((app) => itemNames.map((_, n) => some(itemOf(app, n))))),
    authorityList: fc.array(
      fc.record({
        appName: fc.constantFrom('one', 'two', 'shared'),
        itemName: fc.constantFrom(...itemNames, 'below'),
        ...condition,
      }),
    ),
    overlayList: fc.tuple(some(overlayOf(null)), some(overlayOf('above')), some(overlayOf('below'))),
    shuffle: fc.infiniteStream(fc.nat()),
  })
  .map(({ appList, itemList, authorityList, overlayList, shuffle }) => {
    const apps = appList.filter((app) => app !== undefined);
    const known = new Set(['shared below']);
    // A parent that is not there would be refused, and so would what stands in an application that is not there.
    const items = itemList.flatMap((item) => {
      if (item === undefined || (item.appName !== 'shared' && !apps.some(({ name }) => name === item.appName)))
        return [];
      const { parentName, ...rest } = item;
      const placed = parentName == null || known.has(`${item.appName} ${parentName}`);
      known.add(`${item.appName} ${item.name}`);
      return [placed ? item : rest];
    });
    const conditions = new Map(authorityList.map((one) => [`${one.appName} ${one.itemName}`, one]));
    const inAnyOrder = <T>(list: readonly T[]): T[] =>
      list
        .map((entry) => ({ entry, place: shuffle.next().value as number }))
        .sort((left, right) => left.place - right.place)
        .map(({ entry }) => entry);
    return {
      formatVersion: 1,
      appList: inAnyOrder(apps),
      itemList: inAnyOrder(items),
      authorityList: [...conditions].filter(([key]) => known.has(key)).map(([, entry]) => entry),
      overlayList: overlayList.filter((overlay) => overlay !== undefined),
    };
  });

const OWN = `'{id,uuid,version,tenant_identifier,app_name_uuid,parent_uuid,menu_item_uuid,target_uuid,revision,created_by,updated_by,
  date_created,date_updated}'::text[]`;
/** Reads everything that the tables hold of a tenant but what tells its records from those of others. */
const stored = (tenant: string) =>
  query(
    server,
    `SELECT 'app' AS kind, to_jsonb(a) - ${OWN} AS row, NULL AS place FROM system_menu_app a
     WHERE a.tenant_identifier = $1 AND NOT a.deleted
     UNION ALL
     SELECT 'item', to_jsonb(i) - ${OWN}, concat_ws(' ', a.name, p.name) FROM system_menu_item i
     JOIN system_menu_app a ON a.uuid = i.app_name_uuid LEFT JOIN system_menu_item p ON p.uuid = i.parent_uuid
     WHERE i.tenant_identifier = $1 AND NOT i.deleted
     UNION ALL
     SELECT 'condition', to_jsonb(c) - ${OWN}, concat_ws(' ', a.name, i.name) FROM system_menu_authority c
     JOIN system_menu_item i ON i.uuid = c.menu_item_uuid AND NOT i.deleted
     JOIN system_menu_app a ON a.uuid = i.app_name_uuid WHERE c.tenant_identifier = $1 AND NOT c.removed
     UNION ALL
     SELECT 'overlay', to_jsonb(o) - ${OWN}, o.target_uuid::text FROM system_menu_overlay o
     WHERE o.tenant_identifier = $1 AND o.fields <> '{}' ORDER BY 1, 3, 2`,
    [tenant],
  );

describe('any menu of a tenant', () => {
  it('system-menu 21: any menu of a tenant comes out as it went in, byte by byte, and a dry run tells what is done', async () => {
    await fc.assert(
      fc.asyncProperty(anyMenu, async (menu) => {
        const before = await exported(boss);
        const dry = await take(boss, menu, 'mode=REPLACE&dryRun=true');
        expect([dry.status, dry.text]).toEqual([200, expect.any(String)]);
        expect(await exported(boss)).toEqual(before);
        const done = await take(boss, menu, 'mode=REPLACE');
        expect(done.body).toEqual({ ...dry.body, dryRun: false });
        const after = await exported(boss);
        const entriesOf = ({ appList, itemList, authorityList, overlayList }: SvcMenuImportModel) =>
          [appList, itemList, authorityList, overlayList].flat().map((entry) => JSON.stringify(entry));
        const [old, fresh] = [new Set(entriesOf(before)), new Set(entriesOf(after))];
        const told = done.body.changeList;
        const texts = (values: readonly unknown[]) =>
          values
            .filter(Boolean)
            .map((value) => JSON.stringify(value))
            .sort();
        expect(texts(told.map(({ newValue }) => newValue))).toEqual([...fresh].filter((one) => !old.has(one)).sort());
        expect(texts(told.map(({ oldValue }) => oldValue))).toEqual([...old].filter((one) => !fresh.has(one)).sort());
        expect((await take(boss, after, 'mode=REPLACE')).body.changeList).toEqual([]);
        expect((await take(northern, after, 'mode=REPLACE')).status).toBe(200);
        expect(JSON.stringify(await exported(northern))).toBe(JSON.stringify(after));
        expect(await stored('north')).toEqual(await stored('default'));
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('system-menu 21: a menu that hangs on a cycle is brought back by its document, by a merge as by a replacement', async () => {
    const menu = {
      formatVersion: 1,
      authorityList: [],
      overlayList: [],
      appList: [{ name: 'round', displayName: 'Round' }],
      itemList: [
        { appName: 'round', name: 'upper', displayName: 'Upper', parentName: null, path: '/upper' },
        { appName: 'round', name: 'lower', displayName: 'Lower', parentName: 'upper', path: '/lower' },
      ],
    };
    await take(boss, menu, 'mode=REPLACE');
    const whole = await exported(boss);
    for (const mode of ['MERGE', 'REPLACE']) {
      await query(
        server,
        `WITH moved AS (UPDATE system_menu_state SET revision = revision + 1 RETURNING revision)
         UPDATE system_menu_item SET revision = moved.revision, parent_uuid =
           (SELECT uuid FROM system_menu_item WHERE name = 'lower' AND NOT deleted AND tenant_identifier = 'default')
         FROM moved WHERE name = 'upper' AND NOT deleted AND tenant_identifier = 'default'`,
      );
      expect((await take(boss, menu, `mode=${mode}`)).status).toBe(200);
      expect(await exported(boss)).toEqual(whole);
    }
  });
});
