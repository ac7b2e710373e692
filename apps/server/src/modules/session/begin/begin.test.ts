// Proves sessions begun by request: whose they may be, what they may do, and that an identifier is used once.
import { randomBytes } from 'node:crypto';
import type { SvcApiKeyModel, SvcSecuritySession, SvcSessionTokenModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { deleteSessionHistory } from '../upkeep/history.store.ts';

const HISTORY_MS = 90 * 86_400_000;
let server: TestServer;
let adminToken: string;
/** Is a key that may begin sessions, and nothing else of level SYSTEM. */
let gateway: string;
/** Is a person who may begin sessions, in a role of the tenant. */
let opener: string;

const newToken = (): string => `svc_${randomBytes(32).toString('base64url')}`;
const pair = (authority: string, role = 'ROLE_GIVEN') => ({ role, authority });

async function createKey(name: string, authorityList: readonly string[]): Promise<string> {
  const body = { name, authorityList, owner: 'TENANT' };
  const created = await call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token: adminToken, body });
  if (created.status !== 200) throw new Error(created.text);
  return created.body.key ?? '';
}

/** A begin needs so much at least: whom nobody knows needs authorities. */
function model(session: object = {}, authorities: readonly object[] | null = [pair('BPMN_TASK')]) {
  const identifier = identifierOf(newToken());
  return { session: { identifier, username: 'guest', ...session }, ...(authorities === null ? {} : { authorities }) };
}

const begin = (token: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  call(server, 'POST', '/begin', { token, body, headers });
const get = (token: string): Promise<Answer<SvcSecuritySession>> => call(server, 'GET', '/session', { token });
const problemsOf = ({ error }: Answer) => error?.errorArguments.map(({ field, code }) => `${field} ${code}`);
const sessionsOf = (username: string) =>
  query<{ identifier: string; close_reason: string | null }>(
    server,
    'SELECT identifier, close_reason FROM session_entry WHERE username_folded = $1 ORDER BY id',
    [username],
  );

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  gateway = await createKey('gateway', ['SESSION_BEGIN', 'SESSION_SYSTEM', 'SESSION_VIEW']);
  await createTenant(server, 'north');
  const role = { code: 'ROLE_OPENER', authorityList: ['SESSION_BEGIN'] };
  expect((await call(server, 'POST', '/roles', { token: adminToken, body: role })).status).toBe(200);
  await createActiveUser(server, adminToken, { username: 'opener', roleList: ['ROLE_OPENER'] });
  opener = await signIn(server, 'opener', USER_PASSWORD);
});
afterAll(() => server.stop());

