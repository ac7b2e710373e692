// Holds the SQL of captchas that were used; issuing one writes nothing.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

const insertNonce = sql(
  'auth_captcha_use',
  'INSERT INTO auth_captcha_used (nonce, expiry_date) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

const removeExpired = sql(
  'auth_captcha_remove_expired',
  `DELETE FROM auth_captcha_used WHERE nonce IN (
     SELECT nonce FROM auth_captcha_used WHERE expiry_date <= $1 ORDER BY expiry_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** Marks a captcha as used; false when it was used before, in whatever process. */
export async function useCaptcha(queryable: Queryable, nonce: Buffer, expiry: Date): Promise<boolean> {
  return (await queryable.execute(insertNonce, [nonce, expiry])) === 1;
}

/** Answers how many were removed; at most `limit`. */
export async function removeExpiredCaptchas(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(removeExpired, [now, limit]);
}
