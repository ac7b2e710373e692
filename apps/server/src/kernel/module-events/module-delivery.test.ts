// Tests that what one module refuses is delivered again to it alone, and that operators see it once and as long as it lasts.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createManualClock, type ManualClock } from '../database/clock.ts';
import { sql, type Transaction } from '../database/database.ts';
import { createLogger } from '../process/logger.ts';
import { createMetrics, type MetricsRegistry } from '../process/metrics.ts';
import { createReadiness, type ReadinessRegistry } from '../process/readiness.ts';
import { createModuleDelivery } from './module-delivery.ts';
import type { ModuleEvent } from './module-event.types.ts';
import { createModuleHandlers } from './module-handlers.ts';
import { createUndeliveredStore } from './undelivered.store.ts';
import { createUndeliveredWatch } from './undelivered-watch.ts';

const TABLE = sql(
  't_untold_table',
  `CREATE TABLE t_untold (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, module text NOT NULL, subject text NOT NULL,
     tenant_identifier text NOT NULL, event text NOT NULL, attempts integer NOT NULL, refused_at timestamptz NOT NULL,
     next_at timestamptz NOT NULL)`,
);
const NOTES = sql('t_notes_table', 'CREATE TABLE t_note (module text, id text, UNIQUE (module, id))');
const EMPTY = sql('t_notes_empty', 'TRUNCATE t_note, t_untold');
const NOTE = sql('t_note', 'INSERT INTO t_note (module, id) VALUES ($1, $2)');
const HEARD = sql('t_heard', 'SELECT id FROM t_note WHERE module = $1');
const WAITING = sql('t_waiting', 'SELECT attempts, next_at AS "nextAt" FROM t_untold ORDER BY number');
const undelivered = createUndeliveredStore({ name: 't_untold', table: 't_untold' });

interface Happened extends ModuleEvent {
  readonly subject: string;
}
type Refusal = (tx: Transaction, event: Happened) => Promise<void>;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase([]);
  for (const statement of [TABLE, NOTES]) await test.database.execute(statement);
});
afterAll(() => test?.close());

let clock: ManualClock;
let logLines: string[];
let metrics: MetricsRegistry;
let readiness: ReadinessRegistry;
let refuse: Refusal;
let program: ReturnType<typeof start>;
beforeEach(async () => {
  await test.database.execute(EMPTY);
  clock = createManualClock();
  refuse = async () => {};
  program = start();
});

function start() {
  logLines = [];
  metrics = createMetrics();
  readiness = createReadiness();
  const log = createLogger('info', { write: (line) => void logLines.push(line) });
  const handlers = createModuleHandlers<Happened>();
  for (const module of ['strict', 'easy']) {
    handlers.register(module, ['happened'], async (tx, event) => {
      // Is written at the end of whatever it is a part of.
      tx.beforeCommit(() => ({ statement: NOTE, values: [module, event.id] }));
      if (module === 'strict') await refuse(tx, event);
    });
  }
  const parts = { clock, database: test.database, log, metrics, readiness };
  const watch = createUndeliveredWatch(parts, { name: 'events-undelivered', metric: 'test', undelivered });
  const deliverToModules = createModuleDelivery({
    ...parts,
    handlers,
    undelivered,
    subjectOf: ({ subject }) => subject,
    onUndelivered: watch.wake,
  });
  return { deliverToModules, watch };
}

const offer = (...ids: readonly string[]) =>
  test.database.transaction((tx) =>
    program.deliverToModules(tx, async (toEach) => {
      for (const id of ids) {
        const at = new Date(clock.now());
        await toEach({ id, kind: 'happened', at, tenantIdentifier: 'default', subject: id.slice(0, 1) });
      }
    }),
  );
const heardBy = async (module: string) =>
  (await test.database.rows<{ id: string }>(HEARD, [module])).map(({ id }) => id);
