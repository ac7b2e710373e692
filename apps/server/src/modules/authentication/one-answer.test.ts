// Proves that reasons for a refusal cannot be distinguished: by status, body, headers, or by what a refusal costs.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMails } from '../../testing/mail-queue.ts';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  eventually,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  tokenOf,
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

const NEW_PASSWORD = 'seven otters under the bridge';
const UNKNOWN_TOKEN = 'x'.repeat(43);

const hashes = vi.hoisted(() => ({ count: 0 }));
vi.mock('./ground/hashing/hash-queue.ts', async (original) => {
  const real = await original<typeof import('./ground/hashing/hash-queue.ts')>();
  const createHashQueue: typeof real.createHashQueue = (...given) => {
    const { run, enter } = real.createHashQueue(...given);
    const counted: typeof run = (place, work) => {
      hashes.count++;
      return run(place, work);
    };
    return { enter, run: counted };
  };
  return { ...real, createHashQueue };
});

let server: TestServer;
let admin: string;

beforeAll(async () => {
  // Locks and captchas have proofs of their own; here the same address fails more often than a person.
  server = await startDirectory({ settings: { 'auth.captcha.mode': 'OFF', 'auth.lock.threshold': 1_000 } });
});
beforeEach(async () => {
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

/** Keeps what a stranger sees of an answer, but not when and under which number it was given. */
function seen({ status, headers, text }: Answer): object {
  const { body, errorDetail } = JSON.parse(text);
  const { time: _, uuid: __, ...detail } = errorDetail ?? {};
  const named = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status, body, detail, headers: Object.fromEntries(named) };
}

const change = (username: string, text: string) =>
  query(server, `UPDATE auth_user SET ${text} WHERE username = $1`, [username]);
const changePassword = (username: string, text: string) =>
  query(server, `UPDATE auth_password SET ${text} WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)`, [
    username,
  ]);
const address = (username: string, verified = true) =>
  change(
    username,
    `email = username || '@example.org', email_folded = username || '@example.org', email_verified = ${verified}`,
  );
async function closeTenant(identifier: string): Promise<void> {
  await query(server, 'UPDATE auth_tenant SET enabled = false WHERE identifier = $1', [identifier]);
}

describe('a refused sign-in', () => {
  it('authentication 2: looks and costs the same for every reason', async () => {
    await createTenant(server, 'closed');
    const standing = { off: 'enabled = false', gone: 'deleted = true', expired: "expiry_date = 'epoch'" };
    for (const [username, text] of Object.entries(standing)) {
      await createActiveUser(server, admin, { username });
      await change(username, text);
    }
    for (const username of ['known', 'disabled', 'overdue']) await createActiveUser(server, admin, { username });
    await changePassword('disabled', 'disabled = true');
    await createActiveUser(server, admin, { username: 'shut', tenantIdentifier: 'closed' });
    await closeTenant('closed');
    await call(server, 'POST', '/users', { token: admin, body: { username: 'fresh' } });
    const attempt = async (username: string, password: string, body: object = {}) => {
      hashes.count = 0;
      const answer = await login(server, username, password, { body });
      return { ...seen(answer), hashes: hashes.count };
    };
    const unknown = await attempt('nobody', USER_PASSWORD);
    expect(unknown).toMatchObject({ status: 401, detail: { errorCode: 'AUTH_INVALID_CREDENTIALS' }, hashes: 1 });
    for (const username of ['off', 'gone', 'expired', 'disabled', 'fresh', 'nobody@example.org']) {
      expect([username, await attempt(username, USER_PASSWORD)]).toEqual([username, unknown]);
    }
    expect(await attempt('known', 'not the password at all')).toEqual(unknown);
    expect(await attempt('known', USER_PASSWORD, { tenantIdentifier: 'elsewhere' })).toEqual(unknown);
    expect(await attempt('shut', USER_PASSWORD, { tenantIdentifier: 'closed' })).toEqual(unknown);
  });
});

describe('asking for a reset', () => {
  it('authentication 2: looks the same for everybody, and writes to those alone whom a link lets in', async () => {
    await createTenant(server, 'shut-down');
    const people = ['f-known', 'f-off', 'f-gone', 'f-expired', 'f-unverified', 'f-without'];
    for (const username of people) await createActiveUser(server, admin, { username });
    await createActiveUser(server, admin, { username: 'f-shut', tenantIdentifier: 'shut-down' });
    await closeTenant('shut-down');
    await call(server, 'POST', '/users', { token: admin, body: { username: 'f-fresh' } });
    for (const username of ['f-known', 'f-off', 'f-gone', 'f-expired', 'f-shut', 'f-fresh']) await address(username);
    await address('f-unverified', false);
    await change('f-off', 'enabled = false');
    await change('f-gone', 'deleted = true');
    await change('f-expired', "expiry_date = 'epoch'");
    const ask = async (username: string, tenantIdentifier = 'default') => {
      hashes.count = 0;
      const body = { username, tenantIdentifier };
      return { ...seen(await call(server, 'POST', '/auth/password/forgot', { body })), hashes: hashes.count };
    };
    const unknown = await ask('f-nobody');
    expect(unknown).toMatchObject({ status: 200, hashes: 0 });
    for (const username of [...people, 'f-fresh']) expect([username, await ask(username)]).toEqual([username, unknown]);
    expect(await ask('f-known', 'elsewhere')).toEqual(unknown);
    expect(await ask('f-shut', 'shut-down')).toEqual(unknown);
    const open = () => query(server, 'SELECT id FROM auth_reset_request WHERE sealed IS NOT NULL');
    expect(await eventually(open, (rows) => rows.length === 0)).toEqual([]);
    const mails = await readMails(server, 'auth.password-reset');
    expect(mails.map((mail) => mail.address)).toEqual(['f-known@example.org']);
  });
});

describe('a link that works no more', () => {
  it('authentication 2: looks and costs the same for every reason where it is of a reset', async () => {
    await createTenant(server, 'closing');
    const people = ['r-used', 'r-old', 'r-off', 'r-gone', 'r-expired', 'r-other'];
    for (const username of people) await createActiveUser(server, admin, { username });
    await createActiveUser(server, admin, { username: 'r-shut', tenantIdentifier: 'closing' });
    const tokens = new Map<string, string>();
    for (const username of [...people, 'r-shut']) {
      await address(username);
      const [row] = await query<{ uuid: string }>(server, 'SELECT uuid FROM auth_user WHERE username = $1', [username]);
      await call(server, 'POST', `/users/send-password-reset/by-uuid/${row?.uuid}`, { token: admin });
      const mail = (await readMails(server, 'auth.password-reset')).at(-1);
      expect(mail?.address).toBe(`${username}@example.org`);
      tokens.set(username, mail?.token ?? '');
    }
    const use = async (resetToken: string) => {
      hashes.count = 0;
      const body = { resetToken, newPassword: NEW_PASSWORD };
      return { ...seen(await call(server, 'POST', '/auth/password/reset', { body })), hashes: hashes.count };
    };
    expect(await use(tokens.get('r-used')!)).toMatchObject({ status: 200 });
    await change('r-off', 'enabled = false');
    await change('r-gone', 'deleted = true');
    await change('r-expired', "expiry_date = 'epoch'");
    await closeTenant('closing');
    const tokenOfUser = (text: string, username: string) =>
      query(
        server,
        `UPDATE auth_one_time_token SET ${text} WHERE purpose = 'RESET' AND user_id = (SELECT id FROM auth_user WHERE username = $1)`,
        [username],
      );
    await tokenOfUser("expiry_date = 'epoch'", 'r-old');
    await tokenOfUser("purpose = 'EMAIL'", 'r-other');
    const unknown = await use(UNKNOWN_TOKEN);
    expect(unknown).toMatchObject({ status: 401, detail: { errorCode: 'AUTH_TOKEN_EXPIRED' }, hashes: 0 });
    for (const [username, token] of tokens) expect([username, await use(token)]).toEqual([username, unknown]);
  });

  it('authentication 2: looks and costs the same for every reason where it is of an activation', async () => {
    const invite = async (username: string): Promise<string> => {
      const answer = await call<{ activationLink: string }>(server, 'POST', '/users', {
        token: admin,
        body: { username },
      });
      return tokenOf(answer.body.activationLink);
    };
    const use = async (activationToken: string) => {
      hashes.count = 0;
      const body = { activationToken, newPassword: NEW_PASSWORD };
      return { ...seen(await call(server, 'POST', '/auth/activate', { body })), hashes: hashes.count };
    };
    const [used, gone, expired] = [await invite('a-used'), await invite('a-gone'), await invite('a-expired')];
    expect(await use(used)).toMatchObject({ status: 200 });
    await change('a-gone', 'deleted = true');
    await change('a-expired', "expiry_date = 'epoch'");
    const unknown = await use(UNKNOWN_TOKEN);
    expect(unknown).toMatchObject({ status: 401, detail: { errorCode: 'AUTH_TOKEN_EXPIRED' }, hashes: 0 });
    for (const token of [used, gone, expired]) expect(await use(token)).toEqual(unknown);
  });
});

describe('a change of address', () => {
  const ask = (token: string, email: string) => call(server, 'POST', '/auth/email/change', { token, body: { email } });
  const confirm = (token: string) => call(server, 'POST', '/auth/email/confirm', { body: { token } });
  const newest = async () => (await readMails(server, 'auth.email-change')).at(-1)?.token ?? '';

  it('authentication 2: is answered alike whether somebody has the address or not, and so is every link that fails', async () => {
    for (const username of ['e-owner', 'e-ada', 'e-off', 'e-gone', 'e-old']) {
      await createActiveUser(server, admin, { username });
    }
    await address('e-owner');
    const ada = await signIn(server, 'e-ada', USER_PASSWORD);
    const free = seen(await ask(ada, 'e-free@example.org'));
    const superseded = await newest();
    expect(free).toMatchObject({ status: 200 });
    expect(seen(await ask(ada, 'e-owner@example.org'))).toEqual(free);
    const taken = await newest();
    const linkOf = async (username: string) => {
      await ask(await signIn(server, username, USER_PASSWORD), `${username}@example.org`);
      return newest();
    };
    const [off, gone, old] = [await linkOf('e-off'), await linkOf('e-gone'), await linkOf('e-old')];
    await change('e-off', 'enabled = false');
    await change('e-gone', 'deleted = true');
    await query(
      server,
      `UPDATE auth_one_time_token SET expiry_date = 'epoch' WHERE purpose = 'EMAIL'
         AND user_id = (SELECT id FROM auth_user WHERE username = 'e-old')`,
    );
    const unknown = seen(await confirm(UNKNOWN_TOKEN));
    expect(unknown).toMatchObject({ status: 401, detail: { errorCode: 'AUTH_TOKEN_EXPIRED' } });
    for (const token of [superseded, taken, off, gone, old]) expect(seen(await confirm(token))).toEqual(unknown);
  });
});
