// Proves which mails signing in leaves in the queue: each once, in the language of the user, and none holds a sign-in up.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
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
import { challenge, complete, enrolTotp, mailedCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

/** Creates somebody with an address of their own. */
async function createMailed(username: string, locale: string): Promise<string> {
  await createActiveUser(server, adminToken, { username });
  const address = `${username}@example.com`;
  await query(server, 'UPDATE auth_user SET email = $2, email_verified = true, locale = $3 WHERE username = $1', [
    username,
    address,
    locale,
  ]);
  return address;
}
const mailsTo = async (address: string, templateCode: string) =>
  (await readMails(server, templateCode)).filter((mail) => mail.address === address);
const deviceCookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('svc-device='))
    ?.split(';')[0] ?? '';

describe('mails of a sign-in', () => {
  it('authentication 32: a new device is reported once, in the language of the user and not of the browser', async () => {
    const address = await createMailed('ayla', 'tr');
    const first = await login(server, 'ayla', USER_PASSWORD, {
      body: { deviceName: 'Mutfak' },
      headers: { 'accept-language': 'en' },
    });
    const cookie = deviceCookieOf(first.headers);
    for (let count = 0; count < 3; count++) await login(server, 'ayla', USER_PASSWORD, { headers: { cookie } });
    const mails = await mailsTo(address, 'auth.new-device');
    expect(mails.map(({ subject, locale }) => [subject, locale])).toEqual([['Yeni bir cihazdan oturum açıldı', 'tr']]);
    expect(mails[0]?.content).toContain('Mutfak');
    expect(mails[0]?.content).not.toContain(cookie.split('=')[1]);
  });

  it('authentication 32: a refused sign-in tells nobody of a device', async () => {
    const address = await createMailed('berk', 'en');
    await login(server, 'berk', 'not the password');
    expect(await mailsTo(address, 'auth.new-device')).toEqual([]);
  });

  it('authentication 32: a success after five failures is reported once with their number; after four it is not', async () => {
    const address = await createMailed('ceren', 'en');
    const cookie = deviceCookieOf((await login(server, 'ceren', USER_PASSWORD)).headers);
    const failAndSignIn = async (failures: number) => {
      for (let count = 0; count < failures; count++) {
        await query(
          server,
          'UPDATE auth_password SET failed_attempt_count = failed_attempt_count + 1 WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)',
          ['ceren'],
        );
      }
      return login(server, 'ceren', USER_PASSWORD, { headers: { cookie } });
    };
    expect((await failAndSignIn(4)).body.failedAttemptCount).toBe(4);
    expect(await mailsTo(address, 'auth.failed-attempts')).toEqual([]);
    expect((await failAndSignIn(5)).body.failedAttemptCount).toBe(5);
    expect((await failAndSignIn(0)).body.failedAttemptCount).toBe(0);
    const mails = await mailsTo(address, 'auth.failed-attempts');
    expect(mails.map(({ subject }) => subject)).toEqual(['Sign-in after failed attempts']);
    expect(mails[0]?.content).toContain('after 5 failed attempts');
  });

  it('authentication 32: five failures of a login itself are counted for it', async () => {
    const address = await createMailed('derya', 'tr');
    const cookie = deviceCookieOf((await login(server, 'derya', USER_PASSWORD)).headers);
    server.settings.set('auth.captcha.mode', 'OFF');
    for (let count = 0; count < 5; count++) await login(server, 'derya', 'wrong', { headers: { cookie } });
    await login(server, 'derya', USER_PASSWORD, { headers: { cookie } });
    server.settings.set('auth.captcha.mode', 'ADAPTIVE');
    const [mail] = await mailsTo(address, 'auth.failed-attempts');
    expect(mail?.content).toContain('5 başarısız denemeden sonra');
  });

  it('authentication 32: each change of factors is reported once, and one that changed nothing is not', async () => {
    const address = await createMailed('ece', 'tr');
    const { token } = await enrolTotp(server, await signIn(server, 'ece', USER_PASSWORD));
    const changes = async () => (await mailsTo(address, 'auth.credential-changed')).map(({ content }) => content);
    expect(await changes()).toEqual([expect.stringContaining('İkinci doğrulama yöntemleriniz değiştirildi.')]);
    const off = await call<{ token: string }>(server, 'POST', '/auth/factors/email', {
      token,
      body: { enabled: false },
    });
    expect(off.status).toBe(200);
    expect(await changes()).toHaveLength(1);
    await call(server, 'POST', '/auth/factors/recovery-codes', { token: off.body.token });
    expect(await changes()).toHaveLength(2);
  });

  it('authentication 32: whoever uses a recovery code is warned from the third last one on', async () => {
    const address = await createMailed('fatma', 'en');
    const { recoveryCodes } = await enrolTotp(server, await signIn(server, 'fatma', USER_PASSWORD));
    const left: (number | null)[] = [];
    for (const code of recoveryCodes.slice(0, 8)) {
      const done = await complete(server, await challenge(server, 'fatma'), code, {
        body: { verificationType: 'RECOVERY_CODE' },
      });
      left.push(done.body.recoveryCodeCount);
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    const warnings = (await mailsTo(address, 'auth.credential-changed')).filter(({ content }) =>
      content.includes('few are left'),
    );
    expect(warnings).toHaveLength(2);
  });

  it('authentication 32: with a mail server that takes nothing all but the mailed code goes on, and that can be sent again', async () => {
    server.settings.set('mail.sending-enabled', false);
    const address = await createMailed('gizem', 'tr');
    const token = await signIn(server, 'gizem', USER_PASSWORD);
    expect((await call(server, 'POST', '/auth/factors/email', { token, body: { enabled: true } })).status).toBe(200);
    const pending = await login(server, 'gizem', USER_PASSWORD);
    const verificationIdentifier = pending.body.verificationIdentifier ?? '';
    const lost = await mailedCode(server, 'gizem');
    server.clock.advance(MINUTE_MS);
    const sent = await call(server, 'POST', '/auth/resend-code', { body: { verificationIdentifier } });
    expect(sent.status).toBe(200);
    const mails = await mailsTo(address, 'auth.login-code');
    expect(mails.map(({ subject, locale }) => [subject, locale])).toEqual([
      ['Oturum açma kodunuz', 'tr'],
      ['Oturum açma kodunuz', 'tr'],
    ]);
    const newest = await mailedCode(server, 'gizem');
    if (lost !== newest) {
      expect((await complete(server, verificationIdentifier, lost)).error?.errorCode).toBe('AUTH_CODE_INVALID');
    }
    expect((await complete(server, verificationIdentifier, newest)).body.status).toBe('AUTHENTICATED');
    const [queued] = await query<{ status: string }>(
      server,
      `SELECT string_agg(DISTINCT m.status, ' ') AS status FROM mail m JOIN mail_recipient r ON r.mail_id = m.id
       WHERE r.address = $1`,
      [address],
    );
    expect(queued?.status).toBe('QUEUED');
  });
});
