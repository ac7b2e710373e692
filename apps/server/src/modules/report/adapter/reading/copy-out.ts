// Reads the rows of COPY TO STDOUT by the extended protocol, which takes one statement whatever its text holds.
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

/** Name of the portal, which lives until its transaction ends. */
const PORTAL = 'keelson_rows';

/** Takes the place of a query in `pg`: it parses and binds, and runs nothing. */
class PortalOpening implements pg.Submittable {
  readonly done: Promise<void>;
  readonly #text: string;
  readonly #settle: PromiseWithResolvers<void>;

  constructor(text: string) {
    this.#text = text;
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.bind({ portal: PORTAL, statement: '', values: [] }, true);
    connection.sync();
  }
  handleError(error: unknown): void {
    this.#settle.reject(error);
  }
  handleReadyForQuery(): void {
    this.#settle.resolve();
  }
}

/**
 * Opens a stream of rows with back-pressure; `rowCount` is known once the next statement has ended. The stream is given
 * a portal in place of its text, which it would send by the simple protocol that runs several statements.
 */
export async function openCopyOut(client: pg.ClientBase, text: string): Promise<CopyToStreamQuery> {
  await client.query(new PortalOpening(text)).done;
  const rows = copyTo('');
  // The reader gets the error; where it has stopped reading, the error would end the process without a listener.
  rows.on('error', () => undefined);
  const submit = rows.submit.bind(rows);
  rows.submit = (connection) => {
    const execute = (): void => {
      connection.execute({ portal: PORTAL }, true);
      connection.sync();
    };
    submit(Object.create(connection, { query: { value: execute } }) as pg.Connection);
  };
  return client.query(rows);
}
