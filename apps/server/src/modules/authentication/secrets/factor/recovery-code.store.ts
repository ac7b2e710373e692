// Holds the SQL of recovery codes: hashed one by one, each used once.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { StoredPassword } from '../../ground/hashing/password-hasher.ts';

const findByPosition = sql(
  'auth_recovery_find',
  `SELECT c.factor_id AS "factorId", c.hash, c.pepper_key_id AS "pepperKeyId"
   FROM auth_recovery_code c JOIN auth_factor f ON f.id = c.factor_id
   WHERE f.user_id = $1 AND f.type = 'RECOVERY_CODE' AND f.enabled AND c.position = $2 AND c.used_date IS NULL`,
);

const insertCodes = sql(
  'auth_recovery_insert',
  `INSERT INTO auth_recovery_code (factor_id, position, hash, pepper_key_id)
   SELECT $1, v.position, v.hash, v.pepper_key_id
   FROM unnest($2::smallint[], $3::text[], $4::text[]) AS v (position, hash, pepper_key_id)`,
);

const useCode = sql(
  'auth_recovery_use',
  'UPDATE auth_recovery_code SET used_date = $3 WHERE factor_id = $1 AND position = $2 AND used_date IS NULL',
);

export interface StoredRecoveryCode extends StoredPassword {
  readonly factorId: number;
}

/** Answers the unused code of a position, or null. */
export async function findRecoveryCode(
  queryable: Queryable,
  userId: number,
  position: number,
): Promise<StoredRecoveryCode | null> {
  const [row] = await queryable.rows<StoredRecoveryCode>(findByPosition, [userId, position]);
  return row ?? null;
}

/** Saves the codes in the order of their positions. */
export async function saveRecoveryCodes(
  tx: Transaction,
  factorId: number,
  codes: readonly StoredPassword[],
): Promise<void> {
  const positions = codes.map((_, position) => position);
  const hashes = codes.map(({ hash }) => hash);
  await tx.execute(insertCodes, [factorId, positions, hashes, codes.map(({ pepperKeyId }) => pepperKeyId)]);
}

/** Answers false when it was used meanwhile or its set is gone. */
export async function consumeRecoveryCode(
  tx: Transaction,
  factorId: number,
  position: number,
  now: Date,
): Promise<boolean> {
  return (await tx.execute(useCode, [factorId, position, now])) === 1;
}
