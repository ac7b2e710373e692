// Is one run of a statement, from its bytes to the message that says that it is committed.
import type pg from 'pg';
import { BACKEND, isOfNoStatement, ProtocolFault, unexpected } from './backend-messages.ts';
import { NO_COLUMNS, type ResultColumns, readColumns, readRow, type TextParsers } from './result-columns.ts';

/** A statement; without a name it is prepared at each run. */
export interface WireStatement {
  readonly name?: string;
  readonly text: string;
}

/** A statement to run, with the promise of its caller. */
export interface Asked {
  readonly statement: WireStatement;
  readonly values: readonly unknown[];
  readonly resolve: (rows: unknown[][]) => void;
  readonly reject: (error: unknown) => void;
}

/** The state of a connection without an open transaction. */
const IDLE = 0x49;

export class Execution {
  readonly asked: Asked;
  /** True where this run prepares the statement; its rows are all text then. */
  readonly prepares: boolean;
  readonly rows: unknown[][] = [];
  /** Null until PostgreSQL has described the columns. */
  columns: ResultColumns | null;
  /** Error with which PostgreSQL has undone the statement, whatever becomes of the connection afterwards. */
  refusal: pg.DatabaseError | null = null;
  #unreadable: unknown = null;
  #completed = false;
  readonly #parserOf: TextParsers;

  constructor(asked: Asked, known: ResultColumns | null, parserOf: TextParsers) {
    this.asked = asked;
    this.columns = known;
    this.prepares = known === null;
    this.#parserOf = parserOf;
  }

  /** Answers what went wrong; null where nothing did. */
  failure(): unknown {
    return this.refusal ?? this.#unreadable;
  }

  /** Takes any message but an error; answers whether it was the last one of the run. Throws a ProtocolFault. */
  hear(code: number, bytes: Buffer, start: number, end: number): boolean {
    switch (code) {
      case BACKEND.readyForQuery:
        this.#checkEnd(bytes, start, end);
        return true;
      case BACKEND.dataRow:
        this.#takeRow(bytes, start, end);
        return false;
      case BACKEND.commandComplete:
      case BACKEND.emptyQuery:
        this.#completed = true;
        return false;
      case BACKEND.rowDescription:
        this.columns = readColumns(bytes, start, end, this.#parserOf);
        return false;
      case BACKEND.noData:
        this.columns = NO_COLUMNS;
        return false;
      case BACKEND.parseComplete:
      case BACKEND.bindComplete:
      case BACKEND.closeComplete:
      case BACKEND.parameterDescription:
        return false;
      default:
        if (!isOfNoStatement(code)) throw unexpected(code);
        return false;
    }
  }

  /** Requires that no transaction was left open: it would not be committed, whatever its statement has answered. */
  #checkEnd(bytes: Buffer, start: number, end: number): void {
    if (end - start !== 1 || bytes[start] !== IDLE) throw new ProtocolFault('a transaction that was left open');
    if (this.refusal === null && !this.#completed) throw new ProtocolFault('the end of a statement that has not ended');
  }

  #takeRow(bytes: Buffer, start: number, end: number): void {
    const { columns } = this;
    if (columns === null) throw new ProtocolFault('a row before its columns');
    try {
      this.rows.push(readRow(bytes, start, end, this.prepares ? columns.textReaders : columns.readers));
    } catch (error) {
      if (error instanceof ProtocolFault) throw error;
      this.#unreadable ??= error;
    }
  }
}
