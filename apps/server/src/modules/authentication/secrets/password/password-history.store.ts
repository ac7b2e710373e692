// Holds the SQL of the passwords that a user had.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import type { StoredPassword } from '../../ground/hashing/password-hasher.ts';

const findHistory = sql(
  'auth_password_history',
  `SELECT hash, pepper_key_id AS "pepperKeyId", previous FROM auth_password WHERE user_id = $1`,
);

/** Answers the current one first; empty for a user who never had one. */
export async function findPasswordHistory(queryable: Queryable, userId: number): Promise<readonly StoredPassword[]> {
  const [row] = await queryable.rows<StoredPassword & { readonly previous: readonly StoredPassword[] }>(findHistory, [
    userId,
  ]);
  return row === undefined ? [] : [{ hash: row.hash, pepperKeyId: row.pepperKeyId }, ...row.previous];
}
