// Runs every operation that carries a token, rightly and wrongly, and proves that none is left in the database or the log.
import { hash, randomBytes } from 'node:crypto';
import type { SvcApiKeyModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents } from '../../kernel/http/streams/streams.fixture.ts';
import { call, createActiveUser, query, signInAdmin, startDirectory, USER_PASSWORD } from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

const TOKEN = /svc_(?:key_)?[A-Za-z0-9_-]{43}/g;

let server: TestServer;
let admin: string;
/** Keeps every token and key that was ever in an answer or sent, by where it came from. */
const tokens = new Map<string, string>();

function keep(source: string, token: string | null | undefined): string {
  if (token === null || token === undefined || token === '') throw new Error(`no token of ${source}`);
  tokens.set(token, source);
  return token;
}

/** Does what `call` does, keeping each token of the answer and its cookies. */
async function run<T>(
  source: string,
  method: string,
  path: string,
  given: Parameters<typeof call>[3] = {},
): Promise<Awaited<ReturnType<typeof call<T>>>> {
  const answer = await call<T>(server, method, path, given);
  for (const text of [answer.text, ...answer.headers.getSetCookie()]) {
    for (const [token] of text.matchAll(TOKEN)) tokens.set(token, source);
  }
  return answer;
}

const signInAs = async (username: string, extra: object = {}) =>
  run<{ token: string | null }>(`login ${JSON.stringify(extra)}`, 'POST', '/auth/login', {
    body: { username, password: USER_PASSWORD, ...extra },
    headers: { 'sec-fetch-site': 'same-origin' },
  });

async function signInEveryWay(): Promise<string> {
  const bearer = keep('login', (await signInAs('ayse')).body.token);
  const cookies = (await signInAs('ayse', { tokenDelivery: 'COOKIE' })).headers.getSetCookie();
  const cookie = /svc-session=(svc_[A-Za-z0-9_-]{43})/.exec(cookies.join('\n'))?.[1];
  const headers = { cookie: `svc-session=${keep('cookie', cookie)}`, 'sec-fetch-site': 'same-origin' };
  await run('refresh by cookie', 'POST', '/session/refresh', { headers });
  const again = await run<{ token: string }>('reauthenticate', 'POST', '/auth/reauthenticate', {
    token: bearer,
    body: { password: USER_PASSWORD },
  });
  const refreshed = await run<{ token: string }>('refresh', 'POST', '/session/refresh', { token: again.body.token });
  // Dead ones are presented too.
  for (const token of [bearer, again.body.token]) await run('dead', 'GET', '/session', { token });
  return refreshed.body.token;
}

async function beginForOthers(): Promise<string> {
  const body = {
    name: 'gateway',
    owner: 'TENANT',
    authorityList: ['SESSION_BEGIN', 'SESSION_VALIDATE', 'SESSION_SYSTEM'],
  };
  const key = keep('key', (await run<SvcApiKeyModel>('key', 'POST', '/api-keys', { token: admin, body })).body.key);
  const own = keep('own token', `svc_${randomBytes(32).toString('base64url')}`);
  const session = { username: 'ayse', identifier: hash('sha256', own, 'base64url') };
  const begun = await run('begin', 'POST', '/begin', { token: key, body: { session } });
  expect([begun.status, (await run('begun', 'GET', '/session', { token: own })).status], begun.text).toEqual([
    200, 200,
  ]);
  // Whoever sends the token where its hash belongs is refused, and the token must not stay behind.
  const wrong = await run('wrong', 'POST', '/begin', {
    token: key,
    body: { session: { ...session, identifier: own } },
  });
  expect([wrong.status, wrong.text.includes(own)]).toEqual([400, false]);
  const made = await run<{ token: string }>('begin/token', 'POST', '/begin/token', {
    token: key,
    body: { session: { username: 'ayse' } },
    headers: { 'idempotency-key': 'once' },
  });
  keep('begin/token', made.body.token);
  await run('system-session/begin', 'POST', '/system-session/begin', {
    token: key,
    body: { session: { username: 'robot', identifier: hash('sha256', `${own}2`, 'base64url') } },
  });
  keep(
    'system-login',
    (await run<{ token: string }>('system-login', 'POST', '/auth/system-login', { token: key })).body.token,
  );
  await run('validate', 'POST', '/session/validate', { token: key, body: { tokenList: [own, made.body.token, key] } });
  await run('validate wrong', 'POST', '/session/validate', { token: key, body: { tokenList: [own, 7], tokens: own } });
  return own;
}

