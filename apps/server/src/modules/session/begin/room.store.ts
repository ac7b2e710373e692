// Holds the SQL of the session limits: which live sessions of a user or a tenant count, least recently used first.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { UserOfTenant } from '../api.ts';
import { liveSql } from '../record/live.store.ts';
import { ACTIVITY_OF_ENTRY } from '../record/session.store.ts';

// Sessions of services and of impersonation do not count.
const findCounted = sql(
  'session_limit_counted',
  `SELECT e.identifier FROM session_entry e CROSS JOIN LATERAL ${ACTIVITY_OF_ENTRY}
   WHERE e.tenant_identifier = $1 AND e.username_folded = $2 AND NOT e.system AND e.actor_username IS NULL
     AND ${liveSql('e', 'a', '$3')}
   ORDER BY a.last_access, e.id`,
);

// The count stops at the limit: a tenant that has reached it costs most, and needs no exact number.
const countTenant = sql(
  'session_limit_tenant',
  `SELECT count(*)::int AS count FROM (
     SELECT FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE e.tenant_identifier = $1 AND NOT e.system AND e.actor_username IS NULL AND ${liveSql('e', 'a', '$2')} LIMIT $3) t`,
);

export async function findCountedSessions(
  tx: Transaction,
  { tenantIdentifier, usernameFolded }: UserOfTenant,
  nowMs: number,
): Promise<string[]> {
  const values = [tenantIdentifier, usernameFolded, new Date(nowMs)];
  return (await tx.rows<{ identifier: string }>(findCounted, values)).map(({ identifier }) => identifier);
}

/** Counts the live sessions of a tenant that count, at most `max`. */
export async function countSessionsUpTo(
  tx: Transaction,
  tenantIdentifier: string,
  max: number,
  nowMs: number,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(countTenant, [tenantIdentifier, new Date(nowMs), max]);
  return row?.count ?? 0;
}
