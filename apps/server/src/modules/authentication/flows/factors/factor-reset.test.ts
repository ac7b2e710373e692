// Proves what an administrator ends by resetting the second factors of somebody, and of whom.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  createTenant,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { challenge, codeOf, complete, createTotpUser, wrongCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
});
beforeEach(async () => {
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

const uuidOf = async (username: string) =>
  (await call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, { token: adminToken })).body.uuid;
const reset = (uuid: string, token = adminToken) => call(server, 'DELETE', `/users/factors/by-uuid/${uuid}`, { token });

it('ends factors, recovery codes, sessions and half-done sign-ins, and tells the user', async () => {
  const { token, secret } = await createTotpUser(server, adminToken, 'ayla');
  await query(server, `UPDATE auth_user SET email = 'ayla@example.com', locale = 'tr' WHERE username = 'ayla'`);
  const identifier = await challenge(server, 'ayla');
  await complete(server, identifier, wrongCode(server, secret));
  const answer = await reset(await uuidOf('ayla'));
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const old = await call(server, 'GET', '/session', { token });
  expect(old.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'FACTOR_CHANGED' }] });
  expect((await complete(server, identifier, codeOf(server, secret))).error?.errorCode).toBe(
    'AUTH_VERIFICATION_EXPIRED',
  );
  expect((await login(server, 'ayla', USER_PASSWORD)).body.status).toBe('AUTHENTICATED');
  const left = await query(
    server,
    `SELECT 1 FROM auth_factor WHERE user_id = (SELECT id FROM auth_user WHERE username = 'ayla')
     UNION ALL SELECT 1 FROM auth_code_attempt WHERE user_id = (SELECT id FROM auth_user WHERE username = 'ayla')`,
  );
  expect(left).toEqual([]);
  const events = await query<{ type: string; actor: string; detail: { type: string } }>(
    server,
    `SELECT type, actor, detail FROM log_recorded_event WHERE kind = 'authentication.factor-removed' AND subject = 'ayla' ORDER BY id`,
  );
  expect(events.map(({ type, actor, detail }) => [type, actor, detail.type])).toEqual([
    ['SECURITY', 'admin', 'TOTP'],
    ['SECURITY', 'admin', 'RECOVERY_CODE'],
  ]);
  const [mail] = await readMails(server, 'auth.credential-changed');
  expect(mail).toMatchObject({ address: 'ayla@example.com', locale: 'tr' });
});

it('lets in whom disabled factors shut out, and one wrong code later does not disable the next', async () => {
  const { secret } = await createTotpUser(server, adminToken, 'berk');
  await query(
    server,
    `INSERT INTO auth_code_attempt (user_id, recent, in_a_row) SELECT id, '{}', 99 FROM auth_user WHERE username = 'berk'`,
  );
  await complete(server, await challenge(server, 'berk'), wrongCode(server, secret));
  await query(
    server,
    `UPDATE auth_recovery_code c SET used_date = now() FROM auth_factor f, auth_user u
     WHERE f.id = c.factor_id AND u.id = f.user_id AND u.username = 'berk'`,
  );
  expect((await login(server, 'berk', USER_PASSWORD)).status).toBe(401);
  expect((await reset(await uuidOf('berk'))).status).toBe(200);
  expect((await login(server, 'berk', USER_PASSWORD)).body.status).toBe('AUTHENTICATED');
});

it('authentication 16: a short password without its factor has to be replaced', async () => {
  await createTotpUser(server, adminToken, 'ceren');
  await query(
    server,
    `UPDATE auth_password SET single_factor_ok = false WHERE user_id = (SELECT id FROM auth_user WHERE username = 'ceren')`,
  );
  await reset(await uuidOf('ceren'));
  expect((await login(server, 'ceren', USER_PASSWORD)).body.status).toBe('PASSWORD_CHANGE_REQUIRED');
});

it('changes nothing for somebody without a factor and keeps the sessions', async () => {
  await createActiveUser(server, adminToken, { username: 'derya' });
  const token = await signIn(server, 'derya', USER_PASSWORD);
  expect((await reset(await uuidOf('derya'))).status).toBe(200);
  expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
});

it('authentication 22: is refused for somebody with an authority that the caller lacks, and beyond the tenant', async () => {
  const body = { code: 'ROLE_HELPDESK', authorityList: ['AUTH_USER_MANAGE'] };
  await call(server, 'POST', '/roles', { token: adminToken, body });
  await createActiveUser(server, adminToken, { username: 'helpdesk', roleList: ['ROLE_HELPDESK'] });
  const helpdesk = await signIn(server, 'helpdesk', USER_PASSWORD);
  const refused = await reset(await uuidOf('admin'), helpdesk);
  expect([refused.status, refused.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  await createTotpUser(server, adminToken, 'ece');
  await createTenant(server, 'far');
  const far = await createActiveUser(server, adminToken, { username: 'far-user', tenantIdentifier: 'far' });
  expect((await reset(far.uuid, helpdesk)).error?.errorCode).toBe('USER_NOT_FOUND');
  expect((await reset(await uuidOf('ece'), helpdesk)).status).toBe(200);
  expect((await reset('019b7645-9080-7000-8000-000000000000')).error?.errorCode).toBe('USER_NOT_FOUND');
});
