// Holds the SQL by which a CSV file becomes a table that ends with its transaction.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DATA_SET_SQL_TYPES } from '../../../kernel/data-sets.ts';
import type { CsvColumn } from './reading/csv.types.ts';

const TABLE = 'pg_temp.keelson_csv';

const namesOf = (columns: readonly CsvColumn[]): string => columns.map((_, index) => `c${index + 1}`).join(', ');

/** SELECT of a query over the file: its columns in their order, under names of the program. */
export const selectLoaded = (columns: readonly CsvColumn[]): string => `SELECT ${namesOf(columns)} FROM ${TABLE}`;

/** Loads lines in the open transaction; times without an offset are in its time zone. */
export async function loadLines(
  client: pg.Client,
  columns: readonly CsvColumn[],
  lines: readonly Uint8Array[],
): Promise<void> {
  const types = columns.map(({ type }, index) => `c${index + 1} ${DATA_SET_SQL_TYPES[type]}`);
  await client.query(`CREATE TEMPORARY TABLE keelson_csv (${types.join(', ')}) ON COMMIT DROP`);
  const into = client.query(copyFrom(`COPY ${TABLE} (${namesOf(columns)}) FROM STDIN`));
  // The pipeline reports the error.
  into.on('error', () => undefined);
  await pipeline(Readable.from(lines), into);
}
