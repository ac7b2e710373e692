// SQL of single sessions: reading by identifier, beginning and closing.
import type { SvcGrantedAuthority } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createJoinedRead } from '../../../kernel/database/joined-read.ts';
import type { Binding } from '../entry/binding.ts';
import { coversSql, liveSql } from './lifespan.ts';
import type { ClosedSession, CloseReason, NewSession, SessionRecord } from './session.types.ts';

const SECOND_MS = 1_000;
/** Stands for every tenant where a tenant is locked; no tenant has an empty identifier. */
export const ALL_TENANTS = '';
/** Sessions begun on behalf of others hang on their parent; deeper chains are refused at begin. */
export const DESCENDANT_DEPTH_MAX = 8;

/**
 * Tables of a session: `e` is session_entry, `a` its session_activity, which a closed one has no more, and `o` the standing
 * order that has closed it already.
 */
export const SESSION_TABLES = `
  session_entry e LEFT JOIN session_activity a ON a.session_id = e.id
  LEFT JOIN LATERAL (
    SELECT b.created, b.reason, b.closed_by FROM session_bulk_close b
    WHERE e.closed_date IS NULL AND a.ends > b.created AND ${coversSql('b', 'e')} ORDER BY b.id LIMIT 1
  ) o ON true`;

/** Columns of a session in `SESSION_TABLES`. */
export const SESSION_COLUMNS = `
  e.id, e.identifier, e.tenant_identifier, e.username, e.username_folded, e.system, e.created, e.authenticated, e.expiry,
  e.idle_seconds, e.slack_seconds, coalesce(a.last_access, e.last_access) AS last_access,
  coalesce(a.ends, e.closed_date) AS ends, coalesce(e.closed_date, o.created) AS closed_date,
  coalesce(e.close_reason, o.reason) AS close_reason, coalesce(e.closed_by, o.closed_by) AS closed_by, e.parent_identifier,
  e.actor_username, e.authorities, e.key_uuid, e.authority_ceiling, e.remembered, e.binding, e.attributes, host(e.ip) AS ip, e.user_agent, e.device_name, e.methods, e.assurance,
  e.locale`;

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
  authorities: SvcGrantedAuthority[] | null;
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

