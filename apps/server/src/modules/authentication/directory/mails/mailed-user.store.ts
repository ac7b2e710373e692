// Holds the SQL of whom mails of this module go to.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

/** Describes a user as mails address one. */
export interface MailedUser {
  readonly userId: number;
  readonly userUuid: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly displayName: string | null;
  /** Null when the user has no address. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The user's own language, else that of the tenant. */
  readonly locale: string;
}

const findRow = sql(
  'auth_mailed_user_find',
  `SELECT u.id AS "userId", u.uuid AS "userUuid", u.tenant_identifier AS "tenantIdentifier", u.username, u.display_name AS "displayName", u.email,
     u.email_verified AS "emailVerified", coalesce(u.locale, t.locale) AS locale
   FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier WHERE u.id = $1`,
);

export async function findMailedUser(queryable: Queryable, userId: number): Promise<MailedUser> {
  const [row] = await queryable.rows<MailedUser>(findRow, [userId]);
  return row!;
}
