// SQL of the first start: the tenant that always exists and its first user.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { DEFAULT_TENANT } from '../../ground/authentication.types.ts';

export interface FirstAdmin {
  readonly userId: number;
  readonly passwordSet: boolean;
}

const insertTenant = sql(
  'auth_default_tenant_insert',
  `INSERT INTO auth_tenant (uuid, identifier, name, system, created_by, updated_by, date_created, date_updated)
   VALUES ($1, '${DEFAULT_TENANT}', 'Default', true, $2, $2, $3, $3) ON CONFLICT DO NOTHING`,
);

const findAdminRow = sql(
  'auth_first_admin_find',
  `SELECT u.id AS "userId", p.user_id IS NOT NULL AS "passwordSet"
   FROM auth_user u LEFT JOIN auth_password p ON p.user_id = u.id
   WHERE u.tenant_identifier = '${DEFAULT_TENANT}' AND u.username_folded = $1`,
);

const countUserRows = sql('auth_user_count_all', 'SELECT count(*)::int AS count FROM auth_user');

export async function saveDefaultTenant(tx: Transaction, uuid: string, createdBy: string, now: Date): Promise<boolean> {
  return (await tx.execute(insertTenant, [uuid, createdBy, now])) === 1;
}

export async function findFirstAdmin(queryable: Queryable, usernameFolded: string): Promise<FirstAdmin | null> {
  const [row] = await queryable.rows<FirstAdmin>(findAdminRow, [usernameFolded]);
  return row ?? null;
}

/** Deleted ones too: a directory that once had users gets no second first administrator. */
export async function hasUsers(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ count: number }>(countUserRows);
  return row!.count > 0;
}
