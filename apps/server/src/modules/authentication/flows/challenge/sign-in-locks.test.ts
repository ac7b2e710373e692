// Proves that whoever finishes a sign-in or changes a factor takes the lock of the user's sessions before any row.
import type { SvcAuthEnrollmentSecretModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { raceInOrder } from '../../../../testing/lock-barrier.ts';
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
import { challenge, codeOf, complete, createTotpUser, enrolTotp, wrongCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let adminToken: string;
let users = 0;
const newName = () => `person-${++users}`;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

const countWaiting = sql(
  'test_locks_waiting',
  `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);
// Each throws where somebody else holds a row of the user.
const rowsOfUser = ['auth_challenge', 'auth_factor', 'auth_password', 'auth_device', 'auth_code_attempt'].map((table) =>
  sql(
    `test_locks_${table}`,
    `SELECT 1 FROM ${table} WHERE user_id = (SELECT id FROM auth_user WHERE username = $1) FOR UPDATE NOWAIT`,
  ),
);
const rowOfUser = sql('test_locks_user', 'SELECT 1 FROM auth_user WHERE username = $1 FOR UPDATE NOWAIT');

/** Runs a request while the user's sessions are locked, as by whoever shuts the user out, and takes every row meanwhile. */
async function besideAClose<T>(
  username: string,
  request: () => Promise<Answer<T>>,
  close: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<Answer<T>> {
  const { database } = server.database;
  const running = await database.transaction(async (tx) => {
    await server.apis.session.lockUser(tx, { tenantIdentifier: 'default', usernameFolded: username });
    const answer = request();
    const waiting = await eventually(
      async () => (await database.rows<{ count: number }>(countWaiting))[0]?.count ?? 0,
      (count) => count > 0,
    );
    expect(waiting).toBe(1);
    for (const statement of [rowOfUser, ...rowsOfUser]) await tx.rows(statement, [username]);
    await close(tx);
    return { answer };
  });
  return running.answer;
}

const startEnrolment = async (username: string) => {
  const { body } = await login(server, username, USER_PASSWORD);
  const { verificationIdentifier } = body;
  const begun = await call<SvcAuthEnrollmentSecretModel>(server, 'POST', '/auth/enrollment/totp/begin', {
    body: { verificationIdentifier },
  });
  return { verificationIdentifier, code: codeOf(server, begun.body.secret) };
};

describe('beside somebody who ends the sessions of the user', () => {
  it('a right code waits with no row in its hand', async () => {
    const username = newName();
    const { secret } = await createTotpUser(server, adminToken, username);
    const identifier = await challenge(server, username);
    const answer = await besideAClose(username, () => complete(server, identifier, codeOf(server, secret)));
    expect(answer.status).toBe(200);
  });

  it('a wrong code waits so too', async () => {
    const username = newName();
    const { secret } = await createTotpUser(server, adminToken, username);
    const identifier = await challenge(server, username);
    const answer = await besideAClose(username, () => complete(server, identifier, wrongCode(server, secret)));
    expect(answer.status).toBe(401);
  });

  it('an enrolment, which raises the version of the user, waits so too', async () => {
    const username = newName();
    await createActiveUser(server, adminToken, { username });
    server.settings.set('auth.mfa.policy', 'REQUIRED');
    const body = await startEnrolment(username);
    server.settings.set('auth.mfa.policy', 'OPTIONAL');
    const answer = await besideAClose(username, () => call(server, 'POST', '/auth/enrollment/totp/confirm', { body }));
    expect(answer.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
  });

  it('a new password waits so too', async () => {
    const username = newName();
    await createActiveUser(server, adminToken, { username });
    await query(server, 'UPDATE auth_user SET password_change_required = true WHERE username = $1', [username]);
    const { verificationIdentifier } = (await login(server, username, USER_PASSWORD)).body;
    const body = { verificationIdentifier, newPassword: 'seven otters under the bridge' };
    const answer = await besideAClose(username, () =>
      call(server, 'POST', '/auth/complete-login-with-new-password', { body }),
    );
    expect(answer.body).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it('a change of factors waits so too', async () => {
    const username = newName();
    await createActiveUser(server, adminToken, { username });
    const { token } = await enrolTotp(server, await signIn(server, username, USER_PASSWORD));
    const answer = await besideAClose(username, () => call(server, 'POST', '/auth/factors/recovery-codes', { token }));
    expect(answer.status).toBe(200);
  });

  it('authentication 10: a right code of somebody who is shut out meanwhile gets no session and counts as no try', async () => {
    const username = newName();
    const { secret } = await createTotpUser(server, adminToken, username);
    const identifier = await challenge(server, username);
    const shutOut = sql(
      'test_locks_shut_out',
      'UPDATE auth_user SET enabled = false, security_version = security_version + 1 WHERE username = $1',
    );
    const answer = await besideAClose(
      username,
      () => complete(server, identifier, codeOf(server, secret)),
      (tx) => tx.execute(shutOut, [username]),
    );
    expect([answer.status, answer.error?.errorCode]).toEqual([401, 'AUTH_VERIFICATION_EXPIRED']);
    const [counted] = await query<{ tries: number; inARow: number }>(
      server,
      `SELECT c.attempts AS tries, a.in_a_row AS "inARow" FROM auth_challenge c JOIN auth_code_attempt a USING (user_id)
       JOIN auth_user u ON u.id = c.user_id WHERE u.username = $1`,
      [username],
    );
    expect(counted).toEqual({ tries: 0, inARow: 0 });
  });
});

describe('a deactivation beside two sign-ins that finish', () => {
  type Answered = () => Promise<Answer<unknown>>;

  /** Whoever is first to wait for the user's sessions is the first to have them. */
  async function race(order: (deactivate: Answered, right: Answered, wrong: Answered) => readonly Answered[]) {
    const username = newName();
    const { uuid } = await createActiveUser(server, adminToken, { username });
    const { secret } = await enrolTotp(server, await signIn(server, username, USER_PASSWORD));
    const [first, second] = [await challenge(server, username), await challenge(server, username)];
    const racers = order(
      () => call(server, 'POST', `/users/deactivate/by-uuid/${uuid}`, { token: adminToken }),
      () => complete(server, first, codeOf(server, secret)),
      () => complete(server, second, wrongCode(server, secret)),
    );
    const holdUser = (tx: Transaction) =>
      server.apis.session.lockUser(tx, { tenantIdentifier: 'default', usernameFolded: username });
    const answers = await raceInOrder(server.database.database, holdUser, ...racers);
    const open = await query(server, 'SELECT 1 FROM session_entry WHERE username = $1 AND closed_date IS NULL', [
      username,
    ]);
    expect(open).toEqual([]);
    return answers.map(({ status }) => status);
  }

  it('ends the session that was first', async () => {
    expect(await race((deactivate, right, wrong) => [right, wrong, deactivate])).toEqual([200, 401, 200]);
  });

  it('leaves none to begin behind it', async () => {
    expect(await race((deactivate, right, wrong) => [deactivate, wrong, right])).toEqual([200, 401, 401]);
  });

  it('may come between them', async () => {
    expect(await race((deactivate, right, wrong) => [wrong, deactivate, right])).toEqual([401, 200, 401]);
  });
});
