// Tests what keeps answers of OFREP apart: tickets, revisions, pins, origins, and the bound of anonymous reads.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  joinSettingServer,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';
import { login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { askFlags, type FlagAnswer, streamUriOf } from './ofrep.fixture.ts';

const PAGE = 'https://shop.example';
const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };

let server: SettingServer;
let user: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'settings-'));
  server = await startSettingServer({ env, modules: ['system-setting', 'session', 'authentication'] });
  user = await signInWith(server, 'ursula');
  await server.define({ code: 'kept.any', type: 'NUMBER', defaultValue: 0, userOverridable: true });
  await server.define({ code: 'kept.open', type: 'NUMBER', defaultValue: 0, visibility: 'PUBLIC' });
  await server.define({ code: 'kept.hidden', type: 'NUMBER', defaultValue: 0, visibility: 'RESTRICTED' });
  await server.define({ code: 'kept.empty', type: 'NUMBER' });
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await server.stop();
});

/** Asks for all flags of this test, as `ifNoneMatch` may spare them. */
function bulk(token: string | null, ifNoneMatch = '', more: object = {}, at = server, query = ''): Promise<FlagAnswer> {
  const headers = ifNoneMatch === '' ? {} : { 'if-none-match': ifNoneMatch };
  return askFlags(at, token, query, { context: { 'keelson.prefix': 'kept.', ...more } }, headers);
}
const valueIn = ({ json }: FlagAnswer, key: string): unknown =>
  json.flags.find((flag: { key: string }) => flag.key === key)?.value;
const ticketIn = ({ json }: FlagAnswer): string => json.eventStreams[0].endpoint.requestUri;
async function signInAgain(): Promise<string> {
  const { body } = await login(server, 'ursula', USER_PASSWORD);
  return body.token ?? '';
}

describe('system-setting 30: a bulk answer', () => {
  it('names the stream of its caller alone, as the protocol has it', async () => {
    const other = await signInAgain();
    const [first, second] = [await bulk(user), await bulk(other)];
    expect(first.json.eventStreams).toEqual([
      {
        type: 'sse',
        endpoint: { requestUri: expect.stringMatching(/^\/ofrep\/v1\/events\?ticket=[\w.-]+$/) },
        inactivityDelaySec: 120,
      },
    ]);
    expect(first.json.flags).toEqual(second.json.flags);
    expect(ticketIn(second)).not.toBe(ticketIn(first));
    expect((await bulk(other, first.etag)).status).toBe(200);
  });
  it('is whole after signing out and in again, with a new ticket, whatever ETag the page remembers', async () => {
    const before = await signInAgain();
    const first = await bulk(before);
    expect((await bulk(before, first.etag)).status).toBe(304);
    await server.as(before, 'POST', '/auth/logout');
    const after = await bulk(await signInAgain(), first.etag);
    expect(after.status).toBe(200);
    expect(ticketIn(after)).not.toBe(ticketIn(first));
  });
  it('needs no targetingKey, tells nothing of what is hidden, and says where there is no value', async () => {
    const { status, json } = await bulk(user);
    expect([status, json.flags.map(({ key }: { key: string }) => key)]).toEqual([
      200,
      ['kept.any', 'kept.empty', 'kept.open'],
    ]);
    expect(json.flags[1]).toMatchObject({ key: 'kept.empty', reason: 'UNKNOWN' });
    expect(await askFlags(server, user, '/kept.hidden', { context: {} })).toMatchObject({
      status: 404,
      json: { key: 'kept.hidden', errorCode: 'FLAG_NOT_FOUND' },
    });
    const long = 'x'.repeat(1_000);
    expect(await askFlags(server, user, `/${long}`, { context: {} })).toMatchObject({
      status: 404,
      json: { key: long },
    });
  });
  it('holds the values of its user, which nobody else is answered with', async () => {
    const own = { targetingKey: 'ursula' };
    const before = await bulk(user, '', own);
    expect((await server.as(user, 'PUT', '/settings/user/value', { code: 'kept.any', value: 5 })).status).toBe(200);
    const after = await bulk(user, before.etag, own);
    expect([after.status, valueIn(after, 'kept.any')]).toEqual([200, 5]);
    expect(valueIn(await bulk(await signInWith(server, 'otto'), '', own), 'kept.any')).toBe(0);
    await server.as(user, 'PUT', '/settings/user/value', { code: 'kept.any', value: null, version: 1 });
  });
  it('names its stream behind the path of a proxy', async () => {
    await server.change('setting.ofrep.public-path', '/flags/v2');
    expect(await streamUriOf(server, user)).toMatch(/^\/flags\/v2\/ofrep\/v1\/events\?ticket=/);
    const refused = await server.put('setting.ofrep.public-path', 'https://elsewhere.example', { version: 1 });
    expect(refused.status).toBe(422);
    await server.change('setting.ofrep.public-path', '');
  });
});

