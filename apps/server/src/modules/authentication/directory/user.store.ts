// Holds the SQL of users and of the roles that they hold.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { RecordFields } from '../../../kernel/records/record/record.types.ts';
import { recordColumns } from '../ground/authentication.types.ts';

export interface User extends RecordFields {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly displayName: string | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly enabled: boolean;
  readonly passwordSet: boolean;
  readonly passwordChangeRequired: boolean;
  /** True where too many failures disabled the password, until a reset or an unlock. */
  readonly passwordDisabled: boolean;
  /** End of the last lock by failures, perhaps past. */
  readonly lockedUntilDate: Date | null;
  /** Lists the usable second factors, by kind. */
  readonly factorTypeList: readonly string[];
  readonly roleList: readonly string[];
  readonly lastLoginDate: Date | null;
  readonly expiryDate: Date | null;
  readonly source: 'LOCAL' | 'LDAP' | 'OIDC';
  readonly externalIdentifier: string | null;
  readonly attributeMap: Readonly<Record<string, unknown>>;
}

/** Holds what an administrator may say of a user beyond name and language; null says nothing. */
export interface UserProfile {
  readonly phone: string | null;
  readonly timeZone: string | null;
  readonly passwordChangeRequired: boolean;
  readonly expiryDate: Date | null;
  readonly externalIdentifier: string | null;
  readonly attributeMap: Readonly<Record<string, unknown>>;
}

export interface NewUser {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly displayName: string | null;
  readonly locale: string | null;
  readonly enabled: boolean;
  readonly createdBy: string;
  readonly now: Date;
  readonly profile?: UserProfile;
}

/** Names the constraint that keeps folded names apart within a tenant. */
export const USER_NAME_CONSTRAINT = 'auth_user_name';
/** Names the index that keeps identifiers of an earlier system apart within a tenant. */
export const USER_EXTERNAL_INDEX = 'auth_user_external';

/** Lists the columns of a user; `u` is auth_user and `p` its auth_password, which not everybody has. */
export const USER_COLUMNS = `${recordColumns('u')}, u.tenant_identifier AS "tenantIdentifier", u.username,
     u.username_folded AS "usernameFolded", u.email, u.email_verified AS "emailVerified", u.phone,
     u.display_name AS "displayName", u.locale, u.time_zone AS "timeZone", u.enabled, u.last_login_date AS "lastLoginDate",
     u.expiry_date AS "expiryDate", u.source, u.external_identifier AS "externalIdentifier",
     u.attribute_map AS "attributeMap", p.user_id IS NOT NULL AS "passwordSet",
     u.password_change_required AS "passwordChangeRequired", coalesce(p.disabled, false) AS "passwordDisabled",
     p.locked_until_date AS "lockedUntilDate",
     ARRAY(SELECT DISTINCT f.type FROM auth_factor f WHERE f.user_id = u.id AND f.confirmed_date IS NOT NULL AND f.enabled
           ORDER BY f.type) AS "factorTypeList",
     ARRAY(SELECT r.code FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id
           WHERE ur.user_id = u.id AND NOT r.deleted ORDER BY r.code COLLATE "C") AS "roleList"`;
const FROM_USER = 'FROM auth_user u LEFT JOIN auth_password p ON p.user_id = u.id';

const findUserRow = sql(
  'auth_user_find',
  `SELECT ${USER_COLUMNS} ${FROM_USER}
   WHERE u.uuid = $1 AND u.deleted = $3 AND ($2::text IS NULL OR u.tenant_identifier = $2)`,
);

const findUserByName = sql(
  'auth_user_find_by_name',
  `SELECT ${USER_COLUMNS} ${FROM_USER} WHERE u.tenant_identifier = $1 AND u.username_folded = $2 AND NOT u.deleted`,
);

const lockUserRow = sql('auth_user_lock', 'SELECT id FROM auth_user WHERE uuid = $1 FOR UPDATE');

const findUserIdRow = sql('auth_user_find_id', 'SELECT id AS "userId" FROM auth_user WHERE uuid = $1 AND NOT deleted');

const insertUser = sql(
  'auth_user_insert',
  `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, display_name, locale, enabled, created_by,
     updated_by, date_created, date_updated, phone, time_zone, expiry_date, external_identifier, attribute_map,
     password_change_required)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9, $10, $11, $12, $13, $14, $15) RETURNING id`,
);

const replaceRoles = sql(
  'auth_user_roles_replace',
  `WITH gone AS (DELETE FROM auth_user_role WHERE user_id = $1 AND role_id <> ALL($2::bigint[]))
   INSERT INTO auth_user_role (user_id, role_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`,
);

