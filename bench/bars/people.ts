// Puts users into a database by the thousand, with the password of `admin`, whose hash is then known already.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';

/** Names are `user1`, `user2` and so on; all may sign in with the administrator's password. */
export function nameOf(number: number): string {
  return `user${number}`;
}

const insertUsers = sql(
  'bench_users_insert',
  `WITH u AS (
     INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, created_by, updated_by, date_created,
       date_updated)
     SELECT gen_random_uuid(), 'default', 'user' || n, 'user' || n, 'bench', 'bench', now(), now()
     FROM generate_series(1, $1::int) n RETURNING id)
   INSERT INTO auth_password (user_id, hash, pepper_key_id, single_factor_ok, changed_date)
   SELECT u.id, p.hash, p.pepper_key_id, true, now()
   FROM u, auth_password p JOIN auth_user a ON a.id = p.user_id WHERE a.username = 'admin'`,
);

const grantRole = sql(
  'bench_role_grant',
  `WITH r AS (
     INSERT INTO auth_role (uuid, tenant_identifier, code, name, created_by, updated_by, date_created, date_updated)
     VALUES (gen_random_uuid(), 'default', $1, $1, 'bench', 'bench', now(), now()) RETURNING id),
   a AS (INSERT INTO auth_role_authority (role_id, authority)
     SELECT r.id, t.authority FROM r, (SELECT authority FROM auth_authority ORDER BY authority LIMIT $2) t)
   INSERT INTO auth_user_role (user_id, role_id)
   SELECT u.id, r.id FROM r, auth_user u WHERE u.username LIKE 'user%'`,
);

/** Makes statistics too, as PostgreSQL would within a minute: plans for empty tables would be measured until then. */
export async function saveUsers(database: Database, count: number): Promise<void> {
  await database.execute(insertUsers, [count]);
  await database.withConnection(({ script }) => script('ANALYZE auth_user, auth_password'));
}

/** Makes a role with so many authorities and gives it to all users made so far. */
export async function grantAuthorities(database: Database, roleCode: string, authorities: number): Promise<void> {
  await database.execute(grantRole, [roleCode, authorities]);
}
