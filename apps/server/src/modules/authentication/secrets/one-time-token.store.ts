// Holds the SQL of one-time tokens: hashed, used once, of which a newer one of its kind ends the older.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

export type TokenPurpose = 'ACTIVATION' | 'RESET' | 'EMAIL';

/** User to whom a token belongs. */
export interface TokenTarget {
  readonly tokenId: number;
  readonly userId: number;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** True where the token would replace a password. */
  readonly passwordSet: boolean;
  /** Says where the token was sent to; null when it was handed over otherwise. */
  readonly address: string | null;
}

const endTokens = sql(
  'auth_token_end',
  'UPDATE auth_one_time_token SET used_date = $3 WHERE user_id = $1 AND purpose = $2 AND used_date IS NULL',
);

const endMailed = sql(
  'auth_token_end_mailed',
  'UPDATE auth_one_time_token SET used_date = $2 WHERE user_id = $1 AND address IS NOT NULL AND used_date IS NULL',
);

const insertToken = sql(
  'auth_token_insert',
  `INSERT INTO auth_one_time_token (token_hash, purpose, user_id, address, date_created, expiry_date)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING (SELECT username FROM auth_user WHERE id = $3)`,
);

// A disabled user may be invited before being enabled; for other purposes a user who cannot sign in gets no link.
const findTarget = sql(
  'auth_token_find',
  `SELECT o.id AS "tokenId", u.id AS "userId", u.tenant_identifier AS "tenantIdentifier", u.username,
     u.username_folded AS "usernameFolded", u.display_name AS "displayName", u.email, u.email_verified AS "emailVerified",
     EXISTS (SELECT FROM auth_password p WHERE p.user_id = u.id) AS "passwordSet", o.address
   FROM auth_one_time_token o JOIN auth_user u ON u.id = o.user_id
   JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   WHERE o.token_hash = $1 AND o.purpose = $3 AND o.used_date IS NULL AND o.expiry_date > $2
     AND NOT u.deleted AND (u.enabled OR o.purpose = 'ACTIVATION') AND coalesce(u.expiry_date > $2, true)
     AND t.enabled AND NOT t.deleted`,
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

const removeOldTokens = sql(
  'auth_token_remove_old',
  `DELETE FROM auth_one_time_token WHERE id IN (
     SELECT id FROM auth_one_time_token WHERE expiry_date <= $1 ORDER BY expiry_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

export interface NewToken {
  readonly purpose: TokenPurpose;
  readonly tokenHash: string;
  readonly userId: number;
  readonly address: string | null;
  readonly now: Date;
  readonly expiry: Date;
}

/** Ends the user's links of this kind. */
export async function endTokensOf(tx: Transaction, userId: number, purpose: TokenPurpose, now: Date): Promise<void> {
  await tx.execute(endTokens, [userId, purpose, now]);
}

/** Ends the mailed links of every kind, since the address has changed. */
export async function endMailedTokens(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.execute(endMailed, [userId, now]);
}

/** Ends the older tokens of its kind; answers the name of the user. */
export async function saveToken(tx: Transaction, token: NewToken): Promise<string> {
  const { purpose, tokenHash, userId, address, now, expiry } = token;
  await endTokensOf(tx, userId, purpose, now);
  const values = [tokenHash, purpose, userId, address, now, expiry];
  const [row] = await tx.rows<{ username: string }>(insertToken, values);
  return row!.username;
}

export async function findTokenTarget(
  queryable: Queryable,
  purpose: TokenPurpose,
  tokenHash: string,
  now: Date,
): Promise<TokenTarget | null> {
  const [row] = await queryable.rows<TokenTarget>(findTarget, [tokenHash, now, purpose]);
  return row ?? null;
}

/** Uses a token up; false when it was used or ran out meanwhile. */
export async function consumeToken(tx: Transaction, tokenId: number, now: Date): Promise<boolean> {
  return (await tx.execute(useToken, [tokenId, now])) === 1;
}

/** Answers the end of the user's newest usable activation token, or null. */
export async function findActivationExpiry(queryable: Queryable, userId: number, now: Date): Promise<Date | null> {
  const [row] = await queryable.rows<{ expiry: Date | null }>(findLiveToken, [userId, now]);
  return row?.expiry ?? null;
}

/** Answers how many were removed, at most `limit`. */
export function removePastTokens(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(removeOldTokens, [now, limit]);
}
