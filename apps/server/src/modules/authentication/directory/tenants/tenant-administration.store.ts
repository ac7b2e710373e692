// Holds the SQL of administering tenants and the hosts that belong to them.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { RecordFields } from '../../../../kernel/records/record/record.types.ts';
import type { Change } from '../../ground/authentication.types.ts';
import { recordColumns } from '../../ground/authentication.types.ts';

export interface TenantRecord extends RecordFields {
  readonly identifier: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Is true for `default`, which cannot go. */
  readonly system: boolean;
  readonly hostList: readonly string[];
  readonly redirectUrlList: readonly string[];
  readonly defaultRedirectUrl: string | null;
  readonly locale: string;
  readonly timeZone: string;
}

/** Lists what an administrator may change of a tenant. */
export type TenantFields = Pick<
  TenantRecord,
  'name' | 'hostList' | 'redirectUrlList' | 'defaultRedirectUrl' | 'locale' | 'timeZone'
>;

/** Names the index that keeps identifiers apart, those of deleted tenants too. */
export const TENANT_IDENTIFIER_INDEX = 'auth_tenant_identifier';

/** Lists the columns of a tenant; `t` is auth_tenant. */
export const TENANT_COLUMNS = `${recordColumns('t')}, t.identifier, t.name, t.enabled, t.system,
  t.host_list AS "hostList", t.redirect_url_list AS "redirectUrlList", t.default_redirect_url AS "defaultRedirectUrl",
  t.locale, t.time_zone AS "timeZone"`;

const findRow = sql(
  'auth_tenant_find_record',
  `SELECT ${TENANT_COLUMNS} FROM auth_tenant t
   WHERE t.uuid = $1 AND NOT t.deleted AND ($2::text IS NULL OR t.identifier = $2)`,
);

const lockRow = sql('auth_tenant_lock', 'SELECT id FROM auth_tenant WHERE uuid = $1 FOR UPDATE');

const insertRow = sql(
  'auth_tenant_insert',
  `INSERT INTO auth_tenant (uuid, identifier, name, enabled, host_list, redirect_url_list, default_redirect_url, locale,
     time_zone, created_by, updated_by, date_created, date_updated)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11) RETURNING id`,
);

const changeRow = sql(
  'auth_tenant_change',
  `UPDATE auth_tenant SET name = $2, host_list = $3, redirect_url_list = $4, default_redirect_url = $5, locale = $6,
     time_zone = $7, version = version + 1, updated_by = $8, date_updated = $9
   WHERE id = $1`,
);

const changeStanding = sql(
  'auth_tenant_standing',
  `UPDATE auth_tenant SET enabled = $2, version = version + 1, updated_by = $3, date_updated = $4 WHERE id = $1`,
);

const removeRow = sql(
  'auth_tenant_remove',
  `WITH freed AS (DELETE FROM auth_tenant_host WHERE tenant_id = $1)
   UPDATE auth_tenant SET deleted = true, deleted_date = $3, version = version + 1, updated_by = $2, date_updated = $3
   WHERE id = $1`,
);

const removeHosts = sql(
  'auth_tenant_hosts_remove',
  'DELETE FROM auth_tenant_host WHERE tenant_id = $1 AND host <> ALL($2)',
);

// The hosts go in in one order, so that two tenants that want each other's hosts cannot wait for each other.
const insertHosts = sql(
  'auth_tenant_hosts_insert',
  `INSERT INTO auth_tenant_host (host, tenant_id) SELECT h, $1 FROM unnest($2::text[]) AS h ORDER BY h
   ON CONFLICT (host) DO NOTHING`,
);

const findForeignHost = sql(
  'auth_tenant_host_find_foreign',
  'SELECT host FROM auth_tenant_host WHERE host = ANY($2::text[]) AND tenant_id <> $1 ORDER BY host LIMIT 1',
);

const hasUsersRow = sql(
  'auth_tenant_has_users',
  `SELECT t.identifier FROM auth_tenant t
   WHERE t.id = $1 AND EXISTS (SELECT FROM auth_user u WHERE u.tenant_identifier = t.identifier AND NOT u.deleted)`,
);

/** Looks for any tenant when `tenantIdentifier` is null. */
export async function findTenantRecord(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string | null,
): Promise<TenantRecord | null> {
  const [row] = await queryable.rows<TenantRecord>(findRow, [uuid, tenantIdentifier]);
  return row ?? null;
}

/** Changes of one tenant wait for each other from here on, and for whoever makes something in it. */
export async function lockTenant(tx: Transaction, uuid: string): Promise<void> {
  await tx.rows(lockRow, [uuid]);
}

/** A taken identifier violates `TENANT_IDENTIFIER_INDEX`. */
export async function saveTenant(
  tx: Transaction,
  tenant: TenantFields & { readonly uuid: string; readonly identifier: string; readonly enabled: boolean },
  change: Change,
): Promise<number> {
  const { uuid, identifier, name, enabled, hostList, redirectUrlList, defaultRedirectUrl, locale, timeZone } = tenant;
  const values = [uuid, identifier, name, enabled, hostList, redirectUrlList, defaultRedirectUrl, locale, timeZone];
  const [row] = await tx.rows<{ id: number }>(insertRow, [...values, change.updatedBy, change.now]);
  return row!.id;
}

export async function saveTenantChange(
  tx: Transaction,
  id: number,
  tenant: TenantFields,
  change: Change,
): Promise<void> {
  const { name, hostList, redirectUrlList, defaultRedirectUrl, locale, timeZone } = tenant;
  const values = [id, name, hostList, redirectUrlList, defaultRedirectUrl, locale, timeZone];
  await tx.execute(changeRow, [...values, change.updatedBy, change.now]);
}

export async function saveTenantStanding(tx: Transaction, id: number, enabled: boolean, change: Change): Promise<void> {
  await tx.execute(changeStanding, [id, enabled, change.updatedBy, change.now]);
}

/** The row stays, with the identifier; its hosts are free. */
export async function removeTenant(tx: Transaction, id: number, change: Change): Promise<void> {
  await tx.execute(removeRow, [id, change.updatedBy, change.now]);
}

/** Stores the whole set of hosts. Answers one that belongs to another tenant, or null when all are this one's now. */
export async function saveTenantHosts(tx: Transaction, id: number, hosts: readonly string[]): Promise<string | null> {
  await tx.execute(removeHosts, [id, hosts]);
  await tx.execute(insertHosts, [id, hosts]);
  const [row] = await tx.rows<{ host: string }>(findForeignHost, [id, hosts]);
  return row?.host ?? null;
}

export async function hasUsersOfTenant(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.rows(hasUsersRow, [id])).length > 0;
}
