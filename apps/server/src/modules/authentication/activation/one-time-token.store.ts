// SQL of one-time tokens: hashed, used once, of which a newer one ends the older.
import { type Queryable, sql, type Transaction } from '../../../kernel/database.ts';

/** Whoever an activation token belongs to. */
export interface ActivationTarget {
  readonly tokenId: number;
  readonly userId: number;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly displayName: string | null;
}

const endTokens = sql(
  'auth_token_end',
  'UPDATE auth_one_time_token SET used_date = $3 WHERE user_id = $1 AND purpose = $2 AND used_date IS NULL',
);

const insertToken = sql(
  'auth_token_insert',
  `INSERT INTO auth_one_time_token (token_hash, purpose, user_id, date_created, expiry_date)
   VALUES ($1, 'ACTIVATION', $2, $3, $4)`,
);

const findTarget = sql(
  'auth_token_find',
  `SELECT o.id AS "tokenId", u.id AS "userId", u.tenant_identifier AS "tenantIdentifier", u.username,
     u.username_folded AS "usernameFolded", u.display_name AS "displayName"
   FROM auth_one_time_token o JOIN auth_user u ON u.id = o.user_id
   JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   WHERE o.token_hash = $1 AND o.purpose = 'ACTIVATION' AND o.used_date IS NULL AND o.expiry_date > $2
     AND NOT u.deleted AND t.enabled AND NOT t.deleted`,
);

// The condition makes it single-use: of two parallel requests one updates no row.
const useToken = sql(
  'auth_token_use',
  'UPDATE auth_one_time_token SET used_date = $2 WHERE id = $1 AND used_date IS NULL AND expiry_date > $2',
);

const findLiveToken = sql(
  'auth_token_find_live',
  `SELECT max(expiry_date) AS expiry FROM auth_one_time_token
   WHERE user_id = $1 AND purpose = 'ACTIVATION' AND used_date IS NULL AND expiry_date > $2`,
);

export interface NewActivationToken {
  readonly tokenHash: string;
  readonly userId: number;
  readonly now: Date;
  readonly expiry: Date;
}

/** The user's links work no more. */
export async function endActivationTokens(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.execute(endTokens, [userId, 'ACTIVATION', now]);
}

/** Ends the older activation tokens of the user. */
export async function saveActivationToken(tx: Transaction, token: NewActivationToken): Promise<void> {
  await endActivationTokens(tx, token.userId, token.now);
  await tx.execute(insertToken, [token.tokenHash, token.userId, token.now, token.expiry]);
}

export async function findActivationTarget(
  queryable: Queryable,
  tokenHash: string,
  now: Date,
): Promise<ActivationTarget | null> {
  const [row] = await queryable.rows<ActivationTarget>(findTarget, [tokenHash, now]);
  return row ?? null;
}

/** False when it was used or ran out meanwhile. */
export async function consumeToken(tx: Transaction, tokenId: number, now: Date): Promise<boolean> {
  return (await tx.execute(useToken, [tokenId, now])) === 1;
}

/** End of the user's newest usable activation token, or null. */
export async function findActivationExpiry(queryable: Queryable, userId: number, now: Date): Promise<Date | null> {
  const [row] = await queryable.rows<{ expiry: Date | null }>(findLiveToken, [userId, now]);
  return row?.expiry ?? null;
}
