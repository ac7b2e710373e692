// Holds the SQL that changes a user's fields, standing and existence.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { UserProfile } from '../../directory/user.store.ts';
import type { Change } from '../../ground/authentication.types.ts';

const changeUser = sql(
  'auth_user_change',
  `UPDATE auth_user SET username = $2, username_folded = $3, display_name = $4, locale = $5, phone = $6, time_zone = $7,
     external_identifier = $9, attribute_map = $10, password_change_required = $13, expiry_date = $8,
     expired_date = CASE WHEN expiry_date IS DISTINCT FROM $8 THEN NULL ELSE expired_date END,
     security_version = security_version + CASE WHEN username_folded <> $3 OR expiry_date IS DISTINCT FROM $8 THEN 1 ELSE 0 END,
     version = version + 1, updated_by = $11, date_updated = $12
   WHERE id = $1`,
);

const changeStanding = sql(
  'auth_user_standing',
  `UPDATE auth_user SET enabled = $2, security_version = security_version + 1, version = version + 1, updated_by = $3,
     date_updated = $4
   WHERE id = $1`,
);

const removeUserRow = sql(
  'auth_user_remove',
  `WITH password AS (DELETE FROM auth_password WHERE user_id = $1),
     roles AS (DELETE FROM auth_user_role WHERE user_id = $1),
     factors AS (DELETE FROM auth_factor WHERE user_id = $1),
     tokens AS (UPDATE auth_one_time_token SET used_date = $3 WHERE user_id = $1 AND used_date IS NULL)
   UPDATE auth_user SET deleted = true, deleted_date = $3, enabled = false, security_version = security_version + 1,
     version = version + 1, updated_by = $2, date_updated = $3
   WHERE id = $1`,
);

const restoreUserRow = sql(
  'auth_user_restore',
  `UPDATE auth_user SET deleted = false, deleted_date = NULL, enabled = false, security_version = security_version + 1,
     version = version + 1, updated_by = $2, date_updated = $3
   WHERE id = $1`,
);

const findExpired = sql(
  'auth_user_find_expired',
  `SELECT uuid FROM auth_user
   WHERE expiry_date <= $1 AND expired_date IS NULL AND NOT deleted ORDER BY expiry_date LIMIT $2`,
);

// The statement checks the end again: it may have been moved, or another process was faster.
const markExpired = sql(
  'auth_user_expire',
  `UPDATE auth_user SET expired_date = $2, security_version = security_version + 1
   WHERE id = $1 AND expiry_date <= $2 AND expired_date IS NULL AND NOT deleted`,
);

export interface UserChange {
  readonly username: string;
  readonly usernameFolded: string;
  readonly displayName: string | null;
  readonly locale: string | null;
  readonly profile: UserProfile;
}

/** A taken name violates `USER_NAME_CONSTRAINT`, a taken external identifier `USER_EXTERNAL_INDEX`. */
export async function saveUserChange(tx: Transaction, userId: number, user: UserChange, change: Change): Promise<void> {
  const { phone, timeZone, expiryDate, externalIdentifier, attributeMap } = user.profile;
  await tx.execute(changeUser, [
    userId,
    user.username,
    user.usernameFolded,
    user.displayName,
    user.locale,
    phone,
    timeZone,
    expiryDate,
    externalIdentifier,
    JSON.stringify(attributeMap),
    change.updatedBy,
    change.now,
    user.profile.passwordChangeRequired,
  ]);
}

export async function saveUserStanding(
  tx: Transaction,
  userId: number,
  enabled: boolean,
  change: Change,
): Promise<void> {
  await tx.execute(changeStanding, [userId, enabled, change.updatedBy, change.now]);
}

/** Removes password, factors, links and roles; the row stays, with the name. */
export async function removeUser(tx: Transaction, userId: number, change: Change): Promise<void> {
  await tx.execute(removeUserRow, [userId, change.updatedBy, change.now]);
}

/** Brings the user back, disabled. An external identifier that was given away meanwhile violates `USER_EXTERNAL_INDEX`. */
export async function restoreUser(tx: Transaction, userId: number, change: Change): Promise<void> {
  await tx.execute(restoreUserRow, [userId, change.updatedBy, change.now]);
}

/** Finds users whose account has run out and who have not been shut out yet. */
export async function findExpiredUsers(queryable: Queryable, now: Date, max: number): Promise<string[]> {
  const rows = await queryable.rows<{ uuid: string }>(findExpired, [now, max]);
  return rows.map(({ uuid }) => uuid);
}

/** Marks the account as run out; false when there is nothing to do any more. */
export async function saveUserExpired(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  return (await tx.execute(markExpired, [userId, now])) === 1;
}
