// Proves who is let in and who is not: credentials, carriers, origins, authorities, freshness.
import { authority, fresh, ownOr, personAccess, publicAccess, sessionAccess } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  apiKeyOf,
  callerOf,
  op,
  send,
  startTestHttp,
  type TestHttp,
  tokenOf,
} from '../http-server.fixture.ts';
import type { AnyHandler } from '../pipeline.ts';
import type { Credential, Rejection } from './guard.ts';

let http: TestHttp;
let seen: Credential[] = [];
let refusals: string[] = [];
let calls = 0;
let lastCaller: string | null = null;
let lastCarrier = '';
let lastToken: string | null = null;

const callers = {
  [tokenOf('a')]: callerOf({ authorityList: ['SESSION_VIEW'] }),
  [tokenOf('b')]: callerOf({ username: 'bert' }),
  [apiKeyOf('k')]: callerOf({ username: 'service:key', kind: 'api-key', authorityList: ['SESSION_CLOSE'] }),
};
const rejections: Readonly<Record<string, Rejection>> = {
  [tokenOf('e')]: { reject: 'SESSION_EXPIRED', reason: 'IDLE' },
  [tokenOf('r')]: { reject: 'RATE_LIMITED', retryAfterSeconds: 7 },
  [tokenOf('u')]: { reject: 'SERVICE_UNAVAILABLE' },
};

beforeAll(async () => {
  const paths = {
    pub: op({ path: '/public', access: publicAccess }),
    session: op({ path: '/session' }),
    person: op({ path: '/person', access: personAccess }),
    viewer: op({ path: '/viewer', access: authority('SESSION_CLOSE', 'SESSION_VIEW') }),
    own: op({ path: '/own', access: ownOr('SESSION_CLOSE') }),
    fresh: op({ path: '/fresh', access: fresh(sessionAccess) }),
    write: op({ path: '/write', method: 'POST', effect: 'write' }),
    publicWrite: op({ path: '/public-write', method: 'POST', effect: 'write', access: publicAccess }),
    closeAll: op({ path: '/close-all', effect: 'write' }),
    logout: op({ path: '/auth/logout', effect: 'write', access: publicAccess, reply: { kind: 'redirect-or-void' } }),
  };
  const handler: AnyHandler = async ({ act: { caller, context } }) => {
    calls += 1;
    lastCaller = caller?.username ?? null;
    lastCarrier = context.carrier;
    lastToken = context.token;
    return { location: null, headers: {}, cookies: [] };
  };
  http = await startTestHttp({
    env: { KEELSON_PUBLIC_URL: 'https://app.example.org/suite', KEELSON_ALLOWED_ORIGINS: 'https://friend.example.net' },
    operations: paths,
    handlers: Object.fromEntries(Object.keys(paths).map((key) => [key, handler])),
    onRefused: ({ kind, caller }) => refusals.push(`${kind} ${caller?.username ?? '-'}`),
    authenticate(credential) {
      seen.push(credential);
      const caller = callers[credential.token];
      const answer =
        caller === undefined
          ? (rejections[credential.token] ?? { reject: 'AUTHENTICATION_REQUIRED' as const })
          : { caller, headers: { 'x-svc-seen': 'yes' } };
      // Person b is not in the cache: her answer takes a promise.
      return credential.token === tokenOf('b') ? Promise.resolve(answer) : answer;
    },
  });
});
beforeEach(() => {
  seen = [];
  refusals = [];
  calls = 0;
});
afterAll(() => http.stop());

const get = (path: string, headers: Record<string, string>): Promise<Answer> => send(http.url + path, { headers });
const bearer = (letter: string) => ({ authorization: `Bearer ${tokenOf(letter)}` });
const cookie = (letter: string) => ({ cookie: `other=1; svc-session=${tokenOf(letter)}` });
const code = ({ status, json }: Answer) => `${status} ${json.errorDetail?.errorCode ?? ''}`.trim();

