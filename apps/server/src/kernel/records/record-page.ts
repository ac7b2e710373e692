// Reads one page of records with the exact total, both of one snapshot.
import { hash } from 'node:crypto';
import { listRowsMax, type Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../database/database.ts';
import { fail } from '../request/errors.ts';
import { type Filter, orderBy, type SortColumns } from './page.ts';

// Hash of the text in hexadecimal: as many names as combinations of filters, each prepared where it is used.
const STATEMENT_HASH_LENGTH = 16;

/** Text of the store's own; nothing in it comes from a caller. */
export interface RecordSource {
  /** The names of the statements begin with it. */
  readonly name: string;
  readonly table: string;
  readonly alias: string;
  /** The select list of a row, `alias.id` as `id` among it. */
  readonly columns: string;
  /** Joins what the select list needs beside the table. */
  readonly joins: string;
  readonly sortColumns: SortColumns;
}

/**
 * Says what a filter leaves of the table. FEW are looked up once, for total and page alike, instead of along the order until the
 * page is full, which among a million takes seconds where they are rare.
 */
export type Expected = 'FEW' | 'MANY';

/** Past the end the rows are empty and the total stays exact. Columns are read for the rows of the page only. */
export async function pageRecords<R extends object>(
  queryable: Queryable,
  source: RecordSource,
  filter: Filter,
  page: Pageable,
  expected: Expected = 'MANY',
): Promise<{ readonly rows: readonly R[]; readonly total: number }> {
  const { name, table, alias, columns, joins, sortColumns } = source;
  const where = `FROM ${table} ${alias} WHERE ${filter.where}`;
  const sorted = page.sort.properties.map((property) => sortColumns[property]);
  // Each column stands once: one that `few` had twice would be ambiguous in its order.
  const found = [...new Set([`${alias}.id`, ...sorted])].join(', ');
  const once = expected === 'FEW' ? `WITH few AS MATERIALIZED (SELECT ${found} ${where})` : '';
  const from = expected === 'FEW' ? `FROM few ${alias}` : where;
  const order = orderBy(page.sort, sortColumns, [`${alias}.id`]);
  const limit = filter.parameter(page.pageSize);
  const offset = filter.parameter(page.pageNumber * page.pageSize);
  const text = `${once}
    SELECT counted.total, ${columns} FROM (SELECT count(*)::int AS total ${from}) counted
    LEFT JOIN LATERAL (
      SELECT ${alias}.id AS found_id, row_number() OVER (ORDER BY ${order}) AS position
      ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
    ) found ON true
    LEFT JOIN ${table} ${alias} ON ${alias}.id = found.found_id ${joins} ORDER BY found.position`;
  const statement = sql(`${name}_${hash('sha256', text, 'hex').slice(0, STATEMENT_HASH_LENGTH)}`, text);
  const rows = await queryable.rows<R & { id: number | null; total: number }>(statement, filter.values);
  const total = rows[0]?.total ?? 0;
  return { rows: rows.filter(({ id }) => id !== null).map(withoutTotal<R>), total };
}

function withoutTotal<R extends object>({ total: _total, ...row }: R & { total: number }): R {
  return row as unknown as R;
}

/** Every row in the order of the page asked for; 422 RESULT_TOO_LARGE where there are more than a list may have. */
export async function listRecords<R extends object>(
  queryable: Queryable,
  source: RecordSource,
  filter: Filter,
  page: Pageable,
  expected: Expected = 'MANY',
): Promise<readonly R[]> {
  const all = { ...page, pageNumber: 0, pageSize: listRowsMax };
  const { rows, total } = await pageRecords<R>(queryable, source, filter, all, expected);
  if (total > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
  return rows;
}
