// Holds the SQL of sessions that begin: their rows, their ancestors, and used identifiers.
import { SECOND_MS } from '@keelson/time-zone/units';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { UserOfTenant } from '../api.ts';
import { spentHashSql } from '../record/session.store.ts';
import { DESCENDANT_DEPTH_MAX, type NewSession, type SessionRecord } from '../record/session.types.ts';

/** An ancestor of the new session, the parent first. */
export interface Ancestor extends UserOfTenant {
  readonly identifier: string;
  readonly keyUuid: string | null;
}

// The statement finds one more than a chain may have, so that a longer one is seen.
const findChain = sql(
  'session_ancestors_find',
  `WITH RECURSIVE chain AS (
     SELECT e.identifier, e.tenant_identifier, e.username_folded, e.key_uuid, e.parent_identifier, 1 AS depth
     FROM session_entry e WHERE e.identifier = $1
     UNION ALL
     SELECT p.identifier, p.tenant_identifier, p.username_folded, p.key_uuid, p.parent_identifier, c.depth + 1
     FROM chain c JOIN session_entry p ON p.identifier = c.parent_identifier WHERE c.depth <= ${DESCENDANT_DEPTH_MAX})
   SELECT identifier, tenant_identifier AS "tenantIdentifier", username_folded AS "usernameFolded", key_uuid AS "keyUuid"
   FROM chain ORDER BY depth`,
);

const findSpent = sql(
  'session_spent_find',
  `SELECT 1 FROM session_spent_identifier WHERE identifier_hash = ${spentHashSql('$1::text')}`,
);

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
     RETURNING id, tenant_identifier, system, host(ip) AS ip, attributes),
   activity AS (
     INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
     SELECT id, tenant_identifier, system, $6::timestamptz, $16::timestamptz FROM entry)
   SELECT id, ip AS "ipAddress", attributes FROM entry`,
);

type StoredPart = Pick<SessionRecord, 'id' | 'ipAddress' | 'attributes'>;

/** Inserts the session and its activity; answers it as a read would. */
export async function saveSession(tx: Transaction, session: NewSession, endsMs: number): Promise<SessionRecord> {
  const [stored] = await tx.rows<StoredPart>(insertSession, insertValues(session, endsMs));
  return recordOf(session, endsMs, stored!);
}

/** Saves a session with the commit of the transaction and calls `action` once it is committed. */
export function saveSessionAtCommit(
  tx: Transaction,
  session: NewSession,
  endsMs: number,
  action: (record: SessionRecord) => void,
): void {
  tx.atCommit<StoredPart>(insertSession, insertValues(session, endsMs), ([stored]) =>
    action(recordOf(session, endsMs, stored!)),
  );
}

function insertValues(session: NewSession, endsMs: number): readonly unknown[] {
  return [
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
  ];
}

function recordOf(session: NewSession, endsMs: number, stored: StoredPart): SessionRecord {
  const { nowMs, userUuid: _notOfTheSession, ...fields } = session;
  return {
    ...fields,
    ...stored,
    createdMs: Math.trunc(nowMs),
    authenticatedMs: Math.trunc(session.authenticatedMs),
    expiryMs: Math.trunc(session.expiryMs),
    lastAccessMs: Math.trunc(nowMs),
    endsMs: Math.trunc(endsMs),
    closedMs: null,
    closeReason: null,
    closedBy: null,
  };
}

export async function findAncestors(queryable: Queryable, parentIdentifier: string): Promise<Ancestor[]> {
  return queryable.rows<Ancestor>(findChain, [parentIdentifier]);
}

/** Says whether a deleted session had the identifier. Call it after the insert, which waits for a parallel deletion. */
export async function isSpentIdentifier(tx: Transaction, identifier: string): Promise<boolean> {
  return (await tx.rows(findSpent, [identifier])).length > 0;
}