describe('credentials', () => {
  it('a bearer token, an API key in its header and as a bearer, and a cookie are distinguished', async () => {
    await get('/session', bearer('a'));
    expect([lastCaller, lastCarrier, lastToken]).toEqual(['anna', 'bearer', tokenOf('a')]);
    await get('/session', { 'x-api-key': apiKeyOf('k') });
    expect([lastCaller, lastCarrier, lastToken]).toEqual(['service:key', 'api-key', null]);
    await get('/session', { authorization: `bearer ${apiKeyOf('k')}` });
    expect([lastCaller, lastCarrier, lastToken]).toEqual(['service:key', 'bearer', null]);
    await get('/session', cookie('a'));
    expect([lastCaller, lastCarrier]).toEqual(['anna', 'cookie']);
    expect(seen.map(({ kind }) => kind)).toEqual(['session', 'api-key', 'api-key', 'session']);
  });
  it('an authenticator that needs a promise is waited for', async () => {
    expect(code(await get('/session', bearer('b')))).toBe('200');
    expect(lastCaller).toBe('bert');
  });
  it('the header wins over the key and both over the cookie, also when they are worth nothing', async () => {
    await get('/session', { ...bearer('a'), 'x-api-key': apiKeyOf('k'), ...cookie('b') });
    expect(lastCaller).toBe('anna');
    await get('/session', { 'x-api-key': apiKeyOf('k'), ...cookie('b') });
    expect(lastCaller).toBe('service:key');
    expect(code(await get('/session', { authorization: 'Basic YTpi', ...cookie('a') }))).toBe(
      '401 AUTHENTICATION_REQUIRED',
    );
    expect(code(await get('/session', { 'x-api-key': 'nonsense', ...cookie('a') }))).toBe(
      '401 AUTHENTICATION_REQUIRED',
    );
  });
  it.each([
    ['a session token in X-API-Key', { 'x-api-key': tokenOf('a') }],
    ['one character less', { authorization: `Bearer ${tokenOf('a').slice(0, -1)}` }],
    ['one character more', { authorization: `Bearer ${tokenOf('a')}a` }],
    ['another prefix', { authorization: `Bearer SVC_${'a'.repeat(43)}` }],
    ['a character outside base64url', { authorization: `Bearer svc_${'a'.repeat(42)}+` }],
    ['two spaces', { authorization: `Bearer  ${tokenOf('a')}` }],
    ['an API key in the cookie', { cookie: `svc-session=${apiKeyOf('k')}` }],
    ['nothing', {}],
  ])('%s is refused without asking the authenticator', async (_what, headers) => {
    expect(code(await get('/session', headers))).toBe('401 AUTHENTICATION_REQUIRED');
    expect(seen).toEqual([]);
  });
  it('the plain cookie counts on loopback names only, the __Host- one everywhere', async () => {
    expect(code(await get('/session', { ...cookie('a'), host: 'app.example.org' }))).toBe(
      '401 AUTHENTICATION_REQUIRED',
    );
    const secure = { cookie: `__Host-svc-session=${tokenOf('a')}`, host: 'app.example.org' };
    expect(code(await get('/session', secure))).toBe('200');
  });
  it('what the authenticator adds goes into the answer', async () => {
    expect((await get('/session', bearer('a'))).headers['x-svc-seen']).toBe('yes');
  });
});

describe('what is not taken', () => {
  it('a dead session is 401 with its reason, a throttled one 429, a lost database 503 and never 401', async () => {
    const expired = await get('/session', bearer('e'));
    expect([code(expired), expired.json.errorDetail.errorArguments]).toEqual([
      '401 SESSION_EXPIRED',
      [{ reason: 'IDLE' }],
    ]);
    const limited = await get('/session', bearer('r'));
    expect([code(limited), limited.headers['retry-after']]).toEqual(['429 RATE_LIMITED', '7']);
    expect(code(await get('/session', bearer('u')))).toBe('503 SERVICE_UNAVAILABLE');
    expect(calls).toBe(0);
  });
  it('on a public operation a dead credential of any kind counts as none, a lost database does not', async () => {
    for (const headers of [{}, bearer('e'), bearer('x'), bearer('r'), cookie('e'), { authorization: 'Basic x' }]) {
      lastCaller = 'unset';
      expect(code(await get('/public', headers))).toBe('200');
      expect([lastCaller, lastCarrier]).toEqual([null, 'none']);
    }
    await get('/public', bearer('a'));
    expect(lastCaller).toBe('anna');
    expect(code(await get('/public', bearer('u')))).toBe('503 SERVICE_UNAVAILABLE');
  });
});

