// Holds the SQL of codes tried by a user: a bounded number in an hour, counted before they are compared, reset by
// success only.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

const reserve = sql(
  'auth_code_attempt_reserve',
  `INSERT INTO auth_code_attempt AS a (user_id, recent, in_a_row) VALUES ($1, ARRAY[$2::timestamptz], 1)
   ON CONFLICT (user_id) DO UPDATE SET in_a_row = a.in_a_row + 1,
     recent = ARRAY(SELECT t FROM unnest(a.recent) t WHERE t > $3 ORDER BY t) || $2::timestamptz
   WHERE (SELECT count(*) FROM unnest(a.recent) t WHERE t > $3) < $4
   RETURNING in_a_row AS "inARow"`,
);

// The newest attempt is removed: which one of several makes no difference to their number.
const release = sql(
  'auth_code_attempt_release',
  `UPDATE auth_code_attempt SET in_a_row = greatest(in_a_row - 1, 0), recent = trim_array(recent, 1)
   WHERE user_id = $1 AND cardinality(recent) > 0`,
);

const findOldest = sql(
  'auth_code_attempt_oldest',
  'SELECT min(t) AS oldest FROM auth_code_attempt a, unnest(a.recent) t WHERE a.user_id = $1 AND t > $2',
);

const reset = sql('auth_code_attempt_reset', 'DELETE FROM auth_code_attempt WHERE user_id = $1');

export interface AttemptWindow {
  readonly now: Date;
  /** Attempts at or before this time count no more for the window. */
  readonly since: Date;
  readonly max: number;
}

/** Answers attempts in a row with this one; null when the window is full. */
export async function reserveCodeAttempt(
  tx: Transaction,
  userId: number,
  { now, since, max }: AttemptWindow,
): Promise<number | null> {
  const [row] = await tx.rows<{ inARow: number }>(reserve, [userId, now, since, max]);
  return row?.inARow ?? null;
}

/** Removes one attempt. */
export async function releaseCodeAttempt(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(release, [userId]);
}

/** Answers when the oldest attempt of the window was made. */
export async function findOldestCodeAttempt(queryable: Queryable, userId: number, since: Date): Promise<Date | null> {
  const [row] = await queryable.rows<{ oldest: Date | null }>(findOldest, [userId, since]);
  return row?.oldest ?? null;
}

export async function resetCodeAttempts(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(reset, [userId]);
}
