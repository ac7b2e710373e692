// Proves what clients see of sessions: the own one, lists, closing, expiry and freshness.
import type { SvcSecuritySession } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_PASSWORD,
  call,
  createActiveUser,
  createTenant,
  login,
  query,
  startDirectory,
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createSessionPeople, type SessionPage } from './session-people.fixture.ts';

const SLACK_MS = 65_000;

let server: TestServer;
const people = createSessionPeople(() => server);
const { enter, get, identifierOf, newUser } = people;

beforeAll(async () => {
  server = await startDirectory();
  await people.signInAdmin();
});
afterAll(() => server.stop());

const close = (token: string, body: unknown) => call(server, 'POST', '/close', { token, body });
const page = (token: string, body: unknown = {}) => call<SessionPage>(server, 'POST', '/page/user', { token, body });
const count = async (token: string) => (await call<number>(server, 'GET', '/count/by-current-user', { token })).body;
const exist = async (token: string, body: unknown) => call<boolean>(server, 'POST', '/exist', { token, body });

describe('GET /session', () => {
  it('session 26: GET /session has the fields of the interface and no other', async () => {
    const token = await enter(await newUser());
    const { body, headers } = await get(token);
    expect(Object.keys(body).sort()).toEqual(['authorities', 'session']);
    expect(Object.keys(body.session).sort()).toEqual([
      'attributeMap',
      'createdDate',
      'identifier',
      'locale',
      'system',
      'tenantIdentifier',
      'username',
    ]);
    expect(Object.keys(body.session.locale)).toHaveLength(14);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(headers.get('x-svc-session-expiry') ?? '')).toBe(server.clock.now() + 30 * MINUTE_MS);
    expect(body.session.attributeMap).toMatchObject({ current: true, status: 'OPEN', assuranceLevel: 'AAL1' });
    expect(body.authorities.map(({ role }) => role)).toContain('ROLE_USER');
  });

  it('session 26: GET /session fills the locale, with display names in the language of the answer', async () => {
    const signedIn = await login(server, 'admin', ADMIN_PASSWORD, { body: { locale: 'tr-TR' } });
    const inLanguage = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await call<SvcSecuritySession>(server, 'GET', '/session', { token: signedIn.body.token, headers });
      return answer.body.session.locale;
    };
    const codes = { language: 'tr', country: 'TR', iso3Language: 'tur', iso3Country: 'TUR', script: '', variant: '' };
    expect(await inLanguage('en')).toMatchObject({ ...codes, displayLanguage: 'Turkish', displayCountry: 'Türkiye' });
    expect(await inLanguage('tr')).toMatchObject({ ...codes, displayLanguage: 'Türkçe', displayCountry: 'Türkiye' });
  });

  it('session 3: an identifier as bearer is 401, and so is everything of another shape', async () => {
    const token = await enter(await newUser());
    for (const presented of [await identifierOf(token), `${token}x`, token.slice(0, -1), 'svc_', 'Basic x']) {
      expect((await get(presented)).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
    }
  });
});

describe('the idle time', () => {
  it('session 4: a session is alive a second before its idle timeout, and gone after timeout and slack, with the reason', async () => {
    const token = await enter(await newUser());
    server.clock.advance(30 * MINUTE_MS - 1_000);
    expect((await get(token)).status).toBe(200);
    server.clock.advance(30 * MINUTE_MS + SLACK_MS);
    const gone = await get(token);
    expect(gone.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'IDLE' }] });
  });

  it('session 4: a request extends a session, and asking whether it exists and listing do not', async () => {
    const token = await enter(await newUser());
    const identifier = await identifierOf(token);
    for (let step = 0; step < 3; step++) {
      server.clock.advance(20 * MINUTE_MS);
      expect((await get(token)).status).toBe(200);
    }
    for (let step = 0; step < 3; step++) {
      server.clock.advance(9 * MINUTE_MS);
      expect((await exist(token, identifier)).body).toBe(true);
      expect((await page(token)).status).toBe(200);
    }
    server.clock.advance(3 * MINUTE_MS + SLACK_MS);
    expect((await get(token)).status).toBe(401);
  });
});

