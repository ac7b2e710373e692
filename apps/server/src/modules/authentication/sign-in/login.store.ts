// SQL of signing in: what a name and password are checked against, and what a sign-in leaves behind.
import { type Queryable, sql, type Transaction } from '../../../kernel/database.ts';

/** What a sign-in needs to know of a user; present for users who may not sign in, too. */
export interface Credentials {
  readonly userId: number;
  readonly userUuid: string;
  readonly username: string;
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

const findCredentialsRow = sql(
  'auth_credentials_find',
  `SELECT u.id AS "userId", u.uuid AS "userUuid", u.username, u.enabled, u.deleted, u.expiry_date AS "expiryDate",
     u.security_version AS "securityVersion", u.last_login_date AS "lastLoginDate", u.locale,
     p.hash AS "passwordHash", p.pepper_key_id AS "pepperKeyId", p.disabled AS "passwordDisabled"
   FROM auth_user u LEFT JOIN auth_password p ON p.user_id = u.id
   WHERE u.tenant_identifier = $1 AND u.username_folded = $2`,
);

const saveLoginDate = sql('auth_login_date_save', 'UPDATE auth_user SET last_login_date = $2 WHERE id = $1');

export async function findCredentials(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<Credentials | null> {
  const [row] = await queryable.rows<Credentials>(findCredentialsRow, [tenantIdentifier, usernameFolded]);
  return row ?? null;
}

export async function saveLastLogin(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.execute(saveLoginDate, [userId, now]);
}
