// Tests the turn of a day and of a month under load, events as old as what is kept, and a pass that removes beside them.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { listPartitions } from '../../../kernel/schema/drop-partitions.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const SENDERS = 6;
const STANDARD = { table: 'log_event_standard', keyType: 'timestamptz', unit: 'day' } as const;
const STORED = sql('t_turn_stored', `SELECT count(*)::int AS count FROM log_event WHERE service = $1`);

const clock = createManualClock(Date.UTC(2026, 0, 31, 23, 59, 59, 900));
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ clock, env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const storedOf = async (service: string) =>
  (await server.database.database.rows<{ count: number }>(STORED, [service]))[0]?.count;
const at = (offsetMs: number) => new Date(clock.now() + offsetMs).toISOString();

/** Sends and reads until it is asked to stop, which answers everything that was refused. */
function startLoad(service: string, eventOf: (count: number) => object) {
  const others: unknown[] = [];
  let [going, stored] = [true, 0];
  const sender = async (): Promise<void> => {
    for (let count = 0; going; count += 1) {
      const { status, errorDetail } = await admin.post('/event/sync', { service, ...eventOf(count) });
      if (status === 200) stored += 1;
      else others.push(errorDetail);
    }
  };
  const reader = async (): Promise<void> => {
    while (going) {
      const { status, errorDetail } = await admin.post('/event/page', { service, eventTypeList: ['APPLICATION'] });
      if (status !== 200) others.push(errorDetail);
    }
  };
  const running = [...Array.from({ length: SENDERS }, sender), reader()];
  return {
    /** Resolves when so many more were stored, or something else was answered. */
    async more(count: number): Promise<void> {
      const goal = stored + count;
      while (stored < goal && others.length === 0) await new Promise(setImmediate);
    },
    async stop(): Promise<readonly unknown[]> {
      going = false;
      await Promise.all(running);
      return others;
    },
  };
}

const waiting = { timeout: 30_000, interval: 10 };
const oldest = async () => (await listPartitions(server.database.database, STANDARD))[0]?.fromMs ?? 0;

it('logger-producer 18: the turn of day and month, events as old as what is kept, and a pass beside them answer no error', async () => {
  const types = ['APPLICATION', 'AUDIT', 'APPLICATION', 'SECURITY'];
  const days = { kept: 30 };
  const load = startLoad('turn', (count) => {
    const eventType = types[count % types.length];
    // One of audit is of these hours; any other may be of any day that is kept, or of tomorrow.
    const offsetMs = eventType === 'APPLICATION' ? DAY_MS - ((count * 37) % (days.kept * 24)) * HOUR_MS : 0;
    return { eventType, eventTime: at(Math.max(offsetMs, HOUR_MS - days.kept * DAY_MS)) };
  });
  await load.more(100);
  clock.advance(200);
  expect(new Date(clock.now()).getUTCMonth()).toBe(1);
  await load.more(100);
  server.settings.set('logger.retention.standard', 60);
  days.kept = 60;
  await load.more(100);
  days.kept = 7;
  await load.more(SENDERS);
  server.settings.set('logger.retention.standard', 7);
  const before = await oldest();
  server.jobs.find(({ name }) => name === 'log-retention')?.wake();
  await vi.waitFor(async () => expect(await oldest()).toBeGreaterThan(before + 45 * DAY_MS), waiting);
  await load.more(100);
  const kept = await storedOf('turn');
  expect(await load.stop()).toEqual([]);
  expect(kept).toBeGreaterThan(100);
});
