// Holds the SQL that measures the columns of a report, by the first rows.
import type pg from 'pg';
import { cellValue } from './cell.store.ts';
import type { ReportTable } from './report-table.ts';

/** Rows that are looked at: a text far below does not widen a column. */
const SAMPLE_ROWS = 1_000;

export interface ColumnWidths {
  /** Characters of the longest value. */
  readonly longest: number;
  readonly usual: number;
}

/** Answers for each column of the table how long its texts are, as PostgreSQL writes them: 0 where there are none. */
export async function findWidths(
  client: pg.ClientBase,
  { columns, snapshot }: ReportTable,
): Promise<readonly ColumnWidths[]> {
  const lengths = columns.flatMap(({ source }) => {
    const length = `length((${cellValue(source.column, source, 'PLAIN')})::text)`;
    return [`coalesce(max(${length}), 0)`, `coalesce(avg(${length}), 0)::float8`];
  });
  if (lengths.length === 0) return [];
  const text = `SELECT ${lengths.join(', ')} FROM ${snapshot.relation ?? snapshot.table} s WHERE row_number <= ${SAMPLE_ROWS}`;
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
  return columns.map((_, index) => ({
    longest: Number(rows[0]![2 * index]),
    usual: Number(rows[0]![2 * index + 1]),
  }));
}
