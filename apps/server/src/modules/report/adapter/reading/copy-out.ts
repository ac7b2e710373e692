// Reads the rows of COPY TO STDOUT by the extended protocol, which takes one statement whatever its text holds.
import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';

/** Lives until its transaction ends. */
const PORTAL = 'keelson_rows';

/** Is what `pg` hands the answers of the server to, in place of a query: it parses and binds, and runs nothing. */
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
 * Answers the bytes of the rows with back-pressure; `rowCount` is known once the next statement has ended. The stream by itself would
 * send its text by the simple protocol, which runs several statements: it is given a portal in its place.
 */
export async function openCopyOut(client: pg.ClientBase, text: string): Promise<CopyToStreamQuery> {
  await client.query(new PortalOpening(text)).done;
  const rows = copyTo('');
  // Whoever reads is told; a connection that ends behind somebody who has stopped reading would end the process.
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
