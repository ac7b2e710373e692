// Holds the SQL of API keys: only their hashes are stored.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { RecordFields } from '../../../../kernel/records/record/record.types.ts';
import { recordColumns } from '../../ground/authentication.types.ts';

export interface ApiKey extends RecordFields {
  readonly tenantIdentifier: string;
  readonly name: string;
  readonly description: string | null;
  readonly keyPrefix: string;
  readonly authorityList: readonly string[];
  readonly allowedAddressList: readonly string[];
  readonly expiryDate: Date;
  readonly lastUsedDate: Date | null;
  readonly enabled: boolean;
  /** Is the username of the owner; null for a key of the tenant. */
  readonly ownerUsername: string | null;
}

export interface NewApiKey {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string | null;
  readonly keyHash: string;
  readonly keyPrefix: string;
  readonly authorityList: readonly string[];
  readonly allowedAddressList: readonly string[];
  readonly expiryDate: Date;
  readonly enabled: boolean;
  readonly ownerUserUuid: string | null;
  readonly createdBy: string;
  readonly now: Date;
}

/** Describes a key that may be used now, before it is cut down to what its owner holds. */
export interface LiveApiKey {
  readonly uuid: string;
  readonly name: string;
  readonly tenantIdentifier: string;
  readonly tenantLocale: string;
  readonly authorityList: readonly string[];
  readonly allowedAddressList: readonly string[];
  readonly expiryDate: Date;
  readonly dateCreated: Date;
  readonly ofTenant: boolean;
  readonly ownerTenantIdentifier: string | null;
  readonly ownerUsernameFolded: string | null;
}

/** Names the index that keeps names of keys apart within a tenant. */
export const API_KEY_NAME_INDEX = 'auth_api_key_name';

const insertKey = sql(
  'auth_api_key_insert',
  `INSERT INTO auth_api_key (uuid, tenant_identifier, name, name_folded, description, key_hash, key_prefix, authority_list,
     allowed_address_list, expiry_date, enabled, owner_user_id, created_by, updated_by, date_created, date_updated)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT id FROM auth_user WHERE uuid = $12), $13, $13, $14, $14)`,
);

/** Lists the columns of a key; `k` is auth_api_key and `u` the auth_user that owns it. */
export const API_KEY_COLUMNS = `${recordColumns('k')}, k.tenant_identifier AS "tenantIdentifier", k.name, k.description,
  k.key_prefix AS "keyPrefix", k.authority_list AS "authorityList", k.allowed_address_list AS "allowedAddressList",
  k.expiry_date AS "expiryDate", k.last_used_date AS "lastUsedDate", k.enabled, u.username AS "ownerUsername"`;

const findKeyRow = sql(
  'auth_api_key_find',
  `SELECT ${API_KEY_COLUMNS} FROM auth_api_key k LEFT JOIN auth_user u ON u.id = k.owner_user_id
   WHERE k.uuid = $1 AND NOT k.deleted AND ($2::text IS NULL OR k.tenant_identifier = $2)`,
);

/** Selects a key that may be used, where `secret` says by which one; `now` is the parameter that carries the clock. */
function liveKeySql(secret: string, expiry: string, now: string): string {
  return `SELECT k.uuid, k.name, k.tenant_identifier AS "tenantIdentifier", t.locale AS "tenantLocale",
     k.authority_list AS "authorityList", k.allowed_address_list AS "allowedAddressList", ${expiry} AS "expiryDate",
     k.date_created AS "dateCreated", k.owner_user_id IS NULL AS "ofTenant",
     u.tenant_identifier AS "ownerTenantIdentifier", u.username_folded AS "ownerUsernameFolded"
   FROM auth_api_key k JOIN auth_tenant t ON t.identifier = k.tenant_identifier
   LEFT JOIN auth_user u ON u.id = k.owner_user_id
   WHERE ${secret} AND k.enabled AND NOT k.deleted AND k.expiry_date > ${now} AND t.enabled AND NOT t.deleted`;
}

const findLiveRow = sql(
  'auth_api_key_find_live',
  liveKeySql(
    '(k.key_hash = $1 OR (k.previous_key_hash = $1 AND k.previous_key_expiry > $2))',
    'CASE WHEN k.key_hash = $1 THEN k.expiry_date ELSE least(k.expiry_date, k.previous_key_expiry) END',
    '$2',
  ),
);
const findHashes = sql(
  'auth_api_key_find_hashes',
  `SELECT key_hash AS hash FROM auth_api_key WHERE key_hash = ANY($1::text[])
   UNION ALL SELECT previous_key_hash FROM auth_api_key WHERE previous_key_hash = ANY($1::text[])`,
);
const findLiveRowByUuid = sql('auth_api_key_find_live_uuid', liveKeySql('k.uuid = $1', 'k.expiry_date', '$2'));

const removeKey = sql(
  'auth_api_key_remove',
  `UPDATE auth_api_key SET deleted = true, deleted_date = $3, version = version + 1, updated_by = $2, date_updated = $3
   WHERE id = $1 AND NOT deleted`,
);

const saveUses = sql(
  'auth_api_key_save_uses',
  `UPDATE auth_api_key k SET last_used_date = u.used
   FROM unnest($1::uuid[], $2::timestamptz[]) AS u (uuid, used)
   WHERE k.uuid = u.uuid AND coalesce(k.last_used_date < u.used, true)`,
);

/** A taken name violates `API_KEY_NAME_INDEX`. */
export async function saveApiKey(tx: Transaction, key: NewApiKey): Promise<void> {
  await tx.execute(insertKey, [
    key.uuid,
    key.tenantIdentifier,
    key.name,
    key.nameFolded,
    key.description,
    key.keyHash,
    key.keyPrefix,
    key.authorityList,
    key.allowedAddressList,
    key.expiryDate,
    key.enabled,
    key.ownerUserUuid,
    key.createdBy,
    key.now,
  ]);
}

/** Looks in any tenant when `tenantIdentifier` is null. */
export async function findApiKey(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string | null,
): Promise<ApiKey | null> {
  const [row] = await queryable.rows<ApiKey>(findKeyRow, [uuid, tenantIdentifier]);
  return row ?? null;
}

export async function findLiveApiKey(queryable: Queryable, keyHash: string, now: Date): Promise<LiveApiKey | null> {
  const [row] = await queryable.rows<LiveApiKey>(findLiveRow, [keyHash, now]);
  return row ?? null;
}

/** Finds the same key whatever secret it has now. */
export async function findLiveApiKeyByUuid(queryable: Queryable, uuid: string, now: Date): Promise<LiveApiKey | null> {
  const [row] = await queryable.rows<LiveApiKey>(findLiveRowByUuid, [uuid, now]);
  return row ?? null;
}

/** Answers those of the hashes that are of a key's secret or the one before, deleted keys included. */
export async function findApiKeyHashes(
  queryable: Pick<Queryable, 'rows'>,
  hashes: readonly string[],
): Promise<readonly string[]> {
  return (await queryable.rows<{ hash: string }>(findHashes, [hashes])).map(({ hash }) => hash);
}

export async function removeApiKey(tx: Transaction, id: number, updatedBy: string, now: Date): Promise<void> {
  await tx.execute(removeKey, [id, updatedBy, now]);
}

export async function saveApiKeyUses(
  queryable: Queryable,
  uses: readonly { readonly uuid: string; readonly lastUsedMs: number }[],
): Promise<void> {
  await queryable.execute(saveUses, [uses.map(({ uuid }) => uuid), uses.map(({ lastUsedMs }) => new Date(lastUsedMs))]);
}
