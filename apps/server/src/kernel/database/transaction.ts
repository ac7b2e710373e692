// Runs work between BEGIN and COMMIT on one connection, and what must only happen after the commit.
import type pg from 'pg';
import type { DatabaseLog, Queryable, Transaction } from './database.types.ts';
import { runStatement, type Statement, sql } from './database-client.ts';
import { isRepeatable, isUnavailable } from './database-errors.ts';
import type { JoinWrites, LastWrite } from './last-writes.ts';
import { type PipelineStatement, runPipeline } from './wire/statement-pipeline.ts';

/** Attempts at a transaction: deadlocks and serialization failures clear up at the second try or are no accident. */
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

/** Shared by all transactions of a database. */
export interface TransactionSupport {
  readonly joinWrites: JoinWrites;
  readonly log: DatabaseLog | undefined;
}

/** Runs the work once on this connection; rolls back when the work throws. */
export async function runOnce<T>(
  client: pg.ClientBase,
  work: (tx: Transaction) => Promise<T>,
  { joinWrites, log }: TransactionSupport,
): Promise<T> {
  const end: TransactionEnd = { statements: [], writes: [], actions: [] };
  const frame = createFrame(client);
  const { tx, close } = openTransaction(frame, end, joinWrites);
  let result: T;
  try {
    result = await work(tx);
    const last = lastOf(end, joinWrites);
    close();
    await frame.commit(last);
  } catch (error) {
    close();
    // A connection that is gone, or no longer waited for, is closed: the server rolls back by itself.
    if (!isUnavailable(error)) await frame.rollBack();
    throw error;
  }
  for (const action of end.actions) runAction(action, log);
  return result;
}

/** Writes and actions that a transaction runs at its end, in this order. */
interface TransactionEnd {
  readonly statements: EndStatement[];
  readonly writes: (() => LastWrite)[];
  readonly actions: (() => void)[];
}

function lastOf({ statements, writes }: TransactionEnd, joinWrites: JoinWrites): readonly EndStatement[] {
  return writes.length === 0 ? statements : [...statements, joinWrites(writes.map((write) => write()))];
}

interface EndStatement extends PipelineStatement {
  readonly statement: Statement;
  readonly answered?: (rows: object[]) => void;
}

interface TransactionFrame {
  readonly queryable: Queryable;
  commit(last: readonly EndStatement[]): Promise<void>;
  rollBack(): Promise<void>;
}

const BEGIN: PipelineStatement = { statement: { text: 'BEGIN' }, values: [] };
const COMMIT: PipelineStatement = { statement: { text: 'COMMIT' }, values: [] };

/**
 * Sends statements that are asked for in one turn of the event loop together, BEGIN along with the first and COMMIT
 * with the last: a round trip costs more than most statements.
 */
function createFrame(client: pg.ClientBase): TransactionFrame {
  let begun = false;
  const send = (statements: readonly PipelineStatement[]): readonly Promise<pg.QueryResult>[] => {
    const [only] = statements;
    if (begun && only !== undefined && statements.length === 1) {
      return [runStatement(client, only.statement, only.values, only.rowMode)];
    }
    const first = begun ? [] : [BEGIN];
    begun = true;
    const results = runPipeline(client, [...first, ...statements]);
    // Each statement behind a failed BEGIN fails with the same error.
    results[0]?.catch(() => undefined);
    return results.slice(first.length);
  };
  return {
    queryable: queryableThrough(createGathering(send)),
    async commit(last) {
      const [only] = last;
      // One statement alone needs no BEGIN, and without any there is nothing to commit.
      if (!begun && last.length <= 1) {
        if (only === undefined) return;
        const { rows } = await runStatement(client, only.statement, only.values);
        return only.answered?.(rows);
      }
      const results = await Promise.all(send([...last, COMMIT]));
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (results.at(-1)!.command !== 'COMMIT') {
        throw new Error('a statement of this transaction failed, and its error was swallowed');
      }
      last.forEach(({ answered }, index) => void answered?.(results[index]!.rows));
    },
    async rollBack() {
      if (begun) await client.query('ROLLBACK').catch(() => undefined);
    },
  };
}

/** Gathers the statements that are asked for in one turn and hands them on together in a microtask. */
function createGathering(
  send: (statements: readonly PipelineStatement[]) => readonly Promise<pg.QueryResult>[],
): StatementRunner {
  let gathered: { readonly asked: PipelineStatement; readonly answer: (result: Promise<pg.QueryResult>) => void }[] =
    [];
  const flush = (): void => {
    const sent = gathered;
    gathered = [];
    const results = send(sent.map(({ asked }) => asked));
    sent.forEach(({ answer }, index) => void answer(results[index]!));
  };
  return (statement, values, rowMode) => {
    if (gathered.length === 0) queueMicrotask(flush);
    const result = new Promise<pg.QueryResult>((resolve) => {
      gathered.push({ asked: { statement, values, rowMode }, answer: resolve });
    });
    return result.catch((error: unknown) => {
      // As `pg` does: the stack leads to the caller, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  };
}

const MARK = sql('kernel_part_mark', 'SAVEPOINT part');
const TAKE_BACK = sql('kernel_part_take_back', 'ROLLBACK TO SAVEPOINT part');
const UNMARK = sql('kernel_part_unmark', 'RELEASE SAVEPOINT part');

/** Runs work as a part of a transaction: what it keeps for its end happens at the end of the part, and its actions are the whole's. */
async function runPart<T>(
  frame: TransactionFrame,
  joinWrites: JoinWrites,
  actions: (() => void)[],
  work: (part: Transaction) => Promise<T>,
): Promise<T> {
  const { queryable } = frame;
  const end: TransactionEnd = { statements: [], writes: [], actions: [] };
  const { tx, close } = openTransaction(frame, end, joinWrites);
  await queryable.execute(MARK);
  try {
    const result = await work(tx);
    close();
    for (const { statement, values, answered } of lastOf(end, joinWrites)) {
      const rows = await queryable.rows(statement, values);
      answered?.(rows);
    }
    await queryable.execute(UNMARK);
    actions.push(...end.actions);
    return result;
  } catch (error) {
    close();
    if (!isUnavailable(error)) await Promise.all([queryable.execute(TAKE_BACK), queryable.execute(UNMARK)]);
    throw error;
  }
}

function openTransaction(
  frame: TransactionFrame,
  end: TransactionEnd,
  joinWrites: JoinWrites,
): { tx: Transaction; close: () => void } {
  const { queryable: inner } = frame;
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
    atCommit: guarded((statement: Statement, values: readonly unknown[], action: (rows: never[]) => void): void => {
      let rows: object[] = [];
      const answered = (answer: object[]): void => {
        rows = answer;
      };
      end.statements.push({ statement, values, answered });
      end.actions.push(() => action(rows as never[]));
    }),
    beforeCommit: guarded((write: () => LastWrite) => void end.writes.push(write)),
    part: guarded((work: (part: Transaction) => Promise<never>) => runPart(frame, joinWrites, end.actions, work)),
    afterCommit: guarded((action: () => void) => void end.actions.push(action)),
  };
  return {
    tx,
    close: () => {
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

/** Repeats an attempt that PostgreSQL gave up for a deadlock or a serialization failure, a bounded number of times. */
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
