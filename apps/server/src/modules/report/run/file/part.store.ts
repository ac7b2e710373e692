// Holds the SQL that divides a snapshot by the values of one column.
import type { Queryable } from '../../../../kernel/database/database.ts';
import { partHash, partText } from '../../render/feature.ts';
import type { Snapshot, SnapshotColumn } from '../../report.types.ts';

/** A value of a column, at most `VALUE_LENGTH_MAX` characters of it, with its rows. */
export interface PartValue {
  readonly value: string;
  readonly rowCount: number;
}

/** Characters of a value, which is cut to them. */
export const VALUE_LENGTH_MAX = 255;
/** Types of text; the text of any other type may depend on the session, so that it cannot be indexed. */
const TEXT = /^(text|character varying|character|name)(\(\d+\))?$/;

const unnamed = (text: string) => ({ name: '', text });

/** Lists the values of a column in the order of their first rows, without empty ones. */
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

/** Indexes a column, so that the rows of each value are found without reading the others. */
export async function indexParts(
  queryable: Queryable,
  { table }: Snapshot,
  { column, sqlType }: SnapshotColumn,
): Promise<void> {
  if (!TEXT.test(sqlType)) return;
  const name = `${table.split('.').at(-1)}_${column}`;
  await queryable.execute(unnamed(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${partHash(partText(column))})`));
}
