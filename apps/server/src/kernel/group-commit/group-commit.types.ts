// What a module declares to, and hands over to, the group commit.
import type { Transaction } from '../database/database.types.ts';

/** Types of the array parameters that rows travel in; every value may be null. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'int4'
  | 'int8' // whole numbers up to 2^53-1
  | 'bool'
  | 'timestamptz' // epoch ms as a number
  | 'jsonb' // JSON text
  | 'bytea'; // Uint8Array

export interface WriterColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface WriterDefinition {
  /** Name, unique in the process and part of the names in the statement: a-z, 0-9 and _. */
  readonly name: string;
  readonly columns: readonly WriterColumn[];
  /**
   * Writes the SQL of one CTE that writes or guards. `rows` goes into FROM or USING and needs an alias there; it has the columns and
   * `member int`. All writers of a batch see the database as it was before the batch: a row that one of them inserts is
   * invisible to the others, and no two of them may change the same row.
   */
  readonly statement: (rows: string) => string;
  /**
   * When set, the CTE gives back `member` once for each row of this writer that held (`RETURNING v.member`, or SELECT in a
   * guard). A member that misses one conflicts with this word, and nothing of its change set is written.
   */
  readonly conflict?: string;
}

export interface Writer {
  readonly definition: WriterDefinition;
  readonly index: number;
}

/** Rows that commit together or not at all. */
export interface ChangeSet {
  /** Takes values in the order of the writer's columns. The row is kept, not copied. */
  add(writer: Writer, row: readonly unknown[]): void;
  /** Runs after the commit, in the order given, and never when nothing is written. An error in it is lost. */
  afterCommit(action: () => void): void;
}

export type CommitOutcome = { readonly committed: true } | { readonly committed: false; readonly conflict: string };

export interface GroupCommit {
  /** Declares a writer; called at start, before the first commit. */
  defineWriter(definition: WriterDefinition): Writer;
  createChangeSet(): ChangeSet;
  /**
   * Resolves after the commit; a conflict is a value. Rejects with the error of PostgreSQL that this change set alone caused
   * (a unique violation, a value that does not fit), with 429 RATE_LIMITED when the queue is full, and with 503
   * SERVICE_UNAVAILABLE when the connection was lost: whether it was written is then unknown, and it is not repeated.
   */
  commit(changes: ChangeSet): Promise<CommitOutcome>;
  /**
   * Writes a change set as part of a transaction, without joining a batch. Rejects, and thereby ends the transaction, with
   * the error of PostgreSQL; a conflict is such an error too, so the transaction holds locks that rule it out.
   */
  writeIn(tx: Transaction, changes: ChangeSet): Promise<void>;
  /** Resolves when everything handed over so far is answered. */
  drain(): Promise<void>;
}
