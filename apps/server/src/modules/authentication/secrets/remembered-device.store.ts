// Holds the SQL of devices that may skip the second factor.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const remember = sql(
  'auth_device_remember',
  'UPDATE auth_device SET remembered_until_date = $3 WHERE user_id = $1 AND device_hash = $2',
);

const forget = sql(
  'auth_device_forget_remembered',
  'UPDATE auth_device SET remembered_until_date = NULL WHERE user_id = $1 AND remembered_until_date IS NOT NULL',
);

export async function rememberDevice(
  tx: Transaction,
  { userId, deviceHash }: { readonly userId: number; readonly deviceHash: string },
  until: Date,
): Promise<void> {
  await tx.execute(remember, [userId, deviceHash, until]);
}

/**
 * Makes every device of the user ask for the second factor again; the devices stay known. Part of every change of a
 * password or a factor, under the lock of the user's sessions; a deactivation removes the devices altogether.
 */
export async function forgetRememberedDevices(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(forget, [userId]);
}
