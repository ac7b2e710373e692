// Tests applications: orders of the organisation and of persons, changes of the record and of what a tenant sees of it.
import type { SvcAppNameModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let boss: string;
let northern: string;
let plain: string;
const names = ['alpha', 'beta', 'gamma', 'hidden', 'delta'];
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  plain = await signInWith(server, 'paul');
  for (const [index, name] of names.entries()) {
    const authorityList = name === 'hidden' ? [{ authority: 'TENANT_ALL' }] : [];
    await makeApp(server, name, { path: `/${name}`, orderNumber: (index + 1) * 10, authorityList });
  }
});
afterAll(() => server.stop());

type Stored = SvcAppNameModel & { readonly uuid: string; readonly name: string; readonly version: number };

async function listed(token: string, query = ''): Promise<Stored[]> {
  const answer = await server.as<Stored[]>(token, 'GET', `/app-names/data/list${query}`);
  return answer.body.filter(({ name }) => names.includes(name) || name.startsWith('own-'));
}
const orderOf = async (token: string, query = '') => (await listed(token, query)).map(({ name }) => name);
const reorder = (order: readonly object[], token = boss) => server.as(token, 'POST', '/app-names/update-all', order);
const named = (...list: readonly string[]) => list.map((name) => ({ name }));
const revision = async () =>
  (await query<{ revision: number }>(server, 'SELECT revision FROM system_menu_state'))[0]!.revision;
const oneOf = async (token: string, name: string) =>
  (await server.as<Stored>(token, 'GET', `/app-names/by-name/${name}`)).body;

