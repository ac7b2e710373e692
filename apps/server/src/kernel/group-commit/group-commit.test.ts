// Tries to break the group commit: conflicts, refused values, order, a full queue and lost connections.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sql } from '../database/database.ts';
import {
  type ChangeSet,
  type CommitOutcome,
  createGroupCommit,
  type FlushObservation,
  type GroupCommitRunner,
} from './group-commit.ts';

const A = '00000000-0000-7000-8000-00000000000a';
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let test: TestDatabase;
let groupCommit: GroupCommitRunner;
let flushes: FlushObservation[];
let writers: ReturnType<typeof defineWriters>;

function defineWriters(commit: GroupCommitRunner) {
  const columns = [
    { name: 'id', type: 'uuid' },
    { name: 'body', type: 'text' },
  ] as const;
  return {
    note: commit.defineWriter({
      name: 'note',
      columns,
      statement: (rows) => `INSERT INTO note (id, body) SELECT v.id, v.body FROM ${rows} v`,
    }),
    short: commit.defineWriter({
      name: 'short',
      columns: [{ name: 'body', type: 'text' }],
      statement: (rows) => `INSERT INTO short (body) SELECT v.body FROM ${rows} v`,
    }),
    account: commit.defineWriter({
      name: 'account',
      columns: [
        { name: 'id', type: 'uuid' },
        { name: 'revision', type: 'int4' },
      ],
      statement: (rows) =>
        `UPDATE account a SET revision = v.revision FROM ${rows} v WHERE a.id = v.id AND a.revision = v.revision - 1 RETURNING v.member`,
      conflict: 'ACCOUNT_REVISION',
    }),
    catalogue: commit.defineWriter({
      name: 'catalogue',
      columns: [{ name: 'number', type: 'int8' }],
      statement: (rows) => `SELECT v.member FROM ${rows} v JOIN catalogue c ON c.number = v.number`,
      conflict: 'CATALOGUE',
    }),
  };
}

beforeAll(async () => {
  test = await createTestDatabase();
  await script(`CREATE TABLE note (id uuid PRIMARY KEY, body text);
    CREATE TABLE short (body varchar(3));
    CREATE TABLE account (id uuid PRIMARY KEY, revision int NOT NULL);
    CREATE TABLE catalogue (number int8 NOT NULL)`);
});
afterAll(() => test.close());
beforeEach(async () => {
  await groupCommit?.drain();
  await script('TRUNCATE note, short, account, catalogue; INSERT INTO catalogue VALUES (7)');
  flushes = [];
  groupCommit = createGroupCommit({ database: test.database, observe: (flush) => flushes.push(flush) });
  writers = defineWriters(groupCommit);
});

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

function commit(...rows: [keyof typeof writers, ...unknown[]][]): Promise<CommitOutcome> {
  return groupCommit.commit(changeSet(...rows));
}

function changeSet(...rows: [keyof typeof writers, ...unknown[]][]) {
  const changes = groupCommit.createChangeSet();
  for (const [writer, ...row] of rows) changes.add(writers[writer], row);
  return changes;
}

const readNotes = sql('t_notes', 'SELECT body FROM note ORDER BY id');
async function notes(): Promise<unknown[]> {
  return (await test.database.arrays(readNotes)).flat();
}

const readShort = sql('t_short', 'SELECT body FROM short');
const committed = { committed: true };

