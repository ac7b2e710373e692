// Holds the SQL of failures by address: two windows, each begun by the first failure in it.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

export interface AddressState {
  /** Failures in the short window that runs now. */
  readonly windowFailures: number;
  /** Failures in the day that runs now. */
  readonly dayFailures: number;
  readonly dayEnd: Date | null;
}

/** Length of the short window, in which failures make a captcha due. */
export const ADDRESS_WINDOW_MS = 600_000;
export const ADDRESS_DAY_MS = 86_400_000;

const QUIET: AddressState = { windowFailures: 0, dayFailures: 0, dayEnd: null };

/** Lists the columns of an `AddressRow`; the parameter is the beginning of the short window. */
export const ADDRESS_STATE_COLUMNS = (windowStart: string): string =>
  `CASE WHEN window_start > ${windowStart} THEN window_failures ELSE 0 END AS "windowFailures",
   day_failures AS "dayFailures", day_start AS "dayStart"`;

const findCounter = sql(
  'auth_address_counter_find',
  `SELECT ${ADDRESS_STATE_COLUMNS('$2')} FROM auth_address_counter WHERE address = $1 AND day_start > $3`,
);

const raiseCounter = sql(
  'auth_address_counter_raise',
  `INSERT INTO auth_address_counter AS c (address, window_start, window_failures, day_start, day_failures)
   VALUES ($1, $2, 1, $2, 1)
   ON CONFLICT (address) DO UPDATE SET
     window_start = CASE WHEN c.window_start > $3 THEN c.window_start ELSE excluded.window_start END,
     window_failures = CASE WHEN c.window_start > $3 THEN c.window_failures + 1 ELSE 1 END,
     day_start = CASE WHEN c.day_start > $4 THEN c.day_start ELSE excluded.day_start END,
     day_failures = CASE WHEN c.day_start > $4 THEN c.day_failures + 1 ELSE 1 END`,
);

const removePast = sql(
  'auth_address_counter_remove',
  `DELETE FROM auth_address_counter WHERE address IN (
     SELECT address FROM auth_address_counter WHERE day_start <= $1 ORDER BY day_start LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

export interface AddressRow {
  readonly windowFailures: number;
  readonly dayFailures: number;
  readonly dayStart: Date;
}

/** Makes the state of an address; null is one without failures. */
export function toAddressState(row: AddressRow | null): AddressState {
  if (row === null) return QUIET;
  const { windowFailures, dayFailures, dayStart } = row;
  return { windowFailures, dayFailures, dayEnd: new Date(dayStart.getTime() + ADDRESS_DAY_MS) };
}

/** Holds the address and the beginnings of its windows, as the statements take them. */
export function addressStateValues(address: string, nowMs: number): readonly unknown[] {
  return [address, ...startsAt(nowMs)];
}

const startsAt = (nowMs: number): readonly Date[] => [
  new Date(nowMs - ADDRESS_WINDOW_MS),
  new Date(nowMs - ADDRESS_DAY_MS),
];

export async function findAddressState(queryable: Queryable, address: string, nowMs: number): Promise<AddressState> {
  const [row] = await queryable.rows<AddressRow>(findCounter, addressStateValues(address, nowMs));
  return toAddressState(row ?? null);
}

export async function raiseAddressFailures(queryable: Queryable, address: string, nowMs: number): Promise<void> {
  await queryable.execute(raiseCounter, [address, new Date(nowMs), ...startsAt(nowMs)]);
}

/** Removes addresses whose day is over; answers how many were removed, at most `limit`. */
export async function removePastAddresses(queryable: Queryable, nowMs: number, limit: number): Promise<number> {
  return queryable.execute(removePast, [new Date(nowMs - ADDRESS_DAY_MS), limit]);
}
