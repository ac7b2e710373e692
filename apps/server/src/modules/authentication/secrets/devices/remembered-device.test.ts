// Proves when a device skips the second factor, what ends that, and what its owner sees and removes.
import type { SvcAuthDeviceModel, SvcUserModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, complete, createEmailUser, createTotpUser, mailedCode } from '../../steps/challenge.fixture.ts';

const STEP_MS = 30_000;
const PERIOD = 'auth.device.remember-period';

let server: TestServer;
let adminToken: string;
let users = 0;
const newName = () => `person-${++users}`;

beforeAll(async () => {
  server = await startDirectory();
});
beforeEach(async () => {
  server.settings.set(PERIOD, 30);
  server.settings.set('auth.security-profile', 'STANDARD');
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

interface Remembered {
  readonly username: string;
  readonly secret: string;
  readonly token: string;
  readonly headers: { readonly cookie: string };
}

const deviceCookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('svc-device='))
    ?.split(';')[0] ?? '';

/** Signs in with a code on a new device that is to be remembered. */
async function rememberOne(username: string, secret: string): Promise<Remembered> {
  server.clock.advance(STEP_MS);
  const pending = await login(server, username, USER_PASSWORD);
  const done = await complete(server, pending.body.verificationIdentifier ?? '', codeOf(server, secret), {
    body: { rememberDevice: true },
  });
  if (done.body.status !== 'AUTHENTICATED') throw new Error(`no session: ${done.text}`);
  return { username, secret, token: done.body.token ?? '', headers: { cookie: deviceCookieOf(done) } };
}

const rememberedUser = async (): Promise<Remembered> => {
  const username = newName();
  const { secret } = await createTotpUser(server, adminToken, username);
  return rememberOne(username, secret);
};
const statusOn = async ({ username, headers }: Remembered, password = USER_PASSWORD) =>
  (await login(server, username, password, { headers })).body.status;
const devicesOf = (token: string, headers: Record<string, string> = {}) =>
  call<SvcAuthDeviceModel[]>(server, 'GET', '/auth/devices', { token, headers });
const removeDevice = (token: string, uuid: string) =>
  call(server, 'DELETE', `/auth/devices/by-uuid/${uuid}`, { token });

describe('a remembered device', () => {
  it('skips the factor there and nowhere else, at level AAL1', async () => {
    const device = await rememberedUser();
    const skipped = await login(server, device.username, USER_PASSWORD, { headers: device.headers });
    expect(skipped.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL1' });
    expect((await login(server, device.username, USER_PASSWORD)).body.status).toBe('VERIFICATION_REQUIRED');
    const other = newName();
    await createTotpUser(server, adminToken, other);
    const foreign = await login(server, other, USER_PASSWORD, { headers: device.headers });
    expect(foreign.body.status).toBe('VERIFICATION_REQUIRED');
  });

  it('the password is still asked for', async () => {
    const device = await rememberedUser();
    expect((await login(server, device.username, 'not the password', { headers: device.headers })).status).toBe(401);
  });

  it('a device that was not to be remembered is known and asked', async () => {
    const username = newName();
    const { secret } = await createTotpUser(server, adminToken, username);
    const pending = await login(server, username, USER_PASSWORD);
    const done = await complete(server, pending.body.verificationIdentifier ?? '', codeOf(server, secret));
    const again = await login(server, username, USER_PASSWORD, { headers: { cookie: deviceCookieOf(done) } });
    expect(again.body.status).toBe('VERIFICATION_REQUIRED');
  });

  it('ends with its period, which using it does not prolong', async () => {
    const device = await rememberedUser();
    server.clock.advance(29 * DAY_MS);
    expect(await statusOn(device)).toBe('AUTHENTICATED');
    server.clock.advance(DAY_MS);
    expect(await statusOn(device)).toBe('VERIFICATION_REQUIRED');
  });

  it('an e-mailed code makes one as well', async () => {
    const username = newName();
    await createEmailUser(server, adminToken, username);
    const pending = await login(server, username, USER_PASSWORD);
    const code = await mailedCode(server, username);
    const done = await complete(server, pending.body.verificationIdentifier ?? '', code, {
      body: { rememberDevice: true },
    });
    const again = await login(server, username, USER_PASSWORD, { headers: { cookie: deviceCookieOf(done) } });
    expect(again.body.status).toBe('AUTHENTICATED');
  });

  it('there is none where the tenant allows none, and those made before count no more', async () => {
    const device = await rememberedUser();
    server.settings.set(PERIOD, 0);
    expect(await statusOn(device)).toBe('VERIFICATION_REQUIRED');
    const later = await rememberOne(device.username, device.secret);
    server.settings.set(PERIOD, 30);
    expect(await statusOn(later)).toBe('VERIFICATION_REQUIRED');
    server.settings.set('auth.security-profile', 'STRICT');
    expect(await statusOn(device)).toBe('VERIFICATION_REQUIRED');
  });

  it.each([
    [
      'a change of the password',
      async ({ token }: Remembered) => {
        const body = { currentPassword: USER_PASSWORD, newPassword: 'seven otters under the bridge' };
        await call(server, 'POST', '/auth/password/change', { token, body });
        return 'seven otters under the bridge';
      },
    ],
    [
      'a change of the factors',
      async ({ token }: Remembered) => {
        await call(server, 'POST', '/auth/factors/recovery-codes', { token });
        return USER_PASSWORD;
      },
    ],
    [
      'a factor that wrong codes disabled',
      async ({ username }: Remembered) => {
        const pending = await login(server, username, USER_PASSWORD);
        await query(
          server,
          `INSERT INTO auth_code_attempt (user_id, recent, in_a_row)
           SELECT id, '{}', 99 FROM auth_user WHERE username = $1`,
          [username],
        );
        await complete(server, pending.body.verificationIdentifier ?? '', '12345678');
        return USER_PASSWORD;
      },
    ],
    [
      'a deactivation, also when the user is activated again',
      async ({ username }: Remembered) => {
        const { body } = await call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, {
          token: adminToken,
        });
        await call(server, 'POST', `/users/deactivate/by-uuid/${body.uuid}`, { token: adminToken });
        await call(server, 'POST', `/users/activate/by-uuid/${body.uuid}`, { token: adminToken });
        return USER_PASSWORD;
      },
    ],
  ])('is asked again after %s', async (_name, change) => {
    const device = await rememberedUser();
    expect(await statusOn(device)).toBe('AUTHENTICATED');
    expect(await statusOn(device, await change(device))).toBe('VERIFICATION_REQUIRED');
  });

  it('authentication 11: gives the code before it replaces a password, and is remembered as that sign-in asked', async () => {
    const device = await rememberedUser();
    await query(server, 'UPDATE auth_user SET password_change_required = true WHERE username = $1', [device.username]);
    server.clock.advance(STEP_MS);
    const pending = await login(server, device.username, USER_PASSWORD, { headers: device.headers });
    expect(pending.body.status).toBe('VERIFICATION_REQUIRED');
    const step = await complete(server, pending.body.verificationIdentifier ?? '', codeOf(server, device.secret), {
      body: { rememberDevice: true },
      headers: device.headers,
    });
    const newPassword = 'seven otters under the bridge';
    const done = await call(server, 'POST', '/auth/complete-login-with-new-password', {
      body: { verificationIdentifier: step.body.verificationIdentifier, newPassword },
      headers: device.headers,
    });
    expect(done.status).toBe(200);
    expect(await statusOn(device, newPassword)).toBe('AUTHENTICATED');
  });
});

describe('the own devices', () => {
  it('lists them, last used first, with how long they are remembered and which one asks', async () => {
    const device = await rememberedUser();
    const { body, text } = await devicesOf(device.token, device.headers);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      current: true,
      ipAddress: '127.0.0.1',
      rememberedUntilDate: new Date(server.clock.now() + 30 * DAY_MS).toISOString(),
    });
    expect(body[1]).toMatchObject({ current: false, rememberedUntilDate: null });
    expect(text).not.toContain(device.headers.cookie.split('=')[1]);
    server.settings.set(PERIOD, 0);
    expect((await devicesOf(device.token)).body.map(({ rememberedUntilDate }) => rememberedUntilDate)).toEqual([
      null,
      null,
    ]);
  });

  it('one that is removed is neither known nor remembered, and the sessions stay', async () => {
    const device = await rememberedUser();
    const current = (await devicesOf(device.token, device.headers)).body.find((one) => one.current);
    const removed = await removeDevice(device.token, current?.uuid ?? '');
    expect([removed.status, removed.body]).toEqual([200, {}]);
    expect((await devicesOf(device.token, device.headers)).body.some((one) => one.current)).toBe(false);
    expect(await statusOn(device)).toBe('VERIFICATION_REQUIRED');
    const again = await removeDevice(device.token, current?.uuid ?? '');
    expect([again.status, again.error?.errorCode]).toEqual([404, 'DEVICE_NOT_FOUND']);
    const events = await query<{ actor: string; detail: object }>(
      server,
      `SELECT actor, detail FROM log_recorded_event WHERE kind = 'authentication.device-removed' AND subject = $1`,
      [device.username],
    );
    expect(events).toMatchObject([{ actor: device.username, detail: { deviceUuid: current?.uuid } }]);
  });

  it('shows none of somebody else', async () => {
    const device = await rememberedUser();
    const [own] = (await devicesOf(device.token)).body;
    const stranger = newName();
    await createActiveUser(server, adminToken, { username: stranger });
    const token = await signIn(server, stranger, USER_PASSWORD);
    expect((await removeDevice(token, own?.uuid ?? '')).error?.errorCode).toBe('DEVICE_NOT_FOUND');
    expect(await statusOn(device)).toBe('AUTHENTICATED');
    const uuids = (await devicesOf(token)).body.map(({ uuid }) => uuid);
    expect(uuids).not.toContain(own?.uuid);
  });
});
