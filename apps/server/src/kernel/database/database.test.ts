// Proves what the database promises when statements fail, names clash, connections die and plans go out of date.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createWorkshop, recordLog } from '../embedded-postgres/embedded-postgres.fixture.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { createDatabase, isUniqueViolation, sql, type Transaction } from './database.ts';

let test: TestDatabase;
const insert = sql('t_insert', 'INSERT INTO item (id, amount) VALUES ($1, $2)');
const read = sql('t_read', 'SELECT id, amount FROM item ORDER BY id');
const myPid = sql('t_pid', 'SELECT pg_backend_pid() AS pid');
const kill = sql('t_kill', 'SELECT pg_terminate_backend($1)');

beforeAll(async () => {
  test = await createTestDatabase();
  await script('CREATE TABLE item (id int PRIMARY KEY, amount int8)');
});
afterAll(() => test.close());
beforeEach(() => script('TRUNCATE item'));

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

describe('values', () => {
  it('reads int8 as a number, a day as text, and refuses an int8 that a number cannot hold', async () => {
    const values = sql(
      't_values',
      `SELECT 9007199254740991::int8 AS large, ARRAY[1, NULL]::int8[] AS list, DATE '2026-03-01' AS day`,
    );
    const expected = { large: Number.MAX_SAFE_INTEGER, list: [1, null], day: '2026-03-01' };
    expect(await test.database.rows(values)).toEqual([expected]);
    expect(await test.database.arrays(values)).toEqual([Object.values(expected)]);
    const beyond = test.database.rows(sql('t_beyond', 'SELECT 9007199254740993::int8'));
    await expect(beyond).rejects.toThrow('9007199254740993 is beyond');
  });

  it('answers how many rows were changed', async () => {
    await test.database.execute(insert, [1, 1]);
    await test.database.execute(insert, [2, 1]);
    expect(await test.database.execute(sql('t_update', 'UPDATE item SET amount = 2'))).toBe(2);
  });

  it('takes no name that PostgreSQL would cut', () => {
    expect(() => sql('x'.repeat(64), 'SELECT 1')).toThrow('at most 63');
  });
});

describe('statements', () => {
  it('tells a taken key by its index and keeps the connection', async () => {
    const one = createDatabase({ settings: test.settings, connectionsMax: 1 });
    const [before] = await one.rows(myPid);
    await one.execute(insert, [1, 1]);
    const error: unknown = await one.execute(insert, [1, 1]).catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'item_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
    expect(await one.rows(myPid)).toEqual([before]);
    await one.close();
  });

  it('runs a prepared statement again after its table changed under it', async () => {
    await script('CREATE TABLE wide (a int)');
    const all = sql('t_wide', 'SELECT * FROM wide');
    await test.database.rows(all);
    await script('ALTER TABLE wide ADD COLUMN b int; INSERT INTO wide VALUES (1, 2)');
    expect(await test.database.rows(all)).toEqual([{ a: 1, b: 2 }]);
  });

  it('opens connections as they are needed, and no more than allowed', async () => {
    const three = createDatabase({ settings: test.settings, connectionsMax: 3 });
    await three.rows(myPid);
    expect(three.pool()).toEqual({ open: 1, idle: 1, waiting: 0 });
    await Promise.all(Array.from({ length: 9 }, () => three.rows(sql('t_nap', 'SELECT pg_sleep(0.02)'))));
    expect(three.pool()).toEqual({ open: 3, idle: 3, waiting: 0 });
    await three.close();
  });
});

