// Asks a database which columns a statement would have, without running it: Parse and Describe of the extended protocol.
import type pg from 'pg';
import { readTypeNames } from './foreign.store.ts';

export interface DescribedColumn {
  /** Name in the result; a name may occur twice. */
  readonly name: string;
  /** PostgreSQL's name of the type with its modifier, as `numeric(12,2)`. */
  readonly sqlType: string;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
}

/** Limit for parsing a statement, however complex its views are. */
const DESCRIBE_TIMEOUT_MS = 5_000;

/** Takes the place of a query in `pg`: it parses and describes, and binds nothing. */
class Description implements pg.Submittable {
  readonly fields: Promise<readonly Field[]>;
  readonly #text: string;
  readonly #settle: PromiseWithResolvers<readonly Field[]>;
  #found: readonly Field[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#settle = Promise.withResolvers();
    this.fields = this.#settle.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }
  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#found = fields;
  }
  handleError(error: unknown): void {
    this.#settle.reject(error);
  }
  handleReadyForQuery(): void {
    this.#settle.resolve(this.#found);
  }
}

/**
 * Answers the columns, none for a statement without a result. Rejects with the error of the database where the text is
 * no statement, several, or names unknown objects; the connection can be used afterwards. Nothing is planned and
 * nothing runs.
 */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const description = client.query(new Description(text));
  const over = setTimeout(() => description.handleError(new Error('Query read timeout')), DESCRIBE_TIMEOUT_MS);
  const fields = await description.fields.finally(() => clearTimeout(over));
  const types = fields.map(({ dataTypeID: oid, dataTypeModifier: modifier }) => ({ oid, modifier }));
  const names = types.length === 0 ? [] : await readTypeNames(client, types, DESCRIBE_TIMEOUT_MS);
  return fields.map(({ name }, index) => ({ name, sqlType: names[index] ?? 'text' }));
}
