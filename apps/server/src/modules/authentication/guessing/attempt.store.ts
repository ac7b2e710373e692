// Holds the SQL of failed attempts: reserving one before it is checked, settling it afterwards, the lock that follows.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** Holds the bounds as the statements take them. */
export interface LockRules {
  readonly threshold: number;
  readonly firstSeconds: number;
  readonly maxSeconds: number;
  readonly forgetMs: number;
  /** Age at which an unsettled reservation counts as a failure. */
  readonly staleMs: number;
}

/** State of a counter now. */
export interface AttemptState {
  /** Number of failures in a row, those of crashed checks included; 0 once forgotten. */
  readonly failures: number;
  readonly pending: number;
  readonly lockedUntil: Date | null;
}

// Bound of the exponent: the doubled time is beyond any longest lock before, and a number stays one.
const DOUBLINGS_MAX = 20;

/*
 * These define the counter once for all statements, over the row `a`:
 * $2 now, $3 now less the stale age, $4 now less the time of forgetting, $5 threshold, $6 first and $7 longest lock in seconds.
 */
const FRESH = 'ARRAY(SELECT d FROM unnest(a.pending_dates) d WHERE d > $3::timestamptz)';
const STALE_COUNT = '(SELECT count(*)::int FROM unnest(a.pending_dates) d WHERE d <= $3::timestamptz)';
const LAST = `greatest(a.last_failure_date,
  (SELECT max(d) FROM unnest(a.pending_dates) d WHERE d <= $3::timestamptz) + ($2::timestamptz - $3::timestamptz))`;
const FAILURES = `(CASE WHEN ${LAST} > $4::timestamptz THEN a.failures + ${STALE_COUNT} ELSE 0 END)`;
const LOCKED_UNTIL = `(CASE WHEN ${FAILURES} >= $5::int THEN ${LAST} + make_interval(secs =>
  least($7::float8, $6::float8 * power(2, least(${FAILURES} - $5::int, ${DOUBLINGS_MAX})))) END)`;

// Below the threshold as many attempts are checked at once as could fail; after a lock has run out one at a time.
const reserveRow = sql(
  'auth_attempt_reserve',
  `INSERT INTO auth_attempt AS a (key_hash, pending_dates, updated_date) VALUES ($1, ARRAY[$2::timestamptz], $2)
   ON CONFLICT (key_hash) DO UPDATE SET
     failures = ${FAILURES}, last_failure_date = ${LAST}, pending_dates = ${FRESH} || $2::timestamptz, updated_date = $2
   WHERE CASE WHEN ${FAILURES} < $5::int THEN ${FAILURES} + cardinality(${FRESH}) < $5::int
     ELSE cardinality(${FRESH}) = 0 AND $2::timestamptz >= ${LOCKED_UNTIL} END
   RETURNING a.failures`,
);

/** Lists the columns of an `AttemptState` of the row `a`, with the parameters of `attemptStateValues` as $1 to $7. */
export const ATTEMPT_STATE_COLUMNS = `${FAILURES} AS failures, cardinality(${FRESH}) AS pending, ${LOCKED_UNTIL} AS "lockedUntil"`;

const findState = sql(
  'auth_attempt_state',
  `SELECT ${ATTEMPT_STATE_COLUMNS} FROM auth_attempt a WHERE a.key_hash = $1`,
);

// Removes one of several equal dates; which one makes no difference.
const WITHOUT_MINE = `coalesce(a.pending_dates[:array_position(a.pending_dates, $2::timestamptz) - 1]
  || a.pending_dates[array_position(a.pending_dates, $2::timestamptz) + 1:], a.pending_dates)`;

// A reservation that is no longer there was counted when it became stale.
const failRow = sql(
  'auth_attempt_fail',
  `UPDATE auth_attempt a SET
     failures = a.failures + (array_position(a.pending_dates, $2::timestamptz) IS NOT NULL)::int,
     pending_dates = ${WITHOUT_MINE}, last_failure_date = $3, updated_date = $3
   WHERE a.key_hash = $1 RETURNING a.failures`,
);