it('session 5: activity never extends a session past its absolute end', async () => {
  const token = await enter(await newUser());
  for (let step = 0; step < 35; step++) {
    server.clock.advance(20 * MINUTE_MS);
    expect((await get(token)).status).toBe(200);
  }
  server.clock.advance(20 * MINUTE_MS);
  expect((await get(token)).error?.errorArguments).toEqual([{ reason: 'ABSOLUTE' }]);
});

describe('POST /close', () => {
  it('session 16: raw, JSON-string and text/plain bodies close, and an empty one is 400', async () => {
    const username = await newUser();
    const token = await enter(username);
    const bodies = [
      (identifier: string) => ({ raw: JSON.stringify(identifier) }),
      (identifier: string) => ({ raw: identifier }),
      (identifier: string) => ({ raw: identifier, headers: { 'content-type': 'text/plain' } }),
    ];
    for (const bodyOf of bodies) {
      const other = await enter(username);
      const identifier = await identifierOf(other);
      expect((await call(server, 'POST', '/exist', { token, ...bodyOf(identifier) })).body).toBe(true);
      expect((await call(server, 'POST', '/close', { token, ...bodyOf(identifier) })).status).toBe(200);
      expect((await get(other)).error?.errorArguments).toEqual([{ reason: 'USER' }]);
    }
    expect((await call(server, 'POST', '/close', { token, raw: '' })).status).toBe(400);
    expect((await call(server, 'POST', '/exist', { token, raw: '' })).status).toBe(400);
  });

  it('session 20: closing the current session clears the cookie, and the next call is 401 with the reason', async () => {
    const username = await newUser();
    const signedIn = await login(server, username, USER_PASSWORD, {
      body: { tokenDelivery: 'COOKIE' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await call(server, 'POST', '/close', { body: signedIn.body.sessionIdentifier, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBe('svc-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    const next = await call(server, 'GET', '/session', { headers });
    expect(next.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'LOGOUT' }] });
  });

  it("answers a repeated close with 200, and an unknown, a foreign and another tenant's session with one 404", async () => {
    const username = await newUser();
    const [token, other] = [await enter(username), await enter(username)];
    const closed = await identifierOf(other);
    expect([(await close(token, closed)).status, (await close(token, closed)).status]).toEqual([200, 200]);
    const foreign = await identifierOf(await enter(await newUser()));
    for (const identifier of [foreign, 'x'.repeat(43), "'; DROP TABLE session_entry --"]) {
      expect((await close(token, identifier)).error?.errorCode).toBe('SESSION_NOT_FOUND');
    }
    expect((await exist(token, foreign)).body).toBe(false);
    expect((await exist(people.adminToken, foreign)).body).toBe(true);
    expect((await close(people.adminToken, foreign)).status).toBe(200);
  });

  it('session 3: a token where an identifier belongs is 400 and not echoed', async () => {
    const token = await enter(await newUser());
    for (const path of ['/close', '/exist']) {
      const answer = await call(server, 'POST', path, { token, body: token });
      expect(answer.error?.errorArguments).toMatchObject([{ code: 'IDENTIFIER_IS_TOKEN' }]);
      expect(answer.text).not.toContain(token);
    }
    const listed = await page(token, { identifier: token, identifierList: [token] });
    expect(listed.error?.errorArguments).toMatchObject([
      { field: 'identifier', code: 'IDENTIFIER_IS_TOKEN' },
      { field: 'identifierList[0]', code: 'IDENTIFIER_IS_TOKEN' },
    ]);
    expect(listed.text).not.toContain(token);
  });

  it('session 21: a stale session closes itself and no other', async () => {
    const username = await newUser();
    const [token, other] = [await enter(username), await enter(username)];
    const identifier = await identifierOf(other);
    server.clock.advance(29 * MINUTE_MS);
    expect([(await get(token)).status, (await get(other)).status]).toEqual([200, 200]);
    server.clock.advance(2 * MINUTE_MS);
    expect((await close(token, identifier)).error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    const all = await call(server, 'GET', '/close-all/user', { token });
    expect(all.error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    expect((await get(other)).status).toBe(200);
    expect((await close(await enter(username), identifier)).status).toBe(200);
    expect((await close(token, await identifierOf(token))).status).toBe(200);
  });
});

describe('GET /close-all/user', () => {
  it('closes every session of the user and no other, and spares the current one with exceptCurrent', async () => {
    const username = await newUser();
    const bystander = await enter(await newUser());
    const [token, second, third] = [await enter(username), await enter(username), await enter(username)];
    expect((await call(server, 'GET', '/close-all/user?exceptCurrent=true', { token })).status).toBe(200);
    expect([(await get(token)).status, (await get(second)).status, (await get(third)).status]).toEqual([200, 401, 401]);
    expect((await call(server, 'GET', '/close-all/user', { token })).status).toBe(200);
    expect((await get(token)).error?.errorArguments).toEqual([{ reason: 'USER' }]);
    expect((await get(bystander)).status).toBe(200);
  });

  it('session 22: a GET that closes, with the cookie from elsewhere, as HEAD or as prefetch, closes nothing', async () => {
    const token = await enter(await newUser());
    const cookie = `svc-session=${token}`;
    const refused: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    ];
    for (const headers of refused) {
      const answer = await call(server, 'GET', '/close-all/user', { headers: { cookie, ...headers } });
      expect([answer.status, answer.error?.errorCode]).toEqual([403, 'CSRF_CHECK_FAILED']);
    }
    expect((await call(server, 'HEAD', '/close-all/user', { headers: { cookie } })).status).toBe(405);
    expect((await get(token)).status).toBe(200);
  });
});

it('session 23: the count equals the total of the page at every step of a random sequence', async () => {
  const username = await newUser();
  const token = await enter(username);
  const others: string[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let step = 0; step < 15; step++) {
    if (others.length === 0 || random(3) > 0) others.push(await identifierOf(await enter(username)));
    else await close(token, others.splice(random(others.length), 1)[0]);
    const expected = others.length + 1;
    expect([await count(token), (await page(token)).body.totalElements]).toEqual([expected, expected]);
  }
});

describe('the pages of own sessions', () => {
  let token: string;
  let username: string;

  beforeAll(async () => {
    username = await newUser();
    token = await enter(username);
    for (const userAgent of ['100%_sure/1.0', 'plain/1.0']) {
      await login(server, username, USER_PASSWORD, { headers: { 'user-agent': userAgent } });
      server.clock.advance(1_000);
    }
    const ended = await enter(username);
    await close(token, await identifierOf(ended));
  });

  it('session 25: a page past the end is empty with the exact total, and sizes 0 and 201 and an unknown sort are 400', async () => {
    const past = await page(token, { pageable: { pageNumber: 9, pageSize: 2 } });
    expect(past.body).toMatchObject({ data: [], totalElements: 3, totalPages: 2 });
    for (const pageSize of [0, 201]) expect((await page(token, { pageable: { pageSize } })).status).toBe(400);
    const sorted = await page(token, { pageable: { sort: { properties: ['password'] } } });
    expect(sorted.error?.errorArguments).toMatchObject([{ code: 'SORT_PROPERTY_UNKNOWN' }]);
  });

  it('they take wildcards literally and find nothing by injection strings', async () => {
    const total = async (userAgentLike: string) => (await page(token, { userAgentLike })).body.totalElements;
    expect([await total('%_SURE'), await total('%'), await total('_'), await total("'; --")]).toEqual([1, 1, 1, 0]);
  });

  it.each([
    ['127.0.0.1', 3],
    ['127.0.0.0/8', 3],
    ['10.0.0.0/8', 0],
    ['::1', 0],
    ['::ffff:127.0.0.1', 3],
    ['2001:db8::/32', 0],
  ])('session 25: the address or range %s matches %i sessions', async (ipAddress, total) => {
    expect((await page(token, { ipAddress })).body.totalElements).toBe(total);
  });

  it.each(['127.1', '300.0.0.1', '10.0.0.0/33', 'localhost', '1.2.3.4/8/8'])(
    'session 25: the text %s is no address',
    async (ipAddress) => {
      expect((await page(token, { ipAddress })).error?.errorArguments).toMatchObject([{ field: 'ipAddress' }]);
    },
  );

  it('session 25: closed sessions are listed with reason, date and who, and a range upside down is 400', async () => {
    const { body } = await page(token, { statusList: ['CLOSED'] });
    expect(body.data.map(({ attributeMap }) => attributeMap)).toMatchObject([
      { status: 'CLOSED', closeReason: 'USER', closedBy: username, current: false },
    ]);
    const all = { statusList: ['OPEN', 'CLOSED', 'EXPIRED'] };
    expect((await page(token, all)).body.totalElements).toBe(4);
    expect((await page(token, { ...all, closeReasonList: ['USER'] })).body.totalElements).toBe(1);
    const upsideDown = { createdDateFrom: '2026-02-01T00:00:00Z', createdDateTo: '2026-01-01T00:00:00Z' };
    expect((await page(token, upsideDown)).error?.errorArguments).toMatchObject([{ code: 'RANGE_INVALID' }]);
  });

  it('they are filtered by dates, authority, attributes and level', async () => {
    const total = async (filter: object) => (await page(token, filter)).body.totalElements;
    const now = new Date(server.clock.now() + 1).toISOString();
    expect(await total({ createdDateTo: now, lastAccessDateTo: now, expiryDateFrom: now })).toBe(3);
    expect(await total({ createdDateFrom: now })).toBe(0);
    expect([await total({ authority: 'BPMN_TASK' }), await total({ authority: 'TENANT_ALL' })]).toEqual([3, 0]);
    expect([await total({ assuranceLevel: 'AAL1' }), await total({ assuranceLevel: 'AAL2' })]).toEqual([3, 0]);
    expect([await total({ attributeMap: { 'client.x': '1' } }), await total({ usernameLike: 'ERSON' })]).toEqual([
      0, 3,
    ]);
    for (const property of ['lastAccessDate', 'createdDate', 'username', 'ipAddress', 'closedDate']) {
      expect(await total({ pageable: { sort: { properties: [property], direction: 'ASC' } } })).toBe(3);
    }
  });

  it('they let nobody else be named', async () => {
    expect((await page(token, { username: username.toUpperCase(), tenantIdentifier: 'default' })).status).toBe(200);
    const foreign = await page(token, { username: 'admin', tenantIdentifier: 'elsewhere' });
    expect(foreign.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['username', 'NOT_ALLOWED'],
      ['tenantIdentifier', 'NOT_ALLOWED'],
    ]);
    expect((await page(token, { system: true })).error?.errorCode).toBe('ACCESS_DENIED');
  });

  it('they list what ran out and is not swept as EXPIRED, and count it nowhere', async () => {
    server.clock.advance(30 * MINUTE_MS + SLACK_MS);
    const fresh = await enter(username);
    expect(await count(fresh)).toBe(1);
    const { body } = await page(fresh, { statusList: ['EXPIRED'] });
    expect(body.totalElements).toBe(3);
    expect(body.data[0]?.attributeMap).toMatchObject({ status: 'EXPIRED', closeReason: 'IDLE', closedBy: null });
  });
});

it('session 1: another tenant sees, counts and closes nothing, and does with TENANT_ALL', async () => {
  await createTenant(server, 'north');
  await people.signInAdmin();
  const roleList = ['ROLE_TENANT_ADMIN'];
  await createActiveUser(server, people.adminToken, { username: 'north-admin', tenantIdentifier: 'north', roleList });
  const north = (await login(server, 'north-admin', USER_PASSWORD, { body: { tenantIdentifier: 'NORTH' } })).body;
  const token = north.token ?? '';
  expect(north.tenantIdentifier).toBe('north');
  const target = await enter(await newUser());
  const identifier = await identifierOf(target);
  expect((await close(token, identifier)).error?.errorCode).toBe('SESSION_NOT_FOUND');
  expect((await exist(token, identifier)).body).toBe(false);
  expect(await count(token)).toBe(1);
  expect((await exist(people.adminToken, north.sessionIdentifier)).body).toBe(true);
  expect((await close(people.adminToken, north.sessionIdentifier)).status).toBe(200);
});

it('every begin and close is an event with who, from where and why', async () => {
  const username = await newUser();
  const [token, other] = [await enter(username), await enter(username)];
  const identifier = await identifierOf(other);
  await close(token, identifier);
  const events = await query<{ kind: string; actor: string; ip_address: string; detail: { reason?: string } }>(
    server,
    'SELECT kind, actor, ip_address, detail FROM log_recorded_event WHERE subject = $1 ORDER BY id',
    [identifier],
  );
  expect(events).toMatchObject([
    { kind: 'session.begun', actor: username, ip_address: '127.0.0.1' },
    { kind: 'session.closed', actor: username, ip_address: '127.0.0.1', detail: { reason: 'USER' } },
  ]);
});
