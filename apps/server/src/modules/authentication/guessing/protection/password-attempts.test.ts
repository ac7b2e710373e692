// Proves what guesses at sign-in meet: captchas, locks, limits of addresses; and that known devices stay outside of them.
import type { SvcUserModel } from '@keelson/contract';
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createActiveUser, query, signInAdmin, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  attempt,
  type Browser,
  deviceOf,
  headersOf,
  type LoginAnswer,
  outcomeOf,
  solveCaptcha,
  startProxied,
} from './attempts.fixture.ts';

/** Hashing a hundred passwords takes a while on a busy machine. */
const MANY_HASHES_TIMEOUT_MS = 60_000;

let server: TestServer;
let addresses = 0;

beforeAll(async () => {
  server = await startProxied();
});
afterAll(() => server.stop());

const nextAddress = (): string => `198.51.100.${++addresses}`;
/** Signs the administrator in anew: tests let days pass. */
const createUser = async (username: string): Promise<SvcUserModel> =>
  createActiveUser(server, await signInAdmin(server), { username });
const right = (username: string) => ({ username, password: USER_PASSWORD });

/** Tries a wrong password, with a captcha solved where one is due, from an address that is new each time. */
async function fail(username: string, browser: Browser = { address: nextAddress() }): Promise<LoginAnswer> {
  const answer = await attempt(server, { username }, browser);
  if (answer.error?.errorCode !== 'AUTH_CAPTCHA_REQUIRED') return answer;
  return attempt(server, { username }, browser, await solveCaptcha(server, browser.address));
}

async function failTimes(username: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) expect((await fail(username)).status).toBe(401);
}

function eventsOf(kind: string, subject: string | null = null) {
  return query<{ actor: string; ipAddress: string; detail: Record<string, unknown> }>(
    server,
    `SELECT actor, ip_address AS "ipAddress", detail FROM log_recorded_event
     WHERE kind = $1 AND subject IS NOT DISTINCT FROM $2 ORDER BY id`,
    [kind, subject],
  );
}

describe('a name that nobody has', () => {
  const steps = async (username: string): Promise<readonly string[]> => {
    const seen: string[] = [];
    const step = async (body: object = {}, address = nextAddress()) => {
      const answer = await attempt(server, { username }, { address }, body);
      const headers = [...answer.headers.keys()].filter((name) => name !== 'date').join();
      seen.push(`${outcomeOf(answer)} ${headers} ${JSON.stringify(answer.error?.errorArguments)}`);
    };
    const solved = async () => step(await solveCaptcha(server, nextAddress()));
    for (let count = 0; count < 4; count++) await step();
    await step({ captchaIdentifier: 'foreign', captcha: 'ABCDEF' });
    for (let count = 0; count < 8; count++) await solved();
    server.clock.advance(MINUTE_MS);
    for (let count = 0; count < 2; count++) await solved();
    server.clock.advance(12 * HOUR_MS);
    await step();
    return seen;
  };

  it('authentication 3: asks for captchas, locks and forgets exactly like a known one', async () => {
    await createUser('somebody');
    const known = await steps('somebody');
    expect(await steps('nobody')).toEqual(known);
    expect(known.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      ...Array(3).fill('401 AUTH_INVALID_CREDENTIALS'),
      '401 AUTH_CAPTCHA_REQUIRED',
      '401 AUTH_CAPTCHA_INVALID',
      ...Array(7).fill('401 AUTH_INVALID_CREDENTIALS'),
      '429 AUTH_TEMPORARILY_LOCKED',
      '401 AUTH_INVALID_CREDENTIALS',
      '429 AUTH_TEMPORARILY_LOCKED',
      '401 AUTH_INVALID_CREDENTIALS',
    ]);
    expect(known[12]).toContain('AUTH_TEMPORARILY_LOCKED 60 ');
    expect(known[14]).toContain('AUTH_TEMPORARILY_LOCKED 120 ');
    expect(known[3]).toContain('[{"captchaTypeList":["IMAGE","PROOF_OF_WORK"]}]');
  });

  it('authentication 27: its locks and captchas are events without the name', async () => {
    await failTimes('typed-into-the-wrong-field', 10);
    const [locked] = (await eventsOf('authentication.login-locked')).slice(-1);
    expect(locked).toMatchObject({ actor: 'unknown', detail: { failures: 10, knownDevice: false } });
    const texts = await query<{ text: string }>(server, 'SELECT e::text AS text FROM log_recorded_event e');
    expect(texts.some(({ text }) => text.includes('wrong-field'))).toBe(false);
    expect(server.logLines.join('')).not.toContain('wrong-field');
  });
});

