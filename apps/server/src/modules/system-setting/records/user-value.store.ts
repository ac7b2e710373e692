// Holds the SQL of the values of users, which are read when needed and not kept in memory.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

export interface UserLevel {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly code: string;
}

export interface StoredUserValue {
  readonly uuid: string;
  readonly code: string;
  readonly version: number;
  readonly value: unknown;
  readonly removed: boolean;
  readonly dateUpdated: Date;
}

const columns = 'uuid, code, version, value, removed, date_updated AS "dateUpdated"';
const selectLive = sql(
  'system_setting_user_value_live',
  `SELECT ${columns} FROM system_setting_user_value
   WHERE tenant_identifier = $1 AND username_folded = $2 AND NOT removed`,
);
const selectLocked = sql(
  'system_setting_user_value_locked',
  `SELECT ${columns} FROM system_setting_user_value WHERE tenant_identifier = $1 AND username_folded = $2 FOR UPDATE`,
);
const lockUser = sql('system_setting_user_value_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');
const saveValue = sql(
  'system_setting_user_value_save',
  `INSERT INTO system_setting_user_value (tenant_identifier, username_folded, code, uuid, version, value, removed, date_updated)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)
   ON CONFLICT (tenant_identifier, username_folded, code) DO UPDATE SET version = excluded.version,
     value = excluded.value, removed = excluded.removed, date_updated = excluded.date_updated`,
);
const removeCode = sql(
  'system_setting_user_value_remove_code',
  'DELETE FROM system_setting_user_value WHERE code = $1',
);

export function listUserValues(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<readonly StoredUserValue[]> {
  return queryable.rows<StoredUserValue>(selectLive, [tenantIdentifier, usernameFolded]);
}

/** Locks the values of a user until the end of the transaction; tombstones are among them. */
export async function lockUserValues(
  queryable: Queryable,
  lockClass: number,
  { tenantIdentifier, usernameFolded }: Omit<UserLevel, 'code'>,
): Promise<readonly StoredUserValue[]> {
  await lockUsers(queryable, lockClass, tenantIdentifier, [usernameFolded]);
  return queryable.rows<StoredUserValue>(selectLocked, [tenantIdentifier, usernameFolded]);
}

export async function saveUserValue(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded, code }: UserLevel,
  { uuid, version, value, removed, dateUpdated }: Omit<StoredUserValue, 'code'>,
): Promise<void> {
  const text = removed ? null : JSON.stringify(value);
  await queryable.execute(saveValue, [
    tenantIdentifier,
    usernameFolded,
    code,
    uuid,
    version,
    text,
    removed,
    dateUpdated,
  ]);
}

/** Locks the values of users until the end of the transaction. */
export async function lockUsers(
  queryable: Queryable,
  lockClass: number,
  tenantIdentifier: string,
  usernamesFolded: readonly string[],
): Promise<void> {
  for (const name of usernamesFolded.toSorted())
    await queryable.execute(lockUser, [lockClass, `${tenantIdentifier}/${name}`]);
}

export async function removeUserValuesOfCode(queryable: Queryable, code: string): Promise<void> {
  await queryable.execute(removeCode, [code]);
}
