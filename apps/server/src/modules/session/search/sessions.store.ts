// Holds the SQL of the session page: filters of the query model over open, closed and run-out sessions.
import type { Pageable } from '@keelson/contract';
import { type Database, type Queryable, sql } from '../../../kernel/database/database.ts';
import { createFilter, type Filter, orderBy } from '../../../kernel/records/page.ts';
import { recordOf, SESSION_COLUMNS, SESSION_TABLES, type SessionRow } from '../record/session.store.ts';
import type { SessionRecord, SessionStatus } from '../record/session.types.ts';
import { addEntryFilters, addRange, filtersEntries } from './filter.store.ts';
import { countOpenSessions, pageOpenSessions } from './open-sessions.store.ts';
import { asksForOpenOnly, type SessionQuery } from './query.types.ts';

// A session whose end is past and which no sweep has closed yet shows what the sweep will write.
const RAN_OUT = `e.closed_date IS NULL AND a.ends <= $1 AND o.created IS NULL`;
const CLOSED_DATE = `CASE WHEN ${RAN_OUT} THEN a.ends ELSE coalesce(e.closed_date, o.created) END`;
const CLOSE_REASON = `CASE WHEN ${RAN_OUT} THEN CASE WHEN e.expiry <= $1 THEN 'ABSOLUTE' ELSE 'IDLE' END ELSE coalesce(e.close_reason, o.reason) END`;

const statusConditions: Readonly<Record<SessionStatus, string>> = {
  OPEN: 'e.closed_date IS NULL AND a.ends > $1 AND o.created IS NULL',
  CLOSED: `o.created IS NOT NULL OR (e.closed_date IS NOT NULL AND e.close_reason NOT IN ('IDLE', 'ABSOLUTE'))`,
  EXPIRED: `(${RAN_OUT}) OR e.close_reason IN ('IDLE', 'ABSOLUTE')`,
};

const sortColumns = {
  lastAccessDate: 'coalesce(a.last_access, e.last_access)',
  createdDate: 'e.created',
  username: 'e.username_folded',
  ipAddress: 'e.ip',
  closedDate: CLOSED_DATE,
};

function filterOf(query: SessionQuery, nowMs: number): Filter {
  const filter = createFilter([new Date(nowMs)]);
  // A parameter that no condition uses would have no type.
  filter.and('$1::timestamptz IS NOT NULL');
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.system = $?', query.system);
  filter.and(query.statuses.map((status) => `(${statusConditions[status]})`).join(' OR '));
  addEntryFilters(filter, query);
  if (query.closeReasons !== null) filter.and(`${CLOSE_REASON} = ANY($?::text[])`, query.closeReasons);
  addRange(filter, 'coalesce(a.last_access, e.last_access)', query.lastAccess);
  addRange(filter, CLOSED_DATE, query.closed);
  return filter;
}

// The rows are in memory, while the planner by default counts each page as a seek of a disk: it would rather read all
// of a table than follow an index to a tenth of it.
const planForMemory = sql(
  'session_search_plan',
  `SELECT set_config('random_page_cost', '1.1', true), set_config('enable_hashjoin', 'off', true),
     set_config('parallel_setup_cost', '200', true)`,
);

/** Reads by a query: with plans of its own where a filter may match very many. */
export function readSessions<T>(
  database: Database,
  query: SessionQuery,
  read: (queryable: Queryable) => Promise<T>,
): Promise<T> {
  const { usernamesFolded, identifiers } = query;
  const isNarrow = usernamesFolded !== null || identifiers !== null || !filtersEntries(query);
  if (isNarrow || !asksForOpenOnly(query)) return read(database);
  return database.transaction(async (tx) => {
    await tx.rows(planForMemory);
    return read(tx);
  });
}

/** Reads rows and total of one snapshot; past the end the rows are empty and the total stays exact. */
export async function pageSessions(
  queryable: Queryable,
  query: SessionQuery,
  page: Pageable,
  nowMs: number,
): Promise<{ readonly records: readonly SessionRecord[]; readonly total: number }> {
  if (asksForOpenOnly(query)) return pageOpenSessions(queryable, query, page, nowMs);
  const filter = filterOf(query, nowMs);
  const from = `FROM ${SESSION_TABLES} WHERE ${filter.where}`;
  const order = orderBy(page.sort, sortColumns, ['e.id']);
  const limit = filter.parameter(page.pageSize);
  const offset = filter.parameter(page.pageNumber * page.pageSize);
  const text = `
    SELECT counted.total, found.* FROM (SELECT count(*)::int AS total ${from}) counted
    LEFT JOIN LATERAL (
      SELECT ${SESSION_COLUMNS}, ${CLOSED_DATE} AS shown_closed_date, ${CLOSE_REASON} AS shown_close_reason,
        row_number() OVER (ORDER BY ${order}) AS position
      ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
    ) found ON true ORDER BY found.position`;
  const rows = await queryable.rows<FoundRow>({ name: '', text }, filter.values);
  const records = rows.flatMap((row) => {
    if (row.id === null) return [];
    return [
      { ...recordOf(row), closedMs: row.shown_closed_date?.getTime() ?? null, closeReason: row.shown_close_reason },
    ];
  });
  return { records, total: rows[0]?.total ?? 0 };
}

interface FoundRow extends SessionRow {
  total: number;
  shown_closed_date: Date | null;
  shown_close_reason: string | null;
}

/** Counts the sessions of a page, without its rows. */
export async function countSessions(queryable: Queryable, query: SessionQuery, nowMs: number): Promise<number> {
  if (asksForOpenOnly(query)) return countOpenSessions(queryable, query, nowMs);
  const filter = filterOf(query, nowMs);
  const text = `SELECT count(*)::int AS total FROM ${SESSION_TABLES} WHERE ${filter.where}`;
  const [row] = await queryable.rows<{ total: number }>({ name: '', text }, filter.values);
  return row?.total ?? 0;
}

const findTextIndex = sql(
  'session_text_index_find',
  `SELECT to_regclass('session_entry_open_username_text') IS NOT NULL AS found`,
);

/** Says whether the database has `pg_trgm`; without it text filters read every open session of the tenant. */
export async function hasTextIndex(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.rows<{ found: boolean }>(findTextIndex);
  return row?.found === true;
}
