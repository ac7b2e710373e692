// Tests what careless and hostile callers do to the menu: odd spellings, odd texts, two at a time, and others than people.
import type { SvcAppNameModel, SvcMenuItemModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  seen,
  signInWith,
  startMenuServer,
} from './menu-server.fixture.ts';

let server: MenuServer;
let boss: string;
let northern: string;
let paul: string;

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  paul = await signInWith(server, 'paul');
});
afterAll(() => server.stop());

type StoredApp = SvcAppNameModel & { readonly uuid: string; readonly version: number };
const admin = <T = unknown>(method: string, path: string, body?: unknown) =>
  server.as<T>(server.admin, method, path, body);

it('takes an identifier in upper case for the same record', async () => {
  const app = await makeApp(server, 'upper', { shared: false });
  const item = await makeItem(server, { appNameUuid: app.uuid }, 'page', { shared: false });
  const kept = await server.as<{ uuid: string }>(server.admin, 'POST', '/menu-favorites', { path: '/page' });
  const [appUuid, uuid, favorite] = [app.uuid, item.uuid, kept.body.uuid].map((one) => one.toUpperCase());
  const answers = [
    await admin('GET', `/app-names/by-uuid/${appUuid}`),
    await admin('PUT', '/app-names', { uuid: appUuid, version: 1, icon: 'star' }),
    await admin('POST', '/app-names/update-all', [{ uuid: appUuid }]),
    await admin('GET', `/menu-items/by-uuid/${uuid}`),
    await admin('PUT', '/menu-items', { uuid, version: 1, appNameUuid: appUuid, icon: 'star' }),
    await admin('POST', '/menu-items', { name: 'in-app', displayName: 'In', appNameUuid: appUuid }),
    await admin('POST', '/menu-items', { name: 'below', displayName: 'Below', parentUuid: uuid }),
    await admin('POST', '/menu-items/update-all', { appNameUuid: appUuid, uuidList: [uuid] }),
    await admin('PUT', '/menu-authorities', { menuItemUuid: uuid, everybody: true }),
    await admin('GET', `/menu-authorities/by-menu-item-uuid/${uuid}`),
    await admin('DELETE', `/menu-overlays/by-target-uuid/${uuid}`),
    await admin('POST', '/menu-favorites/update-all', [{ uuid: favorite }]),
    await admin('DELETE', `/menu-items/by-uuid/${uuid}?version=2&cascade=true`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

describe('texts that no menu can hold', () => {
  const halves = ['\ud800', 'a\udc00b', '\u0000'];
  it.each(['displayName', 'description', 'path', 'externalUrl', 'icon', 'badgeCode', 'name'])(
    'texts that no menu can hold are refused in %s of an item',
    async (field) => {
      const app = await makeApp(server, `texts-${field.toLowerCase()}`);
      for (const [index, text] of halves.entries()) {
        const value = { path: `/${text}`, externalUrl: `https://h.example/${text}` }[field] ?? text;
        const model = { name: `item${index}`, displayName: 'Item', appNameUuid: app.uuid, [field]: value };
        const answer = await admin('POST', '/menu-items', model);
        expect([answer.status, answer.error?.errorArguments[0]?.field]).toEqual([400, field]);
      }
    },
  );

  it('texts that no menu can hold are refused in lists and maps, as are names of fields that are none of a map', async () => {
    const app = await makeApp(server, 'texts-inside');
    const models = [
      ...halves.flatMap((text) => [{ keywordList: [text] }, { displayNameMap: { tr: text } }]),
      ...['__proto__', 'constructor', 'not a locale', ''].map((key) => ({
        displayNameMap: Object.fromEntries([[key, 'Name']]),
      })),
      { displayNameMap: { tr: 'abc\u202e' } },
      { displayNameMap: { tr: '' } },
      { displayNameMap: ['tr'] },
    ];
    for (const model of models) {
      const whole = JSON.stringify({ name: 'item', displayName: 'Item', appNameUuid: app.uuid, ...model });
      const answer = await fetch(`${server.url}/menu-items`, {
        method: 'POST',
        body: whole,
        headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' },
      });
      expect([whole, answer.status]).toEqual([whole, 400]);
    }
  });

  it('words of the language harm nobody as names of records', async () => {
    for (const name of ['constructor', 'tostring', 'valueof']) {
      const app = await makeApp(server, name, { path: `/${name}`, displayNameMap: { toString: name } });
      await makeItem(server, { appNameUuid: app.uuid }, name, { displayName: '__proto__' });
      expect(await seen(server, paul, name)).toEqual([name, `${name}/${name}`]);
    }
  });
});

it('an item that is made behind the last place there is can be sent back as it is answered', async () => {
  const app = await makeApp(server, 'ending');
  await makeItem(server, { appNameUuid: app.uuid }, 'a', { orderNumber: 1_000_000 });
  const next = await makeItem(server, { appNameUuid: app.uuid }, 'b');
  expect(next.orderNumber).toBe(1_000_000);
  expect((await admin('PUT', '/menu-items?scope=SHARED', next)).status).toBe(200);
  expect(await seen(server, paul, 'ending')).toEqual(['ending', 'ending/a', 'ending/b']);
});

describe('another name over the one that is shown', () => {
  const shown = async (token: string, language: string, name = 'platform') =>
    (
      await server.as<StoredApp>(token, 'GET', `/app-names/by-name/${name}`, undefined, {
        'accept-language': language,
      })
    ).body;

  it('another name over the one that is shown is the name in the language that it was shown in', async () => {
    for (const [language, name] of [
      ['en', 'Ours'],
      ['tr', 'Bizim'],
    ] as const) {
      const { uuid, version } = await shown(boss, language);
      const headers = { 'accept-language': language };
      const model = { uuid, version, displayName: name };
      const answer = await server.as<StoredApp>(boss, 'PUT', '/app-names', model, headers);
      expect([answer.status, answer.body.displayName]).toEqual([200, name]);
    }
    expect([(await shown(boss, 'en')).displayName, (await shown(boss, 'tr')).displayName]).toEqual(['Ours', 'Bizim']);
    expect((await shown(northern, 'en')).displayName).toBe('Platform');
  });

  it('another name in the order of the organisation is the name in the language that it was shown in', async () => {
    const { uuid } = await makeApp(server, 'ordered', { path: '/o', displayNameMap: { tr: 'Sıralı' } });
    const headers = { 'accept-language': 'tr-TR' };
    const model = [{ uuid, displayName: 'Düzenli' }];
    expect((await server.as(boss, 'POST', '/app-names/update-all', model, headers)).status).toBe(200);
    expect((await shown(boss, 'tr', 'ordered')).displayName).toBe('Düzenli');
    expect([
      (await shown(boss, 'de', 'ordered')).displayName,
      (await shown(northern, 'tr', 'ordered')).displayName,
    ]).toEqual(['ordered', 'Sıralı']);
  });

  it('another name over the one that is shown is the one without a language for whoever sends the names by language too', async () => {
    const { uuid, version } = await makeApp(server, 'both', { shared: false, displayNameMap: { tr: 'İkisi' } });
    const model = { uuid, version, displayName: 'Both of them', displayNameMap: { tr: 'İkisi de' } };
    const answer = await server.as<StoredApp>(server.admin, 'PUT', '/app-names', model, { 'accept-language': 'tr' });
    expect(answer.body).toMatchObject({ displayName: 'İkisi de', displayNameMap: { tr: 'İkisi de' } });
    expect((await shown(server.admin, 'de', 'both')).displayName).toBe('Both of them');
  });
});

describe('two at a time', () => {
  it('a button that is pressed twice makes one record', async () => {
    const press = () => server.as(boss, 'POST', '/app-names', { name: 'pressed', displayName: 'Pressed' });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('a request that comes again under its key makes one record and gets its first answer', async () => {
    const app = await makeApp(server, 'keyed-items', { shared: false });
    const requests: readonly (readonly [string, object])[] = [
      ['/app-names', { name: 'keyed', displayName: 'Keyed' }],
      ['/menu-items', { name: 'keyed', displayName: 'Keyed', appNameUuid: app.uuid }],
    ];
    for (const [path, model] of requests) {
      const post = (key: string, body = model) =>
        server.as<StoredApp>(server.admin, 'POST', path, body, { 'idempotency-key': key });
      const first = await post('one');
      const { uuid } = first.body;
      const changed = { uuid, version: 1, displayName: 'Changed since' };
      expect((await admin('PUT', path, changed)).status).toBe(200);
      const again = await post('one');
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get('x-svc-menu-revision')).toBe(first.headers.get('x-svc-menu-revision'));
      expect(await admin('GET', `${path}/by-uuid/${uuid}`)).toMatchObject({
        body: { ...first.body, ...changed, version: 2, dateUpdated: expect.anything() },
      });
      expect((await post('one', { ...model, displayName: 'Other' })).error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
      expect((await post('two')).status).toBe(409);
      expect((await admin('DELETE', `${path}/by-uuid/${uuid}?version=2`)).status).toBe(200);
      expect((await post('one')).body).toEqual(first.body);
    }
  });

  it('the second of two administrators with the same form is told', async () => {
    const { uuid, version } = await makeApp(server, 'form', { path: '/form' });
    const put = (token: string, displayName: string) =>
      server.as(token, 'PUT', '/app-names', { uuid, version, displayName });
    const other = await signInWith(server, 'beth', ['ROLE_TENANT_ADMIN']);
    const answers = await Promise.all([put(boss, 'Of boss'), put(other, 'Of beth')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const elsewhere = await put(northern, 'Of nora');
    expect(elsewhere.status).toBe(200);
  });

  it('deleting a parent while making a child of it leaves no child of nothing', async () => {
    const app = await makeApp(server, 'orphans', { shared: false });
    for (let round = 0; round < 10; round += 1) {
      const parent = await makeItem(server, { appNameUuid: app.uuid }, `parent${round}`, { shared: false });
      const child = { name: `child${round}`, displayName: 'Child', path: '/c', parentUuid: parent.uuid };
      const [gone, made] = await Promise.all([
        admin('DELETE', `/menu-items/by-uuid/${parent.uuid}?version=1`),
        admin('POST', '/menu-items', child),
      ]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([gone.status, made.status]);
    }
    const lost = await query(
      server,
      `SELECT 1 FROM system_menu_item c JOIN system_menu_item p ON p.uuid = c.parent_uuid
       WHERE p.deleted AND NOT c.deleted`,
    );
    expect(lost).toEqual([]);
  });
});

it('what a record is for good stays, whatever a request says of it', async () => {
  const { uuid } = await makeApp(server, 'for-good', { shared: false });
  const claims = { shared: true, system: true, overlaid: true, itemCount: 9, tenantIdentifier: 'north', deleted: true };
  const put = await admin<StoredApp>('PUT', '/app-names', {
    uuid,
    version: 1,
    icon: 'star',
    ...claims,
    createdBy: 'x',
  });
  expect([put.status, put.body]).toMatchObject([
    200,
    { icon: 'star', shared: false, system: false, overlaid: false, itemCount: 0 },
  ]);
  expect(put.body).toMatchObject({ tenantIdentifier: 'default', deleted: false, createdBy: 'admin' });
  expect((await server.as(northern, 'GET', '/app-names/by-name/for-good')).status).toBe(404);
});

describe('what a tenant changed', () => {
  it('what a tenant changed does not open what the shared level closes, and closes still when that opens again', async () => {
    const { uuid } = await makeApp(server, 'closing', { path: '/closing' });
    const turn = (token: string, what: string, scope = 'TENANT') =>
      server.as(token, 'POST', `/app-names/${what}/by-uuid/${uuid}?scope=${scope}`);
    await turn(boss, 'deactivate');
    await turn(server.admin, 'deactivate', 'SHARED');
    const form = (await server.as<StoredApp>(boss, 'GET', '/app-names/by-name/closing')).body;
    expect(form.enabled).toBe(false);
    expect((await server.as(boss, 'PUT', '/app-names', form)).status).toBe(200);
    expect((await turn(boss, 'activate')).error?.errorCode).toBe('MENU_SHARED_FIELD');
    await turn(server.admin, 'activate', 'SHARED');
    expect([(await seen(server, boss, 'closing')).length, (await seen(server, northern, 'closing')).length]).toEqual([
      0, 1,
    ]);
    await turn(boss, 'activate');
    expect(await seen(server, boss, 'closing')).toEqual(['closing']);
  });
});

describe('callers that are no person, or act as another', () => {
  it('an API key has a tree and a search, and nothing of its own to keep', async () => {
    const made = await admin<{ key: string }>('POST', '/api-keys', {
      name: 'menu-key',
      authorityList: ['SETTING_VIEW'],
    });
    const app = await makeApp(server, 'for-keys');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'for-key');
    await allow(server, item.uuid, [{ authority: 'SETTING_VIEW' }]);
    const { key } = made.body;
    expect(await seen(server, key, 'for-keys')).toEqual(['for-keys', 'for-keys/for-key']);
    const asked = await Promise.all([
      server.as(key, 'GET', '/app-names/data/list'),
      server.as(key, 'POST', '/menu-items/search', { text: 'for-key' }),
      server.as(key, 'GET', '/menu-favorites/data/list'),
      server.as(key, 'POST', '/menu-favorites', { path: '/a' }),
      server.as(key, 'DELETE', '/menu-favorites?path=/a'),
      server.as(key, 'POST', '/app-names/update-all/user', []),
      server.as(key, 'DELETE', '/app-names/update-all/user'),
      server.as(key, 'POST', '/menu-recents', { path: '/a' }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403, 403, 403, 403]);
  });

  it('whoever acts as another sees the menu of that person, and the own one afterwards', async () => {
    const app = await makeApp(server, 'acting');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'for-admins');
    await makeItem(server, { appNameUuid: app.uuid }, 'for-all');
    await allow(server, item.uuid, [{ authority: 'TENANT_ALL' }]);
    const model = { username: 'paul', reason: 'He asks what he sees' };
    const acting = await admin<{ token: string }>('POST', '/auth/impersonate', model);
    expect(acting.status).toBe(200);
    expect(await seen(server, acting.body.token, 'acting')).toEqual(['acting', 'acting/for-all']);
    expect(await seen(server, server.admin, 'acting')).toEqual(['acting', 'acting/for-admins', 'acting/for-all']);
    const managing = await server.as(acting.body.token, 'POST', `/app-names/deactivate/by-uuid/${app.uuid}`);
    expect(managing.status).toBe(403);
  });

  it('a session that has ended gets no menu, not even its old one by its tag', async () => {
    const token = await signInWith(server, 'leaver');
    const tree = await server.as(token, 'GET', '/menu-items/tree');
    await server.as(token, 'GET', '/auth/logout');
    const again = await server.as(token, 'GET', '/menu-items/tree', undefined, {
      'if-none-match': tree.headers.get('etag') ?? '',
    });
    expect([tree.status, again.status, again.error?.errorCode]).toEqual([200, 401, 'SESSION_EXPIRED']);
  });
});

describe('the most that a menu holds', () => {
  /** The first twenty hold the others: at one level 500 is the most. */
  const plant = async (count: number, appNameUuid: string, tenant: string | null) => {
    const uuidOf = (number: string) => `md5($1::text || (${number}))::uuid`;
    await query(
      server,
      `INSERT INTO system_menu_item (uuid, parent_uuid, version, tenant_identifier, app_name_uuid, name, display_name,
         display_name_map, target, order_number, enabled, visible, keyword_list, authority_list, match_type, system,
         retired, revision, created_by, updated_by, date_created, date_updated, deleted)
       SELECT ${uuidOf('n')}, CASE WHEN n > 20 THEN ${uuidOf('n % 20 + 1')} END, 1, $3, $1::uuid, 'planted-' || n,
         'Planted', '{}', '_self', 1000, true, true, '[]', '[]', 'ANY', false, false,
         (SELECT revision + 1 FROM system_menu_state), 'test', 'test', now(), now(), false
       FROM generate_series(1, $2::int) n`,
      [appNameUuid, count, tenant],
    );
    await query(server, 'UPDATE system_menu_state SET revision = revision + 1');
  };
  const add = (token: string, appNameUuid: string, shared: boolean) =>
    server.as<SvcMenuItemModel>(token, 'POST', '/menu-items', {
      name: 'more',
      displayName: 'More',
      appNameUuid,
      shared,
    });

  it('the most that a menu holds is 2,000 items of one tenant and 5,000 for all, each without the other', async () => {
    const own = await makeApp(server, 'own-many', { shared: false }, northern);
    await plant(2_000, own.uuid, 'north');
    const refused = await add(northern, own.uuid, false);
    expect([refused.status, refused.error?.errorCode]).toEqual([409, 'MENU_LIMIT_REACHED']);
    const shared = await makeApp(server, 'all-many');
    expect((await add(server.admin, shared.uuid, true)).status).toBe(200);
    const counted = await query<{ n: number }>(
      server,
      'SELECT count(*)::int AS n FROM system_menu_item WHERE tenant_identifier IS NULL AND NOT deleted',
    );
    const full = await makeApp(server, 'all-full');
    await plant(5_000 - counted[0]!.n, full.uuid, null);
    const last = await add(server.admin, full.uuid, true);
    expect([last.status, last.error?.errorCode]).toEqual([409, 'MENU_LIMIT_REACHED']);
    expect((await add(server.admin, full.uuid, false)).status).toBe(200);
  }, 60_000);
});
