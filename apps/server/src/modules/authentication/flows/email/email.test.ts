// Proves that an address becomes a user's by reading its mails, and that a proven one is as good as the name.
import type { SvcUserModel } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

/** What a test does is counted by no window of an earlier one. */
let tests = 0;
let earlierMails: ReadonlySet<string>;

beforeAll(async () => {
  server = await startDirectory();
});
beforeEach(async () => {
  tests += 1;
  server.clock.advance(2 * HOUR_MS);
  admin = await signInAdmin(server);
  earlierMails = new Set((await query<{ uuid: string }>(server, 'SELECT uuid FROM mail')).map(({ uuid }) => uuid));
});
afterAll(() => server?.stop());

const mailsOf = async (templateCode: string) =>
  (await readMails(server, templateCode)).filter(({ uuid }) => !earlierMails.has(uuid));
/** Answer a name and an address that nobody has in another test. */
const own = (name: string) => `${name}${tests}`;
const at = (local: string) => `${local}@test${tests}.example`;

const change = (token: string, email: string) => call(server, 'POST', '/auth/email/change', { token, body: { email } });
const confirm = (token: string) => call(server, 'POST', '/auth/email/confirm', { body: { token } });
const links = () => mailsOf('auth.email-change');
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
    const ada = await personOf(own('ada'));
    await prove(ada, at('ada'));
    expect((await change(ada, `Ada.New@TEST${tests}.Example`)).status).toBe(200);
    expect(await userOf(own('ada'))).toMatchObject({ email: at('ada'), emailVerified: true });
    const link = (await links()).at(-1);
    expect(link?.address).toBe(at('Ada.New'));
    expect((await confirm(link?.token ?? '')).status).toBe(200);
    expect(await userOf(own('ada'))).toMatchObject({ email: at('Ada.New'), emailVerified: true });
    expect((await confirm(link?.token ?? '')).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    const notices = await mailsOf('auth.credential-changed');
    expect(notices.map(({ address }) => address)).toEqual([at('ada'), at('ada')]);
  });

  it('needs a fresh sign-in and one well-formed address', async () => {
    const ada = await personOf(own('ada'));
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
    expect((await change(ada, at('ada'))).error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    expect(await links()).toEqual([]);
  });

  it('authentication 2: the answer is the same when somebody else has it, and it stays theirs', async () => {
    await prove(await personOf(own('owner')), at('taken'));
    const ada = await personOf(own('ada'));
    const [free, taken] = [await change(ada, at('free')), await change(ada, at('taken'))];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect((await confirm((await links()).at(-1)?.token ?? '')).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    expect((await userOf(own('ada'))).email).toBeNull();
    expect((await login(server, at('taken'), USER_PASSWORD)).body.username).toBe(own('owner'));
  });

  it('an open link runs out after 24 hours and is ended by the next', async () => {
    const ada = await personOf(own('ada'));
    await change(ada, at('first'));
    await change(ada, at('second'));
    const [first, second] = await links();
    expect((await confirm(first?.token ?? '')).status).toBe(401);
    server.clock.advance(24 * 3_600_000);
    expect((await confirm(second?.token ?? '')).status).toBe(401);
  });
});

describe('an address as the name', () => {
  it('signs in when exactly one user of the tenant has proven it', async () => {
    const ada = await personOf(own('ada'));
    await change(ada, at('ada'));
    expect((await login(server, at('ada'), USER_PASSWORD)).status).toBe(401);
    await confirm((await links())[0]?.token ?? '');
    expect((await login(server, `ADA@Test${tests}.EXAMPLE`, USER_PASSWORD)).body.username).toBe(own('ada'));
    await createActiveUser(server, admin, { username: own('twin') });
    await query(
      server,
      'UPDATE auth_user SET email = $2, email_folded = $2, email_verified = true WHERE username = $1',
      [own('twin'), at('ada')],
    );
    expect((await login(server, at('ada'), USER_PASSWORD)).status).toBe(401);
  });

  it('a user who is so named comes first', async () => {
    await prove(await personOf(own('ada')), at('shared'));
    await createActiveUser(server, admin, { username: at('shared') });
    expect((await login(server, at('shared'), USER_PASSWORD)).body.username).toBe(at('shared'));
  });
});

