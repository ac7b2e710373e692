// SQL of what a user may do now, and whether a user may sign in at all.
import type { SvcGrantedAuthority } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database.ts';
import { createJoinedRead } from '../../../kernel/joined-read.ts';
import type { UserAccess, UserStanding } from '../../session/api.ts';

interface AccessRow {
  readonly key: string;
  readonly userUuid: string;
  readonly role: string | null;
  readonly authority: string | null;
}

// Tenants have no `/`, so the first one separates. A disabled user holds nothing: API keys count by it too.
const findAccessRows = sql(
  'auth_access_find',
  `SELECT k.key, u.uuid AS "userUuid", r.code AS role, ra.authority
   FROM unnest($1::text[]) AS k (key)
   JOIN auth_user u ON u.tenant_identifier = split_part(k.key, '/', 1)
     AND u.username_folded = substr(k.key, strpos(k.key, '/') + 1)
   LEFT JOIN auth_user_role ur ON ur.user_id = u.id
   LEFT JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted
   LEFT JOIN auth_role_authority ra ON ra.role_id = r.id
   WHERE u.enabled AND NOT u.deleted
   ORDER BY k.key, r.code COLLATE "C", ra.authority COLLATE "C"`,
);

/** Reads of parallel requests share one statement; null when no enabled user has the name. */
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

function pairOf({ role, authority }: AccessRow): SvcGrantedAuthority[] {
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
