// Proves that revisions become visible in their order: whoever reads what is newer than the last one misses no writer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { saveOne } from '../records/value.store.ts';
import { createTestRevisioned } from '../revisioned.fixture.ts';
import { loadNewerRows } from './setting-snapshot.store.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
});
afterAll(() => test.close());

const text = (statement: string) => ({ name: '', text: statement });

/** Begins a transaction that is held open at a point of the test's choice. */
function begin(work: (tx: Transaction, reach: (point: string) => Promise<void>) => Promise<void>) {
  const gates = new Map<string, () => void>();
  const reached = new Map<string, () => void>();
  const arrivals = new Map<string, Promise<void>>();
  const arrival = (point: string): Promise<void> => {
    const known = arrivals.get(point);
    if (known !== undefined) return known;
    const promise = new Promise<void>((resolve) => reached.set(point, resolve));
    arrivals.set(point, promise);
    return promise;
  };
  const done = test.database.transaction((tx) =>
    work(tx, (point) => {
      void arrival(point);
      reached.get(point)!();
      return new Promise((resolve) => gates.set(point, resolve));
    }),
  );
  return { done, at: arrival, pass: (point: string) => gates.get(point)!() };
}

const actor = { username: 'test', tenantIdentifier: 'default', ipAddress: null, requestId: null };

async function write(tx: Transaction, code: string, number: number): Promise<void> {
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  await createTestRevisioned(test.database).changeIn(tx, actor, async ({ revision }) => {
    await saveOne(tx, {
      uuid,
      version: 1,
      code,
      scope: 'GLOBAL',
      tenantIdentifier: null,
      value: number,
      sealed: null,
      removed: false,
      expiryDate: null,
      revision,
      updatedBy: 'test',
      now: new Date(0),
    });
    return { answer: null, changed: true };
  });
}

/** Reads on and on what is newer than what it has read, as every process does; `stop` answers all codes that it has met. */
function startReader() {
  let since = 0;
  let stopped = false;
  const met = new Map<string, number>();
  const look = async (): Promise<void> => {
    const newer = await loadNewerRows(test.database, since);
    for (const { code, revision } of newer!.rows.values) met.set(code, revision);
    since = newer!.revision;
  };
  const running = (async () => {
    while (!stopped) await look();
  })();
  return {
    met,
    look,
    async stop() {
      stopped = true;
      await running;
      await look();
      return met;
    },
  };
}

it('system-setting 12: a writer that begins first and commits last is met, and so is the one that overtakes it', async () => {
  const reader = startReader();
  for (let round = 1; round <= 20; round += 1) {
    const slow = begin(async (tx, reach) => {
      // The transaction takes a number of its own, older than that of the other one.
      await tx.rows(text('SELECT pg_current_xact_id()'));
      await reach('begun');
      await write(tx, `slow.${round}`, 2 * round);
      await reach('written');
    });
    await slow.at('begun');
    await test.database.transaction((tx) => write(tx, `fast.${round}`, 2 * round + 1));
    await expect.poll(() => reader.met.has(`fast.${round}`)).toBe(true);
    slow.pass('begun');
    await slow.at('written');
    slow.pass('written');
    await slow.done;
  }
  const met = await reader.stop();
  const rounds = Array.from({ length: 20 }, (_, index) => index + 1);
  expect([...met.keys()].sort()).toEqual(rounds.flatMap((round) => [`fast.${round}`, `slow.${round}`]).sort());
  for (const round of rounds) expect(met.get(`slow.${round}`)).toBeGreaterThan(met.get(`fast.${round}`)!);
});

it('system-setting 12: a writer that takes its revision later waits for the one that took it earlier', async () => {
  const reader = startReader();
  const early = begin(async (tx, reach) => {
    await write(tx, 'order.early', 101);
    await reach('written');
  });
  await early.at('written');
  let committed = false;
  const late = test.database
    .transaction((tx) => write(tx, 'order.late', 102))
    .then(() => {
      committed = true;
    });
  const isWaiting = async () =>
    (
      await test.database.rows(
        text(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`),
      )
    ).length;
  await expect.poll(isWaiting).toBe(1);
  expect([committed, reader.met.has('order.late')]).toEqual([false, false]);
  early.pass('written');
  await Promise.all([early.done, late]);
  const met = await reader.stop();
  expect(met.get('order.late')).toBe(met.get('order.early')! + 1);
});
