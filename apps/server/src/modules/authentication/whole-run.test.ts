// Runs everything a person, a program and an administrator do once: each event is told, and no secret is left anywhere.
import type { SvcApiKeyModel, SvcAuthCaptchaModel, SvcUserModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMails } from '../../testing/mail-queue.ts';
import { ADMIN_PASSWORD, call, eventually, query, signInAdmin, tokenOf, USER_PASSWORD } from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';
import {
  answerOf,
  attempt,
  type Browser,
  deviceOf,
  headersOf,
  startProxied,
  WRONG_PASSWORD,
} from './guessing/protection/attempts.fixture.ts';
import { codeOf, enrolTotp, mailedCode } from './steps/challenge.fixture.ts';

const STEP_MS = 30_000;
const BROWSER: Browser = { address: '192.0.2.33' };
const TYPED_NAME = 'my-password-typed-as-a-name';
const NEW_PASSWORD = 'seven otters under the bridge';
const RESET_PASSWORD = 'nine herons over the lake';

let server: TestServer;
let admin: string;
/** Collects whatever nobody but its owner may read. */
const secrets = new Map<string, string>();

function keep(name: string, secret: string | null | undefined): string {
  if (secret === null || secret === undefined || secret.length < 6) throw new Error(`the run made no ${name}`);
  secrets.set(name, secret);
  return secret;
}