describe('a known device', () => {
  it('authentication 5: signs in while an attacker keeps the name locked, and learns of the attempts', async () => {
    await createUser('owner');
    const home = nextAddress();
    const first = await attempt(server, right('owner'), { address: home });
    const device = deviceOf(first);
    expect(first.headers.getSetCookie().join()).toMatch(
      /^__Host-svc-device=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$/,
    );
    await failTimes('owner', 10);
    expect(outcomeOf(await attempt(server, right('owner'), { address: home }))).toBe('429 AUTH_TEMPORARILY_LOCKED 60');
    const second = await attempt(server, right('owner'), { address: home, device });
    expect(second.status).toBe(200);
    expect(second.body.failedAttemptCount).toBe(10);
    expect(deviceOf(second)).toBe(device);
    const third = await attempt(server, right('owner'), { address: home, device });
    expect(third.body.failedAttemptCount).toBe(0);
    expect(outcomeOf(await fail('owner'))).toBe('429 AUTH_TEMPORARILY_LOCKED 60');
    expect(await eventsOf('authentication.device-added', 'owner')).toHaveLength(1);
    expect((await eventsOf('authentication.login-locked', 'owner'))[0]).toMatchObject({ actor: 'owner' });
  });

  it('authentication 5: has its own count, which locks it like any other', async () => {
    await createUser('clumsy');
    const address = nextAddress();
    const device = deviceOf(await attempt(server, right('clumsy'), { address }));
    for (let count = 0; count < 10; count++) expect((await fail('clumsy', { address, device })).status).toBe(401);
    expect(outcomeOf(await fail('clumsy', { address, device }))).toBe('429 AUTH_TEMPORARILY_LOCKED 60');
    expect((await attempt(server, right('clumsy'), { address })).status).toBe(200);
  });

  it('authentication 5: is known for its own user only, by a cookie that nobody made up, for 180 days', async () => {
    await createUser('alice');
    await createUser('bob');
    const address = nextAddress();
    const device = deviceOf(await attempt(server, right('alice'), { address }));
    await failTimes('bob', 3);
    const asBob = await attempt(server, right('bob'), { address, device });
    expect(asBob.error?.errorCode).toBe('AUTH_CAPTCHA_REQUIRED');
    await failTimes('alice', 3);
    const madeUp = await attempt(server, right('alice'), { address, device: 'A'.repeat(43) });
    expect(madeUp.error?.errorCode).toBe('AUTH_CAPTCHA_REQUIRED');
    expect((await attempt(server, right('alice'), { address, device })).status).toBe(200);
    server.clock.advance(180 * 24 * HOUR_MS);
    const late = await attempt(server, right('alice'), { address, device });
    expect(deviceOf(late)).not.toBe(device);
  });

  it('authentication 5: is not made where its cookie would not come back', async () => {
    await createUser('plain');
    const headers = { ...headersOf({ address: nextAddress() }), 'x-forwarded-proto': 'http' };
    const answer = await call(server, 'POST', '/auth/login', { body: right('plain'), headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a hundred failures', () => {
  it('authentication 4: the password is disabled for unknown devices until an unlock; outwardly nothing changes', async () => {
    const { uuid } = await createUser('target');
    const address = nextAddress();
    const device = deviceOf(await attempt(server, right('target'), { address }));
    await query(server, 'DELETE FROM auth_attempt');
    await fail('target');
    await query(server, 'UPDATE auth_attempt SET failures = 99');
    expect(outcomeOf(await fail('target'))).toMatch(/^429 AUTH_TEMPORARILY_LOCKED/);
    server.clock.advance(15 * MINUTE_MS);
    expect(outcomeOf(await fail('target'))).toBe('401 AUTH_INVALID_CREDENTIALS');
    const [locked] = (await eventsOf('authentication.login-locked', 'target')).slice(-1);
    expect(locked?.detail).toMatchObject({ failures: 100, passwordDisabled: true });
    server.clock.advance(12 * HOUR_MS);
    expect(outcomeOf(await attempt(server, right('target'), { address }))).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect((await eventsOf('authentication.login-failed', 'target')).at(-1)?.detail.reason).toBe('PASSWORD_DISABLED');
    expect((await attempt(server, right('target'), { address, device })).status).toBe(200);

    const token = await signInAdmin(server);
    const unlocked = await call(server, 'POST', `/users/unlock/by-uuid/${uuid}`, { token });
    expect(unlocked.status).toBe(200);
    expect((await attempt(server, right('target'), { address })).status).toBe(200);
    expect(await eventsOf('authentication.user-unlocked', 'target')).toMatchObject([{ actor: 'admin' }]);
  });

  it('authentication 4: unlocking ends the locks of the name and of its devices', async () => {
    const { uuid } = await createUser('stuck');
    const address = nextAddress();
    const device = deviceOf(await attempt(server, right('stuck'), { address }));
    for (let count = 0; count < 10; count++) await fail('stuck', { address, device });
    await failTimes('stuck', 10);
    const token = await signInAdmin(server);
    const unlock = (id: string) => call(server, 'POST', `/users/unlock/by-uuid/${id}`, { token });
    expect((await unlock(uuid)).status).toBe(200);
    expect((await attempt(server, right('stuck'), { address, device })).status).toBe(200);
    expect((await attempt(server, right('stuck'), { address })).status).toBe(200);
    expect((await unlock('019b7700-0000-7000-8000-000000000001')).error?.errorCode).toBe('USER_NOT_FOUND');
  });
});

describe('an address', () => {
  it('authentication 36: with 100 failures is shut out for the day, but for known devices of it', {
    timeout: MANY_HASHES_TIMEOUT_MS,
  }, async () => {
    await createUser('colleague');
    const office = nextAddress();
    const device = deviceOf(await attempt(server, right('colleague'), { address: office }));
    for (let count = 0; count < 100; count++) {
      const guess = { username: `guess-${count}` };
      const body = count < 20 ? {} : await solveCaptcha(server, nextAddress());
      if (count === 20)
        expect((await attempt(server, guess, { address: office })).error?.errorCode).toBe('AUTH_CAPTCHA_REQUIRED');
      expect((await attempt(server, guess, { address: office }, body)).error?.errorCode).toBe(
        'AUTH_INVALID_CREDENTIALS',
      );
    }
    const refused = await attempt(server, right('colleague'), { address: office });
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED 86400');
    expect((await attempt(server, right('colleague'), { address: office, device })).status).toBe(200);
    expect((await attempt(server, right('colleague'), { address: nextAddress() })).status).toBe(200);
    server.clock.advance(24 * HOUR_MS);
    expect((await attempt(server, right('colleague'), { address: office })).status).toBe(200);
  });

  it('authentication 36: may sign fifty people in', { timeout: MANY_HASHES_TIMEOUT_MS }, async () => {
    const adminToken = await signInAdmin(server);
    const names = Array.from({ length: 50 }, (_, index) => `employee-${index}`);
    for (const username of names) await createActiveUser(server, adminToken, { username });
    const address = nextAddress();
    for (const name of names) expect((await attempt(server, right(name), { address })).status).toBe(200);
  });
});
