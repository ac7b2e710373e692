// Holds the SQL that divides a snapshot by the values of one of its columns.
import type pg from 'pg';
import type { Queryable } from '../../../../kernel/database/database.ts';
import type { Snapshot, SnapshotColumn } from '../../report.types.ts';

/** Names the rows of a snapshot that have a value in a column. */
export interface Part {
  /** Is the column's name in the table: c1, c2, ... */
  readonly column: string;
  readonly value: string;
}

/** Is a value of a column, at most `VALUE_LENGTH_MAX` characters of it, with its rows. */
export interface PartValue {
  readonly value: string;
  readonly rowCount: number;
}

/** A longer value is cut, and is as long as this then. */
export const VALUE_LENGTH_MAX = 255;
/** Is this connection's own: no other one sees it, and it goes with it. */
const OWN_TABLE = 'pg_temp.report_part';
const COLUMN = /^c[1-9][0-9]*$/;
/** What is none of these may be written as text in another way by each session, of which no index can be made. */
const TEXT = /^(text|character varying|character|name)(\(\d+\))?$/;

function textOf(column: string): string {
  if (!COLUMN.test(column)) throw new Error(`"${column}" is no column of a snapshot`);
  return `${column}::text`;
}

/** Values may be longer than an index takes. */
const hashed = (value: string): string => `hashtextextended(${value}, 0)`;

const unnamed = (text: string) => ({ name: '', text });

/** Lists the values of a column, the first ones of the table, without those that are empty. */
export function listPartValues(
  queryable: Queryable,
  { table }: Snapshot,
  { column }: SnapshotColumn,
  limit: number,
): Promise<PartValue[]> {
  const value = textOf(column);
  const text = `SELECT left(${value}, ${VALUE_LENGTH_MAX}) AS value, count(*) AS "rowCount" FROM ${table}
    WHERE btrim(${value}) <> '' GROUP BY ${value} ORDER BY min(row_number) LIMIT $1`;
  return queryable.rows<PartValue>(unnamed(text), [limit]);
}

/** Counts the rows without a value. */
export async function countEmpty(
  queryable: Queryable,
  { table }: Snapshot,
  { column }: SnapshotColumn,
): Promise<number> {
  const text = `SELECT count(*) AS count FROM ${table} WHERE (btrim(${textOf(column)}) <> '') IS NOT TRUE`;
  const [row] = await queryable.rows<{ count: number }>(unnamed(text));
  return row!.count;
}

/** Has the rows of each value found without reading the others. */
export async function indexParts(
  queryable: Queryable,
  { table }: Snapshot,
  { column, sqlType }: SnapshotColumn,
): Promise<void> {
  if (!TEXT.test(sqlType)) return;
  const name = `${table.split('.').at(-1)}_${column}`;
  await queryable.execute(unnamed(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${hashed(textOf(column))})`));
}

/**
 * Copies the rows of a part, in their order and counted anew, into a table of the connection's own: whatever reads that one, totals
 * and charts among it, knows of no others.
 */
export async function takePart(client: pg.ClientBase, snapshot: Snapshot, { column, value }: Part): Promise<Snapshot> {
  const { table, columns, isTruncated } = snapshot;
  const names = columns.map((one) => one.column).join(', ');
  const key = textOf(column);
  await client.query(`CREATE TEMP TABLE report_part AS SELECT row_number, ${names} FROM ${table} WITH NO DATA`);
  const { rowCount } = await client.query(
    `INSERT INTO ${OWN_TABLE} SELECT row_number() OVER (ORDER BY row_number), ${names} FROM ${table}
     WHERE ${hashed(key)} = ${hashed('$1::text')} AND ${key} = $1::text ORDER BY row_number`,
    [value],
  );
  return { table: OWN_TABLE, columns, rowCount: rowCount ?? 0, isTruncated };
}
