// Holds the SQL of a user's own devices, as their owner sees them.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface OwnDevice {
  readonly deviceId: number;
  readonly uuid: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly firstUsedDate: Date;
  readonly lastUsedDate: Date;
  readonly rememberedUntilDate: Date | null;
}

const findRows = sql(
  'auth_own_device_find',
  `SELECT id AS "deviceId", uuid, name, ip_address AS "ipAddress", first_used_date AS "firstUsedDate",
     last_used_date AS "lastUsedDate", remembered_until_date AS "rememberedUntilDate"
   FROM auth_device WHERE user_id = $1 AND expiry_date > $2 ORDER BY last_used_date DESC, id DESC`,
);

const removeRow = sql(
  'auth_own_device_remove',
  'DELETE FROM auth_device WHERE user_id = $1 AND uuid = $2 AND expiry_date > $3 RETURNING name',
);

/** Finds the devices, the last used first, at most `DEVICES_PER_USER_MAX`. */
export function findOwnDevices(queryable: Queryable, userId: number, now: Date): Promise<OwnDevice[]> {
  return queryable.rows<OwnDevice>(findRows, [userId, now]);
}

/** Removes a device and answers its name; null when the user has no such device. */
export async function removeOwnDevice(
  tx: Transaction,
  userId: number,
  uuid: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(removeRow, [userId, uuid, now]);
  return row?.name ?? null;
}