const never: Refusal = async (_tx, { subject }) => {
  if (subject === 'a') throw new Error('not now');
};
const linesWith = (sentence: string) => logLines.filter((line) => line.includes(sentence));

it('tells whatever is of another subject, and whoever else listens, each once and with what is written at the end', async () => {
  refuse = never;
  await offer('a1', 'b1', 'a2', 'c1');
  await offer('a3', 'b2');
  expect(await heardBy('easy')).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'b2']);
  expect(await heardBy('strict')).toEqual(['b1', 'c1', 'b2']);
  refuse = async () => {};
  clock.advance(1_000);
  await offer();
  expect(await heardBy('strict')).toEqual(['b1', 'c1', 'b2', 'a1', 'a2', 'a3']);
  expect(await test.database.rows(WAITING)).toEqual([]);
});

it('goes on beside a module that hides the failure of a statement, and one whose last write fails', async () => {
  refuse = async (tx, { id }) => {
    if (id === 'a1') await tx.execute(NOTE, ['easy', 'a1']).catch(() => undefined);
    if (id === 'b1') tx.beforeCommit(() => ({ statement: NOTE, values: ['easy', 'b1'] }));
  };
  await test.database.execute(NOTE, ['easy', 'a1']);
  await test.database.execute(NOTE, ['easy', 'b1']);
  await offer('a1', 'b1', 'c1');
  expect(await heardBy('strict')).toEqual(['c1']);
  expect(await test.database.rows(WAITING)).toHaveLength(4);
});

it('waits longer each time, never as long for all that was refused at once, and five minutes at most', async () => {
  refuse = async () => Promise.reject(new Error('not now'));
  await offer('a1', 'b1', 'c1', 'd1');
  for (const longest of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]) {
    const rows = await test.database.rows<{ nextAt: Date }>(WAITING);
    const pauses = rows.map(({ nextAt }) => nextAt.getTime() - clock.now());
    expect(pauses.filter((pause) => pause >= longest / 2 && pause <= longest)).toHaveLength(4);
    expect(new Set(pauses).size).toBeGreaterThan(1);
    clock.advance(longest);
    await offer();
  }
});

it('says once in the log that something was refused, and once that it was taken', async () => {
  refuse = never;
  await offer('a1');
  for (let round = 0; round < 20; round += 1) {
    clock.advance(300_000);
    await offer(`b${round}`);
  }
  expect(linesWith('refused an event')).toHaveLength(1);
  expect(JSON.parse(linesWith('refused an event')[0]!)).toMatchObject({
    level: 'warn',
    module: 'strict',
    event: 'a1',
    kind: 'happened',
    err: { message: 'not now' },
  });
  refuse = async () => {};
  clock.advance(300_000);
  await offer();
  await offer();
  expect(linesWith('took what it had refused')).toHaveLength(1);
});

it('names in readiness and counts in metrics what a module has not taken and since when, also in a process that starts later', async () => {
  refuse = never;
  const since = new Date(clock.now()).toISOString();
  await offer('a1', 'a2');
  clock.advance(90_000);
  await offer('a3', 'b1');
  program = start();
  program.watch.start();
  const warning = () => readiness.report().warnings['events-undelivered'];
  const named = `strict has not taken happened (event a1) since ${since}, and 2 more`;
  await expect.poll(warning, { timeout: 20_000, interval: 5 }).toBe(named);
  expect(readiness.report().ready).toBe(true);
  const text = await metrics.text();
  expect(text).toContain('keelson_test_undelivered_events{module="strict"} 3');
  expect(text).toContain('keelson_test_undelivered_age_seconds{module="strict"} 90');
  refuse = async () => {};
  clock.advance(300_000);
  await offer();
  await expect.poll(warning, { timeout: 20_000, interval: 5 }).toBeUndefined();
  expect(await metrics.text()).not.toContain('keelson_test_undelivered_events{');
  await program.watch.stop();
});
