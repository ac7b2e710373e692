// Shows that a setting that an operator changes over HTTP holds for what each module does next, on every process.
import { randomBytes } from 'node:crypto';
import type { SvcSessionExpiryModel } from '@keelson/contract';
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTenant,
  joinSettingServer,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from './testing/setting-server.ts';
import { call, login, USER_PASSWORD } from './testing/sign-in.ts';

/** A change takes far less to another process; how soon it has to be there is measured apart. */
const CATCH_UP_MS = 2_000;

let first: SettingServer;
let second: SettingServer;
let names = 0;

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startSettingServer({ env });
  second = await joinSettingServer(first, env);
  await createTenant(first, 'north');
  // Failures of one address are counted for all tests together.
  await first.change('auth.captcha.mode', 'OFF');
  await first.change('auth.address.daily-limit', 10_000);
  await first.change('auth.captcha.address-threshold', 1_000);
  await first.change('auth.captcha.name-threshold', 100);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Changes it on the first server and waits until the second one knows. */
async function change(code: string, value: unknown, tenantIdentifier?: string): Promise<void> {
  const revision = await first.change(code, value, tenantIdentifier);
  expect(await second.apis.systemSetting.waitForRevision(revision, CATCH_UP_MS)).toBe(true);
}

function newName(): string {
  names += 1;
  return `user-${names}`;
}

/** Statuses of wrong sign-ins in a row; unknown names lock like known ones. */
async function fail(server: SettingServer, username: string, times: number, tenantIdentifier = 'default') {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    statuses.push((await login(server, username, 'wrong', { body: { tenantIdentifier } })).status);
  }
  return statuses;
}

/** Answers the idle time of a session as its owner is told, in minutes. */
async function idleMinutes(server: SettingServer, token: string): Promise<number> {
  // Any use sets the clock of idleness back.
  await server.as(token, 'GET', '/session');
  const { body } = await server.as<SvcSessionExpiryModel>(token, 'GET', '/session/expiry');
  return Math.round((Date.parse(body.idleExpiryDate ?? '') - server.clock.now()) / MINUTE_MS);
}

