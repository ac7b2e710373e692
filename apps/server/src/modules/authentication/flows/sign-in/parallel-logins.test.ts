// Proves logins that come all at once, over two processes: no guess beyond the limit, nobody with the right password refused.
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../kernel/database/clock.ts';
import {
  ADMIN_PASSWORD,
  createActiveUser,
  login,
  query,
  signInAdmin,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WRONG_PASSWORD } from '../../guessing/protection/attempts.fixture.ts';

/** Makes a hash take its time, as they are to overlap. */
const passwordCost = 'full';
// They would refuse some of the parallel attempts before the locks do.
const settings = { 'auth.captcha.mode': 'OFF' };

const TIMEOUT_MS = 60_000;

let servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.reverse()) await server.stop();
  servers = [];
});

async function startTwo(env: Record<string, string> = {}): Promise<readonly [TestServer, TestServer]> {
  const clock = createManualClock();
  const shared = {
    KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}`,
    KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD,
    ...env,
  };
  const first = await startTestServer({ clock, settings, passwordCost, env: shared });
  servers.push(first);
  const second = await startTestServer({ clock, settings, passwordCost, env: shared, sharedDatabase: first.database });
  servers.push(second);
  return [first, second];
}

/** Reads the states of names that have anything against them or open; the row of a name that signed in stays. */
const statesOf = (server: TestServer) =>
  query<{ failures: number; pending: number }>(
    server,
    `SELECT failures, cardinality(pending_dates) AS pending FROM auth_attempt
     WHERE failures > 0 OR cardinality(pending_dates) > 0`,
  );

describe('fifty at once over two processes', () => {
  it('authentication 1: wrong passwords: exactly 10 are verified, 40 are 429', { timeout: TIMEOUT_MS }, async () => {
    const [first, second] = await startTwo();
    await createActiveUser(first, await signInAdmin(first), { username: 'target' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(index % 2 === 0 ? first : second, 'target', WRONG_PASSWORD)),
    );
    const codes = answers.map(({ error }) => error?.errorCode);
    expect(codes.filter((code) => code === 'AUTH_INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'AUTH_TEMPORARILY_LOCKED')).toHaveLength(40);
    expect(await statesOf(first)).toEqual([{ failures: 10, pending: 0 }]);
  });

  it('authentication 1: right passwords: 50 sign in, none is refused', { timeout: TIMEOUT_MS }, async () => {
    const [first, second] = await startTwo();
    await createActiveUser(first, await signInAdmin(first), { username: 'popular' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(index % 2 === 0 ? first : second, 'popular', USER_PASSWORD)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await statesOf(first)).toEqual([]);
  });
});

describe('hashing', () => {
  it('authentication 20: holds no connection: a pool of two serves fifty logins of fifty names', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const [server] = await startTwo({ KEELSON_DATABASE_POOL_MAX: '2' });
    const adminToken = await signInAdmin(server);
    const names = Array.from({ length: 50 }, (_, index) => `name-${index}`);
    for (const username of names) await createActiveUser(server, adminToken, { username });
    const answers = await Promise.all(names.map((name) => login(server, name, USER_PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  });

  it('authentication 20: a full queue is 503 with Retry-After, and no failed login', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const [server] = await startTwo({ KEELSON_HASH_CONCURRENCY: '1' });
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) => login(server, `nobody-${index}`, WRONG_PASSWORD)),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { error, headers } of refused) {
      expect([error?.errorCode, headers.get('retry-after')]).toEqual(['SERVICE_UNAVAILABLE', '1']);
    }
    const failed = answers.filter(({ error }) => error?.errorCode === 'AUTH_INVALID_CREDENTIALS');
    expect(failed.length + refused.length).toBe(90);
    expect(await statesOf(server)).toEqual(failed.map(() => ({ failures: 1, pending: 0 })));
    const text = `SELECT count(*)::int AS count FROM log_recorded_event WHERE kind = 'authentication.login-failed'`;
    expect(await query(server, text)).toEqual([{ count: failed.length }]);
  });
});
