// Proves that partitions exist before they are needed, for each kind of key, whoever makes them, and go when they are past and empty.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createManualClock } from '../database/clock.ts';
import { sql } from '../database/database.ts';
import { createIds } from '../database/ids.ts';
import { dropEmptyPartitions, listPartitions } from './drop-partitions.ts';
import { ensureMonthlyPartitions, ensurePartitions } from './partitions.ts';

let test: TestDatabase;
const byTime = { table: 'by_time', keyType: 'timestamptz' } as const;
const byId = { table: 'by_id', keyType: 'uuid-v7', storage: 'fillfactor = 75' } as const;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(() =>
  test.database.withConnection((connection) =>
    connection.script(`DROP TABLE IF EXISTS by_time, by_id;
      CREATE TABLE by_time (at timestamptz NOT NULL) PARTITION BY RANGE (at);
      CREATE TABLE by_id (id uuid PRIMARY KEY) PARTITION BY RANGE (id)`),
  ),
);

it('makes this month and the two after it, across the end of a year, and nothing a second time', async () => {
  const now = Date.UTC(2026, 10, 30, 23, 59, 59);
  const names = ['by_time_2026_11', 'by_time_2026_12', 'by_time_2027_01'];
  expect(await ensureMonthlyPartitions(test.database, byTime, now)).toEqual(names);
  expect(await ensureMonthlyPartitions(test.database, byTime, now)).toEqual([]);
  expect(await ensureMonthlyPartitions(test.database, byTime, Date.UTC(2026, 11, 1))).toEqual(['by_time_2027_02']);
});

it('fills the months of the past when asked', async () => {
  const made = await ensureMonthlyPartitions(test.database, byTime, Date.UTC(2026, 1, 15), Date.UTC(2025, 11, 31));
  expect(made).toEqual(['by_time_2025_12', 'by_time_2026_01', 'by_time_2026_02', 'by_time_2026_03', 'by_time_2026_04']);
});

it('puts a UUIDv7 into the month of its time, to the millisecond', async () => {
  const boundary = Date.UTC(2026, 11, 1);
  await ensureMonthlyPartitions(test.database, byId, boundary - 1);
  const clock = createManualClock(boundary - 1);
  const ids = createIds(clock);
  const insert = sql('t_insert', 'INSERT INTO by_id (id) VALUES ($1) RETURNING tableoid::regclass::text AS place');
  expect(await test.database.rows(insert, [ids.uuidV7()])).toEqual([{ place: 'by_id_2026_11' }]);
  clock.advance(1);
  expect(await test.database.rows(insert, [ids.uuidV7()])).toEqual([{ place: 'by_id_2026_12' }]);
  const options = sql('t_options', `SELECT reloptions AS options FROM pg_class WHERE relname = 'by_id_2026_11'`);
  expect(await test.database.rows(options)).toEqual([{ options: ['fillfactor=75'] }]);
});

it('makes one for each day between two times', async () => {
  const byDay = { ...byTime, unit: 'day' } as const;
  const from = Date.UTC(2026, 1, 27, 23, 59);
  const names = ['by_time_2026_02_27', 'by_time_2026_02_28', 'by_time_2026_03_01'];
  expect(await ensurePartitions(test.database, byDay, from, Date.UTC(2026, 2, 1))).toEqual(names);
  expect(await ensurePartitions(test.database, byDay, from, Date.UTC(2026, 2, 2))).toEqual(['by_time_2026_03_02']);
});

it('logger-producer 31: holds up no writer while a reader keeps the table open', async () => {
  const { database } = test;
  const now = Date.UTC(2026, 0, 1);
  await ensureMonthlyPartitions(database, byTime, now);
  const write = sql('t_write', 'INSERT INTO by_time (at) VALUES ($1)');
  await database.transaction(async (reader) => {
    await reader.rows(sql('t_read', 'SELECT * FROM by_time'));
    const made = ensureMonthlyPartitions(database, byTime, Date.UTC(2026, 1, 1));
    for (let count = 0; count < 20; count++) await database.execute(write, [new Date(now)]);
    expect(await made).toEqual(['by_time_2026_04']);
  });
});

it('lets several processes make them at once', async () => {
  const now = Date.UTC(2026, 0, 1);
  const made = await Promise.all([1, 2, 3, 4].map(() => ensureMonthlyPartitions(test.database, byTime, now)));
  expect(made.flat()).toHaveLength(3);
});

it('refuses a name that is no table', async () => {
  const wrong = { table: 'x; DROP TABLE y', keyType: 'timestamptz' } as const;
  await expect(ensureMonthlyPartitions(test.database, wrong, 0)).rejects.toThrow('no name');
});

describe('months that are past and empty', () => {
  const march = Date.UTC(2026, 2, 1);
  const insert = sql('t_insert_time', 'INSERT INTO by_time (at) VALUES ($1)');
  const left = async () => (await listPartitions(test.database, byTime)).map(({ name }) => name);
  const kept = ['by_time_2026_02', 'by_time_2026_03', 'by_time_2026_04', 'by_time_2026_05'];

  beforeEach(async () => {
    await ensureMonthlyPartitions(test.database, byTime, march, Date.UTC(2026, 0, 1));
    await test.database.execute(insert, [new Date(Date.UTC(2026, 1, 20))]);
  });

  it('are removed by one of several processes, and what holds a row or is not past is kept', async () => {
    const dropped = await Promise.all([1, 2, 3].map(() => dropEmptyPartitions(test.database, byTime, march)));
    expect(dropped.flat()).toEqual(['by_time_2026_01']);
    expect(await left()).toEqual(kept);
    expect(await dropEmptyPartitions(test.database, byTime, march)).toEqual([]);
  });

  it('are removed where an earlier attempt was cut off behind the detach', async () => {
    await test.database.withConnection((connection) =>
      connection.script('ALTER TABLE by_time DETACH PARTITION by_time_2026_01'),
    );
    expect(await dropEmptyPartitions(test.database, byTime, march)).toEqual(['by_time_2026_01']);
    expect(await left()).toEqual(kept);
  });
});