describe('POST /begin', () => {
  it('opens a session for a token that only its maker knows, with what was given and nothing else', async () => {
    const token = newToken();
    const authorities = [pair('B'), pair('A'), pair('B'), { role: 'ROLE_A', authority: 'Z' }];
    const attributeMap = { plan: { level: 3 }, 'x.y': 'z', gone: null, actorUsername: 'boss' };
    const locale = { language: 'tr', country: 'TR', unicodeLocaleKeys: ['ca'], extensionKeys: ['u'] };
    const session = {
      identifier: identifierOf(token),
      username: 'Aylin',
      attributeMap,
      locale,
      createdDate: '2001-01-01T00:00:00.000Z',
    };
    expect((await begin(opener, { session, authorities })).status).toBe(200);
    const { body } = await get(token);
    expect(body.authorities).toEqual([{ role: 'ROLE_A', authority: 'Z' }, pair('A'), pair('B')]);
    expect(body.session).toMatchObject({
      identifier: identifierOf(token),
      username: 'Aylin',
      tenantIdentifier: 'default',
      system: false,
      createdDate: new Date(server.clock.now()).toISOString(),
      locale: { language: 'tr', country: 'TR', iso3Country: 'TUR', unicodeLocaleKeys: ['ca'], extensionKeys: ['u'] },
    });
    expect(body.session.attributeMap).toMatchObject({
      plan: { level: 3 },
      'x.y': 'z',
      actorUsername: 'boss',
      authenticationMethods: ['BEGIN'],
      assuranceLevel: 'AAL1',
      authenticatedDate: new Date(server.clock.now()).toISOString(),
    });
    expect(body.session.attributeMap).not.toHaveProperty('gone');
  });

  it('refuses one session too many where an operator wants the newest refused', async () => {
    server.settings.set('session.max-per-user', 1);
    server.settings.set('session.limit-action', 'DENY');
    expect((await begin(opener, model({ username: 'lonely' }))).status).toBe(200);
    const refused = await begin(opener, model({ username: 'lonely' }));
    expect([refused.status, refused.error?.errorCode]).toEqual([409, 'SESSION_LIMIT_REACHED']);
    server.settings.set('session.max-per-user', 0);
    server.settings.set('session.limit-action', 'CLOSE_OLDEST');
  });

  it('gives the authorities of the directory, kept current, where none are named', async () => {
    const user = await createActiveUser(server, adminToken, { username: 'kept' });
    const token = newToken();
    const session = { identifier: identifierOf(token), username: 'KEPT' };
    expect((await begin(gateway, { session })).status).toBe(200);
    const holds = async () => (await get(token)).body.authorities.some(({ authority }) => authority === 'SESSION_VIEW');
    expect(await holds()).toBe(false);
    const body = { roleList: ['ROLE_TENANT_ADMIN'], version: user.version };
    await call(server, 'PUT', `/users/roles/by-uuid/${user.uuid}`, { token: adminToken, body });
    expect(await holds()).toBe(true);
  });

  it('needs SESSION_BEGIN, and for a service SESSION_SYSTEM as well', async () => {
    await createActiveUser(server, adminToken, { username: 'plain' });
    const plain = await signIn(server, 'plain', USER_PASSWORD);
    expect((await begin(plain, model())).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await begin(opener, model({ system: true }))).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await begin(gateway, model({ system: true }))).status).toBe(200);
  });

  it('tells every problem of a request at once and writes nothing', async () => {
    const answer = await begin(opener, {
      session: {
        identifier: newToken(),
        username: 'service:x',
        locale: { language: 'zz' },
        attributeMap: { userAgent: 'x', ipAddress: '::1' },
      },
    });
    expect(problemsOf(answer)).toEqual([
      'session.identifier IDENTIFIER_IS_TOKEN',
      'session.username NOT_ALLOWED',
      'session.attributeMap.userAgent ATTRIBUTE_RESERVED',
      'session.attributeMap.ipAddress ATTRIBUTE_RESERVED',
      'session.locale FORMAT',
    ]);
    expect(answer.text).not.toContain('svc_');
  });

  it.each([
    ['a name with an invisible character', { username: 'a\u200bb' }, 'session.username PATTERN'],
    ['no name', { username: '' }, 'session.username REQUIRED'],
    ['a name of 255 characters', { username: 'ü'.repeat(255) }, 'session.username TOO_LONG'],
    ['an identifier of 15 characters', { identifier: 'x'.repeat(15) }, 'session.identifier TOO_SHORT'],
    ['an identifier with a dot', { identifier: `${'x'.repeat(20)}.` }, 'session.identifier PATTERN'],
    [
      'a locale with the content of an extension missing',
      { locale: { language: 'en', extensionKeys: ['t'] } },
      'session.locale FORMAT',
    ],
    [
      'a locale with a country among the variants',
      { locale: { language: 'en', variant: 'US' } },
      'session.locale FORMAT',
    ],
    [
      '51 attributes',
      { attributeMap: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) },
      'session.attributeMap TOO_LONG',
    ],
    ['16 KiB of attributes', { attributeMap: { a: 'x'.repeat(16_384) } }, 'session.attributeMap TOO_LONG'],
    [
      'a parent that nobody knows',
      { attributeMap: { parentIdentifier: 'p'.repeat(43) } },
      'session.attributeMap.parentIdentifier NOT_ALLOWED',
    ],
    [
      'a token for a parent',
      { attributeMap: { parentIdentifier: `svc_${'p'.repeat(43)}` } },
      'session.attributeMap.parentIdentifier IDENTIFIER_IS_TOKEN',
    ],
    [
      'a list for a parent',
      { attributeMap: { parentIdentifier: ['x'] } },
      'session.attributeMap.parentIdentifier FORMAT',
    ],
  ])('refuses %s', async (_, session, problem) => {
    expect(problemsOf(await begin(opener, model(session)))).toEqual([problem]);
  });

  it('a name that services sign with belongs to system sessions', async () => {
    expect((await begin(gateway, model({ username: 'cli:nightly', system: true }))).status).toBe(200);
    expect(problemsOf(await begin(gateway, model({ username: 'CLI:nightly' })))).toEqual([
      'session.username NOT_ALLOWED',
    ]);
  });

  it('a user whom nobody knows needs authorities, and the setting may refuse such', async () => {
    expect(problemsOf(await begin(gateway, model({ username: 'stranger' }, null)))).toEqual(['authorities REQUIRED']);
    server.settings.set('session.begin.unknown-user', false);
    try {
      expect((await begin(gateway, model({ username: 'stranger' }))).error?.errorCode).toBe('USER_UNKNOWN');
      expect((await begin(gateway, model({ username: 'stranger', system: true }))).status).toBe(200);
    } finally {
      server.settings.set('session.begin.unknown-user', true);
    }
  });

  it('a deactivated user begins nothing, with given authorities neither', async () => {
    const user = await createActiveUser(server, adminToken, { username: 'idle' });
    await call(server, 'POST', `/users/deactivate/by-uuid/${user.uuid}`, { token: adminToken });
    for (const authorities of [null, [pair('X')]]) {
      expect((await begin(gateway, model({ username: 'idle' }, authorities))).error?.errorCode).toBe('USER_DISABLED');
    }
    expect(await sessionsOf('idle')).toEqual([]);
  });
});

