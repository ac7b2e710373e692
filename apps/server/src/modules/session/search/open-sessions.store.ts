// SQL of live sessions, page and total of one snapshot: the total from the ledger or an index, the rows by key.
import type { Pageable } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { createFilter, type Filter } from '../../../kernel/records/page.ts';
import { uncoveredSql } from '../record/live.store.ts';
import { recordOf, SESSION_COLUMNS, SESSION_TABLES, type SessionRow } from '../record/session.store.ts';
import type { SessionRecord } from '../record/session.types.ts';
import { addEntryFilters, addRange, filtersEntries } from './filter.store.ts';
import { ledgerTotalSql } from './ledger.store.ts';
import { isGiven, type SessionQuery } from './query.types.ts';

/**
 * Rows before a page up to which they are passed over in the order of an index; more are gathered and sorted. Passing
 * costs some microseconds for each row that the filter refuses.
 */
const PASSED_OVER_MAX = 200;

/** `e` is session_entry, `a` its session_activity. */
export const ENTRY_JOIN = 'session_entry e JOIN session_activity a ON a.session_id = e.id';

const sortColumns: Readonly<Record<string, string>> = {
  lastAccessDate: 'a.last_access',
  createdDate: 'e.created',
  username: 'e.username_folded',
  ipAddress: 'e.ip',
};

/** Gathers the conditions of one query; all share their parameters, of which `$1` is the clock. */
export interface OpenFilters {
  readonly values: readonly unknown[];
  readonly parameter: Filter['parameter'];
  /** Conditions on session_activity `a`, without its end. */
  readonly activity: string;
  /** Conditions on session_entry `e`. */
  readonly entry: string;
  readonly ledgerTotal: string;
}

export function filtersOf(query: SessionQuery, nowMs: number): OpenFilters {
  const base = createFilter([new Date(nowMs)]);
  const tenant = base.parameter(query.tenantIdentifier);
  const system = base.parameter(query.system);
  const activity = base.branch();
  activity.and(`a.tenant_identifier = ${tenant} AND a.system = ${system}`);
  addRange(activity, 'a.last_access', query.lastAccess);
  const entry = base.branch();
  entry.and(`e.tenant_identifier = ${tenant} AND e.system = ${system} AND e.closed_date IS NULL`);
  addEntryFilters(entry, query);
  return {
    values: base.values,
    parameter: base.parameter,
    activity: activity.where,
    entry: entry.where,
    ledgerTotal: ledgerTotalSql(tenant, system, '$1'),
  };
}

/**
 * Makes SQL of the total. While no order stands, sessions that have run out and are not swept are few and found by
 * their end.
 */
function totalSql(query: SessionQuery, { activity, entry, ledgerTotal }: OpenFilters): string {
  if (!filtersEntries(query)) {
    if (!isGiven(query.lastAccess)) return ledgerTotal;
    return `(SELECT count(*) FROM session_activity a WHERE ${activity} AND a.ends > $1)`;
  }
  if (isGiven(query.lastAccess)) {
    return `(SELECT count(*) FROM ${ENTRY_JOIN} WHERE ${entry} AND ${activity} AND a.ends > $1)`;
  }
  return `((SELECT count(*) FROM session_entry e WHERE ${entry}) -
    (SELECT count(*) FROM ${ENTRY_JOIN} WHERE ${entry} AND ${activity} AND a.ends <= $1))`;
}

/** Makes the order on `e` and `a`: no live session has a closing date, and only an address may be missing. */
function orderSql({ properties, direction }: Pageable['sort']): string {
  const columns = properties.filter((property) => property !== 'closedDate').map((property) => sortColumns[property]);
  const terms = columns.map((column) => `${column} ${direction}${column === 'e.ip' ? ' NULLS LAST' : ''}`);
  return [...terms, `a.session_id ${direction}`].join(', ');
}

interface CountedRow {
  total: number;
  /** True where an order stands: totals that do not look at it are void. */
  ordered: boolean;
}

interface PageRow extends CountedRow, SessionRow {}

