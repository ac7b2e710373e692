// Plays the scenarios of what a person keeps of the menu, and of the pages that the person opened last.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { makeApp, makeItem, menuDeputy } from './menus.ts';

/** Makes somebody who keeps these pages. */
async function keeper({ somebody }: World, paths: readonly string[]) {
  const person = await somebody();
  const kept = [];
  for (const path of paths) kept.push((await person.sure.systemMenu.favorite_save({ body: { path } })).body);
  const listed = async () => (await person.sure.systemMenu.favorite_getDataList()).body.map(({ path }) => path);
  return { person, kept, listed };
}

export const menuFavoriteScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu favorite_save': async (as, world) => {
    const { person, listed } = await keeper(world, []);
    const body = { path: '/kept/', displayName: 'Kept', groupName: 'Daily' };
    const { body: first } = await as(person).systemMenu.favorite_save({ body });
    expect(first).toMatchObject({ path: '/kept', displayName: 'Kept', groupName: 'Daily', username: person.username });
    const { body: again } = await as(person).systemMenu.favorite_save({
      body: { path: '/kept', displayName: 'Other' },
    });
    expect(again).toEqual(first);
    expect(await listed()).toEqual(['/kept']);
  },
  'system-menu favorite_getDataList': async (as, world) => {
    const deputy = await menuDeputy(world);
    const app = await makeApp(world, deputy);
    const item = await makeItem(world, deputy, { appNameUuid: app.uuid, icon: 'star' });
    const path = item.path ?? '';
    await deputy.sure.systemMenu.favorite_save({ body: { path } });
    const { body } = await as(deputy).systemMenu.favorite_getDataList();
    expect(body.find((one) => one.path === path)).toMatchObject({
      menuItemUuid: item.uuid,
      displayName: item.name,
      icon: 'star',
      hidden: false,
    });
    await deputy.sure.systemMenu.menuItem_deactivate({ params: { uuid: item.uuid } });
    const shown = await as(deputy).systemMenu.favorite_getDataList();
    expect(shown.body.filter((one) => one.menuItemUuid === item.uuid)).toEqual([]);
    const hidden = await as(deputy).systemMenu.favorite_getDataList({ query: { includeHidden: true } });
    expect(hidden.body.find((one) => one.menuItemUuid === item.uuid)).toMatchObject({ hidden: true });
  },
  'system-menu favorite_update': async (as, world) => {
    const { person, kept } = await keeper(world, ['/a']);
    const { uuid = '', version = 0 } = kept[0] ?? {};
    const model = { uuid, version, displayName: 'Mine', groupName: 'Daily', icon: 'star' };
    const { body } = await as(person).systemMenu.favorite_update({ body: model });
    expect(body).toMatchObject({ displayName: 'Mine', groupName: 'Daily', icon: 'star', path: '/a' });
    expect(body.version).toBe(version + 1);
    const stale = await person.client.systemMenu.favorite_update({ body: model });
    expect(stale.errorDetail?.errorCode).toBe('VERSION_CONFLICT');
  },
  'system-menu exist': async (as, world) => {
    const { person } = await keeper(world, ['/a']);
    expect((await as(person).systemMenu.exist({ body: '/a/' })).body).toBe(true);
    expect((await as(person).systemMenu.exist({ body: '/b' })).body).toBe(false);
  },
  'system-menu addRecent': async (as, world) => {
    const person = await world.somebody();
    for (const path of ['/first', '/second/']) await as(person).systemMenu.addRecent({ body: { path } });
    const { body } = await person.sure.systemMenu.getRecentList();
    expect(body.map(({ path }) => path)).toEqual(['/second', '/first']);
  },
  'system-menu getRecentList': async (as, world) => {
    const deputy = await menuDeputy(world);
    const app = await makeApp(world, deputy);
    const { uuid, name, path } = await makeItem(world, deputy, { appNameUuid: app.uuid });
    await deputy.sure.systemMenu.addRecent({ body: { path: path ?? '' } });
    const { body } = await as(deputy).systemMenu.getRecentList();
    expect(body[0]).toMatchObject({ path, menuItemUuid: uuid, displayName: name, openCount: 1 });
  },
  'system-menu clearRecents': async (as, world) => {
    const person = await world.somebody();
    await person.sure.systemMenu.addRecent({ body: { path: '/seen' } });
    for (const _time of ['first', 'second']) await as(person).systemMenu.clearRecents();
    expect((await person.sure.systemMenu.getRecentList()).body).toEqual([]);
  },
  'system-menu favorite_updateAll': async (as, world) => {
    const { person, kept, listed } = await keeper(world, ['/a', '/b', '/c']);
    const [, second, third] = kept;
    await as(person).systemMenu.favorite_updateAll({
      body: [{ uuid: third?.uuid ?? '', groupName: 'Top' }, { uuid: second?.uuid ?? '' }],
    });
    expect(await listed()).toEqual(['/c', '/b', '/a']);
    const { body } = await person.sure.systemMenu.favorite_getDataList();
    expect(body.map(({ groupName }) => groupName)).toEqual(['Top', null, null]);
  },
  'system-menu deleteByPath': async (as, world) => {
    const { person, listed } = await keeper(world, ['/a', '/b', '/c']);
    await as(person).systemMenu.deleteByPath({ body: '/a/' });
    await as(person).systemMenu.deleteByPath({ body: '/a' });
    await as(person).systemMenu.deleteByPath({ body: '', query: { path: '/b' } });
    expect(await listed()).toEqual(['/c']);
    const wrong = await person.client.systemMenu.deleteByPath({ body: '//elsewhere' });
    expect(wrong.errorDetail?.errorArguments).toMatchObject([{ code: 'PATH_INVALID' }]);
  },
  'system-menu favorite_deleteByUuid': async (as, world) => {
    const { person, kept, listed } = await keeper(world, ['/a', '/b']);
    const uuid = kept[0]?.uuid ?? '';
    for (const _time of ['first', 'second']) await as(person).systemMenu.favorite_deleteByUuid({ params: { uuid } });
    expect(await listed()).toEqual(['/b']);
  },
  'system-menu favorite_deleteAll': async (as, world) => {
    const { person, listed } = await keeper(world, ['/a', '/b']);
    for (const _time of ['first', 'second']) await as(person).systemMenu.favorite_deleteAll();
    expect(await listed()).toEqual([]);
  },
};
