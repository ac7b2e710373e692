// SQL of whose sessions are: where a named one lives on after rotations, and the locks of their users.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** A named session as it is now: rotations give it another identifier, its user and tenant stay. */
export interface SessionOwner {
  readonly named: string;
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
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

const findChildrenOf = sql(
  'session_children_find',
  'SELECT identifier FROM session_entry WHERE parent_identifier = $1 AND closed_date IS NULL',
);

// Tenants before users, each in the order of the hashes, so that two who lock several users cannot wait for each other; that
// of all tenants comes first, as it does where one user is locked.
const lockTenantsAndUsers = sql(
  'session_lock_tenants_users',
  `SELECT CASE WHEN k.alone THEN pg_advisory_xact_lock(k.class, k.hash) ELSE pg_advisory_xact_lock_shared(k.class, k.hash) END
   FROM (
     SELECT 1 AS step, $1::int AS class, hashtext(name) AS hash, bool_or(name = $3) AS alone, bool_or(name = '') AS first
     FROM unnest($2::text[]) AS t (name) GROUP BY hashtext(name)
     UNION ALL
     SELECT 2, $4::int, hashtext(name), true, false FROM unnest($5::text[]) AS u (name) GROUP BY hashtext(name)
     ORDER BY step, first DESC, hash OFFSET 0) k`,
);

/** Those of the identifiers that name a session, open or ended; a list may be older than a rotation. */
export async function findOwnersOf(queryable: Queryable, identifiers: readonly string[]): Promise<SessionOwner[]> {
  return queryable.rows<SessionOwner>(findOwners, [identifiers]);
}

/** Open sessions that hang on this one directly. */
export async function findChildren(queryable: Queryable, identifier: string): Promise<string[]> {
  const rows = await queryable.rows<{ identifier: string }>(findChildrenOf, [identifier]);
  return rows.map((row) => row.identifier);
}

/** The locks that begin and rotation take too: shared for the tenants but the one named alone, exclusive for the users. */
export async function lockUsersOf(
  tx: Transaction,
  classes: { readonly tenantClass: number; readonly userClass: number },
  tenants: readonly string[],
  userKeys: readonly string[],
  tenantAlone: string | null = null,
): Promise<void> {
  await tx.rows(lockTenantsAndUsers, [classes.tenantClass, tenants, tenantAlone, classes.userClass, userKeys]);
}
