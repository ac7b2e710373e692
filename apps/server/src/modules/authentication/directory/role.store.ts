// Declares roles, and holds the SQL of what they grant and of the catalogue of authorities.
import { type ModuleContract, roleSort, roleSortStandard } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import { ROLE_SYSTEM_ADMIN, ROLE_USER } from '../ground/authentication.types.ts';

const authoritiesOf = `ARRAY(SELECT ra.authority FROM auth_role_authority ra WHERE ra.role_id = r.id
  ORDER BY ra.authority COLLATE "C")`;

/** Declares roles; the shipped ones belong to no tenant. */
export const roles = defineRecord({
  table: 'auth_role',
  thing: 'ROLE',
  columns: {
    code: column.text({ readOnly: 'Fixed when the role is created.', order: 'r.code COLLATE "C"' }),
    name: column.text({ standardOf: 'code' }),
    description: column.text({ nullable: true }),
    system: column.flag({ server: true, standard: false }),
    authorityList: column.computed(column.textList(), authoritiesOf),
    userCount: column.computed(
      column.integer(),
      `SELECT count(*)::int FROM auth_user_role ur JOIN auth_user u ON u.id = ur.user_id
       WHERE ur.role_id = r.id AND NOT u.deleted`,
    ),
  },
  filters: {
    searchText: { contains: ['code', 'name', 'description'] },
    code: { equals: 'code' },
    system: { equals: 'system' },
    authority: {
      where: 'EXISTS (SELECT FROM auth_role_authority ra WHERE ra.role_id = r.id AND ra.authority = $?)',
      of: typed<string>(),
    },
  },
  sort: { properties: roleSort, standard: roleSortStandard },
  unique: { code: 'ROLE_ALREADY_EXISTS' },
  shared: 'ROLE_SYSTEM',
  audited: ['authorityList'],
  subject: 'code',
});

export type Role = RowOf<typeof roles>;

/** Describes a role as far as handing it on is concerned. */
export interface AssignableRole {
  readonly id: number;
  readonly code: string;
  readonly authorityList: readonly string[];
}

const findAssignable = sql(
  'auth_role_find_assignable',
  `SELECT r.id, r.code, ${authoritiesOf} AS "authorityList" FROM auth_role r
   WHERE r.code = ANY($1::text[]) AND NOT r.deleted AND (r.system OR r.tenant_identifier = $2)`,
);

const findShipped = sql('auth_role_find_shipped', 'SELECT FROM auth_role WHERE system AND code = $1 AND NOT deleted');

const insertRoleAuthorities = sql(
  'auth_role_authorities_insert',
  `INSERT INTO auth_role_authority (role_id, authority) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
);

const removeRoleAuthorities = sql(
  'auth_role_authorities_remove',
  'DELETE FROM auth_role_authority WHERE role_id = $1 AND authority <> ALL($2::text[])',
);

const findAuthorities = sql(
  'auth_authority_find',
  'SELECT authority FROM auth_authority WHERE authority = ANY($1::text[])',
);

const findCatalogue = sql(
  'auth_authority_list',
  'SELECT authority, module, name, description FROM auth_authority ORDER BY authority COLLATE "C"',
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

// Another version of the suite may run at the same time, so that nothing is taken away here.
const grantShipped = sql(
  'auth_authority_grant_shipped',
  `INSERT INTO auth_role_authority (role_id, authority)
   SELECT r.id, a.authority FROM auth_role r JOIN auth_authority a ON r.code = '${ROLE_SYSTEM_ADMIN}' OR r.code = ANY(a.role_list)
   WHERE r.system AND NOT r.deleted ON CONFLICT DO NOTHING`,
);

/** Finds shipped roles and roles of the tenant with these codes. */
export async function findAssignableRoles(
  queryable: Queryable,
  codes: readonly string[],
  tenantIdentifier: string,
): Promise<AssignableRole[]> {
  return queryable.rows<AssignableRole>(findAssignable, [codes, tenantIdentifier]);
}

// Roles that a user holds beyond the one that every user has.
export const HELD_ROLES = `FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id
  AND NOT r.deleted AND r.code <> '${ROLE_USER}'`;

const lockHeldRoles = sql(
  'auth_role_lock_held',
  `SELECT r.id ${HELD_ROLES} WHERE ur.user_id = $1 ORDER BY r.id FOR SHARE OF r`,
);

const findHeldAuthorities = sql(
  'auth_authority_find_held',
  `SELECT DISTINCT ra.authority ${HELD_ROLES} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ur.user_id = $1`,
);

/**
 * Answers the authorities that the user holds beyond those of every user, enabled or not. Until the end of the
 * transaction no role of the user gains any, and neither does the user, whose row is locked; the second statement sees
 * what a role gained before.
 */
export async function lockHeldAuthorities(tx: Transaction, userId: number): Promise<string[]> {
  await tx.rows(lockHeldRoles, [userId]);
  return (await tx.rows<{ authority: string }>(findHeldAuthorities, [userId])).map(({ authority }) => authority);
}

/**
 * Says whether a shipped role has the code: such a code is taken in every tenant, since lists of roles name codes only.
 */
export async function isShippedRole(queryable: Queryable, code: string): Promise<boolean> {
  return (await queryable.rows(findShipped, [code])).length > 0;
}

/** Stores the whole set of authorities. */
export async function saveRoleAuthorities(
  tx: Transaction,
  roleId: number,
  authorities: readonly string[],
): Promise<void> {
  const values = [roleId, authorities];
  await Promise.all([tx.execute(removeRoleAuthorities, values), tx.execute(insertRoleAuthorities, values)]);
}

/** Answers those of the names that no module has registered. */
export async function findUnknownAuthorities(queryable: Queryable, authorities: readonly string[]): Promise<string[]> {
  const rows = await queryable.rows<{ authority: string }>(findAuthorities, [authorities]);
  const known = new Set(rows.map(({ authority }) => authority));
  return authorities.filter((authority) => !known.has(authority));
}

/** Describes an authority that some module has registered. */
interface CataloguedAuthority {
  readonly authority: string;
  readonly module: string;
  readonly name: string;
  readonly description: string;
}

export async function listAuthorities(queryable: Queryable): Promise<CataloguedAuthority[]> {
  return queryable.rows<CataloguedAuthority>(findCatalogue);
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
