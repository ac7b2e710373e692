// SQL of sessions begun by request: their ancestors, identifiers that are used up, own attributes, the lock of a key.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { DESCENDANT_DEPTH_MAX } from '../record/session.store.ts';

/** A session that the new one would hang on, the parent first. */
export interface Ancestor {
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly keyUuid: string | null;
}

// One more than a chain may have, so that a longer one is seen.
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

/** SQL: half of the SHA-256 of an identifier in the form of a UUID. */
export function spentHashSql(identifier: string): string {
  return `encode(substr(sha256(${identifier}::bytea), 1, 16), 'hex')::uuid`;
}

const findSpent = sql(
  'session_spent_find',
  `SELECT 1 FROM session_spent_identifier WHERE identifier_hash = ${spentHashSql('$1::text')}`,
);

const lockOneKey = sql('session_lock_key', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

const lockAttributesRow = sql(
  'session_attributes_lock',
  'SELECT attributes FROM session_entry WHERE identifier = $1 AND closed_date IS NULL FOR UPDATE',
);

const saveAttributesRow = sql(
  'session_attributes_save',
  'UPDATE session_entry SET attributes = $2 WHERE identifier = $1',
);

export async function findAncestors(queryable: Queryable, parentIdentifier: string): Promise<Ancestor[]> {
  return queryable.rows<Ancestor>(findChain, [parentIdentifier]);
}

/** Whether a session had the identifier whose history is gone. Asked after the row is there, which waits for the deletion. */
export async function isSpentIdentifier(tx: Transaction, identifier: string): Promise<boolean> {
  return (await tx.rows(findSpent, [identifier])).length > 0;
}

/** Whoever begins sessions with an API key or ends them holds it. */
export async function lockKey(tx: Transaction, lockClass: number, keyUuid: string): Promise<void> {
  await tx.rows(lockOneKey, [lockClass, keyUuid]);
}

/** Holds the session until the end of the transaction; null when it is closed. */
export async function lockAttributes(tx: Transaction, identifier: string): Promise<Record<string, unknown> | null> {
  const [row] = await tx.rows<{ attributes: Record<string, unknown> }>(lockAttributesRow, [identifier]);
  return row?.attributes ?? null;
}

export async function saveAttributes(
  tx: Transaction,
  identifier: string,
  attributes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(saveAttributesRow, [identifier, JSON.stringify(attributes)]);
}
