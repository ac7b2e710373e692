// Plays the scenarios of menu items: trees, changes, moves and search.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { makeApp, makeItem, menuDeputy, menuTenant, seenItems } from './menus.ts';

/** Makes a fresh application with this many items at its top level. */
async function level(world: World, count: number) {
  const deputy = await menuDeputy(world);
  const app = await makeApp(world, deputy);
  const items = [];
  for (let made = 0; made < count; made += 1) items.push(await makeItem(world, deputy, { appNameUuid: app.uuid }));
  return { deputy, app, items, names: items.map(({ name }) => name) };
}

const only = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('nothing was made');
  return first;
};

export const menuItemScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu getTree': async (as, world) => {
    const { somebody } = await menuTenant(world);
    const person = await somebody();
    const { deputy, app, items } = await level(world, 2);
    const [open, guarded] = items.map(({ uuid }) => uuid);
    await deputy.sure.systemMenu.menuAuthority_update({
      body: { menuItemUuid: guarded ?? '', authorityList: [{ authority: 'MENU_MANAGE' }] },
    });
    const uuidsOf = (appList: readonly { readonly itemList: readonly unknown[] }[]) =>
      appList.flatMap(({ itemList }) => itemList.map((node) => (node as { uuid: string }).uuid));
    const { body, headers } = await as(person).systemMenu.getTree({ query: { appName: app.name } });
    expect(uuidsOf(body.appList)).toEqual([open]);
    const theirs = await as(deputy).systemMenu.getTree({ query: { appName: app.name } });
    expect(uuidsOf(theirs.body.appList)).toEqual([open, guarded]);
    const known = { query: { appName: app.name }, headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await person.client.systemMenu.getTree(known)).status).toBe(304);
    const others = await deputy.client.systemMenu.getTree(known);
    expect(others.status).toBe(200);
  },
  'system-menu getTreeAll': async (as, world) => {
    const { deputy, app } = await level(world, 0);
    const { uuid } = await makeItem(world, deputy, { appNameUuid: app.uuid, enabled: false, visible: false });
    const { body } = await as(deputy).systemMenu.getTreeAll({ query: { appName: app.name } });
    expect(body.appList).toMatchObject([
      { app: { name: app.name }, itemList: [{ uuid, enabled: false, children: [] }] },
    ]);
  },
  'system-menu menuItem_getByUuid': async (as, world) => {
    const { deputy, app, items } = await level(world, 1);
    const { uuid, name } = only(items);
    const { body } = await as(deputy).systemMenu.menuItem_getByUuid({ params: { uuid } });
    expect(body).toMatchObject({ uuid, name, appNameUuid: app.uuid, parentUuid: null, depth: 1, inherited: true });
  },
  'system-menu menuItem_save': async (as, world) => {
    const { deputy, app, items } = await level(world, 1);
    const parentUuid = only(items).uuid;
    const { body } = await as(deputy).systemMenu.menuItem_save({
      body: {
        parentUuid,
        name: 'made',
        displayName: 'Made',
        externalUrl: 'https://elsewhere.example',
        target: '_blank',
      },
    });
    expect(body).toMatchObject({
      appNameUuid: app.uuid,
      parentUuid,
      depth: 2,
      path: null,
      target: '_blank',
      version: 1,
    });
    expect(await seenItems(deputy, app.name)).toEqual([only(items).name, '.made']);
  },
  'system-menu menuItem_update': async (as, world) => {
    const { deputy, items } = await level(world, 1);
    const { uuid, version } = only(items);
    const { body } = await as(deputy).systemMenu.menuItem_update({
      body: { uuid, version, displayName: 'Renamed', keywordList: ['again'] },
    });
    expect(body).toMatchObject({ displayName: 'Renamed', keywordList: ['again'], version: version + 1 });
    const elsewhere = await deputy.client.systemMenu.menuItem_update({
      body: { uuid, version: version + 1, parentUuid: uuid },
    });
    expect(elsewhere.errorDetail?.errorArguments).toMatchObject([{ field: 'parentUuid', code: 'FIELD_READ_ONLY' }]);
  },
  'system-menu move': async (as, world) => {
    const { deputy, app, items, names } = await level(world, 3);
    const [first, second, third] = items;
    const { uuid, version } = only(items);
    const { body } = await as(deputy).systemMenu.move({ body: { uuid, parentUuid: null, position: 99, version } });
    expect(body).toMatchObject({ orderNumber: 30, version: version + 1 });
    expect(await seenItems(deputy, app.name)).toEqual([names[1], names[2], names[0]]);
    const below = { parentUuid: first?.uuid ?? null, position: 0 };
    for (const moved of [second, third]) {
      const { body: now } = await deputy.sure.systemMenu.menuItem_getByUuid({ params: { uuid: moved?.uuid ?? '' } });
      await as(deputy).systemMenu.move({ body: { uuid: now.uuid ?? '', version: now.version ?? 0, ...below } });
    }
    expect(await seenItems(deputy, app.name)).toEqual([names[0], `.${names[2]}`, `.${names[1]}`]);
    const cycle = await deputy.client.systemMenu.move({
      body: { uuid, parentUuid: second?.uuid ?? null, position: 0, version: body.version ?? 0 },
    });
    expect(cycle.errorDetail?.errorCode).toBe('MENU_CYCLE');
  },
  'system-menu menuItem_updateAll': async (as, world) => {
    const { deputy, app, items, names } = await level(world, 3);
    const uuidList = [2, 0].map((place) => items[place]?.uuid ?? '');
    await as(deputy).systemMenu.menuItem_updateAll({ body: { appNameUuid: app.uuid, uuidList } });
    expect(await seenItems(deputy, app.name)).toEqual([names[2], names[0], names[1]]);
  },
  'system-menu menuItem_delete': async (as, world) => {
    const { deputy, items } = await level(world, 1);
    const { uuid, version } = only(items);
    const child = await makeItem(world, deputy, { parentUuid: uuid });
    const alone = await deputy.client.systemMenu.menuItem_delete({ params: { uuid }, query: { version } });
    expect(alone.errorDetail?.errorCode).toBe('MENU_ITEM_HAS_CHILDREN');
    await as(deputy).systemMenu.menuItem_delete({ params: { uuid }, query: { version, cascade: true } });
    const gone = await deputy.client.systemMenu.menuItem_getByUuid({ params: { uuid: child.uuid } });
    expect(gone.errorDetail?.errorCode).toBe('MENU_ITEM_NOT_FOUND');
  },
  'system-menu menuItem_activate': async (as, world) => {
    const { deputy, app } = await level(world, 0);
    const { uuid, name } = await makeItem(world, deputy, { appNameUuid: app.uuid, enabled: false });
    for (const _time of ['first', 'second']) await as(deputy).systemMenu.menuItem_activate({ params: { uuid } });
    expect(await seenItems(deputy, app.name)).toEqual([name]);
  },
  'system-menu menuItem_deactivate': async (as, world) => {
    const { deputy, app, items, names } = await level(world, 2);
    const { uuid } = only(items);
    await makeItem(world, deputy, { parentUuid: uuid });
    for (const _time of ['first', 'second']) await as(deputy).systemMenu.menuItem_deactivate({ params: { uuid } });
    expect(await seenItems(deputy, app.name)).toEqual([names[1]]);
  },
  'system-menu search': async (as, world) => {
    const { deputy, app } = await level(world, 0);
    const word = world.name('ışık');
    const { uuid } = await makeItem(world, deputy, {
      appNameUuid: app.uuid,
      displayName: `Büyük ${word}`,
      visible: false,
    });
    const { body } = await as(deputy).systemMenu.search({ body: { text: word.toUpperCase(), limit: 5 } });
    expect(body).toMatchObject([{ node: { uuid }, appName: app.name, breadcrumbList: [app.displayName] }]);
  },
};
