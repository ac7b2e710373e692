// Fills a snapshot table with the result of a query over a CSV file, which is read in a thread and copied into a table
// of the transaction.
import type pg from 'pg';
import type { OfferedCsvFiles } from '../csv/feature.ts';
import type { CsvCall } from '../report.types.ts';
import type { SnapshotControl, SnapshotOrder } from './snapshot.types.ts';
import { beginQuery, createTable, type FilledTable, fillTable } from './snapshot-table.store.ts';

export interface CsvSnapshotGround {
  readonly csvFiles: Pick<OfferedCsvFiles, 'load'>;
}

/** Fills the table in one transaction, as a file is small, and its own table ends with the transaction. */
export async function fillFromCsv(
  { csvFiles }: CsvSnapshotGround,
  client: pg.Client,
  table: string,
  { query, tenantIdentifier, ...terms }: SnapshotOrder,
  { signal, onEstimate, file }: Pick<SnapshotControl, 'signal' | 'onEstimate'> & { readonly file: CsvCall },
): Promise<FilledTable> {
  await beginQuery(client, query, terms);
  onEstimate(Math.min(await csvFiles.load({ tenantIdentifier }, client, file, signal), terms.rowLimit));
  signal.throwIfAborted();
  const columns = await createTable(client, table, query, terms);
  const filled = await fillTable(client, table, columns, query, terms);
  signal.throwIfAborted();
  await client.query('COMMIT');
  return filled;
}
