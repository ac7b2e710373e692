// Holds the SQL of roles and of the catalogue of authorities.
import type { ModuleContract } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { type RecordFields, ROLE_SYSTEM_ADMIN, ROLE_USER, recordColumns } from '../ground/authentication.types.ts';

export interface Role extends RecordFields {
  readonly code: string;
  readonly tenantIdentifier: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly authorityList: readonly string[];
  readonly system: boolean;
  readonly userCount: number;
}

export interface NewRole {
  readonly uuid: string;
  readonly tenantIdentifier: string | null;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly system: boolean;
  readonly createdBy: string;
  readonly now: Date;
}

/** Describes a role as far as handing it on is concerned. */
export interface AssignableRole {
  readonly id: number;
  readonly code: string;
  readonly authorityList: readonly string[];
}

/** Names the index that keeps role codes apart within a tenant. */
export const ROLE_CODE_INDEX = 'auth_role_code';

const authoritiesOf = `ARRAY(SELECT ra.authority FROM auth_role_authority ra WHERE ra.role_id = r.id
  ORDER BY ra.authority COLLATE "C")`;

/** Lists the columns of a role; `r` is auth_role. */
export const ROLE_COLUMNS = `${recordColumns('r')}, r.code, r.tenant_identifier AS "tenantIdentifier", r.name,
  r.description, r.system, ${authoritiesOf} AS "authorityList",
  (SELECT count(*)::int FROM auth_user_role ur JOIN auth_user u ON u.id = ur.user_id
   WHERE ur.role_id = r.id AND NOT u.deleted) AS "userCount"`;

const findRoleRow = sql('auth_role_find', `SELECT ${ROLE_COLUMNS} FROM auth_role r WHERE r.id = $1`);

const findAssignable = sql(
  'auth_role_find_assignable',
  `SELECT r.id, r.code, ${authoritiesOf} AS "authorityList" FROM auth_role r
   WHERE r.code = ANY($1::text[]) AND NOT r.deleted AND (r.system OR r.tenant_identifier = $2)`,
);

// Shipped codes are taken in every tenant: a role list names codes only.
const insertRole = sql(
  'auth_role_insert',
  `INSERT INTO auth_role (uuid, tenant_identifier, code, name, description, system, created_by, updated_by, date_created,
     date_updated)
   SELECT $1, $2, $3, $4, $5, $6, $7, $7, $8, $8
   WHERE NOT EXISTS (SELECT FROM auth_role WHERE system AND code = $3 AND NOT deleted)
   RETURNING id`,
);

const insertRoleAuthorities = sql(
  'auth_role_authorities_insert',
  `INSERT INTO auth_role_authority (role_id, authority) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
);

const findAuthorities = sql(
  'auth_authority_find',
  'SELECT authority FROM auth_authority WHERE authority = ANY($1::text[])',
);

const upsertAuthorities = sql(
  'auth_authority_upsert',
  `INSERT INTO auth_authority (authority, module, name, description, level, role_list)
   SELECT authority, module, name, description, level, ARRAY(SELECT jsonb_array_elements_text(roles))
   FROM jsonb_to_recordset($1::jsonb) AS a (authority text, module text, name text, description text, level text, roles jsonb)
   ON CONFLICT (authority) DO UPDATE SET module = excluded.module, name = excluded.name,
     description = excluded.description, level = excluded.level, role_list = excluded.role_list
   WHERE auth_authority IS DISTINCT FROM excluded`,
);

// Another version of the suite may run beside this one, so nothing is taken away here.
const grantShipped = sql(
  'auth_authority_grant_shipped',
  `INSERT INTO auth_role_authority (role_id, authority)
   SELECT r.id, a.authority FROM auth_role r JOIN auth_authority a ON r.code = '${ROLE_SYSTEM_ADMIN}' OR r.code = ANY(a.role_list)
   WHERE r.system AND NOT r.deleted ON CONFLICT DO NOTHING`,
);

export async function findRole(queryable: Queryable, id: number): Promise<Role> {
  const [row] = await queryable.rows<Role>(findRoleRow, [id]);
  return row!;
}

/** Finds shipped roles and roles of the tenant with these codes. */
export async function findAssignableRoles(
  queryable: Queryable,
  codes: readonly string[],
  tenantIdentifier: string,
): Promise<AssignableRole[]> {
  return queryable.rows<AssignableRole>(findAssignable, [codes, tenantIdentifier]);
}

// What everybody holds distinguishes nobody.
const heldRoles = `FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id
  AND NOT r.deleted AND r.code <> '${ROLE_USER}'`;

const lockHeldRoles = sql(
  'auth_role_lock_held',
  `SELECT r.id ${heldRoles} WHERE ur.user_id = $1 ORDER BY r.id FOR SHARE OF r`,
);

const findHeldAuthorities = sql(
  'auth_authority_find_held',
  `SELECT DISTINCT ra.authority ${heldRoles} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ur.user_id = $1`,
);

/**
 * Answers what the user holds beyond everybody's role, enabled or not. No role of the user gains anything until the end of the
 * transaction, and no user does whose row is locked; what a role gained before is seen by the second statement.
 */
export async function lockHeldAuthorities(tx: Transaction, userId: number): Promise<string[]> {
  await tx.rows(lockHeldRoles, [userId]);
  return (await tx.rows<{ authority: string }>(findHeldAuthorities, [userId])).map(({ authority }) => authority);
}

/** Answers the new role's id, or null when a shipped role has the code. A code of the tenant violates `ROLE_CODE_INDEX`. */
export async function saveRole(tx: Transaction, role: NewRole): Promise<number | null> {
  const [row] = await tx.rows<{ id: number }>(insertRole, [
    role.uuid,
    role.tenantIdentifier,
    role.code,
    role.name,
    role.description,
    role.system,
    role.createdBy,
    role.now,
  ]);
  return row?.id ?? null;
}

export async function saveRoleAuthorities(
  tx: Transaction,
  roleId: number,
  authorities: readonly string[],
): Promise<void> {
  await tx.execute(insertRoleAuthorities, [roleId, authorities]);
}

/** Answers those of the names that no module has registered. */
export async function findUnknownAuthorities(queryable: Queryable, authorities: readonly string[]): Promise<string[]> {
  const rows = await queryable.rows<{ authority: string }>(findAuthorities, [authorities]);
  const known = new Set(rows.map(({ authority }) => authority));
  return authorities.filter((authority) => !known.has(authority));
}

/** Puts the authorities of modules into the catalogue and gives them to the shipped roles. */
export async function saveCatalogue(tx: Transaction, modules: readonly ModuleContract[]): Promise<void> {
  const entries = modules.flatMap((module) =>
    module.authorities.map(({ authority, name, description, level, roleList }) => ({
      authority,
      module: module.name,
      name,
      description,
      level,
      roles: roleList,
    })),
  );
  await tx.execute(upsertAuthorities, [JSON.stringify(entries)]);
  await tx.execute(grantShipped);
}
