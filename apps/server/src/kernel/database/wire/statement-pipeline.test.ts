// Proves that transactions take few round trips, and that what travels together fails as a whole.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createDatabase, type Database, sql } from '../database.ts';
import { startWireProxy } from './wire-proxy.fixture.ts';

const insert = sql('t_insert', 'INSERT INTO item (id) VALUES ($1)');
const read = sql('t_read', 'SELECT id FROM item ORDER BY id');
const late = sql('t_late', 'INSERT INTO late (id) VALUES ($1)');
const waitingForLock = sql(
  't_waiting',
  `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted`,
);
const unsendable = {
  toPostgres() {
    throw new Error('no value');
  },
};
const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const LENGTH_AT = 1;

let test: TestDatabase;
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  await script(`CREATE TABLE item (id int PRIMARY KEY);
    CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`);
});
beforeEach(() => script('TRUNCATE item, late'));
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});
afterAll(() => test.close());

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

/** Opens a database of one connection, so that what a statement leaves behind meets the next one. */
async function openCounted(): Promise<{ database: Database; trips: () => number }> {
  const proxy = await startWireProxy(test);
  let trips = 0;
  let rest = Buffer.alloc(0);
  proxy.answer = (bytes, client) => {
    rest = Buffer.concat([rest, bytes]);
    for (let size = sizeOf(rest); size <= rest.length; size = sizeOf(rest)) {
      if (rest[0] === READY_FOR_QUERY) trips += 1;
      rest = rest.subarray(size);
    }
    client.write(bytes);
  };
  const database = createDatabase({ settings: proxy.settings, connectionsMax: 1 });
  opened.push(proxy, database);
  await database.rows(read);
  trips = 0;
  return { database, trips: () => trips };
}

/** Answers how many bytes the first message has, its code included. */
function sizeOf(bytes: Buffer): number {
  return bytes.length < LENGTH_AT + 4 ? Number.POSITIVE_INFINITY : LENGTH_AT + bytes.readInt32BE(LENGTH_AT);
}

async function items(): Promise<number[]> {
  return (await test.database.rows<{ id: number }>(read)).map(({ id }) => id);
}

