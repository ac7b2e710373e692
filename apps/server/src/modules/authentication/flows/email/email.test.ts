// Proves that an address becomes a user's by reading its mails, and that a proven one is as good as the name.
import type { SvcUserModel } from '@keelson/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  eventually,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;

beforeEach(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
});

afterEach(() => server.stop());

const change = (token: string, email: string) => call(server, 'POST', '/auth/email/change', { token, body: { email } });
const confirm = (token: string) => call(server, 'POST', '/auth/email/confirm', { body: { token } });
const links = () => readMails(server, 'auth.email-change');
const userOf = async (username: string) => {
  const answer = await call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, { token: admin });
  return answer.body;
};

async function personOf(username: string): Promise<string> {
  await createActiveUser(server, admin, { username });
  return signIn(server, username, USER_PASSWORD);
}

/** Makes an address one that the user has proven. */
async function prove(token: string, email: string): Promise<void> {
  await change(token, email);
  expect((await confirm((await links()).at(-1)?.token ?? '')).status).toBe(200);
}

describe('an own address', () => {
  it('changes when its link is used and not before; the old one is told', async () => {
    const ada = await personOf('ada');
    await prove(ada, 'ada@example.org');
    expect((await change(ada, 'Ada.New@EXAMPLE.org')).status).toBe(200);
    expect(await userOf('ada')).toMatchObject({ email: 'ada@example.org', emailVerified: true });
    const link = (await links()).at(-1);
    expect(link?.address).toBe('Ada.New@example.org');
    expect((await confirm(link?.token ?? '')).status).toBe(200);
    expect(await userOf('ada')).toMatchObject({ email: 'Ada.New@example.org', emailVerified: true });
    expect((await confirm(link?.token ?? '')).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    const notices = await readMails(server, 'auth.credential-changed');
    expect(notices.map(({ address }) => address)).toEqual(['ada@example.org', 'ada@example.org']);
  });

  it('needs a fresh sign-in and one well-formed address', async () => {
    const ada = await personOf('ada');
    for (const email of [
      'nobody',
      'a@b',
      'a@example.org, b@example.org',
      'a b@example.org',
      'a@ex\nample.org',
      '<a@example.org>',
    ]) {
      const answer = await change(ada, email);
      expect([email, answer.error?.errorArguments[0]?.code]).toEqual([email, 'INVALID_EMAIL_ADDRESS']);
    }
    server.clock.advance(29 * 60_000);
    await call(server, 'GET', '/session', { token: ada });
    server.clock.advance(2 * 60_000);
    expect((await change(ada, 'ada@example.org')).error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    expect(await links()).toEqual([]);
  });

  it('authentication 2: the answer is the same when somebody else has it, and it stays theirs', async () => {
    await prove(await personOf('owner'), 'taken@example.org');
    const ada = await personOf('ada');
    const [free, taken] = [await change(ada, 'free@example.org'), await change(ada, 'taken@example.org')];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect((await confirm((await links()).at(-1)?.token ?? '')).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    expect((await userOf('ada')).email).toBeNull();
    expect((await login(server, 'taken@example.org', USER_PASSWORD)).body.username).toBe('owner');
  });

  it('an open link runs out after 24 hours and is ended by the next', async () => {
    const ada = await personOf('ada');
    await change(ada, 'first@example.org');
    await change(ada, 'second@example.org');
    const [first, second] = await links();
    expect((await confirm(first?.token ?? '')).status).toBe(401);
    server.clock.advance(24 * 3_600_000);
    expect((await confirm(second?.token ?? '')).status).toBe(401);
  });
});

describe('an address as the name', () => {
  it('signs in when exactly one user of the tenant has proven it', async () => {
    const ada = await personOf('ada');
    await change(ada, 'ada@example.org');
    expect((await login(server, 'ada@example.org', USER_PASSWORD)).status).toBe(401);
    await confirm((await links())[0]?.token ?? '');
    expect((await login(server, 'ADA@Example.ORG', USER_PASSWORD)).body.username).toBe('ada');
    await createActiveUser(server, admin, { username: 'twin' });
    await query(
      server,
      "UPDATE auth_user SET email = 'ada@example.org', email_folded = 'ada@example.org', email_verified = true WHERE username = 'twin'",
    );
    expect((await login(server, 'ada@example.org', USER_PASSWORD)).status).toBe(401);
  });

  it('a user who is so named comes first', async () => {
    await prove(await personOf('ada'), 'shared@example.org');
    await createActiveUser(server, admin, { username: 'shared@example.org' });
    expect((await login(server, 'shared@example.org', USER_PASSWORD)).body.username).toBe('shared@example.org');
  });
});

describe('a created user with an address', () => {
  it('is invited by mail in their language, proves the address by it, and the administrator sees no link', async () => {
    const body = { username: 'ada', email: 'ada@Example.org', displayName: 'Ada L.', locale: 'tr' };
    const created = await call<SvcUserModel>(server, 'POST', '/users', { token: admin, body });
    expect(created.body).toMatchObject({ email: 'ada@example.org', emailVerified: false, activationLink: null });
    const [mail] = await readMails(server, 'auth.activation');
    expect(mail).toMatchObject({ address: 'ada@example.org', locale: 'tr', subject: 'Hesabınız hazır' });
    expect(created.text).not.toContain(mail?.token ?? '-');
    const activate = { activationToken: mail?.token, newPassword: USER_PASSWORD };
    expect((await call(server, 'POST', '/auth/activate', { body: activate })).status).toBe(200);
    expect(await userOf('ada')).toMatchObject({ emailVerified: true, passwordSet: true });
    expect((await login(server, 'ada@example.org', USER_PASSWORD)).status).toBe(200);
  });

  it('a handed-over link proves no address; a malformed one is refused', async () => {
    await createActiveUser(server, admin, { username: 'ada' });
    expect((await userOf('ada')).emailVerified).toBe(false);
    const refused = await call(server, 'POST', '/users', { token: admin, body: { username: 'x', email: 'a@b@c' } });
    expect(refused.error?.errorArguments).toEqual([
      expect.objectContaining({ field: 'email', code: 'INVALID_EMAIL_ADDRESS' }),
    ]);
  });

  it('gets another invitation, and one whose address is changed is invited to the old one no more', async () => {
    const body = { username: 'ada', email: 'wrong@example.org' };
    const { body: user } = await call<SvcUserModel>(server, 'POST', '/users', { token: admin, body });
    const [first] = await readMails(server, 'auth.activation');
    const updated = await call<SvcUserModel>(server, 'PUT', '/users', {
      token: admin,
      body: { uuid: user.uuid, version: user.version, email: 'right@example.org' },
    });
    expect(updated.body).toMatchObject({ email: 'right@example.org', emailVerified: false });
    const activate = (token = '') =>
      call(server, 'POST', '/auth/activate', { body: { activationToken: token, newPassword: USER_PASSWORD } });
    expect((await activate(first?.token)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    const again = await call<SvcUserModel>(server, 'POST', `/users/resend-activation/by-uuid/${user.uuid}`, {
      token: admin,
    });
    expect([again.status, again.body.activationLink]).toEqual([200, null]);
    const second = (await readMails(server, 'auth.activation'))[1];
    expect(second?.address).toBe('right@example.org');
    expect((await activate(second?.token)).status).toBe(200);
  });

  it('an address that an administrator changes is unproven, and the old one is told', async () => {
    const ada = await personOf('ada');
    await prove(ada, 'ada@example.org');
    const { uuid, version } = await userOf('ada');
    const body = { uuid, version, email: 'other@example.org' };
    const updated = await call<SvcUserModel>(server, 'PUT', '/users', { token: admin, body });
    expect(updated.body).toMatchObject({ email: 'other@example.org', emailVerified: false });
    expect((await readMails(server, 'auth.credential-changed')).at(-1)?.address).toBe('ada@example.org');
    await call(server, 'POST', '/auth/password/forgot', { body: { username: 'ada' } });
    const open = () => query(server, 'SELECT id FROM auth_reset_request WHERE sealed IS NOT NULL');
    expect(await eventually(open, (rows) => rows.length === 0)).toEqual([]);
    expect(await readMails(server, 'auth.password-reset')).toEqual([]);
  });
});
