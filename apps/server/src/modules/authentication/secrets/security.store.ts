// Holds the SQL of effects that a change of factors has on its user.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const raise = sql(
  'auth_factor_raise_security',
  'UPDATE auth_user SET security_version = security_version + 1 WHERE id = $1',
);

const requireChange = sql(
  'auth_factor_require_password',
  'UPDATE auth_user SET password_change_required = true WHERE id = $1',
);

/** Raises the version: sign-ins that were checked against the factors before begin no session any more. */
export async function raiseSecurityVersion(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(raise, [userId]);
}

/** Makes the next sign-in ask for a new password. */
export async function requirePasswordChange(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(requireChange, [userId]);
}