/** Tokens are refused everywhere where identifiers belong, and echoed nowhere. */
async function misplace(token: string, live: string): Promise<void> {
  const as = { token: live };
  const refused = [
    await run('close', 'POST', '/close', { ...as, raw: token }),
    await run('close/user', 'POST', '/close/user', { ...as, raw: token }),
    await run('exist', 'POST', '/exist', { ...as, raw: token }),
    await run('close/session', 'POST', '/close/session', { ...as, body: { identifier: token } }),
    await run('identifiers', 'POST', '/close-all/identifiers', { ...as, body: [token] }),
    await run('sessions', 'POST', '/close-all/sessions', { ...as, body: [{ identifier: token }] }),
    await run('sessions/user', 'POST', '/close-all/sessions/user', { ...as, body: [{ identifier: token }] }),
    await run('by-identifier', 'GET', `/session/by-identifier/${token}`, as),
    await run('page', 'POST', '/page/user', { ...as, body: { identifier: token, identifierList: [token] } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  expect(refused.filter(({ text }) => text.includes(token))).toEqual([]);
  await run('query', 'GET', `/close-all/user?token=${token}`, as);
  await run('request id', 'GET', '/session', { ...as, headers: { 'x-request-id': token } });
  await run('nowhere', 'GET', `/nowhere/${token}?token=${token}`, as);
  await run('username', 'GET', `/close-all/by-username/${token}`, { token: admin });
  const reader = await readEvents(`${server.url}/session/events`, {
    authorization: `Bearer ${admin}`,
    'last-event-id': token,
  });
  await reader.until(({ events }) => events.length > 0);
  reader.close();
}

beforeAll(async () => {
  server = await startDirectory({ env: { KEELSON_LOG_LEVEL: 'trace', KEELSON_LOG_SAMPLE_EVERY: '1' } });
  admin = keep('administrator', await signInAdmin(server));
  await createActiveUser(server, admin, { username: 'ayse' });
  const live = await signInEveryWay();
  const own = await beginForOthers();
  await misplace(own, live);
  const { body } = await run<{ token: string }>('impersonate', 'POST', '/auth/impersonate', {
    token: admin,
    body: { username: 'ayse', reason: 'a call' },
  });
  await run('logout', 'GET', '/auth/logout', { token: keep('impersonate', body.token) });
  await run('close all', 'GET', '/close-all?exceptCurrent=true', { token: admin });
});
afterAll(() => server.stop());

it('session 2: a dump of the database and the whole log of a run of every operation with a token contain no token', async () => {
  expect(tokens.size).toBeGreaterThanOrEqual(10);
  const tables = await query<{ name: string }>(
    server,
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(server.logLines.length).toBeGreaterThan(tokens.size);
  const places = new Map([['log', server.logLines.join('\n')]]);
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM ${name} t`);
    places.set(name, rows.map(({ text }) => text).join('\n'));
  }
  expect(places.get('public.session_entry')).toContain(hash('sha256', admin, 'base64url'));
  const found = [...places].flatMap(([place, text]) => [
    ...[...tokens].filter(([token]) => text.includes(token)).map(([, source]) => `${source} in ${place}`),
    ...[...text.matchAll(TOKEN)].map(() => `something like a token in ${place}`),
  ]);
  expect(found).toEqual([]);
});
