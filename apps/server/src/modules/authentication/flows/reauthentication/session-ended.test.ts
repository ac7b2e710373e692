// Proves what becomes of proving again when the session ends beside it: a truthful answer, and nothing is counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import {
  type Answer,
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
import { codeOf, createTotpUser } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

const countWaiting = sql(
  'test_ended_waiting',
  `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);

/** Runs a request of a session that is closed after its secret was checked. */
async function whileClosing(username: string, token: string, request: () => Promise<Answer>): Promise<Answer> {
  const { database } = server.database;
  const { session } = server.apis;
  const running = await database.transaction(async (tx) => {
    await session.lockUser(tx, { tenantIdentifier: 'default', usernameFolded: username });
    const answer = request();
    const waiting = await eventually(
      async () => (await database.rows<{ count: number }>(countWaiting))[0]?.count ?? 0,
      (count) => count > 0,
    );
    expect(waiting).toBe(1);
    const actor = { username: 'somebody', tenantIdentifier: 'default', ipAddress: null, requestId: null };
    await session.close(tx, identifierOf(token), 'ADMIN', actor);
    return { answer };
  });
  return running.answer;
}

const reauthenticate = (token: string, body: object) => call(server, 'POST', '/auth/reauthenticate', { token, body });

describe('a session that ends before it gets its new token', () => {
  it('is 401 with the reason after the password, and the reservation is released', async () => {
    await createActiveUser(server, adminToken, { username: 'ada' });
    const token = await signIn(server, 'ada', USER_PASSWORD);
    const answer = await whileClosing('ada', token, () => reauthenticate(token, { password: USER_PASSWORD }));
    expect([answer.status, answer.error?.errorCode]).toEqual([401, 'SESSION_EXPIRED']);
    expect(answer.error?.errorArguments).toEqual([{ reason: 'ADMIN' }]);
    const counted = await query(
      server,
      'SELECT 1 FROM auth_attempt WHERE failures > 0 OR cardinality(pending_dates) > 0',
    );
    expect(counted).toEqual([]);
    const again = await login(server, 'ada', USER_PASSWORD);
    expect(again.body).toMatchObject({ status: 'AUTHENTICATED', failedAttemptCount: 0 });
  });

  it('is 401 with the reason after a code, and the code is as good as before', async () => {
    const { token, secret } = await createTotpUser(server, adminToken, 'bora');
    const code = codeOf(server, secret);
    const answer = await whileClosing('bora', token, () => reauthenticate(token, { code }));
    expect(answer.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ADMIN' }] });
    const counted = await query<{ inARow: number; recent: number }>(
      server,
      'SELECT in_a_row AS "inARow", cardinality(recent) AS recent FROM auth_code_attempt',
    );
    expect(counted).toEqual([{ inARow: 0, recent: 0 }]);
    const pending = await login(server, 'bora', USER_PASSWORD);
    const done = await call(server, 'POST', '/auth/complete-login-with-code', {
      body: { verificationIdentifier: pending.body.verificationIdentifier, code },
    });
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it('a change of factors says why as well, and changes nothing', async () => {
    const { token } = await createTotpUser(server, adminToken, 'cem');
    const answer = await whileClosing('cem', token, () =>
      call(server, 'POST', '/auth/factors/recovery-codes', { token }),
    );
    expect(answer.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ADMIN' }] });
    const events = await query(
      server,
      `SELECT 1 FROM log_recorded_event WHERE kind = 'authentication.factor-added' AND subject = 'cem'`,
    );
    expect(events).toHaveLength(2);
  });
});

it('a password that was replaced while it was hashed proves nothing', async () => {
  await createActiveUser(server, adminToken, { username: 'deniz' });
  const token = await signIn(server, 'deniz', USER_PASSWORD);
  const { database } = server.database;
  const running = await database.transaction(async (tx) => {
    await server.apis.session.lockUser(tx, { tenantIdentifier: 'default', usernameFolded: 'deniz' });
    const answer = reauthenticate(token, { password: USER_PASSWORD });
    await eventually(
      async () => (await database.rows<{ count: number }>(countWaiting))[0]?.count ?? 0,
      (count) => count > 0,
    );
    const replaced = sql(
      'test_ended_replace',
      'UPDATE auth_user SET security_version = security_version + 1 WHERE username = $1',
    );
    await tx.execute(replaced, ['deniz']);
    return { answer };
  });
  const answer = await running.answer;
  expect([answer.status, answer.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
  expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
});
