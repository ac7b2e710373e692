// Holds the SQL that makes a snapshot table of the rows of a query.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { columnTypeOf } from '../column-type.ts';
import type { BoundQuery, SnapshotColumn } from '../report.types.ts';

/** Bounds and settings of one query. */
export interface QueryTerms {
  /** Bound of rows; one more is read, to know whether there are more. */
  readonly rowLimit: number;
  /** The zone of the days of the query. */
  readonly timeZone: string;
  /** Milliseconds after which the database ends a statement. */
  readonly timeoutMs: number;
}

export interface FilledTable {
  readonly columns: readonly SnapshotColumn[];
  readonly rowCount: number;
  readonly isTruncated: boolean;
}

/** Limit for locks that other sessions hold on the read relations. */
const LOCK_TIMEOUT_MS = 10_000;

const APPLY = 'SELECT set_config(s.name, s.value, $3) FROM unnest($1::text[], $2::text[]) AS s (name, value)';

const surroundings = ({ timeZone, timeoutMs }: QueryTerms): BoundQuery['settings'] => [
  ['TimeZone', timeZone],
  ['DateStyle', 'ISO'],
  ['IntervalStyle', 'iso_8601'],
  ['extra_float_digits', '1'],
  ['bytea_output', 'hex'],
  ['statement_timeout', String(timeoutMs)],
  ['lock_timeout', String(LOCK_TIMEOUT_MS)],
];

async function apply(client: pg.Client, settings: BoundQuery['settings'], isLocal: boolean): Promise<void> {
  await client.query(APPLY, [settings.map(([name]) => name), settings.map(([, value]) => value), isLocal]);
}

/** Begins a transaction with the values of the query, which end with it. */
export async function beginQuery(client: pg.Client, query: BoundQuery, terms: QueryTerms): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await apply(client, [...surroundings(terms), ...query.settings], true);
}

/** Makes the session read what another one writes under the same settings; it serves one snapshot alone. */
export function setSession(client: pg.Client, terms: QueryTerms): Promise<void> {
  return apply(client, surroundings(terms), false);
}

/** Describes the result without reading rows. */
export async function describeColumns(client: pg.Client, text: string): Promise<readonly SnapshotColumn[]> {
  const { fields } = await client.query({ text: `SELECT * FROM (${text}) q LIMIT 0`, values: [] });
  const { rows } = await client.query<{ sqlType: string }>(
    `SELECT format_type(t.type, NULLIF(t.modifier, -1)) AS "sqlType"
     FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS t (type, modifier, number) ORDER BY t.number`,
    [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
  );
  return fields.map(({ name }, index) => {
    const { sqlType } = rows[index]!;
    return { name, column: `c${index + 1}`, type: columnTypeOf(sqlType), sqlType };
  });
}

/** Answers the planner's estimate of the number of rows. */
export async function estimateRows(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] }>(
    {
      text: `EXPLAIN (FORMAT JSON) ${text}`,
      values: [],
    },
  );
  return Math.round(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/** Numbers the rows of a query in its order. */
const numbered = ({ text }: BoundQuery, { rowLimit }: QueryTerms): string =>
  `SELECT row_number() OVER (), q.* FROM (SELECT * FROM (${text}) r LIMIT ${Math.trunc(rowLimit) + 1}) q`;

/** Makes the table of a query over this database, without its rows. */
export async function createTable(
  client: pg.Client,
  table: string,
  query: BoundQuery,
  terms: QueryTerms,
): Promise<readonly SnapshotColumn[]> {
  const columns = await describeColumns(client, query.text);
  const names = ['row_number', ...columns.map(({ column }) => column)].join(', ');
  const text = `CREATE UNLOGGED TABLE ${table} (${names}) AS ${numbered(query, terms)} WITH NO DATA`;
  await client.query({ text, values: [] });
  return columns;
}

/**
 * Fills the table inside the database. The transaction gets its number with the first row, so that a query which sorts
 * or counts for long before that does not hold up readers in the order of commits.
 */
export async function fillTable(
  client: pg.Client,
  table: string,
  columns: readonly SnapshotColumn[],
  query: BoundQuery,
  terms: QueryTerms,
): Promise<FilledTable> {
  const { rowCount } = await client.query({ text: `INSERT INTO ${table} ${numbered(query, terms)}`, values: [] });
  return completed(client, table, columns, rowCount ?? 0, terms.rowLimit);
}

/** Makes the table of rows from elsewhere; the database numbers them as they arrive. */
export async function createAdapterTable(
  client: pg.Client,
  table: string,
  columns: readonly SnapshotColumn[],
): Promise<void> {
  const types = columns.map(({ column, sqlType }) => `${column} ${sqlType}`);
  await client.query(
    `CREATE UNLOGGED TABLE ${table} (row_number bigint GENERATED ALWAYS AS IDENTITY, ${types.join(', ')})`,
  );
}

/** Writes lines of COPY; answers how many rows they were. */
export async function copyBlock(
  client: pg.Client,
  table: string,
  columns: readonly SnapshotColumn[],
  block: readonly Buffer[],
): Promise<number> {
  const names = columns.map(({ column }) => column).join(', ');
  const into = client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`));
  // The pipeline reports the error; without a listener a connection that ends after a failed pipeline would end the
  // process.
  into.on('error', () => undefined);
  await pipeline(Readable.from(block), into);
  return into.rowCount;
}

/** Removes the surplus row, and indexes the rows for pages. */
export async function completed(
  client: pg.Client,
  table: string,
  columns: readonly SnapshotColumn[],
  read: number,
  rowLimit: number,
): Promise<FilledTable> {
  const isTruncated = read > rowLimit;
  await client.query(`CREATE INDEX ON ${table} USING brin (row_number)`);
  if (isTruncated) await client.query(`DELETE FROM ${table} WHERE row_number > $1`, [rowLimit]);
  return { columns, rowCount: Math.min(read, rowLimit), isTruncated };
}