const touchUser = sql(
  'auth_user_touch',
  'UPDATE auth_user SET version = version + 1, updated_by = $2, date_updated = $3 WHERE id = $1',
);

// An administrator whose account has an end does not count, as nobody would be left after it; nor does one who was
// never activated. One who is locked by failures counts: strangers cause them, and locks end.
const countOtherAdmins = sql(
  'auth_user_count_other_admins',
  `SELECT count(*)::int AS count FROM auth_user u
   JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   JOIN auth_user_role ur ON ur.user_id = u.id JOIN auth_role r ON r.id = ur.role_id
   WHERE r.system AND r.code = $1 AND u.id <> coalesce($2::bigint, 0) AND u.tenant_identifier <> coalesce($3::text, '')
     AND u.enabled AND NOT u.deleted AND u.expiry_date IS NULL AND t.enabled AND NOT t.deleted
     AND EXISTS (SELECT FROM auth_password p WHERE p.user_id = u.id)`,
);

const lockKey = sql('auth_lock', 'SELECT pg_advisory_xact_lock($1, $2)');

/** Looks in any tenant when `tenantIdentifier` is null. */
export async function findUser(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string | null,
): Promise<User | null> {
  const [row] = await queryable.rows<User>(findUserRow, [uuid, tenantIdentifier, false]);
  return row ?? null;
}

/** Looks as `findUser` does, among the deleted ones. */
export async function findDeletedUser(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string | null,
): Promise<User | null> {
  const [row] = await queryable.rows<User>(findUserRow, [uuid, tenantIdentifier, true]);
  return row ?? null;
}

export async function findUserByFoldedName(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<User | null> {
  const [row] = await queryable.rows<User>(findUserByName, [tenantIdentifier, usernameFolded]);
  return row ?? null;
}

export async function findUserId(queryable: Queryable, uuid: string): Promise<number | null> {
  const [row] = await queryable.rows<{ userId: number }>(findUserIdRow, [uuid]);
  return row?.userId ?? null;
}

/** Changes of one user wait for each other from here to the end of the transaction. */
export async function lockUserForChange(tx: Transaction, uuid: string): Promise<void> {
  await tx.rows(lockUserRow, [uuid]);
}

export async function takeLock(tx: Transaction, lock: { readonly class: number; readonly key: number }): Promise<void> {
  await tx.rows(lockKey, [lock.class, lock.key]);
}

/** A taken name violates `USER_NAME_CONSTRAINT`, a taken external identifier `USER_EXTERNAL_INDEX`. */
export async function saveUser(tx: Transaction, user: NewUser): Promise<number> {
  const [row] = await tx.rows<{ id: number }>(insertUser, [
    user.uuid,
    user.tenantIdentifier,
    user.username,
    user.usernameFolded,
    user.displayName,
    user.locale,
    user.enabled,
    user.createdBy,
    user.now,
    user.profile?.phone ?? null,
    user.profile?.timeZone ?? null,
    user.profile?.expiryDate ?? null,
    user.profile?.externalIdentifier ?? null,
    JSON.stringify(user.profile?.attributeMap ?? {}),
    user.profile?.passwordChangeRequired ?? false,
  ]);
  return row!.id;
}

/** Stores the whole set of roles of a user. */
export async function saveUserRoles(tx: Transaction, userId: number, roleIds: readonly number[]): Promise<void> {
  await tx.execute(replaceRoles, [userId, roleIds]);
}

export async function saveUserVersion(tx: Transaction, userId: number, updatedBy: string, now: Date): Promise<void> {
  await tx.execute(touchUser, [userId, updatedBy, now]);
}

/** Counts lasting holders of a shipped role who can sign in, without a user or without the users of a tenant. */
export async function countOthersWithRole(
  tx: Transaction,
  roleCode: string,
  without: { readonly userId: number } | { readonly tenantIdentifier: string },
): Promise<number> {
  const values = 'userId' in without ? [without.userId, null] : [null, without.tenantIdentifier];
  const [row] = await tx.rows<{ count: number }>(countOtherAdmins, [roleCode, ...values]);
  return row!.count;
}

const findHolderRow = sql(
  'auth_user_find_holder',
  'SELECT uuid, deleted FROM auth_user WHERE tenant_identifier = $1 AND username_folded = $2',
);

/** Finds the user with the name, deleted or not. */
export async function findNameHolder(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<{ readonly uuid: string; readonly deleted: boolean } | null> {
  const [row] = await queryable.rows<{ uuid: string; deleted: boolean }>(findHolderRow, [
    tenantIdentifier,
    usernameFolded,
  ]);
  return row ?? null;
}
