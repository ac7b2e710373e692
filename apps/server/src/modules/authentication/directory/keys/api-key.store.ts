// Declares API keys, of which only hashes are stored, and holds the SQL of those that are presented.
import { apiKeySort, apiKeySortStandard } from '@keelson/contract';
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { column, typed } from '../../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../../kernel/records/record/define-record.ts';
import { foldName } from '../../../../kernel/text/fold.ts';

export const apiKeys = defineRecord({
  table: 'auth_api_key',
  thing: 'API_KEY',
  columns: {
    name: column.text(),
    description: column.text({ nullable: true }),
    keyHash: column.text({ server: true, secret: true }),
    keyPrefix: column.text({ server: true }),
    /** Hash of the secret before a rotation, which works until its own end. */
    previousKeyHash: column.text({ server: true, secret: true, nullable: true }),
    previousKeyExpiry: column.dateTime({ server: true, hidden: true, nullable: true }),
    authorityList: column.textList(),
    allowedAddressList: column.textList({ standard: [] }),
    expiryDate: column.dateTime(),
    lastUsedDate: column.dateTime({ server: true, nullable: true }),
    enabled: column.flag({ standard: true }),
    /** Null for a key of the tenant. */
    ownerUserId: column.long({ server: true, hidden: true, nullable: true }),
    ownerUsername: column.computed(column.text({ nullable: true, hidden: true }), 'u.username'),
  },
  joins: 'LEFT JOIN auth_user u ON u.id = r.owner_user_id',
  folded: { name: foldName },
  filters: {
    searchText: { contains: ['name', 'description'] },
    nameFolded: { where: 'r.name_folded = $?', of: typed<string>() },
    authority: { holds: 'authorityList' },
    enabled: { equals: 'enabled' },
    expiryDateFrom: { from: 'expiryDate' },
    expiryDateTo: { before: 'expiryDate' },
  },
  sort: { properties: apiKeySort, standard: apiKeySortStandard },
  unique: { name: ['API_KEY_ALREADY_EXISTS', 'auth_api_key_name'] },
  audited: ['ownerUsername'],
  subject: 'name',
});

export type ApiKey = RowOf<typeof apiKeys>;

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

const saveUses = sql(
  'auth_api_key_save_uses',
  `UPDATE auth_api_key k SET last_used_date = u.used
   FROM unnest($1::uuid[], $2::timestamptz[]) AS u (uuid, used)
   WHERE k.uuid = u.uuid AND coalesce(k.last_used_date < u.used, true)`,
);

export async function findLiveApiKey(queryable: Queryable, keyHash: string, now: Date): Promise<LiveApiKey | null> {
  const [row] = await queryable.rows<LiveApiKey>(findLiveRow, [keyHash, now]);
  return row ?? null;
}

/** Finds such a key by uuid, whatever its secret is now. */
export async function findLiveApiKeyByUuid(queryable: Queryable, uuid: string, now: Date): Promise<LiveApiKey | null> {
  const [row] = await queryable.rows<LiveApiKey>(findLiveRowByUuid, [uuid, now]);
  return row ?? null;
}

/** Answers those of the hashes that belong to a current or previous secret of a key, deleted keys included. */
export async function findApiKeyHashes(
  queryable: Pick<Queryable, 'rows'>,
  hashes: readonly string[],
): Promise<readonly string[]> {
  return (await queryable.rows<{ hash: string }>(findHashes, [hashes])).map(({ hash }) => hash);
}

export async function saveApiKeyUses(
  queryable: Queryable,
  uses: readonly { readonly uuid: string; readonly lastUsedMs: number }[],
): Promise<void> {
  await queryable.execute(saveUses, [uses.map(({ uuid }) => uuid), uses.map(({ lastUsedMs }) => new Date(lastUsedMs))]);
}