describe('the order of the organisation', () => {
  it('system-menu 5: the order of the organisation is that of the list; unlisted ones, also invisible ones, come after in their old order', async () => {
    expect((await reorder(named('gamma', 'alpha'))).status).toBe(200);
    expect(await orderOf(plain)).toEqual(['gamma', 'alpha', 'beta', 'delta']);
    expect(await orderOf(boss, '?all=true')).toEqual(['gamma', 'alpha', 'beta', 'hidden', 'delta']);
    const before = await revision();
    expect((await reorder(named('gamma', 'alpha'))).status).toBe(200);
    expect((await reorder([])).status).toBe(200);
    expect(await revision()).toBe(before);
  });

  it('system-menu 5: an order of the organisation with offenders writes nothing and names them all: unknown, doubled, stale, too many', async () => {
    const before = await revision();
    const unknown = await reorder([{ uuid: UNKNOWN }, ...named('alpha', 'nothing')]);
    expect([unknown.status, unknown.error?.errorCode, unknown.error?.errorArguments.length]).toEqual([
      404,
      'APP_NAME_NOT_FOUND',
      2,
    ]);
    const doubled = await reorder(named('beta', 'alpha', 'beta', 'alpha'));
    expect(doubled.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['[2]', 'DUPLICATE_ENTRY'],
      ['[3]', 'DUPLICATE_ENTRY'],
    ]);
    const stale = await reorder([
      { name: 'beta', version: 900 },
      { name: 'alpha', version: 901 },
    ]);
    expect([stale.status, stale.error?.errorCode, stale.error?.errorArguments.length]).toEqual([
      409,
      'VERSION_CONFLICT',
      2,
    ]);
    expect((await reorder(Array.from({ length: 501 }, (_, n) => ({ name: `a${n}` })))).status).toBe(400);
    expect((await reorder([{}])).status).toBe(400);
    expect((await reorder(named('alpha'), plain)).status).toBe(403);
    expect((await server.as(plain, 'GET', '/app-names/data/list?all=true')).error?.errorCode).toBe('ACCESS_DENIED');
    expect(await revision()).toBe(before);
  });

  it('system-menu 5: an order takes the applications as they were answered, and refuses what it does not change', async () => {
    const answered = (await server.as<Stored[]>(server.admin, 'GET', '/app-names/data/list?all=true')).body;
    const before = await revision();
    for (const address of ['/app-names/update-all', '/app-names/update-all/user']) {
      expect((await server.as(server.admin, 'POST', address, answered)).status).toBe(200);
      const model = [{ ...answered[0], enabled: false, icon: 'other', orderNumber: 7 }];
      const refused = await server.as(server.admin, 'POST', address, model);
      expect(refused.error?.errorArguments.map(({ field, code }) => `${field} ${code}`)).toEqual([
        '[0].icon FIELD_READ_ONLY',
        '[0].enabled FIELD_READ_ONLY',
      ]);
    }
    await server.as(server.admin, 'DELETE', '/app-names/update-all/user');
    expect(await revision()).toBe(before);
  });

  it('system-menu 5: the order of the organisation is one of the 20 after 20 parallel reorders', async () => {
    const visible = ['alpha', 'beta', 'gamma', 'delta'];
    const orders = Array.from({ length: 20 }, (_, n) => [...visible.slice(n % 4), ...visible.slice(0, n % 4)]);
    const answers = await Promise.all(orders.map((order) => reorder(named(...order))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(orders).toContainEqual(await orderOf(plain));
  });
});

describe('the order of a person', () => {
  it('system-menu 6: the order of a person is that person’s alone; a new application appears after; reset works', async () => {
    const other = await signInWith(server, 'otto');
    await reorder(named('alpha', 'beta', 'gamma', 'delta'));
    const common = await orderOf(plain);
    const own = await server.as(plain, 'POST', '/app-names/update-all/user', named('delta', 'beta'));
    expect(own.status).toBe(200);
    expect(await orderOf(plain)).toEqual(['delta', 'beta', 'alpha', 'gamma']);
    expect([await orderOf(other), await orderOf(plain, '?order=ORGANISATION')]).toEqual([common, common]);
    await makeApp(server, 'own-new', { path: '/new', orderNumber: 0 });
    expect((await orderOf(plain)).slice(0, 3)).toEqual(['delta', 'beta', 'own-new']);
    expect((await server.as(plain, 'DELETE', '/app-names/update-all/user')).status).toBe(200);
    expect(await orderOf(plain)).toEqual(['own-new', ...common]);
    expect((await server.as(plain, 'DELETE', '/app-names/update-all/user')).status).toBe(200);
  });

  it('system-menu 6: the order of a person knows only what the person sees, and renames nothing', async () => {
    const invisible = await server.as(plain, 'POST', '/app-names/update-all/user', named('hidden'));
    expect([invisible.status, invisible.error?.errorCode]).toEqual([404, 'APP_NAME_NOT_FOUND']);
    const model = [{ name: 'alpha', displayName: 'Mine' }];
    const renamed = await server.as(plain, 'POST', '/app-names/update-all/user', model);
    expect(renamed.error?.errorArguments[0]).toMatchObject({ field: '[0].displayName', code: 'FIELD_READ_ONLY' });
  });
});

describe('a changed application', () => {
  const put = (model: object, token = server.admin, query = '') =>
    server.as<Stored>(token, 'PUT', `/app-names${query}`, model);

  it('system-menu 7: a changed application keeps what is missing, clears what is null, and has the next version', async () => {
    const app = await makeApp(server, 'own-kept', { shared: false, path: '/p', icon: 'star', description: 'Text' });
    const changed = await put({ uuid: app.uuid, version: app.version, displayName: 'Kept', icon: null, path: '/q/' });
    expect(changed.body).toMatchObject({
      displayName: 'Kept',
      icon: null,
      path: '/q',
      description: 'Text',
      version: 2,
    });
    expect(Number(changed.headers.get('x-svc-menu-revision'))).toBe(await revision());
    const again = await put(changed.body);
    expect([again.status, again.body.version]).toEqual([200, 2]);
    const stale = await put({ uuid: app.uuid, version: 1, displayName: 'Late' });
    expect([stale.status, stale.error?.errorCode, stale.error?.errorArguments]).toEqual([
      409,
      'VERSION_CONFLICT',
      [{ index: 0, identifier: app.uuid, version: 2 }],
    ]);
    expect((await put({ uuid: app.uuid, displayName: 'No version' })).status).toBe(400);
    expect((await put({ uuid: app.uuid, version: 2, displayName: null })).status).toBe(400);
  });

  it('system-menu 7: a changed application keeps its name when it is sent back as another language shows it', async () => {
    const app = await makeApp(server, 'own-named', { shared: false, displayNameMap: { tr: 'Adlı' } });
    const turkish = { 'accept-language': 'tr' };
    const shown = await server.as<Stored>(server.admin, 'GET', '/app-names/by-name/own-named', undefined, turkish);
    expect(shown.body.displayName).toBe('Adlı');
    await server.as(server.admin, 'PUT', '/app-names', { ...shown.body, icon: 'tag' }, turkish);
    expect(await oneOf(server.admin, app.name ?? '')).toMatchObject({ displayName: 'own-named', icon: 'tag' });
  });

  it('system-menu 7: a changed application takes no name that is taken, no unknown authority, no pair of nothing, and is not found elsewhere', async () => {
    const app = await makeApp(server, 'own-unique', { shared: false });
    const taken = await put({ uuid: app.uuid, version: 1, name: 'alpha' });
    expect([taken.status, taken.error?.errorCode]).toEqual([409, 'APP_NAME_ALREADY_EXISTS']);
    const doubled = await server.as(server.admin, 'POST', '/app-names', { name: 'alpha', displayName: 'Twice' });
    expect(doubled.error?.errorCode).toBe('APP_NAME_ALREADY_EXISTS');
    const unknown = await put({ uuid: app.uuid, version: 1, authorityList: [{ authority: 'NOBODY_HAS_IT' }] });
    expect([unknown.status, unknown.error?.errorCode]).toEqual([422, 'AUTHORITY_UNKNOWN']);
    expect((await put({ uuid: app.uuid, version: 1, authorityList: [{}] })).status).toBe(400);
    const foreign = await put({ uuid: app.uuid, version: 1, displayName: 'Theirs' }, northern);
    expect([foreign.status, foreign.error?.errorCode]).toEqual([404, 'APP_NAME_NOT_FOUND']);
    const own = await server.as(northern, 'POST', '/app-names', { name: 'own-unique', displayName: 'Another' });
    expect(own.status).toBe(200);
  });

  it('system-menu 7: a changed application goes with its items only where that was asked for, and never when a module registered it', async () => {
    const app = await makeApp(server, 'own-gone', { shared: false });
    await makeItem(server, { appNameUuid: app.uuid }, 'page', { shared: false });
    const remove = (query: string, uuid = app.uuid) =>
      server.as(server.admin, 'DELETE', `/app-names/by-uuid/${uuid}?${query}`);
    expect((await remove('version=1')).error?.errorCode).toBe('APP_NAME_HAS_ITEMS');
    expect((await remove('version=2&cascade=true')).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await remove('version=1&cascade=true')).status).toBe(200);
    expect((await remove('version=1')).error?.errorCode).toBe('APP_NAME_NOT_FOUND');
    await makeApp(server, 'own-gone', { shared: false });
    const platform = await oneOf(server.admin, 'platform');
    const system = await remove(`version=${platform.version}`, platform.uuid);
    expect([system.status, system.error?.errorCode]).toEqual([409, 'MENU_SYSTEM_RECORD']);
    const renamed = await put({ uuid: platform.uuid, version: platform.version, name: 'mine' });
    expect([renamed.status, renamed.error?.errorCode]).toEqual([422, 'MENU_SYSTEM_FIELD']);
  });
});

