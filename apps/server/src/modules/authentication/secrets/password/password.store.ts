// Holds the SQL of passwords.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { StoredPassword } from '../../ground/hashing/password-hasher.ts';
import { forgetRememberedDevices } from '../remembered-device.store.ts';

const upsertPassword = sql(
  'auth_password_save',
  `INSERT INTO auth_password AS p (user_id, hash, pepper_key_id, single_factor_ok, changed_date)
   VALUES ($1, $2, $3, $5, $4)
   ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, pepper_key_id = excluded.pepper_key_id,
     single_factor_ok = excluded.single_factor_ok, changed_date = excluded.changed_date, disabled = false,
     previous = jsonb_path_query_array(
       jsonb_build_array(jsonb_build_object('hash', p.hash, 'pepperKeyId', p.pepper_key_id)) || p.previous, '$[0 to 4]')`,
);

// The condition keeps a rehash from undoing a parallel change of the password.
const replaceHash = sql(
  'auth_password_rehash',
  'UPDATE auth_password SET hash = $2, pepper_key_id = $3 WHERE user_id = $1 AND hash = $4',
);

const raiseSecurityVersion = sql(
  'auth_user_raise_security',
  `UPDATE auth_user SET security_version = security_version + 1, password_change_required = false WHERE id = $1`,
);

/**
 * Saves a new password: sign-ins that were checked against the old one begin no session, and no device skips the factor
 * any more.
 */
export async function savePassword(
  tx: Transaction,
  userId: number,
  password: StoredPassword,
  now: Date,
  singleFactorOk = true,
): Promise<void> {
  await tx.execute(upsertPassword, [userId, password.hash, password.pepperKeyId, now, singleFactorOk]);
  await tx.execute(raiseSecurityVersion, [userId]);
  await forgetRememberedDevices(tx, userId);
}

/** Saves the same password under current parameters. */
export async function saveRehash(
  tx: Transaction,
  userId: number,
  password: StoredPassword,
  replaced: StoredPassword,
): Promise<void> {
  await tx.execute(replaceHash, [userId, password.hash, password.pepperKeyId, replaced.hash]);
}