const removeClean = sql(
  'auth_attempt_remove_clean',
  'DELETE FROM auth_attempt WHERE key_hash = $1 AND pending_dates = ARRAY[$2::timestamptz] AND failures = 0',
);

const takeBack = sql(
  'auth_attempt_take_back',
  `UPDATE auth_attempt a SET pending_dates = ${WITHOUT_MINE} WHERE a.key_hash = $1`,
);

// The row stays: the next sign-in of the name needs it again, and unused ones are removed in time.
const succeedRow = sql(
  'auth_attempt_succeed',
  `UPDATE auth_attempt a SET failures = 0, pending_dates = ${WITHOUT_MINE} WHERE a.key_hash = $1`,
);

// Attempts under check stay reserved, so that an unlock gives nobody a free guess.
const resetRows = sql('auth_attempt_reset', 'UPDATE auth_attempt SET failures = 0 WHERE key_hash = ANY ($1::bytea[])');

const removeForgotten = sql(
  'auth_attempt_remove_forgotten',
  `DELETE FROM auth_attempt WHERE key_hash IN (
     SELECT key_hash FROM auth_attempt WHERE updated_date < $1 ORDER BY updated_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** Holds key, times and rules, as the statements of a counter take them. */
export function attemptStateValues(keyHash: Buffer, nowMs: number, rules: LockRules): readonly unknown[] {
  const { staleMs, forgetMs, threshold, firstSeconds, maxSeconds } = rules;
  const dates = [nowMs, nowMs - staleMs, nowMs - forgetMs].map((ms) => new Date(ms));
  return [keyHash, ...dates, threshold, firstSeconds, maxSeconds];
}

/** Answers failures so far, or null when no attempt may begin now. */
export async function reserveAttempt(
  queryable: Queryable,
  keyHash: Buffer,
  nowMs: number,
  rules: LockRules,
): Promise<number | null> {
  const [row] = await queryable.rows<{ failures: number }>(reserveRow, attemptStateValues(keyHash, nowMs, rules));
  return row?.failures ?? null;
}

export async function findAttemptState(
  queryable: Queryable,
  keyHash: Buffer,
  nowMs: number,
  rules: LockRules,
): Promise<AttemptState> {
  const [row] = await queryable.rows<AttemptState>(findState, attemptStateValues(keyHash, nowMs, rules));
  return row ?? { failures: 0, pending: 0, lockedUntil: null };
}

/** Answers the failures in a row, this one included. */
export async function saveAttemptFailure(tx: Transaction, keyHash: Buffer, reserved: Date, now: Date): Promise<number> {
  const [row] = await tx.rows<{ failures: number }>(failRow, [keyHash, reserved, now]);
  return row?.failures ?? 0;
}

/** Takes the reservation back and starts the count anew, along with the commit. */
export function saveAttemptSuccess(tx: Transaction, keyHash: Buffer, reserved: Date): void {
  tx.beforeCommit(() => ({ statement: succeedRow, values: [keyHash, reserved] }));
}

/** Takes the reservation back; nothing was checked. */
export async function removeReservation(queryable: Queryable, keyHash: Buffer, reserved: Date): Promise<void> {
  const values = [keyHash, reserved];
  if ((await queryable.execute(removeClean, values)) === 0) await queryable.execute(takeBack, values);
}

export async function resetAttempts(tx: Transaction, keyHashes: readonly Buffer[]): Promise<void> {
  await tx.execute(resetRows, [keyHashes]);
}

/** Removes counters that were not touched since; answers how many were removed, at most `limit`. */
export async function removeForgottenAttempts(queryable: Queryable, before: Date, limit: number): Promise<number> {
  return queryable.execute(removeForgotten, [before, limit]);
}
