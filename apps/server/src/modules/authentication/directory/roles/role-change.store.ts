// Holds the SQL that changes and deletes roles, and reads the catalogue of authorities.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Change } from '../../ground/authentication.types.ts';
import { ROLE_COLUMNS, type Role } from '../role.store.ts';

const findByUuid = sql(
  'auth_role_find_by_uuid',
  `SELECT ${ROLE_COLUMNS} FROM auth_role r
   WHERE r.uuid = $1 AND NOT r.deleted AND (r.system OR $2::text IS NULL OR r.tenant_identifier = $2)`,
);

const lockRow = sql('auth_role_lock', 'SELECT id FROM auth_role WHERE uuid = $1 FOR UPDATE');

const changeRole = sql(
  'auth_role_change',
  `WITH gone AS (DELETE FROM auth_role_authority WHERE role_id = $1 AND authority <> ALL($4::text[])),
     added AS (INSERT INTO auth_role_authority (role_id, authority) SELECT $1, unnest($4::text[]) ON CONFLICT DO NOTHING)
   UPDATE auth_role SET name = $2, description = $3, version = version + 1, updated_by = $5, date_updated = $6
   WHERE id = $1`,
);

const removeRow = sql(
  'auth_role_remove',
  `UPDATE auth_role SET deleted = true, deleted_date = $3, version = version + 1, updated_by = $2, date_updated = $3
   WHERE id = $1`,
);

/** Describes an authority that some module has registered. */
interface CataloguedAuthority {
  readonly authority: string;
  readonly module: string;
  readonly name: string;
  readonly description: string;
}

const findCatalogue = sql(
  'auth_authority_list',
  'SELECT authority, module, name, description FROM auth_authority ORDER BY authority COLLATE "C"',
);

/** Finds a living role of the tenant or a shipped one; `tenantIdentifier` null stands for any tenant. */
export async function findRoleByUuid(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string | null,
): Promise<Role | null> {
  const [row] = await queryable.rows<Role>(findByUuid, [uuid, tenantIdentifier]);
  return row ?? null;
}

export async function lockRole(tx: Transaction, uuid: string): Promise<void> {
  await tx.rows(lockRow, [uuid]);
}

/** Stores the whole set of authorities. */
export async function saveRoleChange(
  tx: Transaction,
  roleId: number,
  role: Pick<Role, 'name' | 'description' | 'authorityList'>,
  { updatedBy, now }: Change,
): Promise<void> {
  await tx.execute(changeRole, [roleId, role.name, role.description, role.authorityList, updatedBy, now]);
}

export async function removeRole(tx: Transaction, roleId: number, { updatedBy, now }: Change): Promise<void> {
  await tx.execute(removeRow, [roleId, updatedBy, now]);
}

export async function listAuthorities(queryable: Queryable): Promise<CataloguedAuthority[]> {
  return queryable.rows<CataloguedAuthority>(findCatalogue);
}

/** Holds for a role `r` that has the authority that `$?` stands for. */
export const HOLDS_AUTHORITY =
  'EXISTS (SELECT FROM auth_role_authority ra WHERE ra.role_id = r.id AND ra.authority = $?)';
