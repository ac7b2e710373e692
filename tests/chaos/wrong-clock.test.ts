// Proves that announcements start and end by the time of the database where the clocks of the processes are wrong.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainRequest, stretchedBar } from '../../apps/server/src/testing/stretched-bar.ts';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { listenTo } from '../support/event-stream.ts';
import { createPerson, type Person, personOf, signInAdmin } from '../support/people.ts';
import { makeSecretKeys, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const WRONG_MS = 5 * 60_000;
const SEEN_WITHIN_MS = 1_000;
const LEAD_MS = 3_000;
const loader = new URL('../support/wrong-clock.ts', import.meta.url).href;

let database: ExternalDatabase;
let servers: readonly ServerProcess[] = [];
let admin: Person;

beforeAll(async () => {
  database = await createExternalDatabase();
  const keys = makeSecretKeys();
  for (const offsetMs of [WRONG_MS, -WRONG_MS]) {
    const environment = {
      KEELSON_SECRET_KEYS: keys,
      NODE_OPTIONS: `--import=${loader}`,
      WRONG_CLOCK_MS: String(offsetMs),
    };
    servers = [...servers, await startServerProcess({ databaseUrl: database.url, environment })];
  }
  admin = await signInAdmin(servers[0]!.url);
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database?.close();
});

it('notification-polling 7: processes whose clocks are five minutes fast and slow count what is scheduled from its start to its end', async () => {
  const person = await createPerson(admin, servers[0]!.url, 'scheduled');
  const readers = servers.map(({ url }) => personOf(url, person.username, person.token));
  const counts = () =>
    Promise.all(readers.map(async ({ sure }) => (await sure.notificationPolling.getUnreadCount()).body));
  const listener = listenTo((await readers[1]!.sure.notificationPolling.streamChanges()).body);
  // The database is on this machine, whose clock is the right one.
  const leadMs = await stretchedBar(
    LEAD_MS,
    plainRequest(() => readers[0]!.sure.notificationPolling.getUnreadCount()),
  );
  const patience = { timeoutMs: 3 * leadMs };
  const startMs = Date.now() + leadMs;
  const endMs = startMs + leadMs;
  const dates = { startDate: new Date(startMs).toISOString(), endDate: new Date(endMs).toISOString() };
  const { body } = await admin.sure.notificationPolling.send({
    body: { title: 'Now', content: 'Now', ...dates },
  });
  expect(body.status).toBe('SCHEDULED');
  const before = await counts();
  expect([Date.now() < startMs, before]).toEqual([true, [0, 0]]);
  await until('it to have started', () => Date.now() >= startMs + SEEN_WITHIN_MS, patience);
  const meanwhile = await counts();
  expect([Date.now() < endMs, meanwhile]).toEqual([true, [1, 1]]);
  await until('it to have ended', () => Date.now() >= endMs, patience);
  expect(await counts()).toEqual([0, 0]);
  expect((await listener.hear(({ event }) => event === 'announcement-removed')).data).toMatchObject({
    uuid: body.uuid,
  });
  await listener.close();
}, 300_000);
