// Proves that whoever can get a link of somebody holds what that somebody holds, on every way to one.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;
let manager: string;
let strong: SvcUserModel;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  const role = { code: 'ROLE_MANAGER', authorityList: ['AUTH_USER_MANAGE', 'AUTH_USER_VIEW'] };
  await call(server, 'POST', '/roles', { token: admin, body: role });
  await createActiveUser(server, admin, { username: 'manager', roleList: ['ROLE_MANAGER'] });
  manager = await signIn(server, 'manager', USER_PASSWORD);
  strong = await createActiveUser(server, admin, { username: 'strong', roleList: ['ROLE_TENANT_ADMIN'] });
  const address = ['strong@example.org', strong.uuid];
  await query(
    server,
    'UPDATE auth_user SET email = $1, email_folded = $1, email_verified = true WHERE uuid = $2',
    address,
  );
});
afterAll(() => server.stop());

const found = async (uuid: string): Promise<SvcUserModel> =>
  (await call<SvcUserModel>(server, 'GET', `/users/by-uuid/${uuid}`, { token: admin })).body;
const update = async (token: string, uuid: string, fields: object) => {
  const { version } = await found(uuid);
  return call<SvcUserModel>(server, 'PUT', '/users', { token, body: { uuid, version, ...fields } });
};

it('authentication 22: nobody redirects the mails of a user who holds more', async () => {
  for (const email of ['thief@example.org', null]) {
    expect((await update(manager, strong.uuid, { email })).error?.errorCode).toBe('ACCESS_DENIED');
  }
  expect(await found(strong.uuid)).toMatchObject({ email: 'strong@example.org', emailVerified: true });
  expect(await readMails(server, 'auth.credential-changed')).toEqual([]);
  const answered = await update(manager, strong.uuid, { email: 'strong@example.org', displayName: 'Strong' });
  expect([answered.status, answered.body?.displayName]).toEqual([200, 'Strong']);
});

it('an equal or weaker user gets another address', async () => {
  const weak = await createActiveUser(server, admin, { username: 'weak' });
  const changed = await update(manager, weak.uuid, { email: 'weak@example.org' });
  expect(changed.body).toMatchObject({ email: 'weak@example.org', emailVerified: false });
  expect((await update(admin, strong.uuid, { email: 'new@example.org' })).body).toMatchObject({ emailVerified: false });
});