async function beginFor(server: SettingServer, username: string, tenantIdentifier = 'default'): Promise<string> {
  const body = {
    session: { username, tenantIdentifier },
    authorities: [{ role: 'R', authority: username }],
  };
  const answer = await server.as<{ token: string }>(server.admin, 'POST', '/begin/token', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
}

describe('system-setting 21: a change at run time, obeyed by two processes', () => {
  it('authentication obeys the login lock threshold', async () => {
    const known = newName();
    expect(await fail(second, known, 5)).toEqual([401, 401, 401, 401, 401]);
    await change('auth.lock.threshold', 3);
    for (const server of [first, second]) {
      expect(await fail(server, newName(), 5)).toEqual([401, 401, 401, 429, 429]);
      // The name has failed five times already: the new limit locks it at once.
      expect(await fail(server, known, 1)).toEqual([429]);
    }
    await change('auth.lock.threshold', null);
    for (const server of [first, second]) expect(await fail(server, newName(), 5)).toEqual([401, 401, 401, 401, 401]);
  });

  it('authentication obeys the threshold of one tenant, while the others keep theirs', async () => {
    await change('auth.lock.threshold', 2, 'north');
    for (const server of [first, second]) {
      expect(await fail(server, newName(), 3, 'north')).toEqual([401, 401, 429]);
      expect(await fail(server, newName(), 3)).toEqual([401, 401, 401]);
    }
    await change('auth.lock.threshold', null, 'north');
  });

  it('session obeys the idle time for sessions begun after it; earlier ones keep theirs', async () => {
    const earlier = await beginFor(first, newName());
    for (const server of [first, second]) expect(await idleMinutes(server, earlier)).toBe(30);
    await change('session.idle-timeout', 45);
    for (const server of [first, second]) {
      const later = await beginFor(server, newName());
      for (const other of [first, second]) {
        expect(await idleMinutes(other, later)).toBe(45);
        expect(await idleMinutes(other, earlier)).toBe(30);
      }
    }
    const signedIn = await signInWith(second, newName());
    expect(await idleMinutes(first, signedIn)).toBe(45);
    await change('session.idle-timeout', null);
    expect(await idleMinutes(second, await beginFor(second, newName()))).toBe(30);
  });

  it('session obeys how many sessions a user may have', async () => {
    await change('session.max-per-user', 1);
    const username = newName();
    const older = await beginFor(first, username);
    const newer = await beginFor(second, username);
    // The first process remembers the session that began there until it hears of its end.
    await expect.poll(async () => (await first.as(older, 'GET', '/session')).status).toBe(401);
    expect((await second.as(newer, 'GET', '/session')).status).toBe(200);
    await change('session.max-per-user', null);
  });

  it('mail obeys for how long a mail is tried', async () => {
    for (const server of [first, second]) {
      server.apis.mailNotification.shipTemplate({
        code: 'test.open',
        name: 'Open',
        sensitive: false,
        contentMap: { en: { subject: 'Hello', content: 'Hello.' }, tr: { subject: 'Merhaba', content: 'Merhaba.' } },
      });
    }
    const triedHours = async (server: SettingServer) => {
      const { uuid } = await server.kernel.database.transaction((tx) =>
        server.apis.mailNotification.enqueue(tx, {
          tenantIdentifier: 'default',
          templateCode: 'test.open',
          locale: 'en',
          parameters: {},
          to: { address: 'ada@example.org', name: 'Ada' },
          expireDate: null,
          createdBy: 'admin',
        }),
      );
      const rows = await query<{ expires: Date }>(server, 'SELECT expire_date AS expires FROM mail WHERE uuid = $1', [
        uuid,
      ]);
      return (rows[0]!.expires.getTime() - server.clock.now()) / HOUR_MS;
    };
    expect(await triedHours(second)).toBe(96);
    await change('mail.give-up-hours', 24);
    for (const server of [first, second]) expect(await triedHours(server)).toBe(24);
  });

  it('system setting obeys whether a write needs a reason', async () => {
    await change('setting.reason-required', true);
    for (const server of [first, second]) {
      const refused = await server.put('session.binding', 'NETWORK', { tenantIdentifier: 'north' });
      expect(refused.error?.errorArguments[0]).toMatchObject({ field: 'reason', code: 'REQUIRED' });
    }
    expect((await second.put('setting.reason-required', false, { version: 1, reason: 'over' })).status).toBe(200);
    await first.apis.systemSetting.waitForRevision(second.apis.systemSetting.revision(), CATCH_UP_MS);
    const free = await first.put('session.binding', 'NETWORK', { tenantIdentifier: 'north' });
    expect(free.status).toBe(200);
  });
});

describe('authentication 30: a tenant that an operator sets to STRICT', () => {
  const signOut = async (server: SettingServer, username: string, tenantIdentifier: string) => {
    const token = await beginFor(server, username, tenantIdentifier);
    return (await server.as(token, 'GET', '/auth/logout?redirectUrl=https%3A%2F%2Felsewhere.example')).status;
  };
  const policyOf = async (server: SettingServer, tenant: string) =>
    (
      await call<{ minLength: number; breachCheckEnabled: boolean }>(
        server,
        'GET',
        `/auth/password-policy?tenant=${tenant}`,
      )
    ).body;
  const isLive = async (token: string) => (await second.as(token, 'GET', '/session')).status === 200;

  it('has every bound at once on both processes, whatever its settings say, and gives them back', async () => {
    for (const [code, value] of [
      ['session.idle-timeout', 120],
      ['session.max-per-user', 0],
      ['auth.password.min-length', 10],
      ['auth.lock.threshold', 50],
    ] as const) {
      await change(code, value, 'north');
    }
    const username = newName();
    expect(await idleMinutes(second, await signInWith(first, username, [], 'north'))).toBe(120);
    await change('auth.security-profile', 'STRICT', 'north');
    for (const server of [first, second]) {
      expect(await idleMinutes(server, await beginFor(server, username, 'north'))).toBe(15);
      expect(await idleMinutes(server, await beginFor(server, newName()))).toBe(30);
      const body = { session: { username: newName(), tenantIdentifier: 'north' }, authorities: [] };
      expect((await server.as(server.admin, 'POST', '/begin/token', body)).error?.errorCode).toBe('USER_UNKNOWN');
      expect(await policyOf(server, 'north')).toMatchObject({ minLength: 15, breachCheckEnabled: true });
      expect(await signOut(server, username, 'north')).toBe(400);
    }
    expect(await fail(second, newName(), 11, 'north')).toEqual([...Array(10).fill(401), 429]);
    const tokens = [];
    for (let count = 0; count < 4; count += 1) {
      // Either of two that were used in the same millisecond may go.
      first.clock.advance(1_000);
      tokens.push(await beginFor(first, username, 'north'));
    }
    expect(await Promise.all(tokens.map(isLive))).toEqual([false, true, true, true]);
    await change('auth.security-profile', null, 'north');
    for (const server of [first, second]) {
      expect(await idleMinutes(server, await beginFor(server, newName(), 'north'))).toBe(120);
      expect(await policyOf(server, 'north')).toMatchObject({ minLength: 10, breachCheckEnabled: false });
      expect(await signOut(server, newName(), 'north')).not.toBe(400);
    }
    expect(await fail(second, newName(), 11, 'north')).toEqual(Array(11).fill(401));
  }, 60_000);

  it('asks everybody for a captcha and a second factor, holds answers back, and is not the tenant’s to loosen', async () => {
    const username = newName();
    await signInWith(first, username, [], 'north');
    await change('auth.captcha.name-threshold', 1, 'north');
    expect(await fail(second, newName(), 2, 'north')).toEqual([401, 401]);
    await change('auth.security-profile', 'STRICT', 'north');
    for (const server of [first, second]) {
      const startedAt = performance.now();
      const answer = await login(server, username, USER_PASSWORD, { body: { tenantIdentifier: 'north' } });
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(250);
      expect([answer.body.status, answer.body.token]).toEqual(['FACTOR_ENROLLMENT_REQUIRED', null]);
      const guessed = newName();
      await fail(server, guessed, 1, 'north');
      const next = await login(server, guessed, 'wrong', { body: { tenantIdentifier: 'north' } });
      expect(next.error?.errorCode).toBe('AUTH_CAPTCHA_REQUIRED');
    }
    const body = {
      session: { username, tenantIdentifier: 'north' },
      authorities: [{ role: 'ROLE_TENANT_ADMIN', authority: 'SETTING_MANAGE' }],
    };
    const { token } = (await first.as<{ token: string }>(first.admin, 'POST', '/begin/token', body)).body;
    const loosened = await first.put('auth.security-profile', 'STANDARD', { scope: 'TENANT', version: 3 }, token);
    expect([loosened.status, loosened.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    await change('auth.security-profile', null, 'north');
    const plain = await login(second, username, USER_PASSWORD, { body: { tenantIdentifier: 'north' } });
    expect(plain.body.status).toBe('AUTHENTICATED');
  });
});
