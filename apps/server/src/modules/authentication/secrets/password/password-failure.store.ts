// Holds the SQL of what failures leave at a password: their number since the last sign-in, its lock, the end of its use.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

const countFailure = sql(
  'auth_password_count_failure',
  'UPDATE auth_password SET failed_attempt_count = failed_attempt_count + 1 WHERE user_id = $1',
);

const disableRow = sql('auth_password_disable', 'UPDATE auth_password SET disabled = true WHERE user_id = $1');

const takeFailures = sql(
  'auth_password_take_failures',
  `UPDATE auth_password p SET failed_attempt_count = 0
   FROM (SELECT user_id, failed_attempt_count FROM auth_password WHERE user_id = $1 FOR UPDATE) before
   WHERE p.user_id = before.user_id AND before.failed_attempt_count > 0
   RETURNING before.failed_attempt_count AS count`,
);

const enableRow = sql(
  'auth_password_enable',
  `UPDATE auth_password SET disabled = false, locked_until_date = NULL
   WHERE user_id = $1 AND (disabled OR locked_until_date IS NOT NULL)`,
);

const lockRow = sql('auth_password_lock', 'UPDATE auth_password SET locked_until_date = $2 WHERE user_id = $1');

/** Runs the same statement for null, a name that nobody has, and touches no row. */
export async function countPasswordFailure(tx: Transaction, userId: number | null): Promise<void> {
  await tx.execute(countFailure, [userId]);
}

/** Takes the password no more after too many failures in a row; null as above. */
export async function disablePassword(tx: Transaction, userId: number | null): Promise<void> {
  await tx.execute(disableRow, [userId]);
}

/** Stores what administrators are shown of a lock, or null for its end; what enforces it is the counter of the name. */
export async function savePasswordLock(tx: Transaction, userId: number | null, until: Date | null): Promise<void> {
  await tx.execute(lockRow, [userId, until]);
}

/** Takes the failures since the last sign-in, which are told once. */
export async function takeFailedAttemptCount(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(takeFailures, [userId]);
  return row?.count ?? 0;
}

/** Takes the password again that failures had disabled or locked. */
export async function enablePassword(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(enableRow, [userId]);
}