describe('a created user with an address', () => {
  it('is invited by mail in their language, proves the address by it, and the administrator sees no link', async () => {
    const body = { username: own('ada'), email: `ada@Test${tests}.example`, displayName: 'Ada L.', locale: 'tr' };
    const created = await call<SvcUserModel>(server, 'POST', '/users', { token: admin, body });
    expect(created.body).toMatchObject({ email: at('ada'), emailVerified: false, activationLink: null });
    const [mail] = await mailsOf('auth.activation');
    expect(mail).toMatchObject({ address: at('ada'), locale: 'tr', subject: 'Hesabınız hazır' });
    expect(created.text).not.toContain(mail?.token ?? '-');
    const activate = { activationToken: mail?.token, newPassword: USER_PASSWORD };
    expect((await call(server, 'POST', '/auth/activate', { body: activate })).status).toBe(200);
    expect(await userOf(own('ada'))).toMatchObject({ emailVerified: true, passwordSet: true });
    expect((await login(server, at('ada'), USER_PASSWORD)).status).toBe(200);
  });

  it('a handed-over link proves no address; a malformed one is refused', async () => {
    await createActiveUser(server, admin, { username: own('ada') });
    expect((await userOf(own('ada'))).emailVerified).toBe(false);
    const refused = await call(server, 'POST', '/users', { token: admin, body: { username: 'x', email: 'a@b@c' } });
    expect(refused.error?.errorArguments).toEqual([
      expect.objectContaining({ field: 'email', code: 'INVALID_EMAIL_ADDRESS' }),
    ]);
  });

  it('gets another invitation, and one whose address is changed is invited to the old one no more', async () => {
    const body = { username: own('ada'), email: at('wrong') };
    const { body: user } = await call<SvcUserModel>(server, 'POST', '/users', { token: admin, body });
    const [first] = await mailsOf('auth.activation');
    const updated = await call<SvcUserModel>(server, 'PUT', '/users', {
      token: admin,
      body: { uuid: user.uuid, version: user.version, email: at('right') },
    });
    expect(updated.body).toMatchObject({ email: at('right'), emailVerified: false });
    const activate = (token = '') =>
      call(server, 'POST', '/auth/activate', { body: { activationToken: token, newPassword: USER_PASSWORD } });
    expect((await activate(first?.token)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    const again = await call<SvcUserModel>(server, 'POST', `/users/resend-activation/by-uuid/${user.uuid}`, {
      token: admin,
    });
    expect([again.status, again.body.activationLink]).toEqual([200, null]);
    const second = (await mailsOf('auth.activation'))[1];
    expect(second?.address).toBe(at('right'));
    expect((await activate(second?.token)).status).toBe(200);
  });

  it('an address that an administrator changes is unproven, and the old one is told', async () => {
    const ada = await personOf(own('ada'));
    await prove(ada, at('ada'));
    const { uuid, version } = await userOf(own('ada'));
    const body = { uuid, version, email: at('other') };
    const updated = await call<SvcUserModel>(server, 'PUT', '/users', { token: admin, body });
    expect(updated.body).toMatchObject({ email: at('other'), emailVerified: false });
    expect((await mailsOf('auth.credential-changed')).at(-1)?.address).toBe(at('ada'));
    await call(server, 'POST', '/auth/password/forgot', { body: { username: own('ada') } });
    const open = () => query(server, 'SELECT id FROM auth_reset_request WHERE sealed IS NOT NULL');
    expect(await eventually(open, (rows) => rows.length === 0)).toEqual([]);
    expect(await mailsOf('auth.password-reset')).toEqual([]);
  });
});
