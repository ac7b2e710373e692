// Proves that followers miss no transaction, whenever it commits, and notice another cluster.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  type Cursor,
  createFollower,
  createSweep,
  currentPosition,
  hasPassed,
  horizonAgeMs,
} from './commit-horizon.ts';
import { createDatabase, type Database, sql } from './database.ts';

/** Two clocks of a machine may differ by so much over a second. */
const CLOCKS_DIFFER_MS = 2;

let test: TestDatabase;
let other: Database;
const followed = { name: 't_log', table: 'log', columns: ['word'], orderColumn: 'id' };
const insert = sql('t_insert', 'INSERT INTO log (word) VALUES ($1)');

beforeAll(async () => {
  test = await createTestDatabase();
  other = createDatabase({ settings: test.settings });
  await script(`CREATE TABLE log (id int8 GENERATED ALWAYS AS IDENTITY, word text, xid xid8 NOT NULL DEFAULT pg_current_xact_id());
    CREATE INDEX log_xid ON log (xid, id)`);
});
const opened: (() => void)[] = [];
afterAll(async () => {
  for (const release of opened) release();
  await other.close();
  await test.close();
});
beforeEach(() => script('TRUNCATE log RESTART IDENTITY'));

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

const add = (...words: string[]): Promise<void> =>
  test.database.transaction(async (tx) => {
    for (const word of words) await tx.execute(insert, [word]);
  });

/** Opens a transaction that has written and waits to be told to commit; one that a failed test left ends with the file. */
async function open(...words: string[]): Promise<() => Promise<void>> {
  const written = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  opened.push(release.resolve);
  const done = other.transaction(async (tx) => {
    for (const word of words) await tx.execute(insert, [word]);
    written.resolve();
    await release.promise;
  });
  await written.promise;
  return () => {
    release.resolve();
    return done;
  };
}

const wordsOf = (rows: readonly { word: string }[]): string[] => rows.map((row) => row.word);

describe('a sweep', () => {
  it('begins where it is first called and then sees what is committed', async () => {
    await add('before');
    const sweep = createSweep<{ word: string }>(test.database, followed);
    expect(wordsOf((await sweep.next()).rows)).toEqual([]);
    await add('one', 'two');
    expect(wordsOf((await sweep.next()).rows)).toEqual(['one', 'two']);
    expect(wordsOf((await sweep.next()).rows)).toEqual([]);
  });

  it('does not miss a transaction that commits later than a newer one', async () => {
    const sweep = createSweep<{ word: string }>(test.database, followed);
    await sweep.next();
    const commitOlder = await open('older');
    await add('newer');
    expect(wordsOf((await sweep.next()).rows)).toEqual(['newer']);
    await sweep.next();
    await commitOlder();
    expect(wordsOf((await sweep.next()).rows)).toContain('older');
    expect(wordsOf((await sweep.next()).rows)).toEqual([]);
  });

  it('keeps its place when the database fails', async () => {
    let broken = false;
    const flaky: Database = {
      ...test.database,
      rows: (statement, values) => (broken ? Promise.reject(new Error('away')) : test.database.rows(statement, values)),
    };
    const sweep = createSweep<{ word: string }>(flaky, followed);
    await sweep.next();
    await add('kept');
    broken = true;
    await expect(sweep.next()).rejects.toThrow('away');
    broken = false;
    expect(wordsOf((await sweep.next()).rows)).toEqual(['kept']);
  });
});

describe('a follower', () => {
  const follow = createFollower<{ word: string }>(followed, 2);
  const readAll = async (cursor: Cursor | null): Promise<{ words: string[]; cursor: Cursor | null }> => {
    const words: string[] = [];
    for (let page = await follow(test.database, cursor); ; page = await follow(test.database, page.cursor)) {
      words.push(...wordsOf(page.rows));
      if (page.horizon !== null) return { words, cursor: page.cursor };
    }
  };

  it('reads every row once, in pages, across transactions larger than a page', async () => {
    await add('a', 'b', 'c', 'd', 'e');
    await add('f');
    const first = await readAll(null);
    expect(first.words).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect((await readAll(first.cursor)).words).toEqual([]);
    await add('g');
    expect((await readAll(first.cursor)).words).toEqual(['g']);
  });

  it('waits for an open transaction instead of passing it, and keeps the order', async () => {
    const { cursor } = await readAll(null);
    const commitOlder = await open('older');
    await add('newer');
    expect((await readAll(cursor)).words).toEqual([]);
    await commitOlder();
    expect((await readAll(cursor)).words).toEqual(['older', 'newer']);
  });

  it('orders by number, not by text', async () => {
    const words = Array.from({ length: 12 }, (_, n) => `w${n}`);
    await add(...words);
    expect((await readAll(null)).words).toEqual(words);
  });

  it('starts over when its cursor is of another cluster', async () => {
    await add('a', 'b');
    const page = await follow(test.database, { xid: '9000000000000000000', order: '1' });
    expect(page.restarted).toBe(true);
    expect(wordsOf(page.rows)).toEqual(['a', 'b']);
    const fresh = await follow(test.database, page.cursor);
    expect(fresh).toMatchObject({ restarted: false, rows: [], cursor: page.cursor });
  });

  it('tells when everything committed before a moment is read', async () => {
    const commitOlder = await open('slow');
    await add('quick');
    const position = await currentPosition(test.database);
    const held = await follow(test.database, null);
    await commitOlder();
    expect(hasPassed(held.horizon!, position)).toBe(false);
    const free = await follow(test.database, null);
    expect(wordsOf(free.rows)).toEqual(['slow', 'quick']);
    const end = await follow(test.database, free.cursor);
    expect(hasPassed(end.horizon!, position)).toBe(true);
  });
});

it('tells how long the oldest writing transaction has been open, and nothing where none is', async () => {
  // What other tests of this cluster write ends soon.
  await expect.poll(() => horizonAgeMs(test.database), { timeout: 10_000 }).toBe(0);
  const before = performance.now();
  const commit = await open('long');
  const opened = performance.now();
  await expect.poll(() => horizonAgeMs(test.database), { timeout: 10_000 }).toBeGreaterThan(50);
  const asked = performance.now();
  const age = await horizonAgeMs(test.database);
  const answered = performance.now();
  await commit();
  expect(age).toBeGreaterThanOrEqual(asked - opened - CLOCKS_DIFFER_MS);
  expect(age).toBeLessThanOrEqual(answered - before + CLOCKS_DIFFER_MS);
});