describe('group commit', () => {
  it('writes the change sets of one turn in one statement and one commit', async () => {
    const before = await commits();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => commit(['note', id(n), `n${n}`])));
    expect(outcomes).toEqual(Array(20).fill(committed));
    await groupCommit.drain();
    expect(flushes).toMatchObject([{ members: 20, statements: 1 }]);
    expect(await notes()).toHaveLength(20);
    expect((await commits()) - before).toBe(1);
  });

  it('takes at most 64 change sets into a batch and keeps their order', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, n) => commit(['note', id(n), `n${n}`])));
    await groupCommit.drain();
    expect(flushes.map((flush) => flush.members)).toEqual([64, 64, 22]);
  });

  it('writes 30 change sets that come together in one batch, and in two when they come again', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all(Array.from({ length: 30 }, (_, n) => commit(['note', id(30 * turn + n), `n${n}`])));
      await groupCommit.drain();
    }
    expect(flushes.map((flush) => flush.members)).toEqual([30, 15, 15]);
    expect(await notes()).toHaveLength(60);
  });

  it.each([1, 2, 63, 64, 65, 700])(
    'writes %i rows of one change set as they are, with nulls among them',
    async (count) => {
      const rows = Array.from({ length: count }, (_, n): [keyof typeof writers, ...unknown[]] => [
        'note',
        id(n),
        n % 3 === 1 ? null : `n${n}`,
      ]);
      expect(await commit(...rows, ['catalogue', 7], ['short', null])).toEqual(committed);
      expect(await notes()).toEqual(rows.map(([, , body]) => body));
      expect(await test.database.arrays(readShort)).toEqual([[null]]);
      // Of many rows, too, the member that does not hold is told, and the others are written.
      const other = rows.map(([writer, , body], n): (typeof rows)[number] => [writer, id(1_000 + n), body]);
      const outcomes = await Promise.all([
        commit(...other, ['catalogue', 8]),
        commit(['catalogue', 7], ['short', 'ok']),
      ]);
      expect(outcomes).toEqual([{ committed: false, conflict: 'CATALOGUE' }, committed]);
      expect(await notes()).toHaveLength(count);
    },
  );

  it('answers an empty change set without a statement', async () => {
    expect(await commit()).toEqual(committed);
    expect(flushes).toEqual([]);
  });

  it('leaves out all rows of a member whose guard does not hold, and writes the others', async () => {
    await script(`INSERT INTO account VALUES ('${id(1)}', 1), ('${id(2)}', 5)`);
    const outcomes = await Promise.all([
      commit(['account', id(1), 2], ['note', id(1), 'kept']),
      commit(['account', id(2), 2], ['note', id(2), 'left out']),
      commit(['note', id(3), 'no guard']),
    ]);
    expect(outcomes).toEqual([committed, { committed: false, conflict: 'ACCOUNT_REVISION' }, committed]);
    expect(await notes()).toEqual(['kept', 'no guard']);
    await groupCommit.drain();
    expect(flushes).toMatchObject([{ members: 3, statements: 2 }]);
  });

  it('tells a member of its conflict when the others of its batch are written, one of which may be the cause', async () => {
    await script(`INSERT INTO account VALUES ('${id(1)}', 5)`);
    const seen = commit(['account', id(1), 2]).then(notes);
    await commit(['note', id(2), 'kept']);
    expect(await seen).toEqual(['kept']);
  });

  it('tells the conflicts of two guards apart in one go', async () => {
    await script(`INSERT INTO account VALUES ('${id(1)}', 1)`);
    const outcomes = await Promise.all([
      commit(['catalogue', 6], ['note', id(1), 'a']),
      commit(['catalogue', 7], ['account', id(9), 2], ['note', id(2), 'b']),
      commit(['catalogue', 7], ['account', id(1), 2], ['note', id(3), 'c']),
    ]);
    expect(outcomes).toEqual([
      { committed: false, conflict: 'CATALOGUE' },
      { committed: false, conflict: 'ACCOUNT_REVISION' },
      committed,
    ]);
    expect(await notes()).toEqual(['c']);
    await groupCommit.drain();
    expect(flushes).toMatchObject([{ statements: 2 }]);
  });

  it('finds a member of which only one of several guarded rows is missing', async () => {
    await script(`INSERT INTO account VALUES ('${id(1)}', 1), ('${id(2)}', 1)`);
    const half = commit(['account', id(1), 2], ['account', id(3), 2]);
    const whole = commit(['account', id(2), 2]);
    expect(await Promise.all([half, whole])).toEqual([{ committed: false, conflict: 'ACCOUNT_REVISION' }, committed]);
    const revisions = await test.database.arrays(sql('t_accounts', 'SELECT revision FROM account ORDER BY id'));
    expect(revisions).toEqual([[1], [2]]);
  });

  it('rejects the member with a taken key alone', async () => {
    await script(`INSERT INTO note VALUES ('${A}', 'first')`);
    const results = await Promise.allSettled([
      commit(['note', id(1), 'x']),
      commit(['note', A, 'second']),
      commit(['note', id(2), 'y']),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: '23505', constraint: 'note_pkey' } });
    expect(await notes()).toEqual(['x', 'y', 'first']);
  });

  it('rejects one of two members of a batch with the same key', async () => {
    const results = await Promise.allSettled([commit(['note', A, 'x']), commit(['note', A, 'y'])]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
    expect(await notes()).toEqual(['x']);
  });

  it('rejects the members whose text PostgreSQL refuses: a NUL byte, and a value too long for its column', async () => {
    const results = await Promise.allSettled([
      ...Array.from({ length: 30 }, (_, n) => commit(['note', id(n), 'fine'])),
      commit(['note', id(40), 'nul \u0000 byte']),
      commit(['short', 'toolong'], ['note', id(41), 'not written']),
      ...Array.from({ length: 30 }, (_, n) => commit(['note', id(50 + n), 'fine'], ['short', 'ok'])),
    ]);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected).toMatchObject([{ reason: { code: '22021' } }, { reason: { code: '22001' } }]);
    expect(await notes()).toEqual(Array(60).fill('fine'));
  });

  it.each([
    ['account', [id(1), 2 ** 31], 'int4'],
    ['account', [id(1), 1.5], 'int4'],
    ['account', ['not-a-uuid', 1], 'uuid'],
    ['catalogue', [2 ** 53], 'int8'],
    ['note', [A, 5], 'text'],
  ] as const)('rejects a member whose value for %s is %j alone, naming the type', async (writer, row, type) => {
    const bad = commit(['note', id(2), 'not written'], [writer, ...row]);
    const good = commit(['note', id(3), 'written']);
    await expect(bad).rejects.toThrow(`takes ${type}`);
    expect(await good).toEqual(committed);
    expect(await notes()).toEqual(['written']);
  });

  it('refuses with 429 what the queue has no room for, before anything is done, and goes on', async () => {
    const small = createGroupCommit({ database: test.database, queueMembersMax: 2 });
    const note = defineWriters(small).note;
    const add = (n: number): Promise<CommitOutcome> => {
      const changes = small.createChangeSet();
      changes.add(note, [id(n), 'x']);
      return small.commit(changes);
    };
    const results = await Promise.allSettled([add(1), add(2), add(3)]);
    expect(results[2]).toMatchObject({ reason: { code: 'RATE_LIMITED', options: { retryAfterSeconds: 1 } } });
    expect(await notes()).toHaveLength(2);
    expect(await add(4)).toEqual(committed);
  });

  it('drains: resolves when everything handed over is answered', async () => {
    let answered = 0;
    for (let n = 0; n < 100; n += 1) void commit(['note', id(n), 'x']).then(() => (answered += 1));
    await groupCommit.drain();
    expect(answered).toBe(100);
    await groupCommit.drain();
  });

  it('runs what was asked for after the commit, also as part of a transaction, and never where nothing was written', async () => {
    const ran: string[] = [];
    const told = (name: string, ...rows: Parameters<typeof changeSet>) => {
      const changes = changeSet(...rows);
      changes.afterCommit(() => {
        ran.push(name);
        throw new Error('of no interest');
      });
      return changes;
    };
    expect(await groupCommit.commit(told('batch', ['note', id(1), 'one']))).toEqual(committed);
    await expect(groupCommit.commit(told('refused', ['note', id(1), 'again']))).rejects.toThrow();
    await test.database.transaction((tx) => groupCommit.writeIn(tx, told('transaction', ['note', id(2), 'two'])));
    const undone = test.database.transaction(async (tx) => {
      await groupCommit.writeIn(tx, told('undone', ['note', id(3), 'three']));
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(ran).toEqual(['batch', 'transaction']);
  });

  it('splits a batch of large values instead of building one huge message', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024);
    await Promise.all([1, 2, 3, 4].map((n) => commit(['note', id(n), large])));
    await groupCommit.drain();
    expect(flushes).toMatchObject([{ members: 4, statements: 2 }]);
    expect(await test.database.arrays(sql('t_length', 'SELECT sum(length(body)) FROM note'))).toEqual([
      [4 * large.length],
    ]);
  });

  it('finds rows by key, also while the table is so small that a plan would rather read all of it', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => id(n));
    await script(
      `CREATE TABLE small (id uuid PRIMARY KEY, n int); INSERT INTO small SELECT unnest('{${ids.join()}}'::uuid[])`,
    );
    const small = groupCommit.defineWriter({
      name: 'small',
      columns: [{ name: 'id', type: 'uuid' }],
      statement: (rows) => `UPDATE small s SET n = 1 FROM ${rows} v WHERE s.id = v.id RETURNING v.member`,
      conflict: 'SMALL',
    });
    const update = (one: string): Promise<CommitOutcome> => {
      const changes = groupCommit.createChangeSet();
      changes.add(small, [one]);
      return groupCommit.commit(changes);
    };
    // PostgreSQL may settle for one plan after five executions.
    for (let count = 0; count < 8; count += 1)
      expect(await Promise.all(ids.map(update))).toEqual(Array(40).fill(committed));
    // A connection reports what it did when it ends.
    await kill('idle');
    const gone = () => test.database.rows(killConnection, ['idle']);
    await expect.poll(gone, { timeout: 20_000 }).toEqual([{ killed: 0 }]);
    const scans = sql('t_scans', `SELECT seq_tup_read, idx_scan FROM pg_stat_user_tables WHERE relname = 'small'`);
    expect(await test.database.rows(scans)).toEqual([{ seq_tup_read: 0, idx_scan: 8 * 40 }]);
  });

  it('lets a batch that meets another process in a deadlock be written in the end', async () => {
    await script(`INSERT INTO account VALUES ('${id(1)}', 0), ('${id(2)}', 0)`);
    const update = sql('t_touch', 'UPDATE account SET revision = revision WHERE id = $1');
    const held = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const other = test.database.transaction(async (tx) => {
      await tx.execute(update, [id(2)]);
      held.resolve();
      await go.promise;
      await tx.execute(update, [id(1)]);
    });
    await held.promise;
    const outcomes = Promise.all([commit(['account', id(1), 1]), commit(['account', id(2), 1])]);
    const waiting = sql(
      't_waiting',
      `SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'WITH w_account%'`,
    );
    await expect
      .poll(async () => (await test.database.rows(waiting)).length, { timeout: 20_000, interval: 10 })
      .toBe(1);
    go.resolve();
    expect(await outcomes).toEqual([committed, committed]);
    await other;
  });

  it('refuses a change set that is committed twice or extended afterwards, and a row of the wrong length', () => {
    const changes = changeSet(['note', A, 'x']);
    void groupCommit.commit(changes);
    expect(() => changes.add(writers.note, [A, 'x'])).toThrow('handed over');
    expect(() => groupCommit.commit(changes)).toThrow('once');
    expect(() => changeSet(['note', A])).toThrow('"note" takes 2 values, not 1');
  });

  it('refuses a writer that is defined twice, and names that would break the statement', () => {
    const define =
      (name: string, column = 'id') =>
      () =>
        groupCommit.defineWriter({ name, columns: [{ name: column, type: 'uuid' }], statement: (rows) => rows });
    expect(define('note')).toThrow('twice');
    expect(define('a b')).toThrow('no name');
    expect(define('fine', 'x"')).toThrow('no name');
    expect(define('fine', 'member')).toThrow('taken');
  });
});

