// Proves that each type of column arrives in PostgreSQL as it was given, extremes included.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sql } from '../database/database.ts';
import { appendValue, beginArray, createArrayColumn, finishArray } from './binary-array.ts';
import type { ColumnType } from './group-commit.types.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function roundTrip(type: ColumnType, values: readonly unknown[], shown = 'v'): Promise<unknown[]> {
  const column = createArrayColumn('x', type);
  beginArray(column);
  for (const value of values) appendValue(column, value);
  const text = `SELECT ${shown} FROM unnest($1::${type}[]) WITH ORDINALITY AS t(v, n) ORDER BY n`;
  return (await test.database.arrays({ name: '', text }, [finishArray(column)])).flat();
}

it.each<[ColumnType, unknown[]]>([
  ['text', ['', 'plain', 'ğüşiöç €', '𝄞', '{"a,b"}', 'NULL', null, '\\', 'x'.repeat(10_000), 'ş'.repeat(5_000)]],
  [
    'uuid',
    [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      null,
      '0190a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5b',
    ],
  ],
  ['int4', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), null]],
  ['int8', [0, 1, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]],
  ['bool', [true, false, null]],
  ['jsonb', ['{"a": [1, "ü"]}', 'null', null, '"x"']],
])('sends %s unchanged', async (type, values) => {
  const expected =
    type === 'jsonb' ? values.map((value) => (value === null ? null : JSON.parse(value as string))) : values;
  expect(await roundTrip(type, values)).toEqual(expected);
});

it('sends bytes unchanged', async () => {
  const values = [new Uint8Array([0, 1, 255]), Buffer.alloc(0), new Uint8Array(100_000).fill(7), null];
  expect(await roundTrip('bytea', values)).toEqual(values.map((value) => (value === null ? null : Buffer.from(value))));
});

it('sends epoch milliseconds to the millisecond, from before 2000 to the year 9999', async () => {
  const values = [0, -1, 946_684_799_999, 1_767_225_600_123, 253_402_300_799_999, null];
  const read = (await roundTrip('timestamptz', values)) as (Date | null)[];
  expect(read.map((date) => date?.getTime() ?? null)).toEqual(values);
});

it('sends an upper-case uuid as PostgreSQL reads it', async () => {
  expect(await roundTrip('uuid', ['ABCDEF00-0000-7000-8000-00000000000A'])).toEqual([
    'abcdef00-0000-7000-8000-00000000000a',
  ]);
});

it('sends an empty array', async () => {
  expect(await roundTrip('text', [])).toEqual([]);
});

it.each<[ColumnType, unknown]>([
  ['text', 1],
  ['uuid', 'x'],
  ['uuid', '0190a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5g'],
  ['uuid', '0190a1b2xc3d4x7e5fx8a6bx0c1d2e3f4a5b'],
  ['uuid', '0190a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5é'],
  ['int4', '1'],
  ['int4', 2 ** 31],
  ['int4', Number.NaN],
  ['int8', 1.5],
  ['timestamptz', new Date(0)],
  ['timestamptz', Number.POSITIVE_INFINITY],
  ['bool', 'true'],
  ['bytea', 'abc'],
  ['jsonb', { a: 1 }],
])('refuses for %s what is none: %j, without showing it', (type, value) => {
  const column = createArrayColumn('secret_column', type);
  beginArray(column);
  expect(() => appendValue(column, value)).toThrow(`column secret_column takes ${type}`);
});

it('forgets the values of the batch before, a huge one too', async () => {
  const column = createArrayColumn('x', 'text');
  for (const value of ['y'.repeat(3_000_000), 'short']) {
    beginArray(column);
    appendValue(column, value);
    const text = sql('t_first', 'SELECT length(v) FROM unnest($1::text[]) AS t(v)');
    expect(await test.database.arrays(text, [finishArray(column)])).toEqual([[value.length]]);
  }
  expect(column.buffer.length).toBeLessThan(100_000);
});
