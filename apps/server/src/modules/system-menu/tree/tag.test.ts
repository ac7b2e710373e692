// Tags of trees and of the list of applications: each thing that an answer depends on changes the tag, nothing else does.
import type { SvcAppNameModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let paul: string;
let northern: string;
let appNameUuid: string;
let guarded: { readonly uuid: string; readonly version: number };

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  paul = await signInWith(server, 'paul', ['SETTING_VIEW']);
  northern = await signInWith(server, 'paul', [], 'north');
  const app = await makeApp(server, 'tagged', { path: '/tagged', displayNameMap: { tr: 'Etiketli' } });
  appNameUuid = app.uuid;
  guarded = await makeItem(server, { appNameUuid }, 'guarded', { displayNameMap: { tr: 'Korunan' } });
  await allow(server, guarded.uuid, [{ authority: 'SETTING_VIEW' }]);
});
afterAll(() => server.stop());

interface Asked {
  readonly token?: string;
  readonly language?: string;
}

describe.each([
  ['the tree', '/menu-items/tree'],
  ['the tree of one application', '/menu-items/tree?appName=tagged'],
  ['the list of applications', '/app-names/data/list'],
])('the tag of %s', (name, path) => {
  const ask = (tag: string, { token = paul, language = 'en' }: Asked = {}) =>
    server.as<Tree | SvcAppNameModel[]>(token, 'GET', path, undefined, {
      'accept-language': language,
      'if-none-match': tag,
    });
  let tag: string;
  beforeEach(async () => {
    tag = (await ask('"none"')).headers.get('etag') ?? '';
    expect(tag).not.toBe('');
  });
  const isTree = name !== 'the list of applications';

  it('system-menu 18: the tag holds for the same caller in every session, also as a weak one and among others', async () => {
    for (const known of [tag, `W/${tag}`, `"other", W/${tag}`, '*']) {
      const answer = await ask(known);
      expect([known, answer.status, answer.text, answer.headers.get('etag')]).toEqual([known, 304, '', tag]);
    }
    expect((await ask(tag.slice(0, -2))).status).toBe(200);
  });

  it('system-menu 18: the tag is another one in another language', async () => {
    const answer = await ask(tag, { language: 'tr' });
    expect([answer.status, answer.text.includes('Etiketli')]).toEqual([200, true]);
  });

  it('system-menu 18: the tag is another one for the same person with other grants', async () => {
    const user = async () => (await server.as<SvcUserModel>(server.admin, 'GET', '/users/by-username/paul')).body;
    const before = await user();
    const roles = (roleList: readonly string[], version: number) =>
      server.as(server.admin, 'PUT', `/users/roles/by-uuid/${before.uuid}`, { roleList, version });
    expect((await roles(['ROLE_USER'], before.version)).status).toBe(200);
    const answer = await ask(tag);
    expect([answer.status, answer.text.includes('"guarded"')]).toEqual([200, false]);
    await roles(['ROLE_USER', 'ROLE_PAUL'], (await user()).version);
    expect((await ask(tag)).status).toBe(304);
  });

  it('system-menu 18: the tag is another one in another tenant, also for the same name', async () => {
    expect((await ask(tag, { token: northern })).status).toBe(200);
  });

  it('system-menu 18: the tag is another one after a change of the structure, of this tenant and of the shared menu', async () => {
    await makeItem(server, { appNameUuid }, `shared-${name.length}`);
    const next = await ask(tag);
    expect(next.status).toBe(200);
    const turn = (what: string) => server.as(server.admin, 'POST', `/menu-items/${what}/by-uuid/${guarded.uuid}`);
    await turn('deactivate');
    expect((await ask(next.headers.get('etag') ?? '')).status).toBe(200);
    await turn('activate');
  });

  it('system-menu 18: the tag is another one for what the person keeps, as far as the answer shows it', async () => {
    const other = await signInWith(server, `olga${name.length}`);
    const theirs = (await ask('"none"', { token: other })).headers.get('etag') ?? '';
    const write = isTree
      ? () => server.as(paul, 'POST', '/menu-favorites', { path: `/${name.length}` })
      : () => server.as(paul, 'POST', '/app-names/update-all/user', [{ name: 'tagged' }]);
    expect((await write()).status).toBe(200);
    const statuses = [(await ask(tag)).status, (await ask(theirs, { token: other })).status];
    expect(statuses).toEqual([200, 304]);
  });

  it('system-menu 18: the tag is private to whoever asks, whatever stands between', async () => {
    const { headers } = await ask('"none"');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const vary = headers.get('vary')?.split(/,\s*/) ?? [];
    expect(vary).toEqual(expect.arrayContaining(['Authorization', 'Cookie', 'Accept-Language']));
  });
});

