// Tests what a query leaves in its snapshot, that it ends when nobody wants it, and that nothing is left of what is over.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createSnapshotFeature, endSnapshots, findSnapshot, type SnapshotOrder } from './feature.ts';

let test: TestDatabase;
let clock: ManualClock;
let snapshots: ReturnType<typeof createSnapshotFeature>;

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
});
afterAll(() => test.close());
beforeEach(() => {
  clock = createManualClock();
  const log = { warn: () => undefined } as unknown as Logger;
  // Nothing here is asked of an adapter; runs over adapters have tests of their own.
  const adapters = { open: () => Promise.reject(new Error('no adapter')) };
  const csvFiles = { load: () => Promise.reject(new Error('no file')) };
  const { database, settings: databaseSettings } = test;
  snapshots = createSnapshotFeature({ clock, database, databaseSettings, log, adapters, csvFiles });
});

const order = (text: string, more: Partial<SnapshotOrder> = {}): SnapshotOrder => ({
  tenantIdentifier: 'default',
  executionId: 1,
  query: { text, settings: [] },
  rowLimit: 1_000,
  timeZone: 'UTC',
  timeoutMs: 20_000,
  keptMs: HOUR_MS,
  bytesMax: 1_048_576,
  ...more,
});
const make = (text: string, more: Partial<SnapshotOrder> = {}, signal = new AbortController().signal) =>
  snapshots.make(order(text, more), {
    signal,
    onEstimate: () => undefined,
    onRows: () => undefined,
    onGrowing: () => undefined,
  });
const ask = <R extends object>(text: string, values: readonly unknown[] = []) =>
  test.database.rows<R>({ name: '', text }, values);
const tables = async () =>
  (await ask<{ name: string }>("SELECT relname AS name FROM pg_class WHERE relname ~ '^snapshot_[0-9]+$'")).map(
    ({ name }) => `keelson_report.${name}`,
  );

it('keeps the rows in the order of the query, with their types and their own names', async () => {
  const { id, snapshot } = await make(
    `SELECT n AS "a b", 'x' || n AS "a b", n::numeric(38,10) / 3 AS "Tutar ₺", n % 2 = 0 AS even, now() AS "at"
     FROM generate_series(1, 5) n ORDER BY n DESC`,
  );
  expect(snapshot.columns.map(({ name, column, type }) => [name, column, type])).toEqual([
    ['a b', 'c1', 'INTEGER'],
    ['a b', 'c2', 'STRING'],
    ['Tutar ₺', 'c3', 'DECIMAL'],
    ['even', 'c4', 'BOOLEAN'],
    ['at', 'c5', 'DATE_TIME'],
  ]);
  const rows = await ask<{ row_number: number; c1: number }>(`SELECT row_number, c1 FROM ${snapshot.table} ORDER BY 1`);
  expect(rows.map(({ row_number, c1 }) => [row_number, c1])).toEqual([
    [1, 5],
    [2, 4],
    [3, 3],
    [4, 2],
    [5, 1],
  ]);
  expect(await findSnapshot(test.database, id)).toMatchObject({ rowCount: 5, isTruncated: false });
});

it('report 11: one row more than the limit is truncated, exactly the limit is not', async () => {
  const of = async (count: number) => {
    const { snapshot } = await make(`SELECT n FROM generate_series(1, ${count}) n`, { rowLimit: 10 });
    const [row] = await ask<{ count: number }>(`SELECT count(*)::int AS count FROM ${snapshot.table}`);
    return [snapshot.rowCount, snapshot.isTruncated, row!.count];
  };
  expect(await of(10)).toEqual([10, false, 10]);
  expect(await of(11)).toEqual([10, true, 10]);
  expect(await of(0)).toEqual([0, false, 0]);
});

it('values are settings of the query alone, and days are those of its time zone', async () => {
  const hostile = "'; DROP TABLE report_snapshot; --";
  const { snapshot } = await make('', {
    query: {
      text: `SELECT current_setting('keelson.p0') AS value, '2026-03-01T23:30:00Z'::timestamptz::date::text AS day`,
      settings: [['keelson.p0', hostile]],
    },
    timeZone: 'Europe/Istanbul',
  });
  expect(await ask(`SELECT c1, c2 FROM ${snapshot.table}`)).toEqual([{ c1: hostile, c2: '2026-03-02' }]);
});

it('report 5: a query that nobody wants any more ends in the database, and leaves no table', async () => {
  const before = await tables();
  const stopping = new AbortController();
  const text = 'SELECT count(*) FROM generate_series(1, 1000000000) a, generate_series(1, 1000) b';
  const running = make(text, {}, stopping.signal);
  const backends = () =>
    ask(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO keelson_report%' AND state = 'active'",
    );
  await expect.poll(backends).toHaveLength(1);
  stopping.abort(new Error('not wanted'));
  await expect(running).rejects.toThrow('not wanted');
  await expect.poll(backends).toHaveLength(0);
  await snapshots.dropOver();
  expect(await tables()).toEqual(before);
});

it('a query that takes too long, or is wrong, leaves no table', async () => {
  const before = await tables();
  const slow = make('SELECT count(*) FROM generate_series(1, 1000000000)', { timeoutMs: 50 });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  await expect(make('SELECT 1 / (n - 3) FROM generate_series(1, 5) n')).rejects.toMatchObject({ code: '22012' });
  await snapshots.dropOver();
  expect(await tables()).toEqual(before);
});

it('a query that has no row yet holds nobody up who follows the order of commits', async () => {
  const stopping = new AbortController();
  const running = make('SELECT count(*) FROM generate_series(1, 1000000000)', {}, stopping.signal);
  const writing = () =>
    ask<{ isWriting: boolean }>(
      `SELECT backend_xid IS NOT NULL AS "isWriting" FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'INSERT INTO keelson_report%' AND state = 'active'`,
    );
  await expect.poll(writing).toEqual([{ isWriting: false }]);
  stopping.abort(new Error('seen'));
  await expect(running).rejects.toThrow('seen');
});

it('report 35: a snapshot that a crash of the database has emptied is none', async () => {
  const { id, snapshot } = await make('SELECT 1 AS one');
  expect(await findSnapshot(test.database, id)).not.toBeNull();
  // A recovery does so with unlogged tables.
  await test.database.execute({ name: '', text: `TRUNCATE ${snapshot.table}` });
  expect(await findSnapshot(test.database, id)).toBeNull();
});

it('report 6: what is over is dropped, what somebody reads a pass later, and tables that no row knows at the start', async () => {
  const [over, read, kept] = [await make('SELECT 1'), await make('SELECT 2'), await make('SELECT 3')];
  await test.database.execute({ name: '', text: 'CREATE UNLOGGED TABLE keelson_report.snapshot_999999 ()' });
  await endSnapshots(test.database, [over.id, read.id], new Date(clock.now()));
  await test.database.transaction(async (tx) => {
    await tx.rows({ name: '', text: `SELECT FROM ${read.snapshot.table}` });
    await snapshots.dropOver();
  });
  expect(await tables()).toEqual(expect.arrayContaining([read.snapshot.table, kept.snapshot.table]));
  expect(await tables()).not.toContain(over.snapshot.table);
  await snapshots.dropOver();
  await snapshots.dropUnknown();
  const left = await tables();
  expect(left).toContain(kept.snapshot.table);
  expect(left).not.toContain(read.snapshot.table);
  expect(left).not.toContain('keelson_report.snapshot_999999');
  clock.advance(HOUR_MS);
  await snapshots.dropOver();
  expect(await tables()).not.toContain(kept.snapshot.table);
});
