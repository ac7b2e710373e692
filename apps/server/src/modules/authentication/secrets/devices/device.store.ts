// Holds the SQL of the devices that users signed in from.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

/** Device with the cookie of an earlier sign-in of this user. */
export interface KnownDevice {
  readonly deviceId: number;
  readonly uuid: string;
  /** SHA-256 of the cookie in base64url. */
  readonly deviceHash: string;
  /** Says until when the second factor is not asked for; null always asks. */
  readonly rememberedUntilDate: Date | null;
  /** True where failures on this device disabled the password on it. */
  readonly passwordDisabled: boolean;
}

export interface NewDevice {
  readonly uuid: string;
  readonly userId: number;
  readonly deviceHash: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly now: Date;
  readonly expiry: Date;
  readonly rememberedUntil: Date | null;
}

const findDevice = sql(
  'auth_device_find',
  `SELECT d.id AS "deviceId", d.uuid, d.device_hash AS "deviceHash", d.remembered_until_date AS "rememberedUntilDate",
     d.password_disabled AS "passwordDisabled"
   FROM auth_device d JOIN auth_user u ON u.id = d.user_id
   WHERE d.device_hash = $1 AND lower(u.tenant_identifier) = lower($2) AND u.username_folded = $3 AND d.expiry_date > $4`,
);

const removeOldest = sql(
  'auth_device_remove_oldest',
  `DELETE FROM auth_device WHERE id IN (
     SELECT id FROM auth_device WHERE user_id = $1 ORDER BY last_used_date DESC, id DESC OFFSET $2::int)`,
);

const insertDevice = sql(
  'auth_device_insert',
  `INSERT INTO auth_device (uuid, user_id, device_hash, name, ip_address, first_used_date, last_used_date, expiry_date,
     remembered_until_date)
   VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
);

const touchDevice = sql(
  'auth_device_touch',
  'UPDATE auth_device SET last_used_date = $2, ip_address = $3, expiry_date = $4 WHERE id = $1',
);

const disableRow = sql('auth_device_disable', 'UPDATE auth_device SET password_disabled = true WHERE id = $1');

const findHashes = sql(
  'auth_device_find_hashes',
  'SELECT device_hash AS "deviceHash" FROM auth_device WHERE user_id = $1',
);

const enableOnDevices = sql(
  'auth_device_enable',
  'UPDATE auth_device SET password_disabled = false WHERE user_id = $1 AND password_disabled',
);

const removeAll = sql('auth_device_remove_all', 'DELETE FROM auth_device WHERE user_id = $1');

const removeExpired = sql(
  'auth_device_remove_expired',
  `DELETE FROM auth_device WHERE id IN (
     SELECT id FROM auth_device WHERE expiry_date <= $1 ORDER BY expiry_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

export async function findKnownDevice(
  queryable: Queryable,
  device: { readonly deviceHash: string; readonly tenantIdentifier: string; readonly usernameFolded: string },
  now: Date,
): Promise<KnownDevice | null> {
  const values = [device.deviceHash, device.tenantIdentifier, device.usernameFolded, now];
  const [row] = await queryable.rows<KnownDevice>(findDevice, values);
  return row ?? null;
}

/**
 * Saves a device with the commit. Beyond `keep` of them, the new one counted, the user's least recently used ones are
 * removed.
 */
export function saveDevice(tx: Transaction, device: NewDevice, keep: number): void {
  const { uuid, userId, deviceHash, name, ipAddress, now, expiry, rememberedUntil } = device;
  // The two become one statement, whose parts do not see each other's rows.
  tx.beforeCommit(() => ({ statement: removeOldest, values: [userId, keep - 1] }));
  tx.beforeCommit(() => ({
    statement: insertDevice,
    values: [uuid, userId, deviceHash, name, ipAddress, now, expiry, rememberedUntil],
  }));
}

/** Saves that a device was used; false when it was removed meanwhile. */
export async function saveDeviceUse(
  tx: Transaction,
  deviceId: number,
  use: { readonly now: Date; readonly ipAddress: string; readonly expiry: Date },
): Promise<boolean> {
  return (await tx.execute(touchDevice, [deviceId, use.now, use.ipAddress, use.expiry])) === 1;
}

/** Disables the password on this device, after too many failures on it. */
export async function disableOnDevice(tx: Transaction, deviceId: number): Promise<void> {
  await tx.execute(disableRow, [deviceId]);
}

/** Finds the hashes of every device of a user. */
export async function findDeviceHashes(queryable: Queryable, userId: number): Promise<readonly string[]> {
  const rows = await queryable.rows<{ deviceHash: string }>(findHashes, [userId]);
  return rows.map(({ deviceHash }) => deviceHash);
}

/** Enables the password on every device of the user again. */
export async function enableDevices(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(enableOnDevices, [userId]);
}

/** Removes all devices of the user, so that none is known or remembered. */
export async function removeDevicesOfUser(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(removeAll, [userId]);
}

/** Answers how many were removed; at most `limit`. */
export async function removeExpiredDevices(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(removeExpired, [now, limit]);
}
