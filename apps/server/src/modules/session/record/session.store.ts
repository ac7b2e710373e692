// Holds the SQL of single sessions: the columns of one, and reading by identifier or user.

import { SECOND_MS } from '@keelson/time-zone/units';
import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { UserOfTenant } from '../api.ts';
import { coversSql, liveSql } from './live.store.ts';
import type { Binding, SessionRecord } from './session.types.ts';

const ORDER_OF_ENTRY = `
  LEFT JOIN LATERAL (
    SELECT b.created, b.reason, b.closed_by FROM session_bulk_close b
    WHERE e.closed_date IS NULL AND a.ends > b.created AND ${coversSql('b', 'e')} ORDER BY b.id LIMIT 1
  ) o ON true`;

/**
 * Joins the tables of a session: `e` is session_entry, `a` its session_activity, which a closed one has no more, and `o` the
 * standing order that has closed it already.
 */
export const SESSION_TABLES = `
  session_entry e LEFT JOIN session_activity a ON a.session_id = e.id ${ORDER_OF_ENTRY}`;

/** Lists the columns of a session in `SESSION_TABLES`. */
export const SESSION_COLUMNS = `
  e.id, e.identifier, e.tenant_identifier, e.username, e.username_folded, e.system, e.created, e.authenticated, e.expiry,
  e.idle_seconds, e.slack_seconds, coalesce(a.last_access, e.last_access) AS last_access,
  coalesce(a.ends, e.closed_date) AS ends, coalesce(e.closed_date, o.created) AS closed_date,
  coalesce(e.close_reason, o.reason) AS close_reason, coalesce(e.closed_by, o.closed_by) AS closed_by, e.parent_identifier,
  e.actor_username, e.authorities, e.key_uuid, e.authority_ceiling, e.remembered, e.binding, e.attributes, host(e.ip) AS ip, e.user_agent, e.device_name, e.methods, e.assurance,
  e.locale`;

/** Says in SQL half of the SHA-256 of an identifier in the form of a UUID. */
export function spentHashSql(identifier: string): string {
  return `encode(substr(sha256(${identifier}::bytea), 1, 16), 'hex')::uuid`;
}

export interface SessionRow {
  id: number;
  identifier: string;
  tenant_identifier: string;
  username: string;
  username_folded: string;
  system: boolean;
  created: Date;
  authenticated: Date;
  expiry: Date;
  idle_seconds: number;
  slack_seconds: number;
  last_access: Date;
  ends: Date;
  closed_date: Date | null;
  close_reason: string | null;
  closed_by: string | null;
  parent_identifier: string | null;
  actor_username: string | null;
  authorities: SessionRecord['givenAuthorities'];
  key_uuid: string | null;
  authority_ceiling: string[] | null;
  remembered: boolean;
  binding: Binding;
  attributes: Record<string, unknown>;
  ip: string | null;
  user_agent: string;
  device_name: string;
  methods: string[];
  assurance: string;
  locale: string;
}

export function recordOf(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    identifier: row.identifier,
    tenantIdentifier: row.tenant_identifier,
    username: row.username,
    usernameFolded: row.username_folded,
    system: row.system,
    createdMs: row.created.getTime(),
    authenticatedMs: row.authenticated.getTime(),
    expiryMs: row.expiry.getTime(),
    idleMs: row.idle_seconds * SECOND_MS,
    slackMs: row.slack_seconds * SECOND_MS,
    lastAccessMs: row.last_access.getTime(),
    endsMs: row.ends.getTime(),
    closedMs: row.closed_date?.getTime() ?? null,
    closeReason: row.close_reason,
    closedBy: row.closed_by,
    parentIdentifier: row.parent_identifier,
    actorUsername: row.actor_username,
    givenAuthorities: row.authorities,
    keyUuid: row.key_uuid,
    authorityCeiling: row.authority_ceiling,
    remembered: row.remembered,
    binding: row.binding,
    attributes: row.attributes,
    ipAddress: row.ip,
    userAgent: row.user_agent,
    deviceName: row.device_name,
    methods: row.methods,
    assuranceLevel: row.assurance,
    localeTag: row.locale,
  };
}

