// Runs work between BEGIN and COMMIT on one connection, and what must only happen after the commit.
import type pg from 'pg';
import type { DatabaseLog, Queryable, Transaction } from './database.types.ts';
import { runStatement, type Statement } from './database-client.ts';
import { isRepeatable, isUnavailable } from './database-errors.ts';
import type { JoinWrites, LastWrite } from './last-writes.ts';
import { runFramed } from './wire/framed-query.ts';

/** Deadlocks and serialization failures clear up at the second try or are no accident. */
const ATTEMPTS_MAX = 4;
const BACKOFF_MS = 10;

type StatementRunner = (statement: Statement, values: readonly unknown[], rowMode?: 'array') => Promise<pg.QueryResult>;

/** Reads and writes on one connection. */
export function queryableOf(client: pg.ClientBase): Queryable {
  return queryableThrough((statement, values, rowMode) => runStatement(client, statement, values, rowMode));
}

function queryableThrough(run: StatementRunner): Queryable {
  return {
    rows: async (statement, values = []) => (await run(statement, values)).rows,
    execute: async (statement, values = []) => (await run(statement, values)).rowCount ?? 0,
    arrays: async (statement, values = []) => (await run(statement, values, 'array')).rows,
  };
}

/** The transactions of a database share this. */
export interface TransactionSupport {
  readonly joinWrites: JoinWrites;
  readonly log: DatabaseLog | undefined;
}

/** Runs the work once on this connection; rolls back when it throws. */
export async function runOnce<T>(
  client: pg.ClientBase,
  work: (tx: Transaction) => Promise<T>,
  { joinWrites, log }: TransactionSupport,
): Promise<T> {
  const actions: (() => void)[] = [];
  const lastWrites: (() => LastWrite)[] = [];
  const frame = createFrame(client);
  const { tx, end } = openTransaction(frame, lastWrites, actions);
  let result: T;
  try {
    result = await work(tx);
    const lastWrite = lastWrites.length > 0 ? joinWrites(lastWrites.map((write) => write())) : null;
    end();
    await frame.commit(lastWrite);
  } catch (error) {
    end();
    // A connection that is gone, or not waited for any more, is closed: the server rolls back by itself.
    if (!isUnavailable(error)) await frame.rollBack();
    throw error;
  }
  for (const action of actions) runAction(action, log);
  return result;
}

interface TransactionFrame {
  readonly queryable: Queryable;
  commit(lastWrite: LastWrite | null): Promise<void>;
  rollBack(): Promise<void>;
}

/** Sends BEGIN along with the first statement and COMMIT along with the last: a round trip costs more than most statements. */
function createFrame(client: pg.ClientBase): TransactionFrame {
  let begun = false;
  const run: StatementRunner = async (statement, values, rowMode) => {
    if (begun) return runStatement(client, statement, values, rowMode);
    begun = true;
    return (await runFramed(client, 'BEGIN', statement, values, rowMode)).result;
  };
  return {
    queryable: queryableThrough(run),
    async commit(lastWrite) {
      // One statement alone is a transaction of its own, and none is nothing to commit.
      if (!begun) {
        if (lastWrite !== null) await runStatement(client, lastWrite.statement, lastWrite.values);
        return;
      }
      const { command } =
        lastWrite === null
          ? await client.query('COMMIT')
          : await runFramed(client, 'COMMIT', lastWrite.statement, lastWrite.values);
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, and its error was swallowed');
    },
    async rollBack() {
      if (begun) await client.query('ROLLBACK').catch(() => undefined);
    },
  };
}

function openTransaction(
  { queryable: inner }: TransactionFrame,
  lastWrites: (() => LastWrite)[],
  actions: (() => void)[],
): { tx: Transaction; end: () => void } {
  let open = true;
  const guarded = <A extends unknown[], R>(call: (...given: A) => R): ((...given: A) => R) => {
    return (...given) => {
      if (!open) throw new Error('the transaction is over: a statement was not awaited, or the tx was kept');
      return call(...given);
    };
  };
  const tx: Transaction = {
    transaction: true,
    rows: guarded(inner.rows) as Queryable['rows'],
    execute: guarded(inner.execute),
    arrays: guarded(inner.arrays),
    beforeCommit: guarded((write: () => LastWrite) => void lastWrites.push(write)),
    afterCommit: guarded((action: () => void) => void actions.push(action)),
  };
  return {
    tx,
    end: () => {
      open = false;
    },
  };
}

/** The change is committed: a failing follow-up is a bug to be logged, not a failed request. */
function runAction(action: () => void, log: DatabaseLog | undefined): void {
  try {
    action();
  } catch (error) {
    log?.error({ err: error }, 'an action after a commit failed');
  }
}

/** Calls again what PostgreSQL gave up for a deadlock or a serialization failure, a bounded number of times. */
export async function repeatWhileRepeatable<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count >= ATTEMPTS_MAX || !isRepeatable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * BACKOFF_MS * count));
    }
  }
}