const killConnection = sql(
  't_kill_connection',
  `SELECT count(pg_terminate_backend(pid))::int AS killed FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'WITH w_%' AND state = $1`,
);

async function kill(state: 'active' | 'idle'): Promise<void> {
  await expect
    .poll(async () => (await test.database.rows<{ killed: number }>(killConnection, [state]))[0]!.killed, {
      timeout: 20_000,
      interval: 10,
    })
    .toBeGreaterThan(0);
}

describe('a change set in a transaction', () => {
  const write = (changes: ChangeSet, after: () => void = () => undefined): Promise<void> =>
    test.database.transaction(async (tx) => {
      await groupCommit.writeIn(tx, changes);
      after();
    });

  it('is written with it and by no batch', async () => {
    await write(changeSet(['note', id(1), 'x'], ['catalogue', 7]));
    await write(changeSet());
    expect(await notes()).toEqual(['x']);
    expect(flushes).toEqual([]);
  });

  it('is undone with it', async () => {
    const failing = write(changeSet(['note', id(1), 'x']), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await notes()).toEqual([]);
  });

  it('ends it when a guard does not hold or a value does not fit', async () => {
    await expect(write(changeSet(['note', id(1), 'x'], ['catalogue', 8]))).rejects.toMatchObject({ code: 'KC001' });
    await expect(write(changeSet(['note', id(1), 'x'], ['catalogue', 1.5]))).rejects.toThrow('takes int8');
    expect(await notes()).toEqual([]);
  });

  it('does not disturb a batch that still waits for its connection', async () => {
    let batch: Promise<CommitOutcome> | undefined;
    await test.database.transaction(async (tx) => {
      batch = commit(['note', id(1), 'batch']);
      await Promise.resolve();
      await groupCommit.writeIn(tx, changeSet(['note', id(2), 'other']));
    });
    expect(await batch).toEqual(committed);
    expect(await notes()).toEqual(['batch', 'other']);
  });
});

