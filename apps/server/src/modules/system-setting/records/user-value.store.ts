// Holds the SQL of the values of users: asked for when needed, held in no memory.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { handOverRows } from '../../../kernel/database/hand-over-rows.ts';

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
const removeUser = sql(
  'system_setting_user_value_remove_user',
  'DELETE FROM system_setting_user_value WHERE tenant_identifier = $1 AND username_folded = $2',
);
const later = (column: string) =>
  `CASE WHEN mine.date_updated >= EXCLUDED.date_updated THEN mine.${column} ELSE EXCLUDED.${column} END`;
const renameUser = handOverRows('system_setting_user_value_rename_user', {
  table: 'system_setting_user_value',
  key: ['code'],
  met: {
    value: later('value'),
    removed: later('removed'),
    date_updated: later('date_updated'),
    version: 'greatest(mine.version, EXCLUDED.version) + 1',
  },
});
const removeTenant = sql(
  'system_setting_user_value_remove_tenant',
  'DELETE FROM system_setting_user_value WHERE tenant_identifier = $1',
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

/** Answers tombstones too; nobody else writes values of this user until the transaction ends. */
export async function lockUserValues(
  queryable: Queryable,
  lockClass: number,
  { tenantIdentifier, usernameFolded }: Omit<UserLevel, 'code'>,
): Promise<readonly StoredUserValue[]> {
  await queryable.execute(lockUser, [lockClass, `${tenantIdentifier}/${usernameFolded}`]);
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

export async function removeUserValues(
  queryable: Queryable,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<void> {
  await queryable.execute(removeUser, [tenantIdentifier, usernameFolded]);
}

/** Of a setting that has a value under both names the later one stays; whoever writes values under either is waited for. */
export async function renameUserValues(
  queryable: Queryable,
  lockClass: number,
  tenantIdentifier: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const name of [from, to].toSorted())
    await queryable.execute(lockUser, [lockClass, `${tenantIdentifier}/${name}`]);
  await queryable.execute(renameUser, [tenantIdentifier, from, to]);
}

export async function removeTenantUserValues(queryable: Queryable, tenantIdentifier: string): Promise<void> {
  await queryable.execute(removeTenant, [tenantIdentifier]);
}

export async function removeUserValuesOfCode(queryable: Queryable, code: string): Promise<void> {
  await queryable.execute(removeCode, [code]);
}
