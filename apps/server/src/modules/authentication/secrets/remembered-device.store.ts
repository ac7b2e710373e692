// Holds the SQL of devices on which the second factor is not asked for.
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
 * Asks for the second factor on every device of the user again; the devices stay known. It is part of every change of a
 * password or a factor, under the lock of the user's sessions; whoever shuts a user out removes the devices altogether.
 */
export async function forgetRememberedDevices(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(forget, [userId]);
}
