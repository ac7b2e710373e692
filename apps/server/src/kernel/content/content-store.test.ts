// Proves that bytes are kept once, as long as somebody refers to them, whoever stores and sweeps at the same time.
import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { raceInOrder } from '../../testing/lock-barrier.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createManualClock, type ManualClock } from '../database/clock.ts';
import { sql } from '../database/database.ts';
import type { Logger } from '../process/logger.ts';
import { insertContent } from './content.store.ts';
import { type ContentStoreRunner, createContentStore } from './content-store.ts';

const UNUSED_MS = 25 * HOUR_MS;

let test: TestDatabase;
let clock: ManualClock;
let store: ContentStoreRunner;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.withConnection((connection) =>
    connection.script(
      `CREATE TABLE t_letter (id int, content bytea);
       INSERT INTO kernel_content_reference VALUES ('t_letter', 'content')`,
    ),
  );
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.withConnection((connection) =>
    connection.script('TRUNCATE kernel_content CASCADE; TRUNCATE t_letter'),
  );
  clock = createManualClock();
  store = createContentStore({ database: test.database, clock, log: {} as Logger });
});

const count = async (table: 'kernel_content' | 'kernel_content_chunk') =>
  (await test.database.rows<{ n: number }>(sql(`t_count_${table}`, `SELECT count(*)::int AS n FROM ${table}`)))[0]!.n;
const refer = (hash: Buffer) =>
  test.database.execute(sql('t_refer', 'INSERT INTO t_letter (id, content) VALUES (1, $1)'), [hash]);
const lockContent = sql('t_lock_content', 'SELECT FROM kernel_content WHERE hash = $1 FOR UPDATE');

const WAITS = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";

async function putOne(bytes: Uint8Array): Promise<Buffer> {
  const [hash] = await store.put([bytes]);
  return hash!;
}