describe('a shared application that a tenant changes', () => {
  it('system-menu 8: a shared application is reordered, renamed and disabled for that tenant alone; given back it is as before', async () => {
    const made: { readonly uuid: string }[] = [];
    for (const name of ['own-x', 'own-y', 'own-z']) made.push(await makeApp(server, name, { path: `/${name}` }));
    const inView = async (token: string) =>
      (await listed(token, '?all=true'))
        .filter(({ uuid }) => made.some((one) => one.uuid === uuid))
        .map(({ name, displayName, enabled }) => `${name} ${displayName} ${enabled}`);
    const before = await inView(northern);
    expect(before).toEqual(['own-x own-x true', 'own-y own-y true', 'own-z own-z true']);
    const model = [{ name: 'own-z', displayName: 'Ours' }, ...named('own-y', 'own-x')];
    expect((await reorder(model)).status).toBe(200);
    const { uuid } = made[1]!;
    expect((await server.as(boss, 'POST', `/app-names/deactivate/by-uuid/${uuid}`)).status).toBe(200);
    expect(await inView(boss)).toEqual(['own-z Ours true', 'own-y own-y false', 'own-x own-x true']);
    expect(await inView(northern)).toEqual(before);
    for (const one of made) await server.as(boss, 'DELETE', `/menu-overlays/by-target-uuid/${one.uuid}`);
    expect(await inView(boss)).toEqual(before);
  });

  it('system-menu 8: a shared application with a condition of a tenant changes for that tenant alone, and comes back level by level', async () => {
    const app = await makeApp(server, 'own-shared', { path: '/shared', orderNumber: 5 });
    const renamed = await server.as<Stored>(boss, 'PUT', '/app-names', {
      uuid: app.uuid,
      version: app.version,
      displayName: 'Ours',
    });
    expect([renamed.body.displayName, renamed.body.overlaid, renamed.body.version]).toEqual(['Ours', true, 2]);
    expect((await server.as(boss, 'POST', `/app-names/deactivate/by-uuid/${app.uuid}`)).status).toBe(200);
    expect(await orderOf(boss)).not.toContain('own-shared');
    expect(await oneOf(northern, 'own-shared')).toMatchObject({ displayName: 'own-shared', enabled: true, version: 1 });
    expect((await server.as(boss, 'POST', `/app-names/activate/by-uuid/${app.uuid}`)).status).toBe(200);
    expect(await orderOf(boss)).toContain('own-shared');
  });

  it('system-menu 8: a shared application is not reached itself without TENANT_ALL, and not in what an overlay cannot hold', async () => {
    const app = await oneOf(boss, 'own-shared');
    const { uuid, version } = app;
    for (const request of [
      server.as(boss, 'PUT', '/app-names?scope=SHARED', { uuid, version, displayName: 'All' }),
      server.as(boss, 'GET', '/app-names/data/list?scope=SHARED'),
      server.as(boss, 'POST', '/app-names', { name: 'own-all', displayName: 'All', shared: true }),
    ]) {
      const answer = await request;
      expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    }
    const field = await server.as(boss, 'PUT', '/app-names', { uuid, version, path: '/elsewhere' });
    expect([field.status, field.error?.errorCode, field.error?.errorArguments[0]?.field]).toEqual([
      422,
      'MENU_SHARED_FIELD',
      'path',
    ]);
    const removed = await server.as(boss, 'DELETE', `/app-names/by-uuid/${uuid}?version=${version}`);
    expect([removed.status, removed.error?.errorCode]).toEqual([422, 'MENU_SHARED_FIELD']);
  });

  it('system-menu 8: a shared application that is disabled for all is enabled by no tenant', async () => {
    const { uuid } = await makeApp(server, 'own-off', { path: '/off', enabled: false });
    const answer = await server.as(boss, 'POST', `/app-names/activate/by-uuid/${uuid}`);
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'MENU_SHARED_FIELD']);
  });

  it('system-menu 8: a shared application is stale for whoever loaded it before the other level was changed', async () => {
    const before = await oneOf(boss, 'own-shared');
    const shared = (await listed(server.admin, '?scope=SHARED&all=true')).find(({ name }) => name === 'own-shared')!;
    const model = { uuid: shared.uuid, version: shared.version, description: 'For all' };
    expect((await server.as(server.admin, 'PUT', '/app-names?scope=SHARED', model)).status).toBe(200);
    const late = await server.as(boss, 'PUT', '/app-names', { uuid: before.uuid, version: before.version, icon: 'x' });
    expect([late.status, late.error?.errorCode]).toEqual([409, 'VERSION_CONFLICT']);
  });
});

