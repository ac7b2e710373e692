// Tests reading fast and right: languages, compressed answers, tags that mean the same everywhere, and memory that is bounded.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USER_PASSWORD } from '../../../testing/sign-in.ts';
import {
  createTenant,
  eventually,
  joinMenuServer,
  type MenuServer,
  makeApp,
  makeItem,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';

let first: MenuServer;
let second: MenuServer;
let paul: string;
let northern: string;

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startMenuServer({ env });
  await createTenant(first, 'north');
  const app = await makeApp(first, 'read', { displayNameMap: { en: 'Read', tr: 'Oku', 'pt-BR': 'Ler' } });
  for (let n = 0; n < 20; n += 1) await makeItem(first, { appNameUuid: app.uuid }, `item${n}`);
  paul = await signInWith(first, 'paul');
  northern = await signInWith(first, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  second = await joinMenuServer(first, env);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

type Headers = Record<string, string>;
async function read(token: string, headers: Headers = {}, server = first, path = '/menu-items/tree?appName=read') {
  const answer = await server.as<Tree>(token, 'GET', path, undefined, { 'accept-encoding': 'identity', ...headers });
  const { status, text } = answer;
  const header = (name: string) => answer.headers.get(name);
  return {
    status,
    text,
    tag: header('etag') ?? '',
    encoding: header('content-encoding'),
    vary: header('vary'),
    answer,
  };
}
const nameOf = async (token: string, headers: Headers) =>
  (await read(token, headers)).answer.body.appList[0]?.app.displayName;
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${first.url}/metrics`)).text();
  return Number(new RegExp(`^keelson_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
};

describe('the language of a tree', () => {
  it.each<[string, Headers, string]>([
    ['the exact one first', { 'accept-language': 'pt-BR, tr' }, 'Ler'],
    ['then the language alone', { 'accept-language': 'tr-CY' }, 'Oku'],
    ['the best of several', { 'accept-language': 'de, tr;q=0.5, en;q=0.4' }, 'Oku'],
    ['the name itself where there is none', { 'accept-language': 'de' }, 'read'],
    ['no other region of a language', { 'accept-language': 'pt-PT' }, 'read'],
  ])('the language of a tree is %s', async (_what, headers, expected) =>
    expect(await nameOf(paul, headers)).toBe(expected),
  );

  it('the language of a tree is that of the session where the request names none', async () => {
    const login = await first.as<{ token: string }>(null, 'POST', '/auth/login', {
      username: 'paul',
      password: USER_PASSWORD,
      locale: 'tr-TR',
    });
    expect(login.status, login.text).toBe(200);
    for (const none of ['', '*']) expect(await nameOf(login.body.token, { 'accept-language': none })).toBe('Oku');
    expect(await nameOf(login.body.token, { 'accept-language': 'en' })).toBe('Read');
  });
});

describe('tags and forms of a tree', () => {
  it('system-menu 18: a compressed tree is the same tree, has a tag of its own, and each tag gives 304', async () => {
    const plain = await read(paul);
    const packed = await read(paul, { 'accept-encoding': 'br, gzip;q=0.5' });
    expect([plain.encoding, packed.encoding, packed.text]).toEqual([null, 'gzip', plain.text]);
    expect(packed.tag).not.toBe(plain.tag);
    expect(plain.vary).toBe('Authorization, Cookie, Accept-Language, Accept-Encoding');
    for (const [tag, coding] of [
      [plain.tag, 'identity'],
      [packed.tag, 'gzip'],
      [`W/${packed.tag}`, 'gzip'],
      [`"other", ${plain.tag}`, 'gzip;q=0'],
    ] as const) {
      const again = await read(paul, { 'if-none-match': tag, 'accept-encoding': coding });
      expect([again.status, again.text, again.encoding]).toEqual([304, '', null]);
    }
  });

  it('system-menu 18: languages that make no difference share a tree and its tag', async () => {
    const tags = await Promise.all(
      ['de', 'fr-FR, de;q=0.3', 'pt-PT'].map(
        async (language) => (await read(paul, { 'accept-language': language })).tag,
      ),
    );
    expect(new Set(tags).size).toBe(1);
    expect((await read(paul, { 'accept-language': 'tr' })).tag).not.toBe(tags[0]);
  });

  it('system-menu 18: both processes give the same tag', async () => {
    expect((await read(paul, {}, second)).tag).toBe((await read(paul)).tag);
  });

  it('system-menu 18: a change of another tenant leaves the tag, one of the own or of the shared menu does not', async () => {
    const before = await read(paul);
    const theirs = await read(northern);
    const own = { name: 'theirs', displayName: 'Theirs', path: '/theirs' };
    expect((await first.as(northern, 'POST', '/app-names', own)).status).toBe(200);
    expect((await read(paul, { 'if-none-match': before.tag })).status).toBe(304);
    expect((await read(northern, { 'if-none-match': theirs.tag })).status).toBe(200);
    await makeApp(first, 'for-all', { path: '/for-all' });
    expect((await read(paul, { 'if-none-match': before.tag })).status).toBe(200);
  });

  it('system-menu 18: an unknown application is 404 whatever tag the client claims to have', async () => {
    for (const tag of ['*', '"any"']) {
      expect((await read(paul, { 'if-none-match': tag }, first, '/menu-items/tree?appName=none')).status).toBe(404);
    }
    expect((await read(paul, { 'if-none-match': '*' })).status).toBe(304);
  });
});

describe('memory and figures of trees', () => {
  it('a finished tree is answered again, and one that the client has is not made', async () => {
    const { tag } = await read(paul);
    const [hits, made, unchanged] = [
      await metric('menu_tree_cache_hits_total'),
      await metric('menu_tree_seconds_count'),
      await metric('menu_not_modified_total'),
    ];
    await read(paul);
    await read(paul, { 'if-none-match': tag });
    expect(await metric('menu_tree_cache_hits_total')).toBe(hits + 1);
    expect(await metric('menu_not_modified_total')).toBe(unchanged + 1);
    expect(await metric('menu_tree_seconds_count')).toBe(made);
    expect(await metric('menu_tree_bytes')).toBeGreaterThan(0);
    expect(await metric('menu_revision')).toBeGreaterThan(1);
  });

  it('the memory of trees holds no more bytes than the setting says, from the next tree on', async () => {
    expect((await first.put('menu.tree.cache-size', 1)).status).toBe(200);
    const description = 'x'.repeat(128);
    const app = await makeApp(first, 'large', { displayName: description });
    for (let n = 0; n < 100; n += 1) {
      await makeItem(first, { appNameUuid: app.uuid }, `large${n}`, { path: `/${'y'.repeat(500)}${n}` });
    }
    // Each appName and coding is a body of its own, of more than 70 KB.
    for (const appName of ['large', undefined]) {
      for (let n = 0; n < 12; n += 1) {
        const language = `accept-language`;
        const path = appName === undefined ? '/menu-items/tree' : `/menu-items/tree?appName=${appName}`;
        await read(paul, { [language]: n % 2 === 0 ? 'tr' : 'en' }, first, path);
        await first.as(paul, 'POST', '/menu-favorites', { path: `/favorite${n}` });
      }
    }
    const bytes = await eventually(
      () => metric('menu_tree_bytes'),
      (value) => value > 0,
    );
    expect(bytes).toBeLessThanOrEqual(1_048_576);
    expect(bytes).toBeGreaterThan(500_000);
  });
});
