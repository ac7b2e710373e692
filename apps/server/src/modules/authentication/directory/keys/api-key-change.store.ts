// Holds the SQL that changes API keys and gives them new secrets.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Change } from '../../ground/authentication.types.ts';
import type { ApiKey } from './api-key.store.ts';

/** Lists what an administrator may change of a key. */
export type ApiKeyFields = Pick<
  ApiKey,
  'name' | 'description' | 'authorityList' | 'allowedAddressList' | 'expiryDate' | 'enabled'
> & {
  readonly nameFolded: string;
  /** Takes the key from its owner and gives it to the tenant. */
  readonly ofTenant: boolean;
};

const lockKey = sql('auth_api_key_lock', 'SELECT id FROM auth_api_key WHERE uuid = $1 FOR UPDATE');

const changeKey = sql(
  'auth_api_key_change',
  `UPDATE auth_api_key SET name = $2, name_folded = $3, description = $4, authority_list = $5, allowed_address_list = $6,
     expiry_date = $7, enabled = $8, owner_user_id = CASE WHEN $9 THEN NULL ELSE owner_user_id END,
     version = version + 1, updated_by = $10, date_updated = $11
   WHERE id = $1`,
);

const rotateKey = sql(
  'auth_api_key_rotate',
  `UPDATE auth_api_key SET previous_key_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE key_hash END,
     previous_key_expiry = $4, key_hash = $2, key_prefix = $3, version = version + 1, updated_by = $5, date_updated = $6
   WHERE id = $1`,
);

/** Changes of one key wait for each other from here to the end of the transaction. */
export async function lockApiKey(tx: Transaction, uuid: string): Promise<void> {
  await tx.rows(lockKey, [uuid]);
}

/** A taken name violates `API_KEY_NAME_INDEX`. */
export async function saveApiKeyChange(tx: Transaction, id: number, key: ApiKeyFields, change: Change): Promise<void> {
  await tx.execute(changeKey, [
    id,
    key.name,
    key.nameFolded,
    key.description,
    key.authorityList,
    key.allowedAddressList,
    key.expiryDate,
    key.enabled,
    key.ofTenant,
    change.updatedBy,
    change.now,
  ]);
}

/** Ends the old secret now when `previousExpiry` is null; one that was older than it ends in any case. */
export async function saveApiKeySecret(
  tx: Transaction,
  id: number,
  key: { readonly keyHash: string; readonly keyPrefix: string; readonly previousExpiry: Date | null },
  change: Change,
): Promise<void> {
  const values = [id, key.keyHash, key.keyPrefix, key.previousExpiry, change.updatedBy, change.now];
  await tx.execute(rotateKey, values);
}