const readBlocked = sql(
  't_blocked',
  `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH w\\_note AS%'`,
);

describe('a lost connection', () => {
  it('rejects its members with 503 in the middle of a flush, writes nothing twice, and lets later commits work', async () => {
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const blocker = test.database.transaction(async (tx) => {
      await tx.execute(sql('t_block', 'LOCK TABLE note IN ACCESS EXCLUSIVE MODE'));
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const inFlight = Promise.allSettled([commit(['note', id(1), 'x']), commit(['note', id(2), 'y'])]);
    await expect.poll(async () => (await test.database.rows(readBlocked)).length, { interval: 10 }).toBe(1);
    const behind = commit(['note', id(3), 'z']);
    await kill('active');
    for (const result of await inFlight) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
    }
    release.resolve();
    await blocker;
    expect(await behind).toEqual(committed);
    expect(await commit(['note', id(4), 'after'])).toEqual(committed);
    expect(await notes()).toEqual(['z', 'after']);
  });

  it('is repaired by the next commit when it was idle', async () => {
    await commit(['note', id(1), 'x']);
    await kill('idle');
    await expect
      .poll(() => commit(['note', id(2), 'y']).catch((error: { code: string }) => error.code), { timeout: 20_000 })
      .toEqual(committed);
    expect(await notes()).toEqual(['x', 'y']);
  });
});

const readCommits = sql('t_commits', 'SELECT pg_stat_clear_snapshot(), pg_stat_force_next_flush()');
const countStatements = sql(
  't_count',
  `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query LIKE 'WITH w\\_note AS%'`,
);

/** Autocommitted statements of the group commit that PostgreSQL ran in this database. */
async function commits(): Promise<number> {
  await test.database.arrays(readCommits);
  return (await test.database.rows<{ calls: number }>(countStatements))[0]!.calls;
}