describe('the identifier of a session', () => {
  it('session 14: an identifier is 409 while its session lives, after its close, and after its history is gone', async () => {
    const first = model({ username: 'once' });
    const { identifier } = first.session;
    expect((await begin(gateway, first)).status).toBe(200);
    const repeated = async () => (await begin(gateway, model({ identifier, username: 'other' }))).error?.errorCode;
    expect(await repeated()).toBe('SESSION_ALREADY_EXISTS');
    expect((await call(server, 'POST', '/close', { token: adminToken, body: identifier })).status).toBe(200);
    expect(await repeated()).toBe('SESSION_ALREADY_EXISTS');
    await query(
      server,
      `UPDATE session_entry SET closed_date = closed_date - interval '91 days' WHERE identifier = $1`,
      [identifier],
    );
    const nobodyKeeps = server.clock.now() - HISTORY_MS;
    await server.kernel.database.transaction((tx) => deleteSessionHistory(tx, 'default', nobodyKeeps));
    expect(await query(server, 'SELECT 1 FROM session_entry WHERE identifier = $1', [identifier])).toEqual([]);
    expect(await repeated()).toBe('SESSION_ALREADY_EXISTS');
    expect(await sessionsOf('other')).toEqual([]);
  });

  it('session 14: of two begins with one identifier in parallel one is 200 and one 409', async () => {
    const body = model({ username: 'twice' });
    const answers = await Promise.all([begin(gateway, body), begin(gateway, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sessionsOf('twice')).toHaveLength(1);
  });

  it('answers a repeat under one Idempotency-Key as the first time, and refuses another body under it', async () => {
    const body = model({ username: 'again' });
    const headers = { 'idempotency-key': 'begin-1' };
    for (let round = 0; round < 2; round++) {
      const { status, body: answer } = await begin(gateway, body, headers);
      expect([status, answer]).toEqual([200, {}]);
    }
    expect((await begin(gateway, model(), headers)).error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await sessionsOf('again')).toHaveLength(1);
  });
});

describe('what the caller lacks', () => {
  it.each(['TENANT_ALL', 'AUTH_TENANT_MANAGE', 'SESSION_VALIDATE'])(
    'authentication 22: %s cannot be given',
    async (authority) => {
      const username = `grab-${authority.toLowerCase()}`;
      expect((await begin(opener, model({ username }, [pair(authority)]))).error?.errorCode).toBe('ACCESS_DENIED');
      expect(await sessionsOf(username)).toEqual([]);
      expect((await begin(adminToken, model({ username }, [pair(authority)]))).status).toBe(200);
    },
  );

  it('the role of services is given to services by services alone', async () => {
    const authorities = [pair('X', 'ROLE_SERVICE')];
    expect(problemsOf(await begin(adminToken, model({}, authorities)))).toEqual(['authorities NOT_ALLOWED']);
    expect(problemsOf(await begin(gateway, model({}, authorities)))).toEqual(['authorities NOT_ALLOWED']);
    expect((await begin(gateway, model({ system: true }, authorities))).status).toBe(200);
  });

  it('session 15: reserved attributes are refused from whoever lacks ROLE_SERVICE, and taken from a gateway', async () => {
    const attributeMap = {
      ipAddress: '203.0.113.9',
      userAgent: 'Phone/1',
      deviceName: 'Phone',
      assuranceLevel: 'AAL2',
      authenticationMethods: ['OIDC', 'TOTP'],
    };
    for (const [key, value] of Object.entries(attributeMap)) {
      const answer = await begin(adminToken, model({ attributeMap: { [key]: value } }));
      expect(problemsOf(answer)).toEqual([`session.attributeMap.${key} ATTRIBUTE_RESERVED`]);
    }
    const token = newToken();
    const session = { identifier: identifierOf(token), username: 'phone', attributeMap };
    expect((await begin(gateway, { session, authorities: [] })).status).toBe(200);
    expect((await get(token)).body.session.attributeMap).toMatchObject(attributeMap);
    const wrong = {
      ...attributeMap,
      ipAddress: '10.0.0.0/8',
      assuranceLevel: 'AAL3',
      authenticationMethods: ['MAGIC'],
    };
    expect(problemsOf(await begin(gateway, model({ attributeMap: wrong })))).toEqual([
      'session.attributeMap.ipAddress FORMAT',
      'session.attributeMap.assuranceLevel FORMAT',
      'session.attributeMap.authenticationMethods FORMAT',
    ]);
  });
});

it('session 15: a begin takes what an answer says of a session as it is, and passes over what the server alone says', async () => {
  const first = newToken();
  const session = {
    identifier: identifierOf(first),
    username: 'again',
    attributeMap: { ipAddress: '203.0.113.7', cart: 3 },
  };
  expect((await begin(gateway, { session, authorities: [] })).status).toBe(200);
  const answered = (await get(first)).body;
  expect(answered.session.attributeMap).toMatchObject({ status: 'OPEN', expiryDate: expect.any(String) });
  const second = newToken();
  const attributeMap = { ...answered.session.attributeMap, status: 'CLOSED' };
  const again = { ...answered, session: { ...answered.session, identifier: identifierOf(second), attributeMap } };
  const begun = await begin(gateway, again);
  expect(begun.status, begun.text).toBe(200);
  expect((await get(second)).body.session).toMatchObject({
    username: 'again',
    attributeMap: { ipAddress: '203.0.113.7', cart: 3, status: 'OPEN' },
  });
});

describe('other tenants and users who hold more', () => {
  it('session 32: a begin in another tenant is 403 without TENANT_ALL, whether or not the tenant exists', async () => {
    for (const tenantIdentifier of ['north', 'nowhere']) {
      const answer = await begin(gateway, model({ username: 'far', tenantIdentifier }));
      expect(answer.error?.errorCode).toBe('ACCESS_DENIED');
    }
    expect(await sessionsOf('far')).toEqual([]);
    const inTenant = (tenantIdentifier: string) => begin(adminToken, model({ username: 'far', tenantIdentifier }));
    expect((await inTenant('nowhere')).error?.errorCode).toBe('TENANT_NOT_FOUND');
    expect((await inTenant('NORTH')).status).toBe(200);
    const rows = await query(server, `SELECT tenant_identifier FROM session_entry WHERE username = 'far'`);
    expect(rows).toEqual([{ tenant_identifier: 'north' }]);
    await query(server, `UPDATE auth_tenant SET enabled = false WHERE identifier = 'north'`);
    expect((await inTenant('north')).error?.errorCode).toBe('TENANT_DISABLED');
    await query(server, `UPDATE auth_tenant SET enabled = true WHERE identifier = 'north'`);
  });

  it('session 32: a begin for a user who holds an authority of level SYSTEM that the caller lacks is 403', async () => {
    const before = await sessionsOf('admin');
    expect((await begin(gateway, model({ username: 'admin' }, null))).error?.errorCode).toBe('ACCESS_DENIED');
    expect(await sessionsOf('admin')).toEqual(before);
  });

  it('an authority of level SYSTEM that the user gains later never reaches the session, which keeps up with all others', async () => {
    const user = await createActiveUser(server, adminToken, { username: 'riser' });
    const token = newToken();
    expect((await begin(gateway, { session: { identifier: identifierOf(token), username: 'riser' } })).status).toBe(
      200,
    );
    const body = { roleList: ['ROLE_SYSTEM_ADMIN'], version: user.version };
    await call(server, 'PUT', `/users/roles/by-uuid/${user.uuid}`, { token: adminToken, body });
    const held = (await get(token)).body.authorities.map(({ authority }) => authority);
    expect(held).toContain('SESSION_CLOSE_ALL');
    // What the key holds of level SYSTEM passes.
    expect(held).toContain('SESSION_BEGIN');
    expect(held).not.toContain('TENANT_ALL');
    const path = '/session/by-identifier/';
    const shown = await call<SvcSecuritySession>(server, 'GET', path + identifierOf(token), { token: gateway });
    expect(shown.body.authorities.map(({ authority }) => authority)).toEqual(held);
    // A new token is no way around it.
    const renewed = await call<SvcSessionTokenModel>(server, 'POST', '/session/refresh', { token });
    expect(renewed.body.session.authorities.map(({ authority }) => authority)).toEqual(held);
    expect((await call(server, 'POST', '/tenants', { token: renewed.body.token, body: {} })).status).toBe(403);
  });
});

describe('sessions that hang on others', () => {
  const chained = (parentIdentifier: string | null, username: string) =>
    model({ username, ...(parentIdentifier === null ? {} : { attributeMap: { parentIdentifier } }) });

  it('they end with the first of a chain of at most 8, itself apart', async () => {
    const identifiers: string[] = [];
    for (let depth = 0; depth <= 8; depth++) {
      const body = chained(identifiers.at(-1) ?? null, `chain${depth}`);
      expect((await begin(gateway, body)).status).toBe(200);
      identifiers.push(body.session.identifier);
    }
    const tooDeep = await begin(gateway, chained(identifiers.at(-1) ?? '', 'chain9'));
    expect(problemsOf(tooDeep)).toEqual(['session.attributeMap.parentIdentifier NOT_ALLOWED']);
    await call(server, 'POST', '/close', { token: adminToken, body: identifiers[0] });
    expect(await query(server, `SELECT DISTINCT close_reason FROM session_entry WHERE username LIKE 'chain_'`)).toEqual(
      expect.arrayContaining([{ close_reason: 'ADMIN' }, { close_reason: 'PARENT_CLOSED' }]),
    );
    const open = await query(
      server,
      `SELECT 1 FROM session_entry WHERE username LIKE 'chain_' AND closed_date IS NULL`,
    );
    expect(open).toEqual([]);
  });

  it('none hangs on itself, and none on a session that is over', async () => {
    const identifier = identifierOf(newToken());
    const itself = await begin(gateway, model({ identifier, attributeMap: { parentIdentifier: identifier } }));
    expect(problemsOf(itself)).toEqual(['session.attributeMap.parentIdentifier NOT_ALLOWED']);
    const parent = model({ username: 'parent' });
    await begin(gateway, parent);
    await call(server, 'POST', '/close', { token: adminToken, body: parent.session.identifier });
    const late = await begin(gateway, chained(parent.session.identifier, 'late'));
    expect(problemsOf(late)).toEqual(['session.attributeMap.parentIdentifier NOT_ALLOWED']);
  });

  it('a close of the first raced against a begin at the end of the chain leaves nobody', async () => {
    for (let round = 0; round < 20; round++) {
      const first = model({ username: `race${round}` });
      await begin(gateway, first);
      const second = chained(first.session.identifier, `race${round}`);
      await begin(gateway, second);
      await Promise.all([
        begin(gateway, chained(second.session.identifier, `child${round}`)),
        call(server, 'POST', '/close', { token: adminToken, body: first.session.identifier }),
      ]);
    }
    const open = await query(
      server,
      `SELECT 1 FROM session_entry WHERE username ~ '^(race|child)' AND closed_date IS NULL`,
    );
    expect(open).toEqual([]);
  });
});

describe('POST /begin/token', () => {
  it('answers a token that works, once, whatever Idempotency-Key says, and refuses an identifier', async () => {
    const headers = { 'idempotency-key': 'token-1' };
    const body = { session: { username: 'tokened' }, authorities: [pair('X')] };
    const ask = () => call<SvcSessionTokenModel>(server, 'POST', '/begin/token', { token: gateway, headers, body });
    const [one, other] = [await ask(), await ask()];
    expect(one.body.token).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
    expect(other.body.token).not.toBe(one.body.token);
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(one.body).toMatchObject({ tokenType: 'Bearer', session: { authorities: [pair('X')] } });
    expect((await get(one.body.token ?? '')).body.session.identifier).toBe(one.body.session.session.identifier);
    expect(one.body.session.session.attributeMap).toMatchObject({ current: false, status: 'OPEN' });
    const named = await call(server, 'POST', '/begin/token', { token: gateway, body: model() });
    expect(problemsOf(named)).toEqual(['session.identifier UNKNOWN_FIELD']);
  });
});

it('session 14: the hash of an API key is no identifier for a session, also after the key is deleted', async () => {
  const key = await createKey('shadowed', ['SESSION_VIEW']);
  const identifier = identifierOf(key);
  const shadow = async () => (await begin(gateway, model({ identifier, username: 'shadow' }))).error?.errorCode;
  expect(await shadow()).toBe('SESSION_ALREADY_EXISTS');
  await query(server, `UPDATE auth_api_key SET deleted = true, deleted_date = now() WHERE key_hash = $1`, [identifier]);
  expect(await shadow()).toBe('SESSION_ALREADY_EXISTS');
  expect(await sessionsOf('shadow')).toEqual([]);
});

it('session 3: the identifier of a begun session is no token, and no answer or log line has the token', async () => {
  const body = model({ username: 'silent' });
  await begin(gateway, body);
  expect((await get(body.session.identifier)).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
  const page = await call(server, 'POST', '/page', { token: adminToken, body: {} });
  expect(page.text).not.toMatch(/svc_(?!key)/);
  expect(server.logLines.join('\n')).not.toMatch(/svc_[A-Za-z0-9_-]{43}/);
});