const findByIdentifiers = sql(
  'session_find',
  `SELECT ${SESSION_COLUMNS} FROM ${SESSION_TABLES}
   WHERE e.identifier = ANY($1::text[])`,
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

const insertSession = sql(
  'session_insert',
  `WITH entry AS (
     INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, user_uuid, created, authenticated,
       expiry, idle_seconds, slack_seconds, authorities_source, attributes, ip, user_agent, device_name, methods, assurance,
       locale, parent_identifier, actor_username, system, authorities, key_uuid, authority_ceiling, remembered,
       binding)
     VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $18, $7, $8, $9,
       CASE WHEN $23::uuid IS NOT NULL THEN 'KEY' WHEN $22::jsonb IS NOT NULL THEN 'GIVEN' ELSE 'DIRECTORY' END,
       $10, $11::inet, $12, $13, $14, $17, $15, $19, $20, $21, $22::jsonb, $23::uuid, $24::text[], $25, $26)
     RETURNING id, tenant_identifier, system)
   INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
   SELECT id, tenant_identifier, system, $6::timestamptz, $16::timestamptz FROM entry`,
);

// Entry and activity are locked together in ascending order of the id, so two mass closes cannot deadlock.
const CLOSE_TARGETS = `
  gone AS (DELETE FROM session_activity a USING target t WHERE a.session_id = t.id)
  UPDATE session_entry e SET closed_date = $2, closed_by = $4, last_access = t.last_access, close_reason = t.reason
  FROM target t WHERE e.id = t.id
  RETURNING e.identifier, e.tenant_identifier AS "tenantIdentifier", e.username`;

const closeFamilies = sql(
  'session_close_families',
  `WITH RECURSIVE family AS (
     SELECT e.identifier, 0 AS depth FROM session_entry e WHERE e.identifier = ANY($1::text[])
     UNION ALL
     SELECT c.identifier, f.depth + 1 FROM session_entry c JOIN family f ON c.parent_identifier = f.identifier
     WHERE f.depth < ${DESCENDANT_DEPTH_MAX}),
   target AS (
     SELECT e.id, a.last_access, CASE WHEN e.identifier = ANY($1::text[]) THEN $3::text ELSE 'PARENT_CLOSED' END AS reason
     FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.identifier IN (SELECT identifier FROM family) AND ${liveSql('e', 'a', '$2')}
     ORDER BY e.id FOR UPDATE OF e, a),
   ${CLOSE_TARGETS}`,
);

// What somebody else's session hangs on one of the user's ends with it.
const closeUsers = sql(
  'session_close_users',
  `WITH RECURSIVE family AS (
     SELECT e.identifier, 0 AS depth FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.tenant_identifier = $1 AND e.username_folded = ANY($5::text[]) AND NOT e.system AND e.identifier <> $6
       AND ${liveSql('e', 'a', '$2')}
     UNION ALL
     SELECT c.identifier, f.depth + 1 FROM session_entry c JOIN family f ON c.parent_identifier = f.identifier
     WHERE f.depth < ${DESCENDANT_DEPTH_MAX} AND c.identifier <> $6),
   target AS (
     SELECT e.id, a.last_access,
       CASE WHEN e.tenant_identifier = $1 AND e.username_folded = ANY($5::text[]) THEN $3::text ELSE 'PARENT_CLOSED' END AS reason
     FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.identifier IN (SELECT identifier FROM family) AND ${liveSql('e', 'a', '$2')}
     ORDER BY e.id FOR UPDATE OF e, a),
   ${CLOSE_TARGETS}`,
);

const closeTenant = sql(
  'session_close_tenant',
  `WITH target AS (
     SELECT e.id, a.last_access, $3::text AS reason
     FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.tenant_identifier = $1 AND ${liveSql('e', 'a', '$2')}
     ORDER BY e.id FOR UPDATE OF e, a),
   ${CLOSE_TARGETS}`,
);

const countOfUser = sql(
  'session_count_user',
  `SELECT count(*)::int AS count FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.tenant_identifier = $1 AND e.username_folded = $2 AND NOT e.system AND ${liveSql('e', 'a', '$3')}`,
);

// Shared for all and for the tenant, exclusive for the user: a close by user, of a tenant or of all waits for a begin beside it
// and sees its row.
const lockUserOfTenant = sql(
  'session_lock_user',
  `SELECT pg_advisory_xact_lock_shared($1, hashtext('${ALL_TENANTS}')), pg_advisory_xact_lock_shared($1, hashtext($2)),
     pg_advisory_xact_lock($3, hashtext($4))`,
);

// Waits for every begin in the tenant, and lets none in.
const lockTenantOfSessions = sql('session_lock_tenant', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

const findLiveForShare = sql(
  'session_find_live_for_share',
  `SELECT e.id FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.identifier = $1 AND ${liveSql('e', 'a', '$2')} FOR SHARE OF e`,
);

export async function lockTenant(tx: Transaction, tenantClass: number, tenantIdentifier: string): Promise<void> {
  await tx.rows(lockTenantOfSessions, [tenantClass, tenantIdentifier]);
}

/** Waits for a close that is under way; false when the session lives no more. */
export async function isLive(tx: Transaction, identifier: string, nowMs: number): Promise<boolean> {
  return (await tx.rows(findLiveForShare, [identifier, new Date(nowMs)])).length > 0;
}

export async function lockUser(
  tx: Transaction,
  locks: { readonly tenantClass: number; readonly userClass: number },
  tenantIdentifier: string,
  userKey: string,
): Promise<void> {
  await tx.rows(lockUserOfTenant, [locks.tenantClass, tenantIdentifier, locks.userClass, userKey]);
}

export async function saveSession(tx: Transaction, session: NewSession, endsMs: number): Promise<void> {
  await tx.execute(insertSession, [
    session.identifier,
    session.tenantIdentifier,
    session.username,
    session.usernameFolded,
    session.userUuid,
    new Date(session.nowMs),
    new Date(session.expiryMs),
    session.idleMs / SECOND_MS,
    session.slackMs / SECOND_MS,
    JSON.stringify(session.attributes),
    session.ipAddress,
    session.userAgent,
    session.deviceName,
    session.methods,
    session.localeTag,
    new Date(endsMs),
    session.assuranceLevel,
    new Date(session.authenticatedMs),
    session.parentIdentifier,
    session.actorUsername,
    session.system,
    session.givenAuthorities === null ? null : JSON.stringify(session.givenAuthorities),
    session.keyUuid,
    session.authorityCeiling,
    session.remembered,
    session.binding,
  ]);
}

export interface Close {
  readonly reason: CloseReason;
  readonly closedBy: string;
  readonly nowMs: number;
}

/** Closes live sessions and their live descendants, which get the reason PARENT_CLOSED. */
export async function closeSessionFamilies(
  tx: Transaction,
  identifiers: readonly string[],
  close: Close,
): Promise<ClosedSession[]> {
  return tx.rows<ClosedSession>(closeFamilies, [identifiers, new Date(close.nowMs), close.reason, close.closedBy]);
}

/** Closes the live sessions of users that are no system sessions, but the excepted one. */
export async function closeSessionsOfUsers(
  tx: Transaction,
  users: { readonly tenantIdentifier: string; readonly usernamesFolded: readonly string[] },
  exceptIdentifier: string | null,
  close: Close,
): Promise<ClosedSession[]> {
  const { tenantIdentifier, usernamesFolded } = users;
  const values = [tenantIdentifier, new Date(close.nowMs), close.reason, close.closedBy, usernamesFolded];
  return tx.rows<ClosedSession>(closeUsers, [...values, exceptIdentifier ?? '']);
}

/** Closes every live session of a tenant, system sessions too. */
export async function closeSessionsOfTenant(
  tx: Transaction,
  tenantIdentifier: string,
  close: Close,
): Promise<ClosedSession[]> {
  const values = [tenantIdentifier, new Date(close.nowMs), close.reason, close.closedBy];
  return tx.rows<ClosedSession>(closeTenant, values);
}

export async function countSessionsOfUser(
  queryable: Queryable,
  user: { readonly tenantIdentifier: string; readonly usernameFolded: string },
  nowMs: number,
): Promise<number> {
  const values = [user.tenantIdentifier, user.usernameFolded, new Date(nowMs)];
  const [row] = await queryable.rows<{ count: number }>(countOfUser, values);
  return row?.count ?? 0;
}

/** Always read from the database: a session begun or closed elsewhere a moment ago counts. */
export async function findSession(queryable: Queryable, identifier: string): Promise<SessionRecord | null> {
  const [row] = await queryable.rows<SessionRow>(findByIdentifiers, [[identifier]]);
  return row === undefined ? null : recordOf(row);
}

const findNewest = sql(
  'session_find_newest',
  `SELECT ${SESSION_COLUMNS} FROM ${SESSION_TABLES}
   WHERE e.tenant_identifier = $1 AND e.username_folded = $2 AND ${liveSql('e', 'a', '$3')} ORDER BY e.id DESC LIMIT 1`,
);

/** The live session of a user that began last. */
export async function findNewestSession(
  queryable: Queryable,
  user: { readonly tenantIdentifier: string; readonly usernameFolded: string },
  nowMs: number,
): Promise<SessionRecord | null> {
  const values = [user.tenantIdentifier, user.usernameFolded, new Date(nowMs)];
  const [row] = await queryable.rows<SessionRow>(findNewest, values);
  return row === undefined ? null : recordOf(row);
}
