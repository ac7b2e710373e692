// Holds the SQL of signing in: what a name and password are checked against, and what a sign-in writes.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** Holds what a sign-in needs to know of a user; present for users who may not sign in, too. */
export interface Credentials {
  readonly userId: number;
  readonly userUuid: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly expiryDate: Date | null;
  readonly securityVersion: number;
  readonly lastLoginDate: Date | null;
  readonly locale: string | null;
  readonly passwordHash: string | null;
  readonly pepperKeyId: string | null;
  readonly passwordDisabled: boolean | null;
}

/** Lists the columns of `Credentials`; `u` is auth_user and `p` its auth_password, which not everybody has. */
export const CREDENTIALS_COLUMNS = `u.id AS "userId", u.uuid AS "userUuid", u.username, u.display_name AS "displayName",
     u.enabled, u.deleted, u.expiry_date AS "expiryDate", u.security_version AS "securityVersion",
     u.last_login_date AS "lastLoginDate", u.locale, p.hash AS "passwordHash", p.pepper_key_id AS "pepperKeyId",
     p.disabled AS "passwordDisabled"`;

// A verified address stands for a name when exactly one user of the tenant has verified it; a name comes first.
/**
 * Makes SQL that selects the user's id by SQL of a tenant and a folded name or verified address; null where there is
 * none.
 */
export function credentialsOwner(tenantIdentifier: string, usernameFolded: string): string {
  return `coalesce(
     (SELECT n.id FROM auth_user n WHERE n.tenant_identifier = ${tenantIdentifier} AND n.username_folded = ${usernameFolded}),
     (SELECT CASE WHEN count(*) = 1 THEN min(e.id) END FROM auth_user e
      WHERE e.tenant_identifier = ${tenantIdentifier} AND e.email_folded = ${usernameFolded} AND e.email_verified
        AND NOT e.deleted))`;
}

const findCredentialsRow = sql(
  'auth_credentials_find',
  `SELECT ${CREDENTIALS_COLUMNS} FROM auth_user u LEFT JOIN auth_password p ON p.user_id = u.id
   WHERE u.id = ${credentialsOwner('$1', '$2')}`,
);

const saveLoginDate = sql('auth_login_date_save', 'UPDATE auth_user SET last_login_date = $2 WHERE id = $1');

/** Finds credentials by folded name, or by verified address. */
export async function findCredentials(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<Credentials | null> {
  const [row] = await queryable.rows<Credentials>(findCredentialsRow, [tenantIdentifier, usernameFolded]);
  return row ?? null;
}

/** Saves the date with the commit. */
export function saveLastLogin(tx: Transaction, userId: number, now: Date): void {
  tx.beforeCommit(() => ({ statement: saveLoginDate, values: [userId, now] }));
}
