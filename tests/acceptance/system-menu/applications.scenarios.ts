// Plays the scenarios of the applications of the platform.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';
import { makeApp, makeItem, menuDeputy, menuTenant, stored } from './menus.ts';

export const menuApplicationScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu getAppNameDataList': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const person = await somebody();
    const [shown, forbidden] = [
      await makeApp(world, deputy, { path: '/shown' }),
      await makeApp(world, deputy, { path: '/forbidden', authorityList: [{ authority: 'MENU_MANAGE' }] }),
    ];
    const { body, headers } = await as(person).systemMenu.getAppNameDataList();
    const names = body.map(({ name }) => name);
    expect([names.includes(shown.name), names.includes(forbidden.name)]).toEqual([true, false]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Accept-Language');
    const again = await person.client.systemMenu.getAppNameDataList({
      headers: { 'if-none-match': `W/${headers.get('etag')}` },
    });
    expect(again.status).toBe(304);
    const { body: all } = await as(deputy).systemMenu.getAppNameDataList({ query: { all: true } });
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([shown.name, forbidden.name]));
    const refused = await person.client.systemMenu.getAppNameDataList({ query: { all: true } });
    expect(refused.errorDetail?.errorCode).toBe('ACCESS_DENIED');
  },
  'system-menu appName_update': async (as, world) => {
    const deputy = await menuDeputy(world);
    const { uuid, version } = await makeApp(world, deputy, { path: '/old', icon: 'star' });
    const { body, headers } = await as(deputy).systemMenu.appName_update({
      body: { uuid, version, displayName: 'New', icon: null },
    });
    expect(body).toMatchObject({ displayName: 'New', icon: null, path: '/old', version: version + 1 });
    expect(Number(headers.get('x-svc-menu-revision'))).toBeGreaterThan(0);
    const stale = await deputy.client.systemMenu.appName_update({ body: { uuid, version, displayName: 'Late' } });
    expect(stale.errorDetail).toMatchObject({
      errorCode: 'VERSION_CONFLICT',
      errorArguments: [{ index: 0, identifier: uuid, version: version + 1 }],
    });
  },
  'system-menu appName_updateAll': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const apps = [];
    for (const path of ['/first', '/second', '/third']) apps.push(await makeApp(world, deputy, { path }));
    const order = apps.map(({ name }) => name).reverse();
    await as(deputy).systemMenu.appName_updateAll({ body: order.map((name) => ({ name })) });
    const { body } = await (await somebody()).sure.systemMenu.getAppNameDataList();
    expect(body.slice(0, 3).map(({ name }) => name)).toEqual(order);
  },
  'system-menu updateAllByUser': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const [person, other] = [await somebody(), await somebody()];
    const { name } = await makeApp(world, deputy, { path: '/mine', orderNumber: 900_000 });
    await as(person).systemMenu.updateAllByUser({ body: [{ name }] });
    const firstOf = async ({ sure }: typeof person, query = {}) =>
      (await sure.systemMenu.getAppNameDataList({ query })).body[0]?.name;
    expect(await firstOf(person)).toBe(name);
    expect(await firstOf(other)).not.toBe(name);
    expect(await firstOf(person, { order: 'ORGANISATION' })).not.toBe(name);
  },
  'system-menu resetUserOrder': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const person = await somebody();
    const { name } = await makeApp(world, deputy, { path: '/mine', orderNumber: 900_001 });
    await person.sure.systemMenu.updateAllByUser({ body: [{ name }] });
    await as(person).systemMenu.resetUserOrder();
    await as(person).systemMenu.resetUserOrder();
    const { body } = await person.sure.systemMenu.getAppNameDataList();
    expect(body[0]?.name).not.toBe(name);
  },
  'system-menu appName_save': async (as, world) => {
    const deputy = await menuDeputy(world);
    const name = world.name('made');
    const { body } = await as(deputy).systemMenu.appName_save({
      body: { name, displayName: 'Made', displayNameMap: { tr: 'Yapılan' }, path: '/made/' },
    });
    expect(body).toMatchObject({ name, displayName: 'Made', path: '/made', version: 1, shared: false, system: false });
    const again = await deputy.client.systemMenu.appName_save({ body: { name, displayName: 'Twice' } });
    expect(again.errorDetail?.errorCode).toBe('APP_NAME_ALREADY_EXISTS');
  },
  'system-menu appName_getByUuid': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const { uuid, name } = await makeApp(world, deputy, { enabled: false });
    expect((await as(deputy).systemMenu.appName_getByUuid({ params: { uuid } })).body).toMatchObject({ name });
    const invisible = await (await somebody()).client.systemMenu.appName_getByUuid({ params: { uuid } });
    expect(invisible.errorDetail?.errorCode).toBe('APP_NAME_NOT_FOUND');
  },
  'system-menu getByName': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const { uuid, name } = await makeApp(world, deputy, { path: '/by-name', displayNameMap: { tr: 'Adıyla' } });
    const { body } = await as(await somebody()).systemMenu.getByName({
      params: { name },
      headers: { 'accept-language': 'tr' },
    });
    expect(body).toMatchObject({ uuid, displayName: 'Adıyla' });
  },
  'system-menu appName_delete': async (as, world) => {
    const deputy = await menuDeputy(world);
    const { uuid, version } = await makeApp(world, deputy);
    const item = await makeItem(world, deputy, { appNameUuid: uuid });
    const alone = await deputy.client.systemMenu.appName_delete({ params: { uuid }, query: { version } });
    expect(alone.errorDetail?.errorCode).toBe('APP_NAME_HAS_ITEMS');
    await as(deputy).systemMenu.appName_delete({ params: { uuid }, query: { version, cascade: true } });
    const gone = [
      await deputy.client.systemMenu.appName_getByUuid({ params: { uuid } }),
      await deputy.client.systemMenu.menuItem_getByUuid({ params: { uuid: item.uuid } }),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404]);
  },
  'system-menu appName_activate': async (as, world) => {
    const deputy = await menuDeputy(world);
    const { uuid } = await makeApp(world, deputy, { enabled: false });
    for (const _time of ['first', 'second']) await as(deputy).systemMenu.appName_activate({ params: { uuid } });
    const { body } = await deputy.sure.systemMenu.appName_getByUuid({ params: { uuid } });
    expect(stored(body)).toMatchObject({ enabled: true, version: 2 });
  },
  'system-menu appName_deactivate': async (as, world) => {
    const { deputy, somebody } = await menuTenant(world);
    const { uuid, name } = await makeApp(world, deputy, { path: '/off' });
    for (const _time of ['first', 'second']) await as(deputy).systemMenu.appName_deactivate({ params: { uuid } });
    const { body } = await deputy.sure.systemMenu.appName_getByUuid({ params: { uuid } });
    expect(stored(body)).toMatchObject({ enabled: false, version: 2 });
    const unseen = await (await somebody()).client.systemMenu.getByName({ params: { name } });
    expect(unseen.errorDetail?.errorCode).toBe('APP_NAME_NOT_FOUND');
  },
};
