// Holds the SQL of the effects of failures on a password: their number since the last sign-in, its lock, its being
// disabled.
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

/** Counts a failure; for null, a name without a user, the same statement touches no row. */
export async function countPasswordFailure(tx: Transaction, userId: number | null): Promise<void> {
  await tx.execute(countFailure, [userId]);
}

/** Disables the password after too many failures in a row; null as above. */
export async function disablePassword(tx: Transaction, userId: number | null): Promise<void> {
  await tx.execute(disableRow, [userId]);
}

/** Stores the lock that administrators are shown, or null for its end; it is enforced by the counter of the name. */
export async function savePasswordLock(tx: Transaction, userId: number | null, until: Date | null): Promise<void> {
  await tx.execute(lockRow, [userId, until]);
}

/** Takes the number of failures since the last sign-in, which a user is shown once. */
export async function takeFailedAttemptCount(tx: Transaction, userId: number): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(takeFailures, [userId]);
  return row?.count ?? 0;
}

/** Enables the password again that failures had disabled or locked. */
export async function enablePassword(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(enableRow, [userId]);
}
