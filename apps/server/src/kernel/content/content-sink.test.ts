// Proves that bytes written piece by piece are the same as those that are stored whole, and that nobody sees a part of them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createManualClock, type ManualClock } from '../database/clock.ts';
import { sql } from '../database/database.ts';
import type { Logger } from '../process/logger.ts';
import { type ContentSink, openContentSink } from './content-sink.ts';
import { type ContentStoreRunner, createContentStore } from './content-store.ts';

let test: TestDatabase;
let clock: ManualClock;
let store: ContentStoreRunner;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.withConnection((connection) => connection.script('TRUNCATE kernel_content CASCADE'));
  clock = createManualClock();
  store = createContentStore({ database: test.database, clock, log: {} as Logger });
});

const sinkOf = (): Promise<ContentSink> => openContentSink(test.database, () => clock.now());

async function counts(): Promise<readonly [contents: number, chunks: number]> {
  const [row] = await test.database.arrays(
    sql('t_counts', 'SELECT (SELECT count(*) FROM kernel_content), (SELECT count(*) FROM kernel_content_chunk)'),
  );
  return row as [number, number];
}

async function writeIn(bytes: Buffer, pieceBytes: number): Promise<ContentSink> {
  const sink = await sinkOf();
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) await sink.write(bytes.subarray(at, at + pieceBytes));
  return sink;
}

it.each([0, 1, 1_048_576, 2_097_152, 2_500_000])('gives back %i bytes whole, in chunks of 1 MiB', async (size) => {
  const bytes = randomBytes(size);
  const sink = await writeIn(bytes, 70_000);
  const { hash, size: told } = await sink.finish();
  expect(told).toBe(size);
  expect((await store.read(hash))?.equals(bytes)).toBe(true);
  expect(await counts()).toEqual([1, Math.ceil(size / 1_048_576)]);
  const [whole] = await store.put([bytes]);
  expect(whole?.equals(hash)).toBe(true);
});

it('a piece larger than a chunk is cut', async () => {
  const bytes = randomBytes(3_000_001);
  const { hash } = await (await writeIn(bytes, bytes.byteLength)).finish();
  expect((await store.read(hash))?.equals(bytes)).toBe(true);
  expect(await counts()).toEqual([1, 3]);
});

it('keeps once what is there already, and what two bring at the same moment', async () => {
  const bytes = randomBytes(1_500_000);
  await store.put([bytes]);
  await (await writeIn(bytes, 100_000)).finish();
  expect(await counts()).toEqual([1, 2]);
  const others = randomBytes(1_500_000);
  const sinks = await Promise.all([writeIn(others, 100_000), writeIn(others, 300_000), writeIn(others, 1_000_000)]);
  const hashes = await Promise.all(sinks.map((sink) => sink.finish()));
  expect(new Set(hashes.map(({ hash }) => hash.toString('hex'))).size).toBe(1);
  expect(await counts()).toEqual([2, 4]);
});

it('nothing is left of what is discarded, and the sweep takes what was left lying', async () => {
  const bytes = randomBytes(1_500_000);
  await (await writeIn(bytes, 100_000)).discard();
  expect(await counts()).toEqual([0, 0]);
  await writeIn(bytes, 100_000);
  // Its one whole chunk is still on its way, and the sweep passes over what somebody writes to.
  await vi.waitFor(async () => expect(await counts()).toEqual([1, 1]), { timeout: 10_000 });
  expect(await store.sweep()).toBe(0);
  clock.advance(25 * 3_600_000);
  expect(await store.sweep()).toBe(1);
  expect(await counts()).toEqual([0, 0]);
});

it('tells that its bytes were removed while they came', async () => {
  const sink = await writeIn(randomBytes(1_500_000), 100_000);
  await test.database.execute(sql('t_remove', 'DELETE FROM kernel_content'));
  await expect(sink.finish()).rejects.toThrow();
});

it('bytes are stored as they are, since packing them takes longer than writing them', async () => {
  await (await writeIn(Buffer.alloc(1_048_576, 'a'), 100_000)).finish();
  const [row] = await test.database.rows<{ size: number }>(
    sql('t_stored', 'SELECT pg_column_size(bytes) AS size FROM kernel_content_chunk'),
  );
  expect(row?.size).toBe(1_048_576);
});
