// Holds the SQL of the locks under which sessions begin, get new tokens and end.

import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { UserOfTenant } from '../api.ts';
import { userKey } from './session.types.ts';
import { SESSION_KEY_LOCK_CLASS, SESSION_TENANT_LOCK_CLASS, SESSION_USER_LOCK_CLASS } from './session-locks.ts';

/** Key of the lock of all tenants; no tenant has an empty identifier. */
export const ALL_TENANTS = '';

// It is shared for all and for the tenant, exclusive for the user: a close by user, of a tenant or of all waits for a begin
// beside it and sees its row.
const lockUserOfTenant = sql(
  'session_lock_user',
  `SELECT pg_advisory_xact_lock_shared($1, hashtext('${ALL_TENANTS}')), pg_advisory_xact_lock_shared($1, hashtext($2)),
     pg_advisory_xact_lock($3, hashtext($4))`,
);

// The lock waits for every begin in the tenant, and lets none in.
const lockTenantOfSessions = sql('session_lock_tenant', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

// Tenants come before users, each in the order of the hashes, so that two who lock several users cannot wait for each other;
// that of all tenants comes first, as it does where one user is locked.
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

const lockOneKey = sql('session_lock_key', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

/** Locks one user, with all tenants and their own shared: one statement for what nearly every begin needs. */
export async function lockUser(tx: Transaction, user: UserOfTenant): Promise<void> {
  const { tenantIdentifier } = user;
  await tx.rows(lockUserOfTenant, [
    SESSION_TENANT_LOCK_CLASS,
    tenantIdentifier,
    SESSION_USER_LOCK_CLASS,
    userKey(user),
  ]);
}

/** Takes the same locks for several users; that of `tenantAlone` is taken exclusively. */
export async function lockUsers(
  tx: Transaction,
  users: readonly UserOfTenant[],
  tenantAlone: string | null = null,
): Promise<void> {
  const tenants = [ALL_TENANTS, ...new Set(users.map(({ tenantIdentifier }) => tenantIdentifier))];
  const keys = [...new Set(users.map(userKey))];
  const values = [SESSION_TENANT_LOCK_CLASS, tenants, tenantAlone, SESSION_USER_LOCK_CLASS, keys];
  await tx.rows(lockTenantsAndUsers, values);
}

/** Locks a tenant, or all of them by `ALL_TENANTS`, exclusively. */
export async function lockTenant(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.rows(lockTenantOfSessions, [SESSION_TENANT_LOCK_CLASS, tenantIdentifier]);
}

/** Takes the lock under which sessions of an API key begin and end. */
export async function lockKey(tx: Transaction, keyUuid: string): Promise<void> {
  await tx.rows(lockOneKey, [SESSION_KEY_LOCK_CLASS, keyUuid]);
}