describe('every kind of change of the structure', () => {
  const tagOf = async () => (await server.as(paul, 'GET', '/menu-items/tree')).headers.get('etag') ?? '';

  it('system-menu 18: every kind of change of the structure gives the tree another tag, which it never had before', async () => {
    const app = await makeApp(server, 'kinds', { path: '/kinds' });
    const first = await makeItem(server, { appNameUuid: app.uuid }, 'kind-one');
    const second = await makeItem(server, { appNameUuid: app.uuid }, 'kind-two');
    const admin = (method: string, path: string, body?: object) => server.as<unknown>(server.admin, method, path, body);
    const versionOf = async (uuid: string) => {
      const { body } = await admin('GET', `/menu-items/by-uuid/${uuid}`);
      return (body as { version: number }).version;
    };
    const changes: readonly (readonly [string, () => Promise<{ readonly status: number }>])[] = [
      ['order of applications', () => admin('POST', '/app-names/update-all', [{ name: 'tagged' }])],
      [
        'order of items',
        () => admin('POST', '/menu-items/update-all', { appNameUuid: app.uuid, uuidList: [second.uuid] }),
      ],
      ['an overlay', () => admin('POST', `/menu-items/deactivate/by-uuid/${first.uuid}`)],
      ['its reset', () => admin('DELETE', `/menu-overlays/by-target-uuid/${first.uuid}`)],
      ['a condition', () => allow(server, first.uuid, [{ authority: 'TENANT_ALL' }], { scope: 'TENANT' })],
      ['its removal', () => admin('DELETE', `/menu-authorities/by-menu-item-uuid/${first.uuid}`)],
      [
        'a record of the tenant',
        () =>
          admin('POST', '/menu-items', { name: 'kind-own', displayName: 'Own', path: '/k', parentUuid: first.uuid }),
      ],
      ['an application', () => admin('POST', `/app-names/deactivate/by-uuid/${app.uuid}`)],
      ['the same application back', () => admin('POST', `/app-names/activate/by-uuid/${app.uuid}`)],
      [
        'a deleted item, the newest record of all',
        async () => {
          const item = await makeItem(server, { appNameUuid: app.uuid }, 'kind-last');
          tags.push(await tagOf());
          return admin('DELETE', `/menu-items/by-uuid/${item.uuid}?version=${await versionOf(item.uuid)}&scope=SHARED`);
        },
      ],
      [
        'a deleted application, with what is in it',
        async () => {
          const { body } = await admin('GET', '/app-names/data/list?all=true&scope=SHARED');
          const version = (body as SvcAppNameModel[]).find(({ uuid }) => uuid === app.uuid)?.version;
          return admin('DELETE', `/app-names/by-uuid/${app.uuid}?version=${version}&cascade=true&scope=SHARED`);
        },
      ],
    ];
    const tags = [await tagOf()];
    for (const [what, change] of changes) {
      expect([what, (await change()).status]).toEqual([what, 200]);
      const tag = await tagOf();
      expect([what, tags.includes(tag)]).toEqual([what, false]);
      tags.push(tag);
    }
  });
});

describe('the tag of one answer', () => {
  const ask = (token: string, path: string, tag = '"none"') =>
    server.as<Tree>(token, 'GET', path, undefined, { 'if-none-match': tag });

  it('system-menu 18: the tag of an answer is not that of another application, nor of all of them', async () => {
    await makeApp(server, 'beside', { path: '/beside' });
    const paths = ['', '?appName=tagged', '?appName=beside'].map((query) => `/menu-items/tree${query}`);
    const tags = await Promise.all(paths.map(async (path) => (await ask(paul, path)).headers.get('etag') ?? ''));
    expect(new Set(tags).size).toBe(3);
    for (const [index, path] of paths.entries()) {
      const statuses = await Promise.all(tags.map(async (tag) => (await ask(paul, path, tag)).status));
      expect(statuses).toEqual(tags.map((_tag, other) => (other === index ? 304 : 200)));
    }
  });

  it('system-menu 18: the tag of an answer is not that of another person who holds the same and has kept as often', async () => {
    const [left, right] = [await signInWith(server, 'left'), await signInWith(server, 'right')];
    const pages = [];
    for (const name of ['of-left', 'of-right']) pages.push(await makeItem(server, { appNameUuid }, name));
    await server.as(left, 'POST', '/menu-favorites', { path: '/of-left' });
    await server.as(right, 'POST', '/menu-favorites', { path: '/of-right' });
    for (const token of [left, right])
      await server.as(token, 'POST', '/app-names/update-all/user', [{ name: 'tagged' }]);
    for (const path of ['/menu-items/tree', '/app-names/data/list']) {
      const [theirs, own] = [await ask(left, path), await ask(right, path)];
      expect(theirs.headers.get('etag')).not.toBe(own.headers.get('etag'));
      expect((await ask(right, path, theirs.headers.get('etag') ?? '')).status).toBe(200);
    }
    const starred = async (token: string) => {
      const { body } = await ask(token, '/menu-items/tree?appName=tagged');
      return body.appList[0]!.itemList.filter(({ favorite }) => favorite === true).map(({ uuid }) => uuid);
    };
    expect([await starred(left), await starred(right)]).toEqual(pages.map(({ uuid }) => [uuid]));
  });
});