const ORDERED = 'EXISTS (SELECT FROM session_bulk_close)';

/** Reads the rows in the order of an index, beside a total of their own. */
function walkSql(query: SessionQuery, filters: OpenFilters, order: string, bounds: string): string {
  const { activity, entry } = filters;
  const ofActivity = !filtersEntries(query) && !order.includes('e.');
  const from = ofActivity
    ? `session_activity a WHERE ${activity} AND a.ends > $1`
    : `${ENTRY_JOIN} WHERE ${entry} AND ${activity} AND a.ends > $1`;
  return `
    SELECT counted.total, counted.ordered, ${SESSION_COLUMNS}
    FROM (SELECT (${totalSql(query, filters)})::int AS total, ${ORDERED} AS ordered) counted
    LEFT JOIN ((SELECT a.session_id FROM ${from} ORDER BY ${order} ${bounds}) p
      JOIN (${SESSION_TABLES}) ON e.id = p.session_id) ON true
    ORDER BY ${order}`;
}

/** Reads all that match, gathered once for total and rows; `condition` is one more. */
function gatherSql(filters: OpenFilters, order: string, bounds: string, condition: string): string {
  // Only columns of the order are selected, so that those in an index are not read from the table.
  const columns = Object.values(sortColumns).filter((column) => column.startsWith('e.') && order.includes(column));
  return `
    WITH live AS MATERIALIZED (
      SELECT ${['e.id', 'a.last_access', ...columns].join(', ')} FROM ${ENTRY_JOIN}
      WHERE ${filters.entry} AND ${filters.activity} AND a.ends > $1 AND ${condition})
    SELECT counted.total, counted.ordered, ${SESSION_COLUMNS}
    FROM (SELECT (SELECT count(*) FROM live)::int AS total, ${ORDERED} AS ordered) counted
    LEFT JOIN ((SELECT e.id FROM live e CROSS JOIN LATERAL (SELECT e.id AS session_id, e.last_access) a
        ORDER BY ${order} ${bounds}) p
      JOIN (${SESSION_TABLES}) ON e.id = p.id) ON true
    ORDER BY ${order}`;
}

/** Reads a page of live sessions alone; past the end the rows are empty and the total stays exact. */
export async function pageOpenSessions(
  queryable: Queryable,
  query: SessionQuery,
  page: Pageable,
  nowMs: number,
): Promise<{ readonly records: readonly SessionRecord[]; readonly total: number }> {
  const filters = filtersOf(query, nowMs);
  const order = orderSql(page.sort);
  const offset = page.pageNumber * page.pageSize;
  const bounds = `LIMIT ${filters.parameter(page.pageSize)} OFFSET ${filters.parameter(offset)}`;
  const read = (text: string) => queryable.rows<PageRow>({ name: '', text }, filters.values);
  const walks = !filtersEntries(query) || offset <= PASSED_OVER_MAX;
  const first = await read(walks ? walkSql(query, filters, order, bounds) : gatherSql(filters, order, bounds, 'TRUE'));
  const rows = first[0]?.ordered === true ? await read(gatherSql(filters, order, bounds, uncoveredSql('e'))) : first;
  return {
    records: rows.filter(({ id }) => id !== null).map(recordOf),
    total: rows[0]?.total ?? 0,
  };
}

/** Counts the sessions of a page, without its rows. */
export async function countOpenSessions(queryable: Queryable, query: SessionQuery, nowMs: number): Promise<number> {
  const filters = filtersOf(query, nowMs);
  const read = async (total: string): Promise<CountedRow> => {
    const text = `SELECT (${total})::int AS total, ${ORDERED} AS ordered`;
    const [row] = await queryable.rows<CountedRow>({ name: '', text }, filters.values);
    return row!;
  };
  const counted = await read(totalSql(query, filters));
  if (!counted.ordered) return counted.total;
  const plain = `SELECT count(*) FROM ${ENTRY_JOIN} WHERE ${filters.entry} AND ${filters.activity} AND a.ends > $1
    AND ${uncoveredSql('e')}`;
  return (await read(`(${plain})`)).total;
}