it('gives back the bytes of every size, whole and in chunks', async () => {
  for (const size of [0, 1, 1_048_576, 2_500_000]) {
    const bytes = randomBytes(size);
    const hash = await putOne(bytes);
    expect((await store.read(hash))?.equals(bytes)).toBe(true);
    const chunks: Buffer[] = [];
    for await (const chunk of store.stream(hash)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(chunks.every(({ byteLength }) => byteLength <= 1_048_576)).toBe(true);
  }
});

it('answers the hashes in the order of the contents, and keeps equal ones once', async () => {
  const [a, b] = [Buffer.from('a'), Buffer.from('b')];
  const hashes = await store.put([b, a, b]);
  expect(hashes.map((hash) => hash.toString('hex').slice(0, 8))).toEqual(['3e23e816', 'ca978112', '3e23e816']);
  await store.put([a]);
  expect(await count('kernel_content')).toBe(2);
  expect(await count('kernel_content_chunk')).toBe(2);
});

it('says of a hash that nobody knows that it is gone', async () => {
  const known = await putOne(Buffer.from('known'));
  const unknown = randomBytes(32);
  expect(await store.read(unknown)).toBeNull();
  expect(await store.touch([known, unknown])).toBe(false);
  expect(await store.touch([known])).toBe(true);
  await expect(store.stream(unknown).next()).rejects.toThrow('is gone');
});

it('stores once what two bring at the same moment', async () => {
  const bytes = randomBytes(100_000);
  const [first, second] = await Promise.all([putOne(bytes), putOne(bytes)]);
  expect(first.equals(second)).toBe(true);
  expect(await count('kernel_content')).toBe(1);
  expect((await store.read(first))?.equals(bytes)).toBe(true);
});

it('stores the bytes when whoever was about to store them dies before the commit', async () => {
  const bytes = randomBytes(2_000_000);
  const hash = await putOne(bytes);
  await test.database.execute(sql('t_forget', 'DELETE FROM kernel_content'));
  let racer: Promise<Buffer> | undefined;
  const dying = raceInOrder(
    test.database,
    (tx) => insertContent(tx, hash, bytes, new Date(clock.now())),
    () => {
      racer = putOne(bytes);
      return racer.then(() => undefined);
    },
    // The second one never begins to wait: the transaction that holds the row fails, as with the death of its process.
    () => Promise.reject(new Error('killed')),
  );
  await expect(dying).rejects.toThrow();
  expect((await racer)?.equals(hash)).toBe(true);
  expect((await store.read(hash))?.equals(bytes)).toBe(true);
});

it('removes a day after its last use what nobody refers to, and keeps the rest', async () => {
  const [referred, used, unused] = await store.put(['referred', 'used', 'unused'].map((word) => Buffer.from(word)));
  await refer(referred!);
  clock.advance(24 * HOUR_MS);
  expect(await store.sweep()).toBe(0);
  await store.touch([used!]);
  clock.advance(UNUSED_MS - 24 * HOUR_MS);
  expect(await store.sweep()).toBe(1);
  expect(await store.read(unused!)).toBeNull();
  expect((await store.read(referred!))?.toString()).toBe('referred');
  expect((await store.read(used!))?.toString()).toBe('used');
  await test.database.execute(sql('t_unrefer', 'DELETE FROM t_letter'));
  clock.advance(UNUSED_MS);
  expect(await store.sweep()).toBe(2);
  expect(await count('kernel_content_chunk')).toBe(0);
});

it('removes more than one statement takes', async () => {
  await store.put(Array.from({ length: 120 }, (_, index) => Buffer.from(`number ${index}`)));
  clock.advance(UNUSED_MS);
  expect(await store.sweep()).toBe(120);
});

it('keeps what a sender touches while the sweep looks at it', async () => {
  const hash = await putOne(Buffer.from('logo'));
  clock.advance(UNUSED_MS);
  // A column whose reading waits holds the sweep between what it saw and what it locks.
  await test.database.withConnection((connection) =>
    connection.script(
      `CREATE VIEW t_slow AS SELECT ''::bytea AS content WHERE pg_advisory_xact_lock_shared(7, 7)::text IS NULL;
       INSERT INTO kernel_content_reference VALUES ('t_slow', 'content')`,
    ),
  );
  const [removed] = await test.database.transaction(async (holder) => {
    await holder.rows(sql('t_hold_sweep', 'SELECT pg_advisory_xact_lock(7, 7)::text'));
    const sweeping = store.sweep();
    await expect.poll(() => test.database.rows(sql('t_waits', WAITS)).then((rows) => rows.length)).toBe(1);
    expect(await store.touch([hash])).toBe(true);
    return [sweeping];
  });
  expect(await removed).toBe(0);
  expect((await store.read(hash))?.toString()).toBe('logo');
  await test.database.withConnection((connection) =>
    connection.script("DELETE FROM kernel_content_reference WHERE table_name = 't_slow'; DROP VIEW t_slow"),
  );
});

it('passes over what a sender is touching', async () => {
  const hash = await putOne(Buffer.from('logo'));
  clock.advance(UNUSED_MS);
  const removed = await test.database.transaction(async (tx) => {
    await tx.rows(lockContent, [hash]);
    return await store.sweep();
  });
  expect(removed).toBe(0);
});

it('stores the bytes anew for a sender who comes while they are being removed', async () => {
  const bytes = Buffer.from('logo');
  const hash = await putOne(bytes);
  clock.advance(UNUSED_MS);
  const [again] = await raceInOrder(
    test.database,
    (tx) => tx.execute(sql('t_sweep', 'DELETE FROM kernel_content WHERE hash = $1'), [hash]),
    () => putOne(bytes),
  );
  expect(again.equals(hash)).toBe(true);
  expect((await store.read(hash))?.toString()).toBe('logo');
  expect(await store.sweep()).toBe(0);
});

it('writes nothing for a content that was touched within the hour', async () => {
  const bytes = Buffer.from('logo');
  const hash = await putOne(bytes);
  clock.advance(HOUR_MS - 1);
  // Whoever wrote would wait for the row, and the test with it.
  const puts = await test.database.transaction(async (tx) => {
    await tx.rows(lockContent, [hash]);
    return await store.put([bytes]);
  });
  expect(puts).toHaveLength(1);
});
