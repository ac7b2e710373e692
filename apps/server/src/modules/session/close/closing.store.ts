// Holds the SQL of closing sessions: some with their descendants, those of users, those of a tenant.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { CloseReason } from '../api.ts';
import { liveSql } from '../record/live.store.ts';
import { ACTIVITY_OF_ENTRY } from '../record/session.store.ts';
import { type ClosedSession, DESCENDANT_DEPTH_MAX } from '../record/session.types.ts';

// Entry and activity are locked together in ascending order of the id, so two mass closes cannot deadlock.
const CLOSE_TARGETS = `
  gone AS (DELETE FROM session_activity a USING target t WHERE a.session_id = t.id)
  UPDATE session_entry e SET closed_date = $2, closed_by = $4, last_access = t.last_access, close_reason = t.reason
  FROM target t WHERE e.id = t.id
  RETURNING e.identifier, e.tenant_identifier AS "tenantIdentifier", e.username`;

// One row in a lateral join is found by its key, whatever the planner thinks of the table: a join of families with all open
// sessions was read from end to end.
const CHILDREN = '(SELECT identifier FROM session_entry WHERE parent_identifier = f.identifier OFFSET 0) c';
/** Makes SQL of the live members of a family, each with the reason for which it is closed. */
const targetsSql = (reason: string): string => `
  named AS MATERIALIZED (
    SELECT e.id FROM (SELECT DISTINCT identifier FROM family) f
    CROSS JOIN LATERAL (SELECT id, closed_date FROM session_entry WHERE identifier = f.identifier LIMIT 1) e
    WHERE e.closed_date IS NULL ORDER BY e.id),
  target AS (
    SELECT e.id, a.last_access, ${reason} AS reason FROM named n
    CROSS JOIN LATERAL (SELECT * FROM session_entry WHERE id = n.id LIMIT 1 FOR UPDATE) e
    CROSS JOIN LATERAL (SELECT * FROM session_activity WHERE session_id = e.id LIMIT 1 FOR UPDATE) a
    WHERE ${liveSql('e', 'a', '$2')})`;

const closeFamilies = sql(
  'session_close_families',
  `WITH RECURSIVE family AS (
     SELECT e.identifier, 0 AS depth FROM session_entry e WHERE e.identifier = ANY($1::text[])
     UNION ALL
     SELECT c.identifier, f.depth + 1 FROM family f CROSS JOIN LATERAL ${CHILDREN}
     WHERE f.depth < ${DESCENDANT_DEPTH_MAX}),
   ${targetsSql("CASE WHEN e.identifier = ANY($1::text[]) THEN $3::text ELSE 'PARENT_CLOSED' END")},
   ${CLOSE_TARGETS}`,
);

const OF_USERS = `CASE WHEN e.tenant_identifier = $1 AND e.username_folded = ANY($5::text[]) THEN $3::text ELSE 'PARENT_CLOSED' END`;

// Sessions of others that hang on one of the user's end with it.
const closeUsers = sql(
  'session_close_users',
  `WITH RECURSIVE family AS (
     SELECT e.identifier, 0 AS depth FROM session_entry e CROSS JOIN LATERAL ${ACTIVITY_OF_ENTRY}
     WHERE e.tenant_identifier = $1 AND e.username_folded = ANY($5::text[]) AND NOT e.system AND e.identifier <> $6
       AND ${liveSql('e', 'a', '$2')}
     UNION ALL
     SELECT c.identifier, f.depth + 1 FROM family f CROSS JOIN LATERAL ${CHILDREN}
     WHERE f.depth < ${DESCENDANT_DEPTH_MAX} AND c.identifier <> $6),
   ${targetsSql(OF_USERS)},
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

/** Names users of one tenant, as names are compared. */
export interface UsersOfTenant {
  readonly tenantIdentifier: string;
  readonly usernamesFolded: readonly string[];
}

/** Why sessions are closed, by whom and when. */
interface Close {
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
  { tenantIdentifier, usernamesFolded, exceptIdentifier }: UsersOfTenant & { readonly exceptIdentifier: string | null },
  close: Close,
): Promise<ClosedSession[]> {
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
