// Holds the SQL of the first start and of the way back in: the tenant that always exists, and who administers the suite.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { DEFAULT_TENANT, ROLE_SYSTEM_ADMIN } from '../../ground/authentication.types.ts';

/** User who holds ROLE_SYSTEM_ADMIN, whatever the name. */
export interface SystemAdmin {
  readonly userId: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly passwordSet: boolean;
  /** Announces that the user is enabled and has not run out, in an enabled tenant. */
  readonly active: boolean;
}

const insertTenant = sql(
  'auth_default_tenant_insert',
  `INSERT INTO auth_tenant (uuid, identifier, name, system, created_by, updated_by, date_created, date_updated)
   VALUES ($1, '${DEFAULT_TENANT}', 'Default', true, $2, $2, $3, $3) ON CONFLICT DO NOTHING`,
);

const findAdminRows = sql(
  'auth_system_admin_find',
  `SELECT u.id AS "userId", u.uuid, u.tenant_identifier AS "tenantIdentifier", u.username, u.display_name AS "displayName",
     p.user_id IS NOT NULL AS "passwordSet", u.enabled AND t.enabled AND coalesce(u.expiry_date > $2, true) AS active
   FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier AND NOT t.deleted
   JOIN auth_user_role ur ON ur.user_id = u.id
   JOIN auth_role r ON r.id = ur.role_id AND r.system AND r.code = '${ROLE_SYSTEM_ADMIN}'
   LEFT JOIN auth_password p ON p.user_id = u.id
   WHERE NOT u.deleted AND ($1::text IS NULL OR u.tenant_identifier = $1)
   ORDER BY active DESC, u.tenant_identifier = '${DEFAULT_TENANT}' DESC, u.id`,
);

const countUserRows = sql('auth_user_count_all', 'SELECT count(*)::int AS count FROM auth_user');

export async function saveDefaultTenant(tx: Transaction, uuid: string, createdBy: string, now: Date): Promise<boolean> {
  return (await tx.execute(insertTenant, [uuid, createdBy, now])) === 1;
}

/** Answers active ones first, of these those of `default`, of these the oldest. `tenantIdentifier` null: of every tenant. */
export async function findSystemAdmins(
  queryable: Queryable,
  tenantIdentifier: string | null,
  now: Date,
): Promise<SystemAdmin[]> {
  return queryable.rows<SystemAdmin>(findAdminRows, [tenantIdentifier, now]);
}

/** Says whether there are or were users: a directory that had some gets no second first administrator. */
export async function hasUsers(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.rows<{ count: number }>(countUserRows);
  return row!.count > 0;
}
