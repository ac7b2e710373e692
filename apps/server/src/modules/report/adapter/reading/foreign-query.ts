// Opens a query over the database of an adapter: READ ONLY, with its values, its names proven to be columns, and its end in that database.
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { sqlState } from '../../../../kernel/database/database-errors.ts';
import type { AdapterCall, BoundQuery } from '../../report.types.ts';
import type { AdapterConnection } from '../connection/connect-adapter.ts';
import { describeStatement } from '../connection/describe-statement.ts';
import { abandon, cancelOnAbort } from './cancel-foreign.ts';
import { openCopyOut } from './copy-out.ts';
import { type ForeignColumn, toForeignColumn } from './foreign-columns.ts';
import { ForeignFailure, toForeignFailure } from './foreign-failure.ts';
import {
  beginReadOnly,
  copyText,
  endTransaction,
  estimateForeignRows,
  type ForeignTerms,
  findAttributeFunction,
  readForeignRows,
} from './foreign-query.store.ts';

/** A query for the database of an adapter. */
export type AdapterQuery = BoundQuery & { readonly adapter: AdapterCall };

export interface ForeignQueryOrder {
  readonly query: AdapterQuery;
  readonly terms: ForeignTerms;
  /** Cancels the query in that database; its reason is thrown then. */
  readonly signal?: AbortSignal;
}

/** Every method rejects with a `ForeignFailure`, or the reason of the signal. */
export interface ForeignQuery {
  /** Answers the columns of the result; nothing is planned and nothing runs. */
  describe(): Promise<readonly ForeignColumn[]>;
  estimateRows(): Promise<number>;
  /** Reads a few rows by a statement around the query, each cell as text. */
  rows(text: string, values: readonly unknown[]): Promise<(string | null)[][]>;
  /** Opens at most so many rows, as lines of COPY. */
  openRows(columns: readonly ForeignColumn[], rowsMax: number): Promise<CopyToStreamQuery>;
  /** Ends the query; answers how many rows the database says that it has sent. */
  finish(rows: CopyToStreamQuery): Promise<number>;
  /** Turns an error of these rows into a failure. */
  failureOf(error: unknown): ForeignFailure;
  /** Must be called; the connection is never used again. */
  close(): Promise<void>;
}

/** Limit for the statements around a query. */
const ASIDE_MS = 5_000;
/** Time after its limit by which the database must have ended a statement. */
const HEED_MS = 2_000;
/** Bytes of a preview of a hundred rows; a server that sends more is cut off. */
const ROWS_BYTES_MAX = 33_554_432;

async function requireColumns({ client }: AdapterConnection, { adapter }: AdapterQuery): Promise<void> {
  if (adapter.attributeNames.length === 0) return;
  const attributeName = await findAttributeFunction(client, adapter, ASIDE_MS);
  if (attributeName === null) return;
  throw new ForeignFailure('REFUSED', `.${attributeName} calls a function.`, { attributeName });
}

/** Opens the query; rejects as `connect` does, too. */
export async function openForeignQuery(
  connect: () => Promise<AdapterConnection>,
  order: ForeignQueryOrder,
): Promise<ForeignQuery> {
  const { query, terms, signal } = order;
  const connection = await connect();
  const { client } = connection;
  let stop = (): void => undefined;
  let pid: number | null = null;
  /** True while a statement may be running in the database. */
  let isBusy = false;
  const close = async (): Promise<void> => {
    stop();
    if (isBusy && pid !== null && signal?.aborted !== true) abandon({ connect, victim: connection, pid });
    else await connection.end(true);
  };
  const failureOf = (error: unknown): ForeignFailure => {
    // The server has reported the end of the statement itself.
    if (sqlState(error) !== undefined) isBusy = false;
    signal?.throwIfAborted();
    return toForeignFailure(error, !query.adapter.isSensitive);
  };
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw failureOf(error);
    });
  try {
    signal?.throwIfAborted();
    connection.boundBytes(ROWS_BYTES_MAX);
    pid = await asked(beginReadOnly(client, query, terms, ASIDE_MS));
    if (signal !== undefined) stop = cancelOnAbort({ connect, victim: connection, pid }, signal);
    await asked(requireColumns(connection, query));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    describe: async () => (await asked(describeStatement(client, query.text))).map(toForeignColumn),
    estimateRows: () => asked(estimateForeignRows(client, query.text, ASIDE_MS)),
    async rows(text, values) {
      isBusy = true;
      const rows = await asked(readForeignRows(client, text, values, terms.timeoutMs + HEED_MS));
      isBusy = false;
      return rows;
    },
    async openRows(columns, rowsMax) {
      connection.boundBytes(null);
      isBusy = true;
      return asked(openCopyOut(client, copyText(query, columns, rowsMax)));
    },
    async finish(rows) {
      await asked(endTransaction(client, ASIDE_MS));
      isBusy = false;
      return rows.rowCount;
    },
    failureOf,
    close,
  };
}
