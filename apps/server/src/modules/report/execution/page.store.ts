// Reads rows of a snapshot for a page of JSON.
import type { Queryable } from '../../../kernel/database/database.ts';
import { readCell } from '../read-cell.ts';
import type { Snapshot, SnapshotColumn } from '../report.types.ts';

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const LOCAL = `'YYYY-MM-DD"T"HH24:MI:SS.MS'`;

/** Writes a value as text. */
function expressionOf({ column, type, sqlType }: SnapshotColumn): string {
  if (type === 'BINARY') return `octet_length(${column})::text`;
  if (type !== 'DATE_TIME') return `${column}::text`;
  if (!sqlType.endsWith('with time zone')) return `to_char(${column}, ${LOCAL})`;
  return `to_char(${column} AT TIME ZONE 'UTC', ${INSTANT})`;
}

/** Answers at most `count` rows after the first `from`, in the order of the result. */
export async function readPage(
  queryable: Queryable,
  { table, columns }: Pick<Snapshot, 'table' | 'columns'>,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<unknown[][]> {
  const list = columns.map(expressionOf).join(', ');
  const text = `SELECT ${list} FROM ${table} WHERE row_number > $1 AND row_number <= $2 ORDER BY row_number`;
  const rows = (await queryable.arrays({ name: '', text }, [from, from + count])) as (string | null)[][];
  return rows.map((row) => row.map((value, index) => readCell(value, columns[index]!.type)));
}
