// Tests what becomes of the menu of users and tenants that are renamed or end.
import type { SvcAppNameModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beforeModulesHear,
  createActiveUser,
  endNameReservations,
  renameUser,
  USER_PASSWORD,
  untilModulesHeard,
} from '../../../testing/sign-in.ts';
import {
  eventually,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let server: MenuServer;

beforeAll(async () => {
  server = await startMenuServer();
  for (const name of ['first', 'second', 'third']) await makeApp(server, name, { path: `/${name}` });
});
afterAll(() => server.stop());

const send = <T = unknown>(token: string, method: string, path: string, body?: unknown) =>
  server.as<T>(token, method, path, body);

/** Counts the rows of a person in everything that is kept by name. */
async function rowsOf(username: string, tenant = 'default'): Promise<readonly number[]> {
  const tables = ['favorite', 'user_app_order', 'recent'];
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM system_menu_${table} WHERE tenant_identifier = $1 AND username_folded = $2)`,
  );
  const [row] = await query<{ counts: number[] }>(server, `SELECT ARRAY[${counts.join(', ')}] AS counts`, [
    tenant,
    username,
  ]);
  return row!.counts;
}

/** Keeps a favorite, an own order and a page opened last. */
async function keepAll(token: string): Promise<void> {
  const answers = [
    await send(token, 'POST', '/menu-favorites', { path: '/kept', displayName: 'Kept' }),
    await send(token, 'POST', '/app-names/update-all/user', [{ name: 'third' }]),
    await send(token, 'POST', '/menu-recents', { path: '/opened' }),
  ];
  if (answers.some(({ status }) => status !== 200)) throw new Error('nothing was kept');
}

async function keptBy(token: string) {
  const [favorites, recents, apps] = await Promise.all([
    send<{ path: string }[]>(token, 'GET', '/menu-favorites/data/list'),
    send<{ path: string }[]>(token, 'GET', '/menu-recents/data/list'),
    send<SvcAppNameModel[]>(token, 'GET', '/app-names/data/list'),
  ]);
  return {
    favorites: favorites.body.map(({ path }) => path),
    recents: recents.body.map(({ path }) => path),
    first: apps.body[0]?.name,
  };
}

const userOf = async (username: string) =>
  (await send<SvcUserModel>(server.admin, 'GET', `/users/by-username/${username}`)).body;

async function signInAgain(username: string): Promise<string> {
  const body = { username, password: USER_PASSWORD };
  const answer = await server.as<{ token: string }>(null, 'POST', '/auth/login', body);
  expect(answer.status).toBe(200);
  return answer.body.token;
}

const all = { favorites: ['/kept'], recents: ['/opened'], first: 'third' };
const none = { favorites: [], recents: [], first: 'first' };

describe('a renamed user', () => {
  it('system-menu 24: a renamed user keeps favorites, recents and order; a new user of the old name starts empty', async () => {
    await keepAll(await signInWith(server, 'former'));
    const { uuid, version } = await userOf('former');
    const renamed = await send(server.admin, 'PUT', '/users', { uuid, version, username: 'latter' });
    expect(renamed.status).toBe(200);
    await eventually(
      () => rowsOf('latter'),
      (counts) => counts.every((count) => count === 1),
    );
    expect(await keptBy(await signInAgain('latter'))).toEqual(all);
    expect(await rowsOf('former')).toEqual([0, 0, 0]);
    await endNameReservations(server);
    await createActiveUser(server, server.admin, { username: 'former' });
    expect(await keptBy(await signInAgain('former'))).toEqual(none);
  });

  it('system-menu 24: a renamed user who was quicker than the event has favorites, recents and order of both names', async () => {
    const paths = async (token: string) => {
      const { body } = await send<{ path: string; displayName: string; username: string }[]>(
        token,
        'GET',
        '/menu-favorites/data/list',
      );
      return body.map(({ path, displayName, username }) => [path, displayName, username]);
    };
    const add = (token: string, path: string, displayName: string) =>
      send(token, 'POST', '/menu-favorites', { path, displayName });
    const before = await signInWith(server, 'slow');
    await keepAll(before);
    await add(before, '/mine', 'Mine');
    server.clock.advance(60_000);
    await beforeModulesHear([server], async () => {
      await renameUser(server, server.admin, 'slow', 'quick');
      const token = await signInAgain('quick');
      await add(token, '/new', 'New');
      await add(token, '/kept', 'Kept anew');
      await send(token, 'POST', '/menu-recents', { path: '/opened' });
      await send(token, 'POST', '/menu-recents', { path: '/latest' });
      await send(token, 'POST', '/app-names/update-all/user', [{ name: 'second' }]);
    });
    expect(await untilModulesHeard(server)).toEqual([]);
    const token = await signInAgain('quick');
    expect((await paths(token)).toSorted()).toEqual([
      ['/kept', 'Kept anew', 'quick'],
      ['/mine', 'Mine', 'quick'],
      ['/new', 'New', 'quick'],
    ]);
    const recents = await send<{ path: string; openCount: number }[]>(token, 'GET', '/menu-recents/data/list');
    expect(recents.body.map(({ path, openCount }) => [path, openCount]).toSorted()).toEqual([
      ['/latest', 1],
      ['/opened', 2],
    ]);
    expect((await keptBy(token)).first).toBe('second');
    expect(await rowsOf('slow')).toEqual([0, 0, 0]);
  });

  it('system-menu 24: a renamed user has the same when the new name is only spelt otherwise', async () => {
    await keepAll(await signInWith(server, 'spelling'));
    const { uuid, version } = await userOf('spelling');
    const renamed = await send(server.admin, 'PUT', '/users', { uuid, version, username: 'Spelling' });
    expect(renamed.status).toBe(200);
    expect(await keptBy(await signInAgain('Spelling'))).toEqual(all);
  });

  it('system-menu 24: a renamed user has a tag of the new name’s own: what a browser kept for the old one shows nobody anything', async () => {
    const before = await signInWith(server, 'tagged');
    await keepAll(before);
    const tagsOf = async (token: string, tags: readonly string[] = []) => {
      const paths = ['/menu-items/tree', '/app-names/data/list'];
      const answers = await Promise.all(
        paths.map((path, index) =>
          server.as(token, 'GET', path, undefined, { 'if-none-match': tags[index] ?? '"none"' }),
        ),
      );
      return {
        tags: answers.map(({ headers }) => headers.get('etag') ?? ''),
        states: answers.map((one) => one.status),
      };
    };
    const { tags } = await tagsOf(before);
    const { uuid, version } = await userOf('tagged');
    await send(server.admin, 'PUT', '/users', { uuid, version, username: 'tagged-later' });
    await eventually(
      () => rowsOf('tagged'),
      (counts) => counts.every((count) => count === 0),
    );
    await endNameReservations(server);
    await createActiveUser(server, server.admin, { username: 'tagged' });
    expect((await tagsOf(await signInAgain('tagged'), tags)).states).toEqual([200, 200]);
  });
});

describe('what ends', () => {
  it('system-menu 22: what ends with a user is favorites, recents and order', async () => {
    await keepAll(await signInWith(server, 'leaving'));
    await keepAll(await signInWith(server, 'staying'));
    const { uuid } = await userOf('leaving');
    expect((await send(server.admin, 'DELETE', `/users/by-uuid/${uuid}`)).status).toBe(200);
    const left = await eventually(
      () => rowsOf('leaving'),
      (counts) => counts.every((count) => count === 0),
    );
    expect([left, await rowsOf('staying')]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
  });

  it('system-menu 22: what ends with a tenant are its records, conditions and overlays, and what its people kept; all else stays', async () => {
    const tenant = await send<{ uuid: string }>(server.admin, 'POST', '/tenants', { identifier: 'north', name: 'N' });
    const nora = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
    await keepAll(nora);
    const app = await makeApp(server, 'theirs', { shared: false }, nora);
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page', { shared: false }, nora);
    await send(nora, 'PUT', '/menu-authorities', { menuItemUuid: item.uuid, authorityList: [{ role: 'ROLE_USER' }] });
    const shared = (await send<SvcAppNameModel>(nora, 'GET', '/app-names/by-name/first')).body;
    const model = { uuid: shared.uuid, version: shared.version, displayName: 'Theirs' };
    expect((await send(nora, 'PUT', '/app-names', model)).status).toBe(200);

    // A tenant goes when its users are gone; what one of them left behind by mistake goes with it.
    const { body: user } = await send<SvcUserModel>(nora, 'GET', '/users/by-username/nora');
    expect((await send(server.admin, 'DELETE', `/users/by-uuid/${user.uuid}`)).status).toBe(200);
    await query(
      server,
      `INSERT INTO system_menu_user_state (tenant_identifier, username_folded, favorites_version, order_version)
       VALUES ('north', 'nobody', 1, 1)`,
    );
    await query(
      server,
      `INSERT INTO system_menu_recent (tenant_identifier, username_folded, path, opened_date, open_count)
       VALUES ('north', 'nobody', '/left', now(), 1)`,
    );
    await send(server.admin, 'POST', `/tenants/deactivate/by-uuid/${tenant.body.uuid}`);
    expect((await send(server.admin, 'DELETE', `/tenants/by-uuid/${tenant.body.uuid}`)).status).toBe(200);
    const live = () =>
      query<{ n: number }>(
        server,
        `SELECT ((SELECT count(*) FROM system_menu_app WHERE tenant_identifier = 'north' AND NOT deleted)
           + (SELECT count(*) FROM system_menu_item WHERE tenant_identifier = 'north' AND NOT deleted)
           + (SELECT count(*) FROM system_menu_authority WHERE tenant_identifier = 'north' AND NOT removed)
           + (SELECT count(*) FROM system_menu_overlay WHERE tenant_identifier = 'north' AND fields <> '{}')
           + (SELECT count(*) FROM system_menu_recent WHERE tenant_identifier = 'north')
           + (SELECT count(*) FROM system_menu_user_state WHERE tenant_identifier = 'north'))::int AS n`,
      );
    const left = await eventually(live, ([row]) => row?.n === 0);
    expect([left, await rowsOf('nora', 'north')]).toEqual([[{ n: 0 }], [0, 0, 0]]);
    const { body } = await send<SvcAppNameModel>(server.admin, 'GET', '/app-names/by-name/first');
    expect(body).toMatchObject({ displayName: 'first', enabled: true });
  });
});

describe('an overlay that is edited, reset and edited again beside changes of the record', () => {
  it('system-menu 24: an overlay that is edited, reset and edited again beside changes of the record accepts no form that was loaded before', async () => {
    const boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
    const app = await makeApp(server, 'contested', { path: '/contested' });
    const path = `/app-names/by-uuid/${app.uuid}`;
    const versionOf = async (token: string, scope: string) => {
      const list = `/app-names/data/list?all=true&scope=${scope}`;
      const { body } = await send<SvcAppNameModel[]>(token, 'GET', list);
      return body.find(({ uuid }) => uuid === app.uuid)?.version ?? 0;
    };
    const rename = (token: string, version: number, displayName: string, scope = 'TENANT') =>
      send<SvcAppNameModel>(token, 'PUT', `/app-names?scope=${scope}`, { uuid: app.uuid, version, displayName });
    const forms: number[] = [];
    const load = async () => forms.push((await send<SvcAppNameModel>(boss, 'GET', path)).body.version ?? 0);
    for (const round of [1, 2, 3]) {
      await load();
      expect((await rename(boss, forms.at(-1)!, `Ours ${round}`)).status).toBe(200);
      await load();
      const shared = await versionOf(server.admin, 'SHARED');
      expect((await rename(server.admin, shared, `All ${round}`, 'SHARED')).status).toBe(200);
      await load();
      expect((await send(boss, 'DELETE', `/menu-overlays/by-target-uuid/${app.uuid}`)).status).toBe(200);
      for (const version of forms) {
        expect((await rename(boss, version, 'Late')).error?.errorCode).toBe('VERSION_CONFLICT');
      }
    }
    expect(new Set(forms).size).toBe(forms.length);
    expect((await send<SvcAppNameModel>(boss, 'GET', path)).body.displayName).toBe('All 3');
  });
});
