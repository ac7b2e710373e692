// Runs work between BEGIN and COMMIT on one connection, and what must only happen after the commit.
import type pg from 'pg';
import type { DatabaseLog, Queryable, Transaction } from './database.types.ts';
import { runStatement } from './database-client.ts';
import { isRepeatable, isUnavailable } from './database-errors.ts';
import type { JoinWrites, LastWrite } from './last-writes.ts';

/** Deadlocks and serialization failures clear up at the second try or are no accident. */
const ATTEMPTS_MAX = 4;
const BACKOFF_MS = 10;

/** Reads and writes on one connection. */
export function queryableOf(client: pg.ClientBase): Queryable {
  return {
    rows: async (statement, values = []) => (await runStatement(client, statement, values)).rows,
    execute: async (statement, values = []) => (await runStatement(client, statement, values)).rowCount ?? 0,
    arrays: async (statement, values = []) => (await runStatement(client, statement, values, 'array')).rows,
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
  const { tx, end } = openTransaction(client, lastWrites, actions);
  await client.query('BEGIN');
  let result: T;
  try {
    result = await work(tx);
    if (lastWrites.length > 0) {
      const { statement, values } = joinWrites(lastWrites.map((write) => write()));
      await runStatement(client, statement, values);
    }
    end();
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, and its error was swallowed');
  } catch (error) {
    end();
    // A connection that is gone, or not waited for any more, is closed: the server rolls back by itself.
    if (!isUnavailable(error)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  for (const action of actions) runAction(action, log);
  return result;
}

function openTransaction(
  client: pg.ClientBase,
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
  const inner = queryableOf(client);
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