describe('access', () => {
  it('one of the authorities suffices, none is 403 and heard of', async () => {
    expect(code(await get('/viewer', bearer('a')))).toBe('200');
    expect(code(await get('/viewer', bearer('b')))).toBe('403 ACCESS_DENIED');
    expect(refusals).toEqual(['access-denied bert']);
  });
  it('a refusal names the authorities of which one is missing, in the answer and in the log', async () => {
    const { json } = await get('/viewer', bearer('b'));
    expect(json.errorDetail.errorArguments).toEqual([{ authority: 'SESSION_CLOSE' }, { authority: 'SESSION_VIEW' }]);
    expect(json.errorDetail.errorDetail).toBe('The operation needs an authority that the caller does not hold.');
    const refused = http.logs.find(({ code }) => code === 'ACCESS_DENIED');
    expect(refused).toMatchObject({ missing: ['SESSION_CLOSE', 'SESSION_VIEW'] });
  });
  it('an operation for persons refuses API keys', async () => {
    expect(code(await get('/person', bearer('b')))).toBe('200');
    expect(code(await get('/person', { 'x-api-key': apiKeyOf('k') }))).toBe('403 ACCESS_DENIED');
  });
  it('own-or-authority lets everybody live through: whose it is decides the service', async () => {
    expect(code(await get('/own', bearer('b')))).toBe('200');
  });
  it('freshness counts from the last secret, to the millisecond; API keys are exempt', async () => {
    callers[tokenOf('f')] = callerOf({ authenticatedAt: http.clock.now() });
    http.clock.advance(60_000);
    expect(code(await get('/fresh', bearer('f')))).toBe('200');
    http.clock.advance(1);
    expect(code(await get('/fresh', bearer('f')))).toBe('403 REAUTHENTICATION_REQUIRED');
    expect(code(await get('/fresh', { 'x-api-key': apiKeyOf('k') }))).toBe('200');
  });
});

describe('origin of what a cookie carries', () => {
  const write = (headers: Record<string, string>, path = '/write') =>
    send(http.url + path, { method: 'POST', headers: { ...cookie('a'), ...headers } });

  it.each([
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.org' }],
    ['the public origin', { origin: 'https://app.example.org' }],
    ['an allowed origin from another site', { origin: 'https://friend.example.net', 'sec-fetch-site': 'cross-site' }],
    ['the own host', { origin: 'http://localhost:4711', host: 'localhost:4711' }],
  ])('%s proves it', async (_what, headers) => {
    expect(code(await write(headers))).toBe('200');
  });
  it.each([
    ['nothing', {}],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['cross-site without an allowed origin', { 'sec-fetch-site': 'cross-site' }],
    ['an origin that only begins like ours', { origin: 'https://app.example.org.evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['the own host under another scheme', { origin: 'https://localhost:4711', host: 'localhost:4711' }],
    ['the own host under another port', { origin: 'http://localhost:4712', host: 'localhost:4711' }],
  ])('%s does not: 403, nothing done, heard of', async (_what, headers) => {
    expect(code(await write(headers))).toBe('403 CSRF_CHECK_FAILED');
    expect([calls, refusals]).toEqual([0, ['origin-refused -']]);
  });
  it('holds on public operations as long as a cookie is there', async () => {
    expect(code(await write({}, '/public-write'))).toBe('403 CSRF_CHECK_FAILED');
    expect(code(await send(`${http.url}/public-write`, { method: 'POST' }))).toBe('200');
  });
  it('does not hold for headers, which no foreign page can set, and for reads', async () => {
    expect(code(await send(`${http.url}/write`, { method: 'POST', headers: bearer('a') }))).toBe('200');
    expect(code(await get('/session', { ...cookie('a'), origin: 'https://evil.example' }))).toBe('200');
  });
  it('a GET that changes something must moreover be a script call; only sign-out may be a page', async () => {
    const same = { ...cookie('a'), 'sec-fetch-site': 'same-origin' };
    expect(code(await get('/close-all', { ...same, 'sec-fetch-dest': 'empty' }))).toBe('200');
    expect(code(await get('/close-all', same))).toBe('200');
    for (const destination of ['image', 'document', 'iframe', 'script']) {
      expect(code(await get('/close-all', { ...same, 'sec-fetch-dest': destination }))).toBe('403 CSRF_CHECK_FAILED');
    }
    expect(code(await get('/auth/logout', { ...same, 'sec-fetch-dest': 'document' }))).toBe('200');
    expect(code(await get('/auth/logout', { ...same, 'sec-fetch-dest': 'image' }))).toBe('403 CSRF_CHECK_FAILED');
  });
});