it('system-setting 18: an answer holds what the event told of, also where this process had not heard of it', async () => {
  // It looks for changes once in a second.
  const slow = await joinSettingServer(server, { ...env, KEELSON_DATABASE_NOTIFY: 'poll' });
  try {
    for (let value = 1; value <= 5; value += 1) {
      const revision = await server.change('kept.any', value);
      const query = `?flagConfigEtag=${encodeURIComponent(`"r${revision}"`)}&flagConfigLastModified=1`;
      if (value % 2 === 0) {
        const single = await askFlags(slow, user, `/kept.any${query}`, { context: {} });
        expect(single.json.value).toBe(value);
      } else expect(valueIn(await bulk(user, '', {}, slow, query), 'kept.any')).toBe(value);
    }
  } finally {
    await slow.stop();
  }
});

it('is kept by its ETag at a process too that started after something was removed', async () => {
  await server.change('kept.any', 1, 'default');
  await server.change('kept.any', null, 'default');
  const other = await joinSettingServer(server, env);
  try {
    const { etag } = await bulk(user);
    expect((await bulk(user, etag, {}, other)).status).toBe(304);
  } finally {
    await other.stop();
  }
});

it('system-setting 29: a pin that changed over a restart is answered whole, and one that did not is not', async () => {
  const startWith = async (value: number): Promise<SettingServer> => {
    const file = join(directory, `pin-${value}.json`);
    await writeFile(file, JSON.stringify({ 'kept.open': value }));
    return joinSettingServer(server, { ...env, KEELSON_SETTINGS_FILE: file });
  };
  const run = async (value: number, etag: string): Promise<FlagAnswer> => {
    const started = await startWith(value);
    try {
      return await bulk(user, etag, {}, started);
    } finally {
      await started.stop();
    }
  };
  const first = await run(7, '');
  expect([first.status, valueIn(first, 'kept.open')]).toEqual([200, 7]);
  expect((await run(7, first.etag)).status).toBe(304);
  const changed = await run(8, first.etag);
  expect([changed.status, valueIn(changed, 'kept.open')]).toEqual([200, 8]);
});

describe('a page of another origin', () => {
  const preflight = (path: string, origin = PAGE): Promise<Response> =>
    fetch(server.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const flags = '/ofrep/v1/evaluate/flags';
  const originOf = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin');

  it('reads nothing until an operator names its origin, and then flags alone', async () => {
    expect((await preflight(flags)).status).toBe(405);
    expect(originOf(await askFlags(server, user, '', { context: {} }, { origin: PAGE }))).toBeNull();
    await server.change('setting.ofrep.allowed-origins', `https://other.example ${PAGE}`);
    const allowed = await preflight(`${flags}/kept.any`);
    expect([allowed.status, originOf(allowed)]).toEqual([204, PAGE]);
    expect(allowed.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-None-Match, X-API-Key',
    );
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('/settings/data/list')).status).toBe(405);
    expect((await preflight(flags, 'https://shop.example.evil')).status).toBe(405);
  });
  it('sees the ETag of an answer and the wait of a refusal', async () => {
    const { etag, headers } = await askFlags(server, user, '', { context: {} }, { origin: PAGE });
    expect([originOf({ headers }), headers.get('access-control-expose-headers')]).toEqual([PAGE, 'ETag, Retry-After']);
    const known = await askFlags(server, user, '', { context: {} }, { origin: PAGE, 'if-none-match': etag });
    expect([known.status, originOf(known)]).toEqual([304, PAGE]);
    const refused = await askFlags(server, 'rubbish', '', { context: {} }, { origin: PAGE });
    expect([refused.status, originOf(refused)]).toEqual([401, PAGE]);
    const stream = await fetch(server.url + (await streamUriOf(server, user)), { headers: { origin: PAGE } });
    expect([stream.status, originOf(stream)]).toEqual([200, PAGE]);
    await stream.body?.cancel();
  });
  it('is named by an origin and not by anything else', async () => {
    for (const bad of ['*', 'https://a.example/path', 'a.example', 'null']) {
      const refused = await server.put('setting.ofrep.allowed-origins', bad, { version: 1 });
      expect([refused.status, bad]).toEqual([422, bad]);
    }
  });
});

it('refuses an address that nobody has signed in from and that asks too often, in the shape of the protocol', async () => {
  server.settings.set('setting.public.rate-limit', 3);
  const answers = await Promise.all(Array.from({ length: 5 }, () => bulk(null)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ json, headers }) => [Object.keys(json), Number(headers.get('retry-after')) > 0])[0]).toEqual([
    ['errorDetails'],
    true,
  ]);
  expect((await bulk(user)).status).toBe(200);
});
