// Holds the SQL of stored values; writers have a turn of the revision.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { storedValueOf, type ValueRow } from '../snapshot/setting-snapshot.store.ts';
import type { Level, StoredValue } from '../system-setting.types.ts';

export interface ValueWrite extends Level {
  readonly uuid: string;
  readonly version: number;
  readonly value: unknown;
  readonly sealed: string | null;
  readonly removed: boolean;
  readonly expiryDate: Date | null;
  readonly revision: number;
  readonly updatedBy: string;
  readonly now: Date;
}

/**
 * Column of the secrets, sealed for their level. Sealing with another key keeps their text, so that it raises no
 * revision.
 */
export const sealedValues: SealedTable = {
  table: 'system_setting_value',
  id: 'id',
  sealed: 'sealed',
  ownerKey: "jsonb_build_object('code', code, 'scope', scope, 'tenantIdentifier', tenant_identifier)",
};

const asked = 'unnest($1::text[], $2::text[], $3::text[]) AS l(code, scope, tenant_identifier)';
// IS NOT DISTINCT FROM has no index, and would read the values of all tenants.
const selectLevels = sql(
  'system_setting_value_levels',
  `SELECT to_jsonb(v) AS row FROM ${asked}
   JOIN system_setting_value v ON v.code = l.code AND v.scope = l.scope AND v.tenant_identifier = l.tenant_identifier
   UNION ALL
   SELECT to_jsonb(v) FROM ${asked}
   JOIN system_setting_value v ON v.code = l.code AND v.scope = l.scope AND v.tenant_identifier IS NULL
   WHERE l.tenant_identifier IS NULL`,
);
const saveValue = sql(
  'system_setting_value_save',
  `INSERT INTO system_setting_value AS v (uuid, version, code, scope, tenant_identifier, value, sealed, removed,
     expiry_date, revision, updated_by, date_updated)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12)
   ON CONFLICT ON CONSTRAINT system_setting_value_level DO UPDATE SET version = excluded.version, value = excluded.value,
     sealed = excluded.sealed, removed = excluded.removed, expiry_date = excluded.expiry_date,
     revision = excluded.revision, updated_by = excluded.updated_by, date_updated = excluded.date_updated
   RETURNING to_jsonb(v) AS row`,
);
const selectOfCodes = sql(
  'system_setting_value_of_codes',
  'SELECT to_jsonb(v) AS row FROM system_setting_value v WHERE v.code = ANY($1::text[]) AND NOT v.removed ORDER BY v.id',
);
const selectOfCodesAndTenants = sql(
  'system_setting_value_of_codes_and_tenants',
  `SELECT to_jsonb(v) AS row FROM system_setting_value v
   WHERE v.code = ANY($1::text[]) AND v.scope = 'GLOBAL' AND v.tenant_identifier IS NULL AND NOT v.removed
   UNION ALL
   SELECT to_jsonb(v) FROM system_setting_value v
   WHERE v.tenant_identifier = ANY($2::text[]) AND v.code = ANY($1::text[]) AND NOT v.removed`,
);
const selectExpired = sql(
  'system_setting_value_expired',
  'SELECT to_jsonb(v) AS row FROM system_setting_value v WHERE v.expiry_date <= $1 AND NOT v.removed ORDER BY v.id LIMIT $2',
);
const selectOfTenant = sql(
  'system_setting_value_of_tenant',
  'SELECT to_jsonb(v) AS row FROM system_setting_value v WHERE v.tenant_identifier = $1 AND NOT v.removed ORDER BY v.id',
);
const resealValue = sql(
  'system_setting_value_reseal',
  'UPDATE system_setting_value SET sealed = $2, revision = $3 WHERE uuid = $1',
);
const renameValues = sql(
  'system_setting_value_rename',
  `UPDATE system_setting_value v SET code = $2, revision = $3 WHERE v.code = $1
     AND NOT EXISTS (SELECT 1 FROM system_setting_value o WHERE o.code = $2 AND o.scope = v.scope
       AND o.tenant_identifier IS NOT DISTINCT FROM v.tenant_identifier)
   RETURNING to_jsonb(v) AS row`,
);
const renameUserValues = sql(
  'system_setting_user_value_rename',
  `UPDATE system_setting_user_value v SET code = $2 WHERE v.code = $1
     AND NOT EXISTS (SELECT 1 FROM system_setting_user_value o WHERE o.code = $2
       AND o.tenant_identifier = v.tenant_identifier AND o.username_folded = v.username_folded)`,
);

const valuesOf = (rows: readonly { readonly row: ValueRow }[]): readonly StoredValue[] =>
  rows.map(({ row }) => storedValueOf(row));

/** Finds levels, with tombstones. */
export async function findLevels(queryable: Queryable, levels: readonly Level[]): Promise<readonly StoredValue[]> {
  const rows = await queryable.rows<{ row: ValueRow }>(selectLevels, [
    levels.map(({ code }) => code),
    levels.map(({ scope }) => scope),
    levels.map(({ tenantIdentifier }) => tenantIdentifier),
  ]);
  return valuesOf(rows);
}

export async function saveOne(queryable: Queryable, write: ValueWrite): Promise<StoredValue> {
  const { uuid, version, code, scope, tenantIdentifier, value, sealed, removed, expiryDate } = write;
  const [saved] = await queryable.rows<{ row: ValueRow }>(saveValue, [
    uuid,
    version,
    code,
    scope,
    tenantIdentifier,
    value === null || value === undefined ? null : JSON.stringify(value),
    sealed,
    removed,
    expiryDate,
    write.revision,
    write.updatedBy,
    write.now,
  ]);
  return storedValueOf(saved!.row);
}

export async function listOfCodes(queryable: Queryable, codes: readonly string[]): Promise<readonly StoredValue[]> {
  return valuesOf(await queryable.rows<{ row: ValueRow }>(selectOfCodes, [codes]));
}

/** Finds values, with global ones. */
export async function listOfCodesAndTenants(
  queryable: Queryable,
  codes: readonly string[],
  tenants: readonly string[],
): Promise<readonly StoredValue[]> {
  return valuesOf(await queryable.rows<{ row: ValueRow }>(selectOfCodesAndTenants, [codes, tenants]));
}

export async function listExpired(queryable: Queryable, now: Date, limit: number): Promise<readonly StoredValue[]> {
  return valuesOf(await queryable.rows<{ row: ValueRow }>(selectExpired, [now, limit]));
}

export async function listOfTenant(queryable: Queryable, tenantIdentifier: string): Promise<readonly StoredValue[]> {
  return valuesOf(await queryable.rows<{ row: ValueRow }>(selectOfTenant, [tenantIdentifier]));
}

export async function saveSealed(queryable: Queryable, uuid: string, sealed: string, revision: number): Promise<void> {
  await queryable.execute(resealValue, [uuid, sealed, revision]);
}

/** Moves values to another code that has none of its own; answers the moved ones. */
export async function moveToCode(
  queryable: Queryable,
  from: string,
  to: string,
  revision: number,
): Promise<readonly StoredValue[]> {
  await queryable.execute(renameUserValues, [from, to]);
  return valuesOf(await queryable.rows<{ row: ValueRow }>(renameValues, [from, to, revision]));
}