async function post<T>(path: string, body: unknown, token: string | null = null): Promise<T> {
  const answer = await call<T>(server, 'POST', path, { body, token, headers: headersOf(BROWSER) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

const newestToken = async (templateCode: string): Promise<string> => {
  const mails = await eventually(
    () => readMails(server, templateCode),
    (found) => found.length > 0,
  );
  return keep(templateCode, mails.at(-1)?.token);
};

async function activateAndFail(): Promise<void> {
  const created = await post<SvcUserModel>('/users', { username: 'ada' }, admin);
  const activationToken = keep('activation token', tokenOf(created.activationLink ?? ''));
  await post('/auth/activate', { activationToken, newPassword: keep('first password', USER_PASSWORD) });
  for (let count = 0; count < 3; count++) await attempt(server, { username: TYPED_NAME }, BROWSER);
  const { captchaIdentifier } = await post<SvcAuthCaptchaModel>('/auth/captcha', {});
  keep('captcha identifier', captchaIdentifier);
  const answer = keep('captcha answer', answerOf(server, captchaIdentifier));
  await attempt(server, { username: TYPED_NAME }, BROWSER, { captchaIdentifier, captcha: answer });
  await attempt(server, { username: TYPED_NAME }, BROWSER, { captchaIdentifier, captcha: answer });
  server.settings.set('auth.captcha.mode', 'OFF');
  for (let count = 0; count < 10; count++) await attempt(server, { username: `${TYPED_NAME}-2` }, BROWSER);
  server.settings.set('auth.captcha.mode', 'ADAPTIVE');
}

/** Begins a session of ada; the device cookie, the token and every code on the way are secrets. */
async function signInWithCode(secret: string): Promise<string> {
  const challenged = await attempt(server, { username: 'ada', password: USER_PASSWORD }, BROWSER);
  const verificationIdentifier = keep('verification identifier', challenged.body.verificationIdentifier);
  await call(server, 'POST', '/auth/complete-login-with-code', { body: { verificationIdentifier, code: '000000' } });
  const code = keep('code of the app', codeOf(server, secret));
  const done = await call<{ token: string }>(server, 'POST', '/auth/complete-login-with-code', {
    body: { verificationIdentifier, code },
    headers: headersOf(BROWSER),
  });
  keep('device cookie', deviceOf(done));
  return keep('session token', done.body.token);
}

async function changeCredentials(token: string, secret: string): Promise<void> {
  await post('/auth/email/change', { email: 'ada@example.org' }, token);
  await post('/auth/email/confirm', { token: await newestToken('auth.email-change') });
  const body = { currentPassword: USER_PASSWORD, newPassword: keep('new password', NEW_PASSWORD) };
  const changed = await post<{ token: string }>('/auth/password/change', body, token);
  keep('rotated token', changed.token);
  await post('/auth/password/forgot', { username: 'ada' });
  server.clock.advance(2 * STEP_MS);
  const code = keep('code of the reset', codeOf(server, secret));
  const newPassword = keep('reset password', RESET_PASSWORD);
  await post('/auth/password/reset', { resetToken: await newestToken('auth.password-reset'), newPassword, code });
}

async function useMailedCode(): Promise<void> {
  const created = await post<SvcUserModel>('/users', { username: 'bob' }, admin);
  const activationToken = tokenOf(created.activationLink ?? '');
  await post('/auth/activate', { activationToken, newPassword: USER_PASSWORD });
  await query(server, "UPDATE auth_user SET email = 'bob@example.org', email_verified = true WHERE username = 'bob'");
  const first = await attempt(server, { username: 'bob', password: USER_PASSWORD }, BROWSER);
  await post('/auth/factors/email', { enabled: true }, first.body.token);
  const { body } = await attempt(server, { username: 'bob', password: USER_PASSWORD }, BROWSER);
  const code = keep('mailed code', await mailedCode(server, 'bob'));
  const verificationIdentifier = keep('identifier of the mailed code', body.verificationIdentifier);
  const done = await post<{ token: string }>('/auth/complete-login-with-code', { verificationIdentifier, code });
  await post('/auth/reauthenticate', { password: USER_PASSWORD }, keep('token of bob', done.token));
}

async function useKeys(): Promise<void> {
  const made = await post<SvcApiKeyModel & { key: string }>(
    '/api-keys',
    { name: 'robot', authorityList: ['AUTH_USER_VIEW'] },
    admin,
  );
  const key = keep('API key', made.key);
  await call(server, 'GET', '/users/by-username/ada', { headers: { 'x-api-key': key } });
  const rotated = await call<{ key: string }>(server, 'POST', `/api-keys/rotate/by-uuid/${made.uuid}`, {
    token: admin,
  });
  keep('rotated API key', rotated.body.key);
}

beforeAll(async () => {
  server = await startProxied({ env: { KEELSON_LOG_LEVEL: 'trace' } });
  secrets.set('typed name', TYPED_NAME);
  secrets.set('wrong password', WRONG_PASSWORD);
  secrets.set('administrator', ADMIN_PASSWORD);
  admin = keep('token of the administrator', await signInAdmin(server));
  await activateAndFail();
  const first = await attempt(server, { username: 'ada', password: USER_PASSWORD }, BROWSER);
  const enrolled = await enrolTotp(server, keep('first token', first.body.token));
  keep('secret of the app', enrolled.secret);
  for (const [index, code] of enrolled.recoveryCodes.entries()) keep(`recovery code ${index}`, code);
  const token = await signInWithCode(enrolled.secret);
  await changeCredentials(token, enrolled.secret);
  await useMailedCode();
  await useKeys();
  const impersonated = await post<{ token: string }>('/auth/impersonate', { username: 'bob', reason: 'a call' }, admin);
  keep('token in the hands of the administrator', impersonated.token);
  await call(server, 'GET', '/auth/logout?redirectUrl=https://evil.example/', {
    token: impersonated.token,
    headers: headersOf(BROWSER),
  });
});
afterAll(() => server.stop());

it('authentication 27: no secret is in logs, events, the list of mails or a dump of the database', async () => {
  const tables = await query<{ name: string }>(
    server,
    "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema'",
  );
  const places = new Map<string, string>([['logs', server.logLines.join('\n')]]);
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM ${name} t`);
    places.set(name, rows.map(({ text }) => text).join('\n'));
  }
  const mails = await call(server, 'POST', '/notification/mail/data/page', {
    token: admin,
    body: { pageable: { pageSize: 200 } },
  });
  expect(mails.status).toBe(200);
  places.set('list of mails', mails.text);
  expect(places.get('public.log_event') ?? [...places.keys()]).toContain('authentication.login-succeeded');
  const found = [...places].flatMap(([place, text]) =>
    [...secrets].filter(([, secret]) => holds(text, secret)).map(([name]) => `${name} in ${place}`),
  );
  expect(found).toEqual([]);
});

/** Six digits alone may be part of a number: they count where nothing of a number or a name stands around them. */
function holds(text: string, secret: string): boolean {
  if (!/^\d+$/.test(secret)) return text.includes(secret);
  return new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text);
}

it('authentication 28: each event of signing in says who, from where and why, and nothing happens twice', async () => {
  const rows = await query<{
    kind: string;
    actor: string;
    address: string | null;
    type: string;
    reason: string | null;
    request: string | null;
  }>(
    server,
    `SELECT kind, actor, ip_address AS address, type, detail->>'reason' AS reason, request_id AS request
     FROM log_recorded_event WHERE kind LIKE 'authentication.%' ORDER BY recorded_at`,
  );
  const kinds = new Set(rows.map(({ kind }) => kind.replace('authentication.', '')));
  for (const kind of [
    'login-succeeded',
    'login-failed',
    'login-locked',
    'captcha-failed',
    'code-sent',
    'code-failed',
    'logged-out',
    'reauthenticated',
    'password-changed',
    'password-reset',
    'factor-added',
    'device-added',
    'impersonated',
    'redirect-refused',
    'user-created',
    'user-activated',
    'user-updated',
    'api-key-created',
    'api-key-rotated',
  ]) {
    expect([kind, kinds.has(kind)]).toEqual([kind, true]);
  }
  const told = rows.filter(({ actor }) => actor !== 'system');
  for (const row of told) {
    expect(row.actor, row.kind).not.toBe('');
    expect([row.kind, row.address]).toEqual([row.kind, expect.stringMatching(/^(127\.0\.0\.1|192\.0\.2\.33)$/)]);
    expect([row.kind, typeof row.request]).toEqual([row.kind, 'string']);
  }
  const failed = rows.filter(({ kind }) => kind === 'authentication.login-failed');
  expect(failed.every(({ reason, type }) => reason !== null && type === 'SECURITY')).toBe(true);
  // A name that nobody has is not told; one that somebody gets later is not told afterwards either.
  expect(new Set(failed.map(({ actor }) => actor))).toEqual(new Set(['unknown']));
  const once = [
    'password-reset',
    'password-changed',
    'impersonated',
    'redirect-refused',
    'logged-out',
    'reauthenticated',
  ];
  for (const kind of once) expect(rows.filter((row) => row.kind === `authentication.${kind}`)).toHaveLength(1);
});

it('authentication 28: a sign-in that cannot be told leaves neither session nor event nor a new device', async () => {
  const state = () =>
    query<{ sessions: number; events: number; devices: number; last: string | null }>(
      server,
      `SELECT (SELECT count(*)::int FROM session_entry) AS sessions, (SELECT count(*)::int FROM auth_device) AS devices,
         (SELECT count(*)::int FROM log_recorded_event WHERE kind LIKE 'authentication.%') AS events,
         (SELECT last_login_date::text FROM auth_user WHERE username = 'admin') AS last`,
    );
  server.clock.advance(MINUTE_MS);
  await query(
    server,
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$",
  );
  await query(server, 'CREATE TRIGGER refuse BEFORE INSERT ON session_entry FOR EACH ROW EXECUTE FUNCTION refuse()');
  const before = await state();
  const answer = await attempt(server, { username: 'admin', password: ADMIN_PASSWORD }, { address: '192.0.2.99' });
  await query(server, 'DROP TRIGGER refuse ON session_entry');
  expect(answer.status).toBe(500);
  expect(await state()).toEqual(before);
});
