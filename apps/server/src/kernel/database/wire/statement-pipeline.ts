// Runs several statements in one round trip, as one piece that ends where one of them fails.
import pg from 'pg';
import { resultTypes } from '../database-client.ts';

/** The messages of the extended protocol, and which statements this connection has sent or prepared, by name. */
interface Connection {
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly portal: string; readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(message: { readonly portal: string }): void;
  sync(): void;
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Record<string, string>;
}

type Callback = (error: unknown, result: pg.QueryResult) => void;

/** A query as `pg` holds it, as far as this file knows of it. */
interface PgQuery {
  readonly _result: { _types: unknown };
  readonly name: string | undefined;
  readonly text: string;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  _getRows(connection: Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: unknown, connection: Connection | undefined): void;
  handleReadyForQuery(connection: Connection): void;
}

const PlainQuery = pg.Query as unknown as new (config: object, values: undefined, callback: Callback) => PgQuery;

/** Describes one statement of a pipeline. Without a name it is not kept prepared. */
export interface PipelineStatement {
  readonly statement: { readonly name?: string; readonly text: string };
  readonly values: readonly unknown[];
  readonly rowMode?: 'array' | undefined;
}

/** One statement among several: they share one Sync. */
class PipelinePart extends PlainQuery {
  /** True where the statement is prepared by this run; PostgreSQL skips that where a statement before it fails. */
  prepares = false;
  /** Why the values cannot be sent; `pg` has closed the statement and sent a Sync then. Null where they can. */
  unsendable: unknown = null;
  #sending = false;

  send(connection: Connection): void {
    this.prepares = !this.hasBeenParsed(connection);
    this._result._types = resultTypes;
    this.#sending = true;
    this.prepare(connection);
    this.#sending = false;
  }

  override _getRows(connection: Connection): void {
    connection.execute({ portal: '' });
  }

  override handleError(error: unknown, connection: Connection | undefined): void {
    if (this.#sending) this.unsendable = error;
    else super.handleError(error, connection);
  }
}

/**
 * Stands for its statements towards the client of `pg`. After an error PostgreSQL skips what was sent behind it, up to the Sync
 * (its documentation, section "Pipelining"), so whatever stands behind a failed statement fails with it.
 */
class StatementPipeline {
  readonly #parts: readonly PipelinePart[];
  #at = 0;

  constructor(parts: readonly PipelinePart[]) {
    this.#parts = parts;
  }

  /** Called when the query is over; `pg` puts its limit of time around it. */
  callback = (error: unknown): void => {
    if (error) for (const part of this.#parts.slice(this.#at)) part.handleError(error, undefined);
  };

  /** Name of the statement whose turn it is: `pg` notes it as prepared when a preparation ends. */
  get name(): string | undefined {
    return this.#parts[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#parts[this.#at]?.text;
  }

  submit(connection: Connection): null {
    connection.stream.cork();
    try {
      const unsendable = this.#parts.find((part) => {
        part.send(connection);
        return part.unsendable !== null;
      });
      if (unsendable === undefined) connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: object): void {
    this.#parts[this.#at]!.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.#parts[this.#at]!.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.#parts[this.#at]!.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleError(error: unknown, connection: Connection): void {
    for (const { prepares, name } of this.#parts.slice(this.#at)) {
      if (prepares && name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.#answerDone(connection);
    this.callback(error);
  }

  handleReadyForQuery(connection: Connection): void {
    this.#answerDone(connection);
    const unsent = this.#parts[this.#at];
    if (unsent?.name !== undefined) delete connection.parsedStatements[unsent.name];
    this.callback(unsent?.unsendable ?? null);
  }

  #answerDone(connection: Connection): void {
    for (const part of this.#parts.slice(0, this.#at)) part.handleReadyForQuery(connection);
  }
}

/**
 * Sends all statements in one write before one Sync; each runs when the one before it is done, and sees what that has locked or
 * changed. Answers a promise for each: behind a statement that fails all fail with its error, and nothing of them was run.
 */
export function runPipeline(
  client: pg.ClientBase,
  statements: readonly PipelineStatement[],
): readonly Promise<pg.QueryResult>[] {
  const parts: PipelinePart[] = [];
  const results = statements.map(({ statement, values, rowMode }) => {
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const config = { ...statement, values, rowMode, queryMode: 'extended' };
      parts.push(
        new PipelinePart(config, undefined, (error, result) => {
          if (error) reject(error);
          else resolve(result);
        }),
      );
    });
  });
  client.query(new StatementPipeline(parts) as unknown as pg.Submittable);
  return results;
}
