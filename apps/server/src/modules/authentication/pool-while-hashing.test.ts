// Proves that nobody holds a connection while a password or a recovery code is hashed: the pool gives out all it has.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../kernel/database/database.ts';
import { readMails } from '../../testing/mail-queue.ts';
import {
  type Answer,
  call,
  createActiveUser,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  tokenOf,
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { challenge, complete, createTotpUser } from './steps/challenge.fixture.ts';

const POOL = 2;
const NEW_PASSWORD = 'seven otters under the bridge';

const queue = vi.hoisted(() => ({ meanwhile: async (): Promise<void> => undefined }));
vi.mock('./ground/hashing/hash-queue.ts', async (original) => {
  const real = await original<typeof import('./ground/hashing/hash-queue.ts')>();
  const createHashQueue: typeof real.createHashQueue = (...given) => {
    const { run, enter } = real.createHashQueue(...given);
    const watched: typeof run = (place, work) =>
      run(place, async () => {
        await queue.meanwhile();
        return work();
      });
    return { enter, run: watched };
  };
  return { ...real, createHashQueue };
});

let server: TestServer;
let admin: string;
let hashes = 0;

beforeAll(async () => {
  server = await startDirectory({ env: { KEELSON_DATABASE_POOL_MAX: String(POOL) } });
  admin = await signInAdmin(server);
});
beforeEach(() => {
  hashes = 0;
});
afterAll(() => server.stop());

const askPool = sql('test_ask_pool', 'SELECT 1');

/** Takes every connection of the pool at once, and gives them back. */
async function takePool(): Promise<void> {
  const all = Promise.withResolvers<void>();
  let taken = 0;
  const take = () =>
    server.kernel.database.transaction(async (tx) => {
      await tx.rows(askPool);
      taken++;
      if (taken === POOL) all.resolve();
      await all.promise;
    });
  await Promise.all(Array.from({ length: POOL }, () => take().catch((error: unknown) => all.reject(error))));
  await all.promise;
}

/** Answers what the request answers, each of whose hashes finds the whole pool free. */
async function whileHashing<T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> {
  queue.meanwhile = async () => {
    await takePool();
    hashes++;
  };
  try {
    const answer = await request();
    expect(hashes).toBeGreaterThan(0);
    return answer;
  } finally {
    queue.meanwhile = async () => undefined;
  }
}

const person = (username: string) => createActiveUser(server, admin, { username });
const post = (path: string, body: object, token?: string) =>
  call<{ verificationIdentifier: string }>(server, 'POST', path, token === undefined ? { body } : { token, body });

it('authentication 20: a sign-in holds none, right, wrong and with a name that nobody has', async () => {
  await person('ada');
  expect((await whileHashing(() => login(server, 'ada', USER_PASSWORD))).status).toBe(200);
  expect((await whileHashing(() => login(server, 'ada', 'not the password at all'))).status).toBe(401);
  expect((await whileHashing(() => login(server, 'nobody', USER_PASSWORD))).status).toBe(401);
});

it('authentication 20: a sign-in that has to replace a hash of old parameters holds none', async () => {
  const { uuid } = await person('old');
  const weak = '$argon2id$v=19$m=8192,t=1,p=1$';
  const { hash } = await import('@node-rs/argon2');
  const stored = await hash(USER_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  expect(stored.startsWith(weak)).toBe(true);
  const text = 'UPDATE auth_password SET hash = $1 WHERE user_id = (SELECT id FROM auth_user WHERE uuid = $2)';
  await query(server, text, [stored, uuid]);
  expect((await whileHashing(() => login(server, 'old', USER_PASSWORD))).status).toBe(200);
  expect(hashes).toBe(2);
});

it('authentication 20: an activation and a reset hold none', async () => {
  const created = await call<{ activationLink: string; uuid: string }>(server, 'POST', '/users', {
    token: admin,
    body: { username: 'bora' },
  });
  const activationToken = tokenOf(created.body.activationLink);
  const activated = await whileHashing(() => post('/auth/activate', { activationToken, newPassword: USER_PASSWORD }));
  expect(activated.status).toBe(200);
  const text =
    "UPDATE auth_user SET email = 'b@example.org', email_folded = 'b@example.org', email_verified = true WHERE uuid = $1";
  await query(server, text, [created.body.uuid]);
  await call(server, 'POST', `/users/send-password-reset/by-uuid/${created.body.uuid}`, { token: admin });
  const resetToken = (await readMails(server, 'auth.password-reset')).at(-1)?.token ?? '';
  const reset = await whileHashing(() => post('/auth/password/reset', { resetToken, newPassword: NEW_PASSWORD }));
  expect(reset.status).toBe(200);
});

it('authentication 20: a change of the password, a demanded one and a re-authentication hold none', async () => {
  await person('cem');
  const token = await signIn(server, 'cem', USER_PASSWORD);
  const proven = await whileHashing(() =>
    call<{ token: string }>(server, 'POST', '/auth/reauthenticate', {
      token,
      body: { password: USER_PASSWORD },
    }),
  );
  expect(proven.status).toBe(200);
  const body = { currentPassword: USER_PASSWORD, newPassword: NEW_PASSWORD };
  expect((await whileHashing(() => post('/auth/password/change', body, proven.body.token))).status).toBe(200);
  await query(server, "UPDATE auth_user SET password_change_required = true WHERE username = 'cem'");
  const { verificationIdentifier } = (await login(server, 'cem', NEW_PASSWORD)).body;
  const renewed = { verificationIdentifier, newPassword: 'nine herons over the lake' };
  const answer = await whileHashing(() => post('/auth/complete-login-with-new-password', renewed));
  expect(answer.status).toBe(200);
});

it('authentication 20: recovery codes hold none, neither when they are made nor when one is tried', async () => {
  const { token, recoveryCodes } = await createTotpUser(server, admin, 'deniz');
  const made = await whileHashing(() =>
    call<{ recoveryCodeList: string[] }>(server, 'POST', '/auth/factors/recovery-codes', { token, body: {} }),
  );
  expect(made.status).toBe(200);
  for (const code of [recoveryCodes[0], made.body.recoveryCodeList[0]]) {
    const identifier = await challenge(server, 'deniz');
    const tried = await whileHashing(() =>
      complete(server, identifier, code ?? '', { body: { verificationType: 'RECOVERY_CODE' } }),
    );
    expect(tried.status).toBe(code === recoveryCodes[0] ? 401 : 200);
  }
});
