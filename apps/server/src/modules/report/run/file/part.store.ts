// Holds the SQL that divides a snapshot by the values of one of its columns.
import type { Queryable } from '../../../../kernel/database/database.ts';
import { partHash, partText } from '../../render/feature.ts';
import type { Snapshot, SnapshotColumn } from '../../report.types.ts';

/** Is a value of a column, at most `VALUE_LENGTH_MAX` characters of it, with its rows. */
export interface PartValue {
  readonly value: string;
  readonly rowCount: number;
}

/** A longer value is cut, and is as long as this then. */
export const VALUE_LENGTH_MAX = 255;
/** What is none of these may be written as text in another way by each session, of which no index can be made. */
const TEXT = /^(text|character varying|character|name)(\(\d+\))?$/;

const unnamed = (text: string) => ({ name: '', text });

/** Lists the values of a column, the first ones of the table, without those that are empty. */
export function listPartValues(
  queryable: Queryable,
  { table }: Snapshot,
  { column }: SnapshotColumn,
  limit: number,
): Promise<PartValue[]> {
  const value = partText(column);
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
  const text = `SELECT count(*) AS count FROM ${table} WHERE (btrim(${partText(column)}) <> '') IS NOT TRUE`;
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
  await queryable.execute(unnamed(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${partHash(partText(column))})`));
}
