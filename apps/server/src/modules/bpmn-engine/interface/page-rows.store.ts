// Reads one page of a table and the exact total by one statement, hence from one snapshot.
import type { Pageable } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { type Filter, orderBy, type SortColumns } from '../../../kernel/records/page.ts';

export interface PagedTable {
  /** Columns of a row that is shown: what stands behind SELECT. */
  readonly columns: string;
  /** Tables of the rows: what stands behind FROM. */
  readonly from: string;
  readonly sort: SortColumns;
  readonly tieBreak: readonly string[];
}

/** Numbers the rows of a page once it is cut out: numbered before, all rows would be sorted, and their columns read, for twenty. */
export function placed(page: string): string {
  return `SELECT row_number() OVER () AS place, p.* FROM (${page}) p`;
}

export async function pageRows<Row extends object>(
  database: Queryable,
  { columns, from, sort, tieBreak }: PagedTable,
  { filter, request }: { readonly filter: Filter; readonly request: Pageable },
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const order = orderBy(request.sort, sort, tieBreak);
  const limit = filter.parameter(request.pageSize);
  const offset = filter.parameter(request.pageNumber * request.pageSize);
  const source = `FROM ${from} WHERE ${filter.where}`;
  const text = `SELECT counted.total, shown.* FROM (SELECT count(*)::int AS total ${source}) counted
    LEFT JOIN (${placed(`SELECT ${columns} ${source} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`)}) shown ON TRUE ORDER BY shown.place`;
  const rows = await database.rows<Row & { total: number; place: number | null }>({ name: '', text }, filter.values);
  return { rows: rows.filter((row) => row.place !== null), total: rows[0]?.total ?? 0 };
}
