// Holds the SQL of breakers, which all processes share.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { BreakerReason } from './provider.types.ts';

// An open breaker stays as it is: an attempt from before adds nothing.
const FAIL = sql(
  'mail_breaker_fail',
  `UPDATE mail_provider_state SET failures = failures + 1,
     openings = CASE WHEN failures + 1 >= $3 THEN 1 ELSE 0 END,
     open_until = CASE WHEN failures + 1 >= $3 THEN $4::timestamptz END,
     reason = CASE WHEN failures + 1 >= $3 THEN $2 END
   WHERE provider_id = $1 AND openings = 0`,
);
const OPEN = sql(
  'mail_breaker_open',
  `UPDATE mail_provider_state SET openings = 1, open_until = $3, reason = $2 WHERE provider_id = $1 AND openings = 0`,
);
// The process that moves the date may try; where it dies the others wait for one interval.
const CLAIM = sql(
  'mail_breaker_claim',
  `UPDATE mail_provider_state SET openings = openings + 1,
     open_until = $2::timestamptz + LEAST($4::float8, $3::float8 * power(2, LEAST(openings, 30))) * interval '1 millisecond'
   WHERE provider_id = $1 AND openings > 0 AND open_until <= $2
   RETURNING open_until AS "openUntil"`,
);
const STAY = sql(
  'mail_breaker_stay',
  `UPDATE mail_provider_state SET reason = $2,
     open_until = $3::timestamptz + LEAST($5::float8, $4::float8 * power(2, LEAST(openings - 1, 30))) * interval '1 millisecond'
   WHERE provider_id = $1 AND openings > 0`,
);
const FORGET = sql(
  'mail_breaker_forget',
  'UPDATE mail_provider_state SET failures = 0 WHERE provider_id = $1 AND openings = 0 AND failures > 0',
);
const CLOSE = sql(
  'mail_breaker_close',
  `UPDATE mail_provider_state SET failures = 0, openings = 0, open_until = NULL, reason = NULL WHERE provider_id = $1`,
);

export interface BreakerTimes {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Counts a failed connection; `max` in a row open the breaker until then. */
export async function countFailure(
  queryable: Queryable,
  providerId: number,
  { reason, failuresMax, openUntil }: { reason: BreakerReason; failuresMax: number; openUntil: Date },
): Promise<void> {
  await queryable.execute(FAIL, [providerId, reason, failuresMax, openUntil]);
}

export async function openBreaker(
  queryable: Queryable,
  providerId: number,
  reason: BreakerReason,
  openUntil: Date,
): Promise<void> {
  await queryable.execute(OPEN, [providerId, reason, openUntil]);
}

/** Claims the try with one mail; the others wait for twice as long as the last time. */
export async function claimTry(
  queryable: Queryable,
  providerId: number,
  now: Date,
  { firstMs, longestMs }: BreakerTimes,
): Promise<boolean> {
  const rows = await queryable.rows(CLAIM, [providerId, now, firstMs, longestMs]);
  return rows.length > 0;
}

/** Keeps the breaker open after a failed try, from now on. */
export async function keepOpen(
  queryable: Queryable,
  providerId: number,
  reason: BreakerReason,
  now: Date,
  { firstMs, longestMs }: BreakerTimes,
): Promise<void> {
  await queryable.execute(STAY, [providerId, reason, now, firstMs, longestMs]);
}

/** Forgets failed connections, since one has succeeded. */
export async function forgetFailures(queryable: Queryable, providerId: number): Promise<void> {
  await queryable.execute(FORGET, [providerId]);
}

export async function closeBreaker(queryable: Queryable, providerId: number): Promise<void> {
  await queryable.execute(CLOSE, [providerId]);
}