/*
 * A plan that is made while the tables are small is kept while they grow, until statistics are gathered: one that reads a table
 * whole would do so for each look-up. Each of these finds at most one row by key, which no plan does in another way.
 */
const entryOfWanted = '(SELECT * FROM session_entry WHERE identifier = wanted.identifier LIMIT 1) e';
/** Makes SQL that is the activity of the session with the alias `e`, which is read by its key. */
export const ACTIVITY_OF_ENTRY = '(SELECT * FROM session_activity WHERE session_id = e.id LIMIT 1) a';

const findByIdentifiers = sql(
  'session_find',
  `SELECT ${SESSION_COLUMNS}
   FROM unnest($1::text[]) AS wanted (identifier) CROSS JOIN LATERAL ${entryOfWanted}
   LEFT JOIN LATERAL ${ACTIVITY_OF_ENTRY} ON true ${ORDER_OF_ENTRY}`,
);

/** Reads sessions by their identifiers, closed ones too; misses of parallel requests share one statement. */
export function createSessionReader(
  database: Pick<Queryable, 'rows'>,
): (identifier: string) => Promise<SessionRecord | null> {
  const read = createJoinedRead<string, SessionRow>({
    database,
    statement: findByIdentifiers,
    keyOf: ({ identifier }) => identifier,
  });
  return async (identifier) => {
    const [row] = await read(identifier);
    return row === undefined ? null : recordOf(row);
  };
}

const findKnown = sql(
  'session_known_find',
  `SELECT e.identifier FROM unnest($1::text[]) AS wanted (identifier) CROSS JOIN LATERAL ${entryOfWanted}`,
);

/** Answers those of the identifiers that a session has or had. */
export async function findKnownIdentifiers(
  queryable: Pick<Queryable, 'rows'>,
  identifiers: readonly string[],
): Promise<readonly string[]> {
  return (await queryable.rows<{ identifier: string }>(findKnown, [identifiers])).map(({ identifier }) => identifier);
}

const countOfUser = sql(
  'session_count_user',
  `SELECT count(*)::int AS count FROM session_entry e CROSS JOIN LATERAL ${ACTIVITY_OF_ENTRY}
   WHERE e.tenant_identifier = $1 AND e.username_folded = $2 AND NOT e.system AND ${liveSql('e', 'a', '$3')}`,
);

/** Counts the live sessions of a user that are no system sessions. */
export async function countSessionsOfUser(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: UserOfTenant,
  nowMs: number,
): Promise<number> {
  const values = [tenantIdentifier, usernameFolded, new Date(nowMs)];
  const [row] = await queryable.rows<{ count: number }>(countOfUser, values);
  return row?.count ?? 0;
}

/** Reads from the database each time, so that sessions begun or closed elsewhere a moment ago count. */
export async function findSession(queryable: Queryable, identifier: string): Promise<SessionRecord | null> {
  const [row] = await queryable.rows<SessionRow>(findByIdentifiers, [[identifier]]);
  return row === undefined ? null : recordOf(row);
}

const findNewest = sql(
  'session_find_newest',
  `SELECT ${SESSION_COLUMNS} FROM session_entry e LEFT JOIN LATERAL ${ACTIVITY_OF_ENTRY} ON true ${ORDER_OF_ENTRY}
   WHERE e.tenant_identifier = $1 AND e.username_folded = $2 AND ${liveSql('e', 'a', '$3')} ORDER BY e.id DESC LIMIT 1`,
);

/** Finds the live session of a user that began last. */
export async function findNewestSession(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: UserOfTenant,
  nowMs: number,
): Promise<SessionRecord | null> {
  const values = [tenantIdentifier, usernameFolded, new Date(nowMs)];
  const [row] = await queryable.rows<SessionRow>(findNewest, values);
  return row === undefined ? null : recordOf(row);
}
