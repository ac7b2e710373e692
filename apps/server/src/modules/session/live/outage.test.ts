// Proves over HTTP what holds while the connection that listens, or the whole database, is away, and that all is well afterwards.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { createDatabase, type Database, sql } from '../../../kernel/database/database.ts';
import { withDatabase } from '../../../kernel/database/database-client.ts';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import type { TestServer } from '../../../testing/test-server.ts';

/** A process without a listener refuses within this. */
const DEAF_BAR_MS = 2_000;
/** One with a listener refuses within this; it takes far less in fact, and the next sweep is far off. */
const TOLD_WITHIN_MS = 1_000;
const TRUST_MS = 10_000;

let first: TestServer;
let second: TestServer;
let clock: ManualClock;
let maintenance: Database;
let listenersOfSecond: readonly number[];
let databaseName: string;

const listeners = async (): Promise<readonly number[]> => {
  const rows = await query<{ pid: number }>(
    first,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'keelson %'",
  );
  return rows.map(({ pid }) => pid);
};
const maintain = (text: string) => maintenance.withConnection((connection) => connection.script(text));

beforeAll(async () => {
  clock = createManualClock();
  const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
  first = await startDirectory({ clock, env });
  maintenance = createDatabase({ settings: withDatabase(first.database.settings, 'postgres'), connectionsMax: 2 });
  // Until the first probe of the clock its last statement tells a listening connection from the others.
  const before = await listeners();
  second = await startDirectory({ clock, env, sharedDatabase: first.database });
  listenersOfSecond = (await listeners()).filter((pid) => !before.includes(pid));
  const [row] = await query<{ name: string }>(first, 'SELECT current_database() AS name');
  databaseName = row!.name;
  await createActiveUser(first, await signInAdmin(first), { username: 'ayse' });
});
afterAll(async () => {
  await maintain(`ALTER DATABASE "${databaseName}" ALLOW_CONNECTIONS true`);
  await second.stop();
  await first.stop();
  await maintenance.close();
});

const get = (server: TestServer, token: string) => call(server, 'GET', '/session', { token });

/** Waits until the second process refuses, and throws where that was not within a bar of a sign-out on the first one. */
async function revokeWithin(barMs: number): Promise<void> {
  const token = await signIn(first, 'ayse', USER_PASSWORD);
  expect((await get(second, token)).status).toBe(200);
  const asked = plainRequest(() => get(second, token));
  const answer = await doneWithin(barMs, asked, async () => {
    await call(first, 'GET', '/auth/logout', { token });
    return eventually(
      () => get(second, token),
      ({ status }) => status === 401,
    );
  });
  expect(answer.error?.errorCode).toBe('SESSION_EXPIRED');
}

it('session 9: a revocation takes 2 s with the listening connection killed and kept away, and is quick again after it is back', async () => {
  expect(listenersOfSecond).toHaveLength(1);
  await maintain(`ALTER DATABASE "${databaseName}" ALLOW_CONNECTIONS false`);
  await maintenance.rows(sql('outage_terminate', 'SELECT pg_terminate_backend($1)'), [listenersOfSecond[0]]);
  await eventually(
    async () => second.kernel.notify.alive,
    (alive) => !alive,
  );
  for (let round = 0; round < 2; round++) await revokeWithin(DEAF_BAR_MS);
  await maintain(`ALTER DATABASE "${databaseName}" ALLOW_CONNECTIONS true`);
  await eventually(
    async () => second.kernel.notify.alive,
    (alive) => alive,
  );
  await revokeWithin(TOLD_WITHIN_MS);
});

it('session 12: validated requests are 503 and never 401 with the database away, and the same tokens work afterwards', async () => {
  const [known, unread, closed] = [
    await signIn(first, 'ayse', USER_PASSWORD),
    await signIn(second, 'ayse', USER_PASSWORD),
    await signIn(first, 'ayse', USER_PASSWORD),
  ];
  expect((await get(first, known)).status).toBe(200);
  expect((await get(first, closed)).status).toBe(200);
  await call(first, 'GET', '/auth/logout', { token: closed });
  await maintain(`ALTER DATABASE "${databaseName}" ALLOW_CONNECTIONS false`);
  const terminate = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
  await maintenance.rows(sql('outage_terminate_all', terminate), [databaseName]);
  // What is remembered may be used for as long as a sweep vouches for it.
  clock.advance(TRUST_MS);
  for (const token of [known, unread, known, unread]) {
    const answer = await get(first, token);
    expect([answer.status, answer.error?.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  }
  // What works without the database is open to whom this process knew when it lost sight of it.
  const logged = (token: string) => call(first, 'POST', '/event/async', { token, body: { message: 'out' } });
  expect((await logged(known)).status).toBe(200);
  for (const token of [unread, closed]) expect((await logged(token)).status).toBe(503);
  await maintain(`ALTER DATABASE "${databaseName}" ALLOW_CONNECTIONS true`);
  for (const token of [known, unread]) {
    const answer = await eventually(
      () => get(first, token),
      ({ status }) => status !== 503,
    );
    expect(answer.status).toBe(200);
  }
});