describe('transactions', () => {
  it('commit together, and run what comes after only then', async () => {
    const order: string[] = [];
    await test.database.transaction(async (tx) => {
      tx.afterCommit(() => order.push('first'));
      tx.afterCommit(() => order.push('second'));
      await tx.execute(insert, [1, 1]);
      expect(await test.database.rows(read)).toEqual([]);
      order.push('work');
    });
    expect(order).toEqual(['work', 'first', 'second']);
    expect(await test.database.rows(read)).toEqual([{ id: 1, amount: 1 }]);
  });

  it('write what was kept for the end in one statement before they commit, and nothing when that fails', async () => {
    const raise = sql('t_raise', 'UPDATE item SET amount = amount + $2 WHERE id = $1');
    await test.database.execute(insert, [1, 1]);
    await test.database.transaction(async (tx) => {
      tx.beforeCommit(() => ({ statement: raise, values: [1, 40] }));
      tx.beforeCommit(() => ({ statement: insert, values: [2, 2] }));
      tx.beforeCommit(() => ({ statement: insert, values: [3, 3] }));
      expect(await tx.rows(read)).toEqual([{ id: 1, amount: 1 }]);
    });
    const all = [
      { id: 1, amount: 41 },
      { id: 2, amount: 2 },
      { id: 3, amount: 3 },
    ];
    expect(await test.database.rows(read)).toEqual(all);
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(insert, [4, 4]);
      tx.beforeCommit(() => ({ statement: raise, values: [1, 1] }));
      tx.beforeCommit(() => ({ statement: insert, values: [2, 2] }));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await test.database.rows(read)).toEqual(all);
  });

  it('do a part wholly or not at all, with what it kept for its end and for after the commit, and go on', async () => {
    const order: string[] = [];
    const partOf = (tx: Transaction, id: number, then?: (part: Transaction) => Promise<unknown>) =>
      tx.part(async (part) => {
        await part.execute(insert, [id, 1]);
        part.beforeCommit(() => ({ statement: insert, values: [id + 1, 2] }));
        part.atCommit(sql('t_late', 'INSERT INTO item (id, amount) VALUES ($1, 3) RETURNING id'), [id + 2], ([row]) =>
          order.push(`row ${(row as { id: number }).id}`),
        );
        part.afterCommit(() => order.push(`part ${id}`));
        await then?.(part);
      });
    await test.database.transaction(async (tx) => {
      tx.afterCommit(() => order.push('begun'));
      await partOf(tx, 10);
      expect((await tx.rows<{ id: number }>(read)).map(({ id }) => id)).toEqual([10, 11, 12]);
      await expect(partOf(tx, 20, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      // What it kept for its end fails, or a statement whose failure it hid.
      await expect(partOf(tx, 9)).rejects.toMatchObject({ code: '23505' });
      await expect(partOf(tx, 30, (part) => part.execute(insert, [10, 1]).catch(() => null))).rejects.toThrow(
        'aborted',
      );
      await tx.part((outer) => partOf(outer, 40).then(() => expect(partOf(outer, 40)).rejects.toThrow('item_pkey')));
    });
    expect((await test.database.rows<{ id: number }>(read)).map(({ id }) => id)).toEqual([10, 11, 12, 40, 41, 42]);
    expect(order).toEqual(['begun', 'row 12', 'part 10', 'row 42', 'part 40']);
  });

  it('leave nothing and run nothing when the work throws', async () => {
    let ran = false;
    const failing = test.database.transaction(async (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      await tx.execute(insert, [1, 1]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(ran).toBe(false);
    expect(await test.database.rows(read)).toEqual([]);
  });

  it('are not reported as committed when a failed statement was swallowed', async () => {
    await test.database.execute(insert, [1, 1]);
    const swallowed = test.database.transaction(async (tx) => {
      await tx.execute(insert, [2, 1]);
      await tx.execute(insert, [1, 1]).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('swallowed');
    expect(await test.database.rows(read)).toEqual([{ id: 1, amount: 1 }]);
  });

  it('refuse statements once they are over', async () => {
    let kept: Transaction | undefined;
    await test.database.transaction(async (tx) => {
      kept = tx;
    });
    expect(() => kept!.execute(insert, [1, 1])).toThrow('over');
  });

  it('run again after a deadlock, and both take effect', async () => {
    await script('INSERT INTO item VALUES (1, 0), (2, 0)');
    const add = sql('t_add', 'UPDATE item SET amount = amount + 1 WHERE id = $1');
    const bothInside = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    const work = async (own: number) => {
      await test.database.transaction(async (tx) => {
        attempts += 1;
        // The other one is woken by the end of the first attempt; before that this one could take the row from it again.
        if (attempts === 3) await ends[1 - own]!.promise;
        await tx.execute(add, [own + 1]);
        bothInside[own]!.resolve();
        await bothInside[1 - own]!.promise;
        await tx.execute(add, [2 - own]);
      });
      ends[own]!.resolve();
    };
    await Promise.all([work(0), work(1)]);
    expect(attempts).toBe(3);
    expect(await test.database.rows(read)).toEqual([
      { id: 1, amount: 2 },
      { id: 2, amount: 2 },
    ]);
  });

  it('log what fails after the commit instead of failing the request', async () => {
    const errors: string[] = [];
    const log = { warn() {}, error: (_: object, message: string) => void errors.push(message) };
    const logged = createDatabase({ settings: test.settings, log });
    await logged.transaction(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('bug');
      });
      await tx.execute(insert, [1, 1]);
    });
    expect(errors).toEqual(['an action after a commit failed']);
    await logged.close();
  });
});

describe('a database that goes away', () => {
  it('is 503 with a time to come back when a connection is killed in the middle, and usable right after', async () => {
    const inFlight = test.database.transaction(async (tx) => {
      await tx.execute(insert, [1, 1]);
      const [row] = await tx.rows<{ pid: number }>(myPid);
      await test.database.rows(kill, [row!.pid]);
      await tx.execute(insert, [2, 1]);
    });
    await expect(inFlight).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', options: { retryAfterSeconds: 1 } });
    expect(await test.database.rows(read)).toEqual([]);
  });

  it('survives the loss of its idle connections', async () => {
    const victim = createDatabase({ settings: test.settings, connectionsMax: 1 });
    const [row] = await victim.rows<{ pid: number }>(myPid);
    await test.database.rows(kill, [row!.pid]);
    await expect
      .poll(() =>
        victim.rows(myPid).then(
          (rows) => rows.length,
          () => 0,
        ),
      )
      .toBe(1);
    await victim.close();
  });

  it('is 503 while nobody listens, and while it is closed', async () => {
    const nowhere = createDatabase({ settings: { ...pick(test), port: 1 } });
    await expect(nowhere.rows(myPid)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await nowhere.close();
    await expect(nowhere.rows(myPid)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('is 503 while the server restarts, and works again afterwards', { timeout: 60_000 }, async () => {
    const workshop = createWorkshop();
    const dataDirectory = workshop.directory();
    const first = await workshop.start({ dataDirectory });
    const database = createDatabase({ settings: first.connection });
    const direct = database.openDirectConnection();
    try {
      await database.withConnection((connection) => connection.script('CREATE TABLE item (id int, amount int8)'));
      expect(await direct.run(read, [])).toEqual([]);
      const cut = database.transaction(async (tx) => {
        await tx.execute(insert, [1, 1]);
        await first.stop();
        await tx.execute(insert, [2, 1]);
      });
      await expect(cut).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(database.execute(insert, [3, 1])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(direct.run(read, [])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const second = await startEmbeddedPostgres({ dataDirectory, log: recordLog().log });
      await database.execute(insert, [4, 1]);
      expect(await database.rows(read)).toEqual([{ id: 4, amount: 1 }]);
      // What was prepared on the server before is prepared anew.
      expect(await direct.run(read, [])).toEqual([[4, 1]]);
      await second.stop();
    } finally {
      await database.close();
      await workshop.close();
    }
  });
});

/** The settings as parts; a URL has no port to change. */
function pick({ settings }: TestDatabase) {
  const parts = { host: '127.0.0.1', port: 1, user: 'nobody', password: '', database: 'none' };
  return 'url' in settings ? parts : settings;
}
