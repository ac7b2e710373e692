// Tests recently opened pages: order, bounds, what is left out, and what becomes of them with their person.
import { randomBytes } from 'node:crypto';
import type { SvcMenuRecentModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let clock: ManualClock;
let paul: string;
let mary: string;
let appNameUuid: string;

const VISIT_MS = 10_000;

beforeAll(async () => {
  clock = createManualClock();
  const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
  server = await startMenuServer({ clock, env });
  await createTenant(server, 'north');
  paul = await signInWith(server, 'paul', ['SETTING_VIEW']);
  mary = await signInWith(server, 'mary');
  appNameUuid = (await makeApp(server, 'recent-pages')).uuid;
});
afterAll(() => server.stop());
beforeEach(() => server.as(paul, 'DELETE', '/menu-recents'));

const add = (path: string, token = paul) => server.as(token, 'POST', '/menu-recents', { path });
const listed = async (token = paul, language = 'en') =>
  (
    await server.as<SvcMenuRecentModel[]>(token, 'GET', '/menu-recents/data/list', undefined, {
      'accept-language': language,
    })
  ).body;
const paths = async (token = paul) => (await listed(token)).map(({ path }) => path);
const rowOf = (username: string, path: string) =>
  query<{ xmin: string; openCount: number }>(
    server,
    `SELECT xmin::text, open_count AS "openCount" FROM system_menu_recent WHERE username_folded = $1 AND path = $2`,
    [username, path],
  );
const countOf = async (username: string) =>
  (
    await query<{ n: number }>(server, 'SELECT count(*)::int AS n FROM system_menu_recent WHERE username_folded = $1', [
      username,
    ])
  )[0]?.n;

describe('recently opened pages', () => {
  it('recently opened pages are listed newest first, once a path, as the menu of the caller names them', async () => {
    await makeItem(server, { appNameUuid }, 'orders', { displayNameMap: { tr: 'Siparişler' }, icon: 'cart' });
    for (const path of ['/orders', '/free?a=1', '/orders/']) {
      expect((await add(path)).status).toBe(200);
      clock.advance(VISIT_MS + 1);
    }
    const [orders, free] = await listed(paul, 'tr');
    expect(orders).toMatchObject({ path: '/orders', displayName: 'Siparişler', icon: 'cart', openCount: 2 });
    expect(free).toMatchObject({ path: '/free?a=1', displayName: '/free?a=1', menuItemUuid: null, openCount: 1 });
    expect(await paths(mary)).toEqual([]);
  });

  it('recently opened pages are written once for the same path within 10 s, also by parallel requests', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add('/often')));
    const before = await rowOf('paul', '/often');
    clock.advance(VISIT_MS - 1);
    await add('/often');
    expect(await rowOf('paul', '/often')).toEqual(before);
    expect(before[0]?.openCount).toBe(1);
    clock.advance(1);
    await Promise.all(Array.from({ length: 10 }, () => add('/often')));
    expect((await rowOf('paul', '/often'))[0]?.openCount).toBe(2);
  });

  it('recently opened pages are kept up to the setting, the newest ones', async () => {
    for (let n = 0; n < 22; n += 1) {
      await add(`/page${n}`);
      clock.advance(1);
    }
    const newest = Array.from({ length: 20 }, (_, index) => `/page${21 - index}`);
    expect(await paths()).toEqual(newest);
    expect(await countOf('paul')).toBe(20);
    await server.put('menu.recents.max-per-user', 3);
    expect(await paths()).toEqual(newest.slice(0, 3));
    await add('/last');
    expect([await paths(), await countOf('paul')]).toEqual([['/last', '/page21', '/page20'], 3]);
    await server.put('menu.recents.max-per-user', null, { version: 1 });
  });

  it('recently opened pages are neither written nor listed while the setting is off', async () => {
    await add('/before');
    const off = await server.put('menu.recents.enabled', false);
    expect([off.status, (await add('/while')).status, await paths()]).toEqual([200, 200, []]);
    await server.put('menu.recents.enabled', null, { version: 1 });
    expect(await paths()).toEqual(['/before']);
  });

  it('recently opened pages leave out pages of items that the caller lost, and show them again with the right', async () => {
    const item = await makeItem(server, { appNameUuid }, 'guarded');
    await add('/guarded');
    await allow(server, item.uuid, [{ authority: 'TENANT_ALL' }]);
    expect(await paths()).toEqual([]);
    await allow(server, item.uuid, [{ authority: 'SETTING_VIEW' }]);
    expect(await listed()).toMatchObject([{ path: '/guarded', menuItemUuid: item.uuid }]);
  });

  it.each(['', 'a', '//x', '/\\x', '/a/../b', '/a%00', 'javascript:alert(1)'])(
    'system-menu 16: recently opened pages refuse %j',
    async (path) => expect((await add(path)).status).toBe(400),
  );

  it('recently opened pages are cleared by their owner alone', async () => {
    await add('/mine');
    await add('/mine', mary);
    expect((await server.as(paul, 'DELETE', '/menu-recents')).status).toBe(200);
    expect([await paths(), await paths(mary)]).toEqual([[], ['/mine']]);
  });
});

describe('recently opened pages', () => {
  it('system-menu 22: recently opened pages are nobody’s of the same name in another tenant', async () => {
    const northern = await signInWith(server, 'paul', ['ROLE_TENANT_ADMIN'], 'north');
    await add('/here');
    expect(await paths(northern)).toEqual([]);
  });
});
