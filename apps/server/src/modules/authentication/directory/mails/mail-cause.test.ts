// Proves that a mail names who caused it: the administrator who acted, else the user.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { enrolTotp } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const send = <T = SvcUserModel>(method: string, path: string, body?: object) =>
  call<T>(server, method, path, { token: admin, ...(body === undefined ? {} : { body }) });
const causes = (address: string) =>
  query<{ templateCode: string; createdBy: string }>(
    server,
    `SELECT m.template_code AS "templateCode", m.created_by AS "createdBy" FROM mail m
     JOIN mail_recipient r ON r.mail_id = m.id WHERE r.address = $1 ORDER BY m.id`,
    [address],
  );

it('an invitation, first or again, is caused by the administrator', async () => {
  const { body } = await send('POST', '/users', { username: 'ada', email: 'ada@example.com' });
  await send('POST', `/users/resend-activation/by-uuid/${body.uuid}`);
  const invitation = { templateCode: 'auth.activation', createdBy: 'admin' };
  expect(await causes('ada@example.com')).toEqual([invitation, invitation]);
});

it('so is a reset that was sent, a factor reset and a changed address; a forgotten password is the own', async () => {
  const { uuid } = await createActiveUser(server, admin, { username: 'max' });
  await query(
    server,
    `UPDATE auth_user SET email = 'max@example.com', email_folded = 'max@example.com', email_verified = true WHERE uuid = $1`,
    [uuid],
  );
  await enrolTotp(server, await signIn(server, 'max', USER_PASSWORD));
  await query(server, 'DELETE FROM mail');
  await send('DELETE', `/users/factors/by-uuid/${uuid}`);
  await send('POST', `/users/send-password-reset/by-uuid/${uuid}`);
  await call(server, 'POST', '/auth/password/forgot', { body: { username: 'max' } });
  await eventually(
    () => causes('max@example.com'),
    (mails) => mails.length === 3,
  );
  const { version } = (await send('GET', `/users/by-uuid/${uuid}`)).body;
  const changed = await send('PUT', '/users', { uuid, version, email: 'other@example.com' });
  expect(changed.status).toBe(200);
  expect(await causes('max@example.com')).toEqual([
    { templateCode: 'auth.credential-changed', createdBy: 'admin' },
    { templateCode: 'auth.password-reset', createdBy: 'admin' },
    { templateCode: 'auth.password-reset', createdBy: 'max' },
    { templateCode: 'auth.credential-changed', createdBy: 'admin' },
  ]);
});