describe('an overlay that is reset', () => {
  it('system-menu 24: an overlay that is reset brings the shared record back, and no form loaded before is accepted', async () => {
    const { uuid } = await makeApp(server, 'own-reset', { path: '/reset' });
    const reset = () => server.as(boss, 'DELETE', `/menu-overlays/by-target-uuid/${uuid}`);
    const rename = (version: number, displayName: string) =>
      server.as<Stored>(boss, 'PUT', '/app-names', { uuid, version, displayName });
    const forms: number[] = [(await oneOf(boss, 'own-reset')).version];
    for (const name of ['First', 'Second']) {
      forms.push((await rename(forms.at(-1)!, name)).body.version);
      expect((await reset()).status).toBe(200);
      const back = await oneOf(boss, 'own-reset');
      expect(back).toMatchObject({ displayName: 'own-reset', overlaid: false });
      for (const version of forms) expect((await rename(version, 'Late')).error?.errorCode).toBe('VERSION_CONFLICT');
      forms.push(back.version);
    }
    expect((await reset()).status).toBe(200);
    expect((await oneOf(boss, 'own-reset')).version).toBe(forms.at(-1));
  });

  it('the reset of an overlay needs the authority of its kind, and a target that is there', async () => {
    const manager = await signInWith(server, 'itemer', ['MENU_MANAGE']);
    const { uuid } = await oneOf(boss, 'own-reset');
    const refused = await server.as(manager, 'DELETE', `/menu-overlays/by-target-uuid/${uuid}`);
    expect([refused.status, refused.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    const unknown = await server.as(boss, 'DELETE', `/menu-overlays/by-target-uuid/${UNKNOWN}`);
    expect([unknown.status, unknown.error?.errorCode]).toEqual([404, 'MENU_ITEM_NOT_FOUND']);
    const { uuid: foreign } = await makeApp(server, 'own-foreign', { shared: false });
    const elsewhere = await server.as(northern, 'DELETE', `/menu-overlays/by-target-uuid/${foreign}`);
    expect([elsewhere.status, elsewhere.error?.errorCode]).toEqual([404, 'APP_NAME_NOT_FOUND']);
  });

  it('system-menu 17: an overlay that let its writer see the administration of the menu stays', async () => {
    const path = '/app-names/data/list?scope=SHARED&all=true';
    const all = (await server.as<Stored[]>(server.admin, 'GET', path)).body;
    const { uuid, version } = all.find(({ name }) => name === 'platform')!;
    const shared = await server.as(server.admin, 'PUT', '/app-names?scope=SHARED', {
      uuid,
      version,
      authorityList: [{ authority: 'TENANT_ALL' }],
    });
    expect(shared.status).toBe(200);
    const own = await oneOf(boss, 'platform');
    expect((await server.as(boss, 'PUT', '/app-names', { uuid, version: own.version, authorityList: [] })).status).toBe(
      200,
    );
    const locked = await server.as(boss, 'DELETE', `/menu-overlays/by-target-uuid/${uuid}`);
    expect([locked.status, locked.error?.errorCode]).toEqual([409, 'MENU_SELF_LOCKOUT']);
  });
});

it('a tenant sees at most 200 applications', async () => {
  await query(
    server,
    `INSERT INTO system_menu_app (uuid, version, tenant_identifier, name, display_name, display_name_map, order_number,
       enabled, authority_list, match_type, system, retired, revision, created_by, updated_by, date_created, date_updated, deleted)
     SELECT gen_random_uuid(), 1, 'north', 'many-' || n, 'Many', '{}', 1000, true, '[]', 'ANY', false, false,
       (SELECT revision + 1 FROM system_menu_state), 'test', 'test', now(), now(), false FROM generate_series(1, 200) n`,
  );
  await query(server, 'UPDATE system_menu_state SET revision = revision + 1');
  const answer = await server.as(northern, 'POST', '/app-names', { name: 'own-many', displayName: 'One more' });
  expect([answer.status, answer.error?.errorCode]).toEqual([409, 'MENU_LIMIT_REACHED']);
  // A tenant that is full does not stop the operator.
  await makeApp(server, 'own-for-all', { path: '/for-all' });
  expect(await orderOf(northern)).toContain('own-for-all');
});
