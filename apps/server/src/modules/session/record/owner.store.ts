// Holds the SQL of a session's owner: where it lives on after rotations, which sessions a key began, and whether one
// lives.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { UserOfTenant } from '../api.ts';
import { liveSql } from './live.store.ts';

/** A session as it is now: rotations give it another identifier, its user and tenant stay. */
export interface SessionOwner extends UserOfTenant {
  readonly named: string;
  readonly identifier: string;
  readonly system: boolean;
}

const findOwners = sql(
  'session_owners_find',
  `WITH RECURSIVE chain AS (
     SELECT e.id, e.identifier AS named, e.successor_id FROM session_entry e WHERE e.identifier = ANY($1::text[])
     UNION ALL
     SELECT n.id, c.named, n.successor_id FROM chain c JOIN session_entry n ON n.id = c.successor_id)
   SELECT c.named, e.identifier, e.tenant_identifier AS "tenantIdentifier", e.username_folded AS "usernameFolded", e.system
   FROM chain c JOIN session_entry e ON e.id = c.id WHERE c.successor_id IS NULL`,
);

const findOfKey = sql(
  'session_limit_key',
  `SELECT e.identifier FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.key_uuid = $1 AND ${liveSql('e', 'a', '$2')}
   ORDER BY a.last_access, e.id`,
);

const findLiveForShare = sql(
  'session_find_live_for_share',
  `SELECT e.id FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.identifier = $1 AND ${liveSql('e', 'a', '$2')} FOR SHARE OF e`,
);

/** Finds those of the identifiers that belong to a session, open or ended, also before a rotation. */
export async function findOwnersOf(queryable: Queryable, identifiers: readonly string[]): Promise<SessionOwner[]> {
  return queryable.rows<SessionOwner>(findOwners, [identifiers]);
}

/** Finds the live sessions that were begun with an API key, least recently used first. */
export async function findSessionsOfKey(tx: Transaction, keyUuid: string, nowMs: number): Promise<string[]> {
  const rows = await tx.rows<{ identifier: string }>(findOfKey, [keyUuid, new Date(nowMs)]);
  return rows.map(({ identifier }) => identifier);
}

/** Waits for a close that is under way; false when the session has ended. */
export async function isLive(tx: Transaction, identifier: string, nowMs: number): Promise<boolean> {
  return (await tx.rows(findLiveForShare, [identifier, new Date(nowMs)])).length > 0;
}