describe('round trips', () => {
  it('are two for a transaction of a statement and what is kept for its end', async () => {
    const { database, trips } = await openCounted();
    const seen = await database.transaction(async (tx) => {
      tx.beforeCommit(() => ({ statement: insert, values: [2] }));
      tx.beforeCommit(() => ({ statement: late, values: [2] }));
      return tx.execute(insert, [1]);
    });
    expect(seen).toBe(1);
    expect(trips()).toBe(2);
    expect(await items()).toEqual([1, 2]);
  });

  it('are one for a single write, one more than the statements where nothing is kept, none for nothing', async () => {
    const { database, trips } = await openCounted();
    await database.transaction(async (tx) => tx.beforeCommit(() => ({ statement: insert, values: [1] })));
    expect(trips()).toBe(1);
    const ids = await database.transaction(async (tx) => {
      await tx.execute(insert, [2]);
      return [await tx.rows(read), await tx.arrays(read)];
    });
    expect(ids).toEqual([
      [{ id: 1 }, { id: 2 }],
      [[1], [2]],
    ]);
    expect(trips()).toBe(1 + 4);
    await expect(
      database.transaction(async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(trips()).toBe(1 + 4);
  });
});

describe('statements that are asked for together', () => {
  it('take one round trip, in their order, and each sees what those before it did', async () => {
    const { database, trips } = await openCounted();
    const count = sql('t_count', 'SELECT count(*) AS items, 2::int8 AS two FROM item');
    const seen = await database.transaction(async (tx) => {
      const first = await Promise.all([tx.execute(insert, [1]), tx.rows(count), tx.arrays(read)]);
      expect(trips()).toBe(1);
      return [first, await Promise.all([tx.execute(insert, [2]), tx.execute(insert, [3]), tx.rows(count)])];
    });
    expect(seen).toEqual([
      [1, [{ items: 1, two: 2 }], [[1]]],
      [1, 1, [{ items: 3, two: 2 }]],
    ]);
    expect(trips()).toBe(3);
    expect(await items()).toEqual([1, 2, 3]);
  });

  it('wait for a lock that one of them takes, and read behind it', async () => {
    const { database } = await openCounted();
    const lock = sql('t_lock', 'SELECT pg_advisory_xact_lock(7)');
    let seen: Promise<unknown> | undefined;
    await test.database.transaction(async (tx) => {
      await tx.rows(lock);
      seen = database.transaction(async (own) => (await Promise.all([own.rows(lock), own.rows(read)]))[1]);
      await vi.waitFor(async () => expect(await test.database.rows(waitingForLock)).toHaveLength(1), {
        timeout: 10_000,
      });
      await tx.execute(insert, [1]);
    });
    expect(await seen).toEqual([{ id: 1 }]);
  });

  it('fail with the one before them that fails, and can be run later', async () => {
    const { database, trips } = await openCounted();
    await script('INSERT INTO item VALUES (1)');
    const never = sql('t_never', 'SELECT id FROM item WHERE id < 0');
    const settled: PromiseSettledResult<unknown>[] = [];
    const failing = database.transaction(async (tx) => {
      const all = [tx.execute(insert, [2]), tx.execute(insert, [1]), tx.rows(never), tx.execute(insert, [3])];
      settled.push(...(await Promise.allSettled(all)));
      await all[1];
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(settled[3]).toMatchObject({ reason: { code: '23505' } });
    expect(await items()).toEqual([1]);
    const before = trips();
    expect(await database.rows(never)).toEqual([]);
    expect(trips() - before).toBe(1);
    expect(await database.transaction((tx) => Promise.all([tx.rows(never), tx.execute(insert, [3])]))).toEqual([[], 1]);
  });

  it('fail with the one whose values cannot be sent, and can be run later', async () => {
    const { database, trips } = await openCounted();
    const never = sql('t_unsent', 'SELECT id FROM item WHERE id < $1');
    const settled: PromiseSettledResult<unknown>[] = [];
    await database.transaction(async (tx) => {
      const all = [tx.execute(insert, [1]), tx.rows(never, [unsendable]), tx.rows(read)];
      settled.push(...(await Promise.allSettled(all)));
    });
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(settled[2]).toMatchObject({ reason: { message: 'no value' } });
    expect(await items()).toEqual([1]);
    const before = trips();
    expect(await database.rows(never, [0])).toEqual([]);
    expect(trips() - before).toBe(1);
  });
});

describe('a first statement', () => {
  it('answers rows in either shape, and is one transaction with what comes beside it', async () => {
    const { database } = await openCounted();
    const now = sql('t_now', `SELECT now()::text AS at, pg_current_xact_id()::text AS "transaction"`);
    const both = await database.transaction(async (tx) => [
      await tx.rows(now),
      await tx.rows(now),
      await tx.arrays(now),
    ]);
    const [first] = both[0] as { at: string; transaction: string }[];
    expect(both).toEqual([[first], [first], [[first!.at, first!.transaction]]]);
    const array = await database.transaction((tx) => tx.arrays(read));
    expect(array).toEqual([]);
  });

  it('that fails leaves the connection as it was, prepared or not', async () => {
    const { database } = await openCounted();
    await script('INSERT INTO item VALUES (1)');
    const unknown = sql('t_unknown', 'SELECT id FROM unknown');
    for (let time = 0; time < 2; time += 1) {
      await expect(database.transaction((tx) => tx.execute(insert, [1]))).rejects.toMatchObject({ code: '23505' });
      await expect(database.transaction((tx) => tx.rows(unknown))).rejects.toMatchObject({ code: '42P01' });
    }
    await script('CREATE TABLE unknown (id int)');
    expect(await database.transaction((tx) => tx.rows(unknown))).toEqual([]);
    expect(await database.transaction((tx) => tx.execute(insert, [2]))).toBe(1);
    expect(await database.execute(insert, [3])).toBe(1);
    expect(await items()).toEqual([1, 2, 3]);
  });

  it('is not run where BEGIN fails, and can be run later', async () => {
    const { database } = await openCounted();
    await database.withConnection(async ({ script: run }) => {
      await run('BEGIN');
      await run('SELECT 1 / 0').catch(() => undefined);
    });
    const write = () => database.transaction((tx) => tx.execute(insert, [1]));
    await expect(write()).rejects.toMatchObject({ code: '25P02' });
    expect(await items()).toEqual([]);
    expect(await write()).toBe(1);
  });

  it('whose values cannot be sent leaves no transaction open', async () => {
    const { database } = await openCounted();
    await expect(database.transaction((tx) => tx.execute(insert, [unsendable]))).rejects.toThrow('no value');
    await database.execute(insert, [1]);
    expect(await items()).toEqual([1]);
  });
});

describe('what goes along with COMMIT', () => {
  it('takes no round trip of its own, and its rows are reported after the commit', async () => {
    const { database, trips } = await openCounted();
    const told: unknown[] = [];
    const returning = sql('t_returning', 'INSERT INTO item (id) VALUES ($1) RETURNING id');
    await database.transaction(async (tx) => {
      tx.afterCommit(() => told.push('first'));
      tx.atCommit(returning, [1], (rows) => told.push(rows));
      tx.beforeCommit(() => ({ statement: insert, values: [2] }));
      tx.afterCommit(() => told.push('last'));
    });
    expect(trips()).toBe(1);
    expect(told).toEqual(['first', [{ id: 1 }], 'last']);
    await database.transaction(async (tx) => tx.atCommit(returning, [3], (rows) => told.push(rows)));
    expect(trips()).toBe(2);
    expect(told.at(-1)).toEqual([{ id: 3 }]);
    const failing = database.transaction(async (tx) => {
      await tx.execute(insert, [4]);
      tx.atCommit(returning, [3], (rows) => told.push(rows));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(told).toHaveLength(4);
    expect(await items()).toEqual([1, 2, 3]);
  });

  it('is not committed where it fails, nor is anything before it', async () => {
    const { database } = await openCounted();
    await script('INSERT INTO item VALUES (1)');
    const failing = database.transaction(async (tx) => {
      await tx.execute(insert, [2]);
      tx.beforeCommit(() => ({ statement: insert, values: [1] }));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await items()).toEqual([1]);
    expect(await database.execute(insert, [2])).toBe(1);
  });

  it('fails where COMMIT itself does, and where a failure before it was swallowed', async () => {
    const { database } = await openCounted();
    const undone = database.transaction(async (tx) => {
      await tx.execute(insert, [1]);
      await tx.execute(late, [1]);
      tx.beforeCommit(() => ({ statement: late, values: [1] }));
    });
    await expect(undone).rejects.toMatchObject({ code: '23505' });
    const swallowed = database.transaction(async (tx) => {
      await tx.execute(insert, [1]);
      await tx.execute(insert, [1]).catch(() => undefined);
      tx.beforeCommit(() => ({ statement: insert, values: [2] }));
    });
    await expect(swallowed).rejects.toMatchObject({ code: '25P02' });
    expect(await items()).toEqual([]);
    await database.execute(insert, [1]);
  });
});
