// Holds the SQL of what a user may do now, and whether a user may sign in at all.

import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { UserAccess, UserStanding } from '../../session/api.ts';
import type { Person } from './directory.types.ts';

interface GrantPair {
  readonly role: string;
  readonly authority: string;
}

interface AccessRow {
  readonly key: string;
  readonly userUuid: string;
  readonly role: string | null;
  readonly authority: string | null;
}

// Tenants have no `/`, so that the first one separates. A user who may not sign in holds nothing: the user's API keys
// depend on this as well.
const findAccessRows = sql(
  'auth_access_find',
  `SELECT k.key, u.uuid AS "userUuid", r.code AS role, ra.authority
   FROM unnest($1::text[]) AS k (key)
   JOIN auth_user u ON u.tenant_identifier = split_part(k.key, '/', 1)
     AND u.username_folded = substr(k.key, strpos(k.key, '/') + 1)
   JOIN auth_tenant t ON t.identifier = u.tenant_identifier AND t.enabled AND NOT t.deleted
   LEFT JOIN auth_user_role ur ON ur.user_id = u.id
   LEFT JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted
   LEFT JOIN auth_role_authority ra ON ra.role_id = r.id
   WHERE u.enabled AND NOT u.deleted AND u.expired_date IS NULL
   ORDER BY k.key, r.code COLLATE "C", ra.authority COLLATE "C"`,
);

/** Shares one statement among the reads of parallel requests; answers null when no enabled user has the name. */
export function createAccessReader(
  database: Pick<Database, 'rows'>,
): (tenantIdentifier: string, usernameFolded: string) => Promise<UserAccess | null> {
  const read = createJoinedRead<string, AccessRow>({ database, statement: findAccessRows, keyOf: ({ key }) => key });
  return async (tenantIdentifier, usernameFolded) => {
    const rows = await read(`${tenantIdentifier}/${usernameFolded}`);
    const [first] = rows;
    if (first === undefined) return null;
    const roles = [...new Set(rows.flatMap(({ role }) => (role === null ? [] : [role])))];
    return { userUuid: first.userUuid, roles, authorities: rows.flatMap(pairOf) };
  };
}

function pairOf({ role, authority }: AccessRow): GrantPair[] {
  return role === null || authority === null ? [] : [{ role, authority }];
}

const findStandingRow = sql(
  'auth_standing_find',
  `SELECT u.security_version AS "securityVersion",
     u.enabled AND NOT u.deleted AND t.enabled AND NOT t.deleted AND coalesce(u.expiry_date > $3, true) AS allowed
   FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   WHERE u.tenant_identifier = $1 AND u.username_folded = $2`,
);

export async function findUserStanding(
  tx: Transaction,
  user: { readonly tenantIdentifier: string; readonly usernameFolded: string },
  nowMs: number,
): Promise<UserStanding | null> {
  const values = [user.tenantIdentifier, user.usernameFolded, new Date(nowMs)];
  const [row] = await tx.rows<UserStanding>(findStandingRow, values);
  return row ?? null;
}

const findSigningInRow = sql(
  'auth_signing_in_find',
  `SELECT u.uuid AS "userUuid", u.username FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   WHERE u.tenant_identifier = $1 AND (u.uuid = $2 OR u.username_folded = $3)
     AND u.enabled AND NOT u.deleted AND t.enabled AND NOT t.deleted AND coalesce(u.expiry_date > $4, true)`,
);

/** Finds a user by uuid, or by folded name where that is null; null for whoever may not sign in. */
export async function findSigningIn(
  queryable: Queryable,
  asked: {
    readonly tenantIdentifier: string;
    readonly userUuid: string | null;
    readonly usernameFolded: string | null;
    readonly now: Date;
  },
): Promise<{ readonly userUuid: string; readonly username: string } | null> {
  const values = [asked.tenantIdentifier, asked.userUuid, asked.usernameFolded, asked.now];
  const [row] = await queryable.rows<{ userUuid: string; username: string }>(findSigningInRow, values);
  return row ?? null;
}

const findAbsentRows = sql(
  'auth_absent_find',
  `SELECT n.name FROM unnest($2::text[]) AS n(name) WHERE NOT EXISTS (
     SELECT FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier
     WHERE u.tenant_identifier = $1 AND u.username_folded = n.name
       AND u.enabled AND NOT u.deleted AND t.enabled AND NOT t.deleted AND coalesce(u.expiry_date > $3, true))`,
);

/** Answers those of the folded names that belong to nobody who may sign in. */
export async function findAbsentUsers(
  queryable: Queryable,
  asked: { readonly tenantIdentifier: string; readonly names: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  const values = [asked.tenantIdentifier, asked.names, asked.now];
  const rows = await queryable.rows<{ name: string }>(findAbsentRows, values);
  return rows.map(({ name }) => name);
}

const findPeopleRows = sql(
  'auth_people_find',
  `SELECT u.uuid AS "userUuid", u.username, u.username_folded AS "usernameFolded", u.display_name AS "displayName", u.email,
     u.email_verified AS "emailVerified", u.locale AS "localeTag", u.time_zone AS "timeZone",
     u.enabled AND coalesce(u.expiry_date > $3, true) AS "isActive"
   FROM auth_user u
   WHERE u.tenant_identifier = $1 AND u.username_folded = ANY($2::text[]) AND NOT u.deleted`,
);

/** Finds users by their folded names; names without a user are left out. */
export function findPeople(
  queryable: Queryable,
  tenantIdentifier: string,
  names: readonly string[],
  now: Date,
): Promise<readonly Person[]> {
  return queryable.rows<Person>(findPeopleRows, [tenantIdentifier, names, now]);
}

// An authority of the role that everybody has is held by all users, so that its holders are not listed.
const findHolderRows = sql(
  'auth_holders_find',
  `WITH granted AS (
     SELECT r.id, r.code FROM auth_role_authority ra JOIN auth_role r ON r.id = ra.role_id
     WHERE ra.authority = $2 AND NOT r.deleted AND (r.tenant_identifier IS NULL OR r.tenant_identifier = $1))
   SELECT NULL AS username FROM granted WHERE code = 'ROLE_USER'
   UNION ALL
   SELECT DISTINCT u.username_folded FROM granted g
   JOIN auth_user_role ur ON ur.role_id = g.id JOIN auth_user u ON u.id = ur.user_id
   WHERE u.tenant_identifier = $1 AND u.enabled AND NOT u.deleted AND u.expired_date IS NULL
     AND NOT EXISTS (SELECT FROM granted WHERE code = 'ROLE_USER')`,
);

/** Answers the folded names of a tenant's users who hold an authority now; null stands for all of them. */
export async function findAuthorityHolders(
  queryable: Pick<Database, 'rows'>,
  tenantIdentifier: string,
  authority: string,
): Promise<readonly string[] | null> {
  const rows = await queryable.rows<{ username: string | null }>(findHolderRows, [tenantIdentifier, authority]);
  const names = rows.flatMap(({ username }) => username ?? []);
  return names.length < rows.length ? null : names;
}
