// Declares what the rest of the program sees of the database.
import type { Statement } from './database-client.ts';
import type { LastWrite } from './last-writes.ts';

/** int8 is a number (beyond 2^53-1 an error), timestamptz a `Date`, date and numeric text, jsonb parsed. */
export interface Queryable {
  rows<R extends object>(statement: Statement, values?: readonly unknown[]): Promise<R[]>;
  /** Answers how many rows were changed. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
  /** Rows as arrays in the order of the select list, for hot reads. */
  arrays(statement: Statement, values?: readonly unknown[]): Promise<unknown[][]>;
}

/**
 * Statements of one transaction, one after the other; unusable once it is over. Those that are asked for together (`Promise.all`)
 * take one round trip, in that order: each sees what those before it have locked and changed, and fails where one of them does.
 */
export interface Transaction extends Queryable {
  readonly transaction: true;
  /**
   * Runs a statement along with the commit, before what `beforeCommit` keeps, so that it takes no round trip; for
   * statements whose rows nobody needs before `action` gets them, where actions after the commit run.
   */
  atCommit<R extends object>(statement: Statement, values: readonly unknown[], action: (rows: R[]) => void): void;
  /**
   * Keeps a write for the end: all kept writes become one statement right before the commit. `write` is called only
   * then, so that many parts of the work can add to it; when it fails the transaction is rolled back.
   */
  beforeCommit(write: () => LastWrite): void;
  /**
   * Does all of the work or, where it throws, nothing of it: the transaction goes on then. What the part keeps for its
   * end is written at the end of the part.
   */
  part<T>(work: (part: Transaction) => Promise<T>): Promise<T>;
  /** Runs after the commit, in the order given, and never when the transaction is rolled back. What it throws is logged. */
  afterCommit(action: () => void): void;
}

/** Keeps one connection for as long as the work runs, outside a transaction. */
export interface Connection extends Queryable {
  /** Several statements without parameters; PostgreSQL runs them as one transaction unless they say otherwise. */
  script(text: string): Promise<void>;
}

/**
 * A connection that is away, refused or shut down is 503 SERVICE_UNAVAILABLE, with the cause kept. Whether a write took
 * effect is then unknown; nothing is repeated by itself.
 */
export interface Database extends Queryable {
  /**
   * Commits when the work resolves, rolls back when it throws. On a deadlock or serialization failure the **whole work
   * runs again** (4 times at most), so it changes nothing outside the transaction; `afterCommit` is for that.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Serves session state. The connection is closed, not reused, when the work throws. */
  withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * A connection outside the pool, opened at its first statement and again after a loss; closed with the database.
   * `sessionSettings` are constants of the program, set each time it is opened.
   */
  openDedicatedConnection(sessionSettings?: Readonly<Record<string, string>>): DedicatedConnection;
  /**
   * Like `openDedicatedConnection`, without `pg` between: for a hot stream of statements that stand alone, each a transaction of its own, whose
   * values are bytes in PostgreSQL's binary format, text or null.
   */
  openDirectConnection(sessionSettings?: Readonly<Record<string, string>>): DedicatedConnection;
  /** Counts the connections that are open and idle, and the callers that wait for one. */
  pool(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Waits for the statements of the pool in flight, then closes every connection; dedicated ones at once, so drain them before. */
  close(): Promise<void>;
}

export interface DatabaseLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Its owner sends one statement at a time; what it prepared stays on one connection, and full pools never hold it up. */
export interface DedicatedConnection {
  /** Answers rows as arrays; without a name the statement is not kept prepared. Fails like `Database`, then connects anew. */
  run(statement: { readonly name?: string; readonly text: string }, values: readonly unknown[]): Promise<unknown[][]>;
  /** Closes the connection; later calls are 503. */
  close(): Promise<void>;
}
