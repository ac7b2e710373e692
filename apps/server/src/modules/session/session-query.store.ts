// SQL of the session page: filters of the query model over open, closed and run-out sessions.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../kernel/database.ts';
import { containsPattern, createFilter, type Filter, orderBy } from '../../kernel/page.ts';
import { recordOf, SESSION_COLUMNS, type SessionRow } from './session.store.ts';
import type { SessionRecord, SessionStatus } from './session.types.ts';

export interface DateRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** What is asked for, already checked; null filters nothing. */
export interface SessionQuery {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string | null;
  readonly usernameContains: string | null;
  readonly identifiers: readonly string[] | null;
  readonly system: boolean;
  readonly statuses: readonly SessionStatus[];
  readonly closeReasons: readonly string[] | null;
  readonly created: DateRange;
  readonly lastAccess: DateRange;
  readonly expiry: DateRange;
  readonly closed: DateRange;
  /** Canonical CIDR text. */
  readonly addressRange: string | null;
  readonly userAgentContains: string | null;
  /** Authority, and whether the sessions of the directory's users in this query hold it. */
  readonly authority: { readonly name: string; readonly heldByUser: boolean } | null;
  readonly assuranceLevel: string | null;
  readonly parentIdentifier: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

// A session whose end is past and which no sweep has closed yet shows what the sweep will write.
const RAN_OUT = `e.closed_date IS NULL AND a.ends <= $1`;
const CLOSED_DATE = `CASE WHEN ${RAN_OUT} THEN a.ends ELSE e.closed_date END`;
const CLOSE_REASON = `CASE WHEN ${RAN_OUT} THEN CASE WHEN e.expiry <= $1 THEN 'ABSOLUTE' ELSE 'IDLE' END ELSE e.close_reason END`;

const statusConditions: Readonly<Record<SessionStatus, string>> = {
  OPEN: 'e.closed_date IS NULL AND a.ends > $1',
  CLOSED: `e.closed_date IS NOT NULL AND e.close_reason NOT IN ('IDLE', 'ABSOLUTE')`,
  EXPIRED: `(${RAN_OUT}) OR e.close_reason IN ('IDLE', 'ABSOLUTE')`,
};

const sortColumns = {
  lastAccessDate: 'coalesce(a.last_access, e.last_access)',
  createdDate: 'e.created',
  username: 'e.username_folded',
  ipAddress: 'e.ip',
  closedDate: CLOSED_DATE,
};

// Hash of the text in hexadecimal: as many names as combinations of filters, each prepared where it is used.
const STATEMENT_HASH_LENGTH = 16;

function addRange(filter: Filter, column: string, { from, to }: DateRange): void {
  if (from !== null) filter.and(`${column} >= $?`, from);
  if (to !== null) filter.and(`${column} < $?`, to);
}

function filterOf(query: SessionQuery, nowMs: number): Filter {
  const filter = createFilter([new Date(nowMs)]);
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.system = $?', query.system);
  filter.and(query.statuses.map((status) => `(${statusConditions[status]})`).join(' OR '));
  if (query.usernameFolded !== null) filter.and('e.username_folded = $?', query.usernameFolded);
  if (query.usernameContains !== null) filter.and('e.username_folded LIKE $?', containsPattern(query.usernameContains));
  if (query.identifiers !== null) filter.and('e.identifier = ANY($?::text[])', query.identifiers);
  if (query.closeReasons !== null) filter.and(`${CLOSE_REASON} = ANY($?::text[])`, query.closeReasons);
  addRange(filter, 'e.created', query.created);
  addRange(filter, 'coalesce(a.last_access, e.last_access)', query.lastAccess);
  addRange(filter, 'e.expiry', query.expiry);
  addRange(filter, CLOSED_DATE, query.closed);
  if (query.addressRange !== null) filter.and('e.ip <<= $?::inet', query.addressRange);
  if (query.userAgentContains !== null) filter.and('e.user_agent ILIKE $?', containsPattern(query.userAgentContains));
  if (query.assuranceLevel !== null) filter.and('e.assurance = $?', query.assuranceLevel);
  if (query.parentIdentifier !== null) filter.and('e.parent_identifier = $?', query.parentIdentifier);
  if (query.attributes !== null) filter.and('e.attributes @> $?::jsonb', JSON.stringify(query.attributes));
  if (query.authority !== null) {
    const { name, heldByUser } = query.authority;
    const given = 'e.authorities @> $?::jsonb';
    const condition = heldByUser ? `e.authorities_source = 'DIRECTORY' OR ${given}` : given;
    filter.and(condition, JSON.stringify([{ authority: name }]));
  }
  return filter;
}

/** Rows and total of one snapshot; past the end the rows are empty and the total stays exact. */
export async function pageSessions(
  queryable: Queryable,
  query: SessionQuery,
  page: Pageable,
  nowMs: number,
): Promise<{ readonly records: readonly SessionRecord[]; readonly total: number }> {
  const filter = filterOf(query, nowMs);
  const from = `FROM session_entry e LEFT JOIN session_activity a ON a.session_id = e.id WHERE ${filter.where}`;
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
  const name = `session_page_${hash('sha256', text, 'hex').slice(0, STATEMENT_HASH_LENGTH)}`;
  const rows = await queryable.rows<FoundRow>(sql(name, text), filter.values);
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

const findTextIndex = sql(
  'session_text_index_find',
  `SELECT to_regclass('session_entry_open_username_text') IS NOT NULL AS found`,
);

/** False where the database has no `pg_trgm`: text filters then read every open session of the tenant. */
export async function hasTextIndex(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.rows<{ found: boolean }>(findTextIndex);
  return row?.found === true;
}
