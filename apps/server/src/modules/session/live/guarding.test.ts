// Proves what browsers may do with the cookie, what is limited, and that every refusal and change is told: who, where, why.
import type { SvcApiKeyModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createExpiry } from '../upkeep/expiry.ts';

const ADDRESS = '203.0.113.77';
const ATTACKER = '198.51.100.66';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory({ env: { KEELSON_TRUSTED_PROXIES: '127.0.0.1' } });
  adminToken = await signInAdmin(server);
  for (const username of ['ayse', 'bora', 'cem', 'deniz']) await createActiveUser(server, adminToken, { username });
});
afterAll(() => server.stop());

const enter = (username = 'ayse') => signIn(server, username, USER_PASSWORD);
const alive = async (token: string) => (await call(server, 'GET', '/session', { token })).status === 200;
describe('a GET that changes something, with the cookie', () => {
  let local: TestServer;
  let token: string;
  beforeAll(async () => {
    local = await startDirectory();
    await createActiveUser(local, await signInAdmin(local), { username: 'ayse' });
    token = await signIn(local, 'ayse', USER_PASSWORD);
  });
  afterAll(() => local.stop());
  const ask = async (headers: Record<string, string>, path = '/close-all/user') => {
    const answer = await call(local, 'GET', path, { headers: { cookie: `svc-session=${token}`, ...headers } });
    const lives = (await call(local, 'GET', '/session', { token })).status === 200;
    return [answer.status, answer.error?.errorCode ?? null, lives];
  };
  const refused = [403, 'CSRF_CHECK_FAILED', true];

  it.each([
    [
      'an <img> on a page of the same origin',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    ],
    [
      'a link opened from another program',
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
    ],
    ['a frame of the same origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['no word on the origin', {}],
    [
      'a prefetch of the own page',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' },
    ],
  ])('%s: refused, nothing closed', async (_, headers) => {
    expect(await ask(headers)).toEqual(refused);
    expect(await ask(headers, '/close-all')).toEqual(refused);
  });

  it('session 22: HEAD closes nothing, with the cookie or without', async () => {
    const head = await call(local, 'HEAD', '/close-all/user', { token });
    expect([head.status, await ask({ 'sec-fetch-site': 'cross-site' })]).toEqual([405, refused]);
  });

  it('session 33: a state-changing GET with the cookie is done as a fetch of the own page', async () => {
    expect(await ask({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toEqual([200, null, false]);
  });
});

it('lets a page of a sibling subdomain use the cookie unless its tenant says otherwise or is STRICT', async () => {
  const local = await startDirectory();
  const admin = await signInAdmin(local);
  await createActiveUser(local, admin, { username: 'ayse' });
  const sibling = { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty', origin: 'https://sibling.example.org' };
  const token = await signIn(local, 'ayse', USER_PASSWORD);
  const close = async () => {
    const headers = { cookie: `svc-session=${token}`, ...sibling };
    return (await call(local, 'POST', '/close/user', { headers, raw: 'x'.repeat(43) })).error?.errorCode;
  };
  expect(await close()).toBe('SESSION_NOT_FOUND');
  local.settings.set('session.same-site-origin', false, 'default');
  expect(await close()).toBe('CSRF_CHECK_FAILED');
  local.settings.set('session.same-site-origin', true, 'default');
  expect(await close()).toBe('SESSION_NOT_FOUND');
  local.settings.set('auth.security-profile', 'STRICT', 'default');
  expect(await close()).toBe('CSRF_CHECK_FAILED');
  await local.stop();
});

it('session 28: of 1,000 unknown tokens from one address 900 are limited, and valid users of it and elsewhere are served', async () => {
  const token = await enter();
  const unknown = (index: number) => `svc_${String(index).padStart(43, 'z')}`;
  const attack = (index: number) =>
    call(server, 'GET', '/session', { token: unknown(index), headers: { 'x-forwarded-for': ATTACKER } });
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 20; batch++) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => attack(batch * 50 + index)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(await alive(token)).toBe(true);
  }
  // Those that were asked before the first answer came are not limited yet.
  expect(statuses.get(401)).toBeLessThanOrEqual(150);
  expect((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0)).toBe(1_000);
  const limited = await attack(1_000);
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const elsewhere = await call(server, 'GET', '/session', {
    token: unknown(1),
    headers: { 'x-forwarded-for': '198.51.100.2' },
  });
  expect(elsewhere.status).toBe(401);
  expect((await call(server, 'GET', '/session', { token, headers: { 'x-forwarded-for': ATTACKER } })).status).toBe(200);
});

describe('each event is written once, with who, from where and why:', () => {
  interface Row {
    readonly kind: string;
    readonly actor: string;
    readonly ip: string | null;
    readonly subject: string | null;
    readonly tenant: string;
    readonly detail: Readonly<Record<string, unknown>>;
  }
  const events = (kind: string, actor: string) =>
    query<Row>(
      server,
      `SELECT kind, actor, ip_address AS ip, subject, tenant_identifier AS tenant, detail FROM log_recorded_event
       WHERE kind = $1 AND actor = $2 ORDER BY recorded_at, id`,
      [kind, actor],
    );
  const from = { 'x-forwarded-for': ADDRESS };
  const enterFrom = async (username: string, extra: Record<string, string> = {}) => {
    const body = { username, password: USER_PASSWORD };
    const answer = await call<{ token: string }>(server, 'POST', '/auth/login', {
      body,
      headers: { ...from, ...extra },
    });
    return answer.body.token;
  };
  const told = async (kind: string, actor: string) =>
    (await eventually(
      () => events(kind, actor),
      (rows) => rows.length > 0,
    )) ?? [];

  it('session.begun and session.closed', async () => {
    const token = await enterFrom('bora');
    await call(server, 'GET', '/auth/logout', { token, headers: from });
    const who = { actor: 'bora', ip: ADDRESS, tenant: 'default' };
    expect(await events('session.begun', 'bora')).toMatchObject([
      { ...who, detail: { username: 'bora', methods: ['PASSWORD'] } },
    ]);
    expect(await events('session.closed', 'bora')).toMatchObject([
      { ...who, detail: { username: 'bora', reason: 'LOGOUT' } },
    ]);
  });

  it('session.access-denied, by authority', async () => {
    const token = await enterFrom('bora');
    expect((await call(server, 'POST', '/page', { token, body: {}, headers: from })).status).toBe(403);
    expect(await told('session.access-denied', 'bora')).toMatchObject([
      { ip: ADDRESS, tenant: 'default', detail: { reason: 'AUTHORITY_MISSING', operation: 'queryPage', count: 1 } },
    ]);
  });

  it('session.origin-refused, told of the session whose cookie it was', async () => {
    const token = await enterFrom('cem');
    // The proxy speaks HTTPS for its clients, so the cookie is the secure one.
    const cookie = { cookie: `__Host-svc-session=${token}`, 'x-forwarded-proto': 'https', ...from };
    const answer = await call(server, 'GET', '/close-all/user', {
      headers: { ...cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.error?.errorCode).toBe('CSRF_CHECK_FAILED');
    const [event] = await told('session.origin-refused', 'cem');
    expect(event).toMatchObject({
      ip: ADDRESS,
      detail: { reason: 'ORIGIN_NOT_PROVEN', operation: 'closeAllByUser', count: 1 },
    });
    expect(JSON.stringify(event)).not.toContain(token);
  });

  it('session.binding-mismatched', async () => {
    server.settings.set('session.binding', 'USER_AGENT', 'default');
    const token = await enterFrom('deniz', { 'user-agent': firefox });
    server.settings.set('session.binding', 'NONE', 'default');
    const ask = (agent: string) =>
      call(server, 'GET', '/session', { token, headers: { ...from, 'user-agent': agent } });
    const foreign = await ask('curl/8.0');
    expect([foreign.status, foreign.error?.errorCode]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect((await ask(firefox)).status).toBe(200);
    expect(await told('session.binding-mismatched', 'deniz')).toMatchObject([
      { ip: ADDRESS, tenant: 'default', detail: { reason: 'USER_AGENT', count: 1 } },
    ]);
  });

  it('session.limit-reached', async () => {
    server.settings.set('session.max-per-user', 1, 'default');
    const before = await enterFrom('deniz');
    await enterFrom('deniz');
    server.settings.set('session.max-per-user', 10, 'default');
    expect(await alive(before)).toBe(false);
    const rows = await told('session.limit-reached', 'deniz');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ ip: ADDRESS, tenant: 'default' });
  });

  it('session.all-closed', async () => {
    const path = '/close-all?exceptCurrent=true';
    expect((await call(server, 'GET', path, { token: adminToken, headers: from })).status).toBe(200);
    expect(await events('session.all-closed', 'admin')).toMatchObject([
      { ip: ADDRESS, tenant: 'default', detail: { scope: 'TENANT', includeSystem: false } },
    ]);
  });

  it('session.expired', async () => {
    const token = await enterFrom('cem');
    expect(await alive(token)).toBe(true);
    server.clock.advance(40 * 60_000);
    const { database, clock, events: recorder } = server.kernel;
    await createExpiry({ database, clock, events: recorder }).sweep();
    const rows = (await events('session.expired', 'system')).filter(({ detail }) => detail.username === 'cem');
    expect(rows).toMatchObject([{ tenant: 'default', detail: { reason: 'IDLE', username: 'cem' } }]);
    adminToken = await signInAdmin(server);
  });

  it('name identifiers only, never a token', async () => {
    const rows = await query<{ text: string }>(server, 'SELECT e::text AS text FROM log_recorded_event e');
    expect(rows.filter(({ text }) => /svc_[A-Za-z0-9_-]{43}/.test(text))).toEqual([]);
  });
});

describe('POST /session/validate', () => {
  interface Validation {
    readonly valid: boolean;
    readonly reason: string | null;
    readonly session: {
      readonly session: { readonly username: string; readonly attributeMap: Record<string, unknown> };
    } | null;
  }
  let keys = 0;
  const keyWith = async (authorityList: readonly string[]) => {
    keys++;
    const body = { name: `gateway-${keys}`, authorityList };
    return (await call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token: adminToken, body })).body.key ?? '';
  };
  const ask = (token: string, body: object) =>
    call<readonly Validation[]>(server, 'POST', '/session/validate', { token, body });
  const verdicts = ({ body }: { readonly body: readonly Validation[] }) =>
    body.map(({ valid, reason }) => [valid, reason]);

  it('tells of each token in order what it is worth, with the session of a live one', async () => {
    const key = await keyWith(['SESSION_VALIDATE', 'TENANT_ALL']);
    const [live, over] = [await enter(), await enter()];
    await call(server, 'GET', '/auth/logout', { token: over });
    const answer = await ask(key, { tokenList: [over, live, `svc_${'u'.repeat(43)}`, 'nonsense', key, live] });
    expect([answer.status, verdicts(answer)]).toEqual([
      200,
      [
        [false, 'LOGOUT'],
        [true, null],
        [false, 'UNKNOWN'],
        [false, 'UNKNOWN'],
        [true, null],
        [true, null],
      ],
    ]);
    expect(answer.body.map(({ session }) => session?.session.username ?? null)).toEqual([
      null,
      'ayse',
      null,
      null,
      expect.stringMatching(/^service:gateway/),
      'ayse',
    ]);
    expect(answer.body[1]?.session?.session.attributeMap).toMatchObject({ current: false, status: 'OPEN' });
    expect(answer.body[4]?.session?.session.attributeMap).toMatchObject({ current: true });
  });

  it('counts as a use only with touch', async () => {
    const key = await keyWith(['SESSION_VALIDATE']);
    const token = await enter();
    const left = async () =>
      (await call<{ remainingSeconds: number }>(server, 'GET', '/session/expiry', { token })).body.remainingSeconds;
    await alive(token);
    server.clock.advance(300_000);
    await ask(key, { tokenList: [token] });
    expect(await left()).toBe(1_500);
    await ask(key, { tokenList: [token], touch: true });
    expect(await left()).toBe(1_800);
    adminToken = await signInAdmin(server);
  });

  it('session 1: a token of another tenant is unknown to /session/validate without TENANT_ALL, live or dead, and not kept alive', async () => {
    const tenant = await call(server, 'POST', '/tenants', {
      token: adminToken,
      body: { identifier: 'faraway', name: 'Far away' },
    });
    expect(tenant.status, tenant.text).toBe(200);
    await createActiveUser(server, adminToken, { username: 'elif', tenantIdentifier: 'faraway' });
    const enterThere = async () => {
      const body = { username: 'elif', password: USER_PASSWORD, tenantIdentifier: 'faraway' };
      return (await call<{ token: string }>(server, 'POST', '/auth/login', { body })).body.token;
    };
    const [live, over] = [await enterThere(), await enterThere()];
    await call(server, 'GET', '/auth/logout', { token: over });
    const unknown = [false, 'UNKNOWN'];
    expect(verdicts(await ask(await keyWith(['SESSION_VALIDATE']), { tokenList: [live, over], touch: true }))).toEqual([
      unknown,
      unknown,
    ]);
    const everywhere = await ask(await keyWith(['SESSION_VALIDATE', 'TENANT_ALL']), { tokenList: [live, over] });
    expect(verdicts(everywhere)).toEqual([
      [true, null],
      [false, 'LOGOUT'],
    ]);
  });

  it('unknown tokens count against no address, and 0 or 101 tokens are refused', async () => {
    const key = await keyWith(['SESSION_VALIDATE']);
    for (let round = 0; round < 3; round++) {
      const tokenList = Array.from(
        { length: 100 },
        (_, index) => `svc_${String(round * 100 + index).padStart(43, 'w')}`,
      );
      expect((await ask(key, { tokenList })).body.every(({ reason }) => reason === 'UNKNOWN')).toBe(true);
    }
    for (const tokenList of [[], Array.from({ length: 101 }, () => 'x')]) {
      expect((await ask(key, { tokenList })).error?.errorCode).toBe('VALIDATION_FAILED');
    }
    expect((await call(server, 'GET', '/session', { token: `svc_${'v'.repeat(43)}` })).status).toBe(401);
  });

  it('needs SESSION_VALIDATE', async () => {
    expect((await ask(await enter(), { tokenList: ['x'] })).status).toBe(403);
  });

  it('its tokens stand in no log line, valid or refused', async () => {
    const key = await keyWith(['SESSION_VALIDATE']);
    const token = await enter();
    await ask(key, { tokenList: [token] });
    await ask(key, { tokenList: [token, 5], unknown: token });
    expect(server.logLines.filter((line) => line.includes(token))).toEqual([]);
  });
});

it('session 29: an API key is live for other modules until it is revoked, and its end is reported once', async () => {
  const { session } = server.apis;
  const body = { name: 'short', authorityList: ['SESSION_VIEW'] };
  const created = (await call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token: adminToken, body })).body;
  const key = created.key ?? '';
  expect(await session.validate(key)).toMatchObject({ live: true, caller: { kind: 'api-key' } });
  const ends: string[] = [];
  session.onEnd(identifierOf(key), () => ends.push('key'));
  const stopWaiting = session.onEnd(identifierOf(key), () => ends.push('nobody waits'));
  stopWaiting();
  session.onEnd('x'.repeat(43), () => ends.push('unknown'));
  await eventually(
    async () => ends.length,
    (count) => count === 1,
  );
  expect(ends).toEqual(['unknown']);
  await call(server, 'DELETE', `/api-keys/by-uuid/${created.uuid}`, { token: adminToken });
  await eventually(
    async () => ends.length,
    (count) => count === 2,
  );
  expect([ends, await session.validate(key)]).toEqual([['unknown', 'key'], { live: false, reason: 'UNKNOWN' }]);
});
