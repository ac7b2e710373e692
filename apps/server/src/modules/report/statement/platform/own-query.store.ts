// Reads a few rows of a query over the own database, in one READ ONLY transaction with limits of time.
import { type Database, sql } from '../../../../kernel/database/database.ts';
import type { Connection } from '../../../../kernel/database/database.types.ts';
import type { BoundQuery } from '../../report.types.ts';
import { selectFirstRows } from '../json-cell.store.ts';
import type { QueryColumn, ReadTerms } from '../query-source.ts';

/** Limit for locks of what a data set reads. */
const LOCK_MS = 2_000;
/** Limit for the transaction's idle time between statements. */
const IDLE_MS = 5_000;

const applySettings = sql(
  'report_apply_settings',
  'SELECT pg_catalog.set_config(s.name, s.value, true) FROM unnest($1::text[], $2::text[]) AS s (name, value)',
);

/** Reads rows; rejects with the database's error where the query fails; 57014 where it took too long. */
export function readOwnRows(
  database: Database,
  query: BoundQuery,
  columns: readonly QueryColumn[],
  terms: ReadTerms,
): Promise<(string | null)[][]> {
  return database.withConnection(async (connection) => {
    await connection.script('BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY');
    try {
      return await readRows(connection, query, columns, terms);
    } finally {
      await connection.script('ROLLBACK');
    }
  });
}

async function readRows(
  connection: Connection,
  query: BoundQuery,
  columns: readonly QueryColumn[],
  { rowLimit, timeZone, timeoutMs }: ReadTerms,
): Promise<(string | null)[][]> {
  const all: readonly (readonly [string, string])[] = [
    ['TimeZone', timeZone],
    ['DateStyle', 'ISO'],
    ['IntervalStyle', 'iso_8601'],
    ['extra_float_digits', '1'],
    ['statement_timeout', String(timeoutMs)],
    ['lock_timeout', String(LOCK_MS)],
    ['idle_in_transaction_session_timeout', String(IDLE_MS)],
    ...query.settings,
  ];
  await connection.execute(applySettings, [all.map(([name]) => name), all.map(([, value]) => value)]);
  const statement = { name: '', text: selectFirstRows(query, columns) };
  return (await connection.arrays(statement, [rowLimit + 1])) as (string | null)[][];
}
