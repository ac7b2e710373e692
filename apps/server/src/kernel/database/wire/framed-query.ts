// Runs a statement together with the BEGIN before it or the COMMIT behind it, in one round trip instead of two.
import pg from 'pg';
import type { Statement } from '../database-client.ts';

/** The messages of the extended protocol, and which statements this connection has prepared, by name. */
interface Connection {
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly portal: string; readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(message: { readonly portal: string }): void;
  sync(): void;
  readonly submittedNamedStatements: Record<string, string>;
}

/** What `pg` has of a query, as far as this file knows of it. */
interface PgQuery {
  name: string | undefined;
  prepare(connection: Connection): void;
  _getRows(connection: Connection): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

type Callback = (error: unknown, results: pg.QueryResult | pg.QueryResult[]) => void;

const PlainQuery = pg.Query as unknown as new (config: object, values: undefined, callback: Callback) => PgQuery;

/** BEGIN goes before the statement, COMMIT behind it. */
export type Alongside = 'BEGIN' | 'COMMIT';

/** After an error PostgreSQL skips what was sent behind it, up to the Sync (its documentation, section "Pipelining"). */
class FramedQuery extends PlainQuery {
  readonly #alongside: Alongside;
  readonly #statementName: string;

  constructor(alongside: Alongside, config: Statement, callback: Callback) {
    super(config, undefined, callback);
    this.#alongside = alongside;
    this.#statementName = config.name;
  }

  override prepare(connection: Connection): void {
    if (this.#alongside === 'BEGIN') sendAlone(connection, 'BEGIN');
    super.prepare(connection);
    // While BEGIN is answered there is no name by which `pg` would take its preparation for that of the statement.
    if (this.#alongside === 'BEGIN') this.name = undefined;
  }

  override _getRows(connection: Connection): void {
    connection.execute({ portal: '' });
    if (this.#alongside === 'COMMIT') sendAlone(connection, 'COMMIT');
    connection.sync();
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    this.name = this.#statementName;
    super.handleCommandComplete(message, connection);
  }

  override handleError(error: unknown, connection: Connection): void {
    // Where BEGIN has failed the statement is not prepared either.
    if (this.name === undefined) delete connection.submittedNamedStatements[this.#statementName];
    super.handleError(error, connection);
  }
}

function sendAlone(connection: Connection, text: Alongside): void {
  connection.parse({ name: '', text });
  connection.bind({ portal: '', statement: '', values: [] });
  connection.execute({ portal: '' });
}

export interface FramedResult {
  readonly result: pg.QueryResult;
  /** Is what PostgreSQL answered last: `COMMIT`, say, or `ROLLBACK` where it could not commit. */
  readonly command: string;
}

/** Nothing of what follows an error has been done: no statement without its BEGIN, no COMMIT without the statement. */
export function runFramed(
  client: pg.ClientBase,
  alongside: Alongside,
  statement: Statement,
  values: readonly unknown[],
  rowMode?: 'array',
): Promise<FramedResult> {
  const config = { ...statement, values, rowMode, queryMode: 'extended' };
  return new Promise<FramedResult>((resolve, reject) => {
    const query = new FramedQuery(alongside, config, (error, results) => {
      if (error) return reject(error);
      const all = Array.isArray(results) ? results : [results];
      resolve({ result: all[alongside === 'BEGIN' ? 1 : 0]!, command: all.at(-1)!.command });
    });
    client.query(query as unknown as pg.Submittable);
  }).catch((error: unknown) => {
    // As `pg` does: the stack leads to the caller, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });
}
