// Knows the time that all processes agree on: the database's, estimated from this machine's monotonic clock.

import type { Queryable } from './database.types.ts';
import { sql } from './database-client.ts';

/** Every date that is stored or compared comes from here, never from `Date.now()`. */
export interface Clock {
  /** Answers whole epoch milliseconds, in database time where a database is known; never less than an earlier answer. */
  now(): number;
  /** Calls after the clock has leapt, because somebody moved it; absent of clocks that only run. */
  onMoved?(listener: () => void): void;
  /** Says that it stands until somebody moves it: whoever waits for a time is called by `onMoved`. Absent of clocks that run. */
  isStanding?(): boolean;
}

/** One reading of the database's clock, with the monotonic times just before it was asked and just after it answered. */
export interface ClockSample {
  /** Epoch ms, may carry a fraction. */
  readonly databaseMs: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface DatabaseClock extends Clock {
  /** Reads this machine's monotonic clock in milliseconds; it serves only as `askedAt` and `answeredAt` of a sample. */
  monotonic(): number;
  /**
   * Corrects the offset when the sample proves it wrong: an answer is good to half of its round trip, so a difference
   * within that is noise. Where the database's clock was set back, `now()` stands still until the time is reached again.
   */
  observe(sample: ClockSample): void;
}

/**
 * Creates the process's clock from its first sample. The monotonic source keeps it free of steps of this machine's own clock;
 * it stands still while the machine is suspended, which the next sample corrects.
 */
export function createDatabaseClock(
  first: ClockSample,
  monotonic: () => number = () => performance.now(),
): DatabaseClock {
  let offset = offsetOf(first);
  let last = 0;
  return {
    monotonic,
    now() {
      const now = Math.floor(monotonic() + offset);
      if (now > last) last = now;
      return last;
    },
    observe(sample) {
      const candidate = offsetOf(sample);
      const uncertainty = (sample.answeredAt - sample.askedAt) / 2;
      if (Math.abs(candidate - offset) > uncertainty) offset = candidate;
    },
  };
}

function offsetOf({ databaseMs, askedAt, answeredAt }: ClockSample): number {
  return databaseMs - (askedAt + answeredAt) / 2;
}

// The shortest round trip of a few is the most exact; the first ones also open the connection and plan the statement.
const START_SAMPLES = 5;
const readDatabaseTime = sql(
  'kernel_database_time',
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "databaseMs"`,
);

/** Reads the database's clock once. */
export async function sampleDatabaseClock(
  database: Queryable,
  monotonic: () => number = () => performance.now(),
): Promise<ClockSample> {
  const askedAt = monotonic();
  const [row] = await database.rows<{ databaseMs: number }>(readDatabaseTime);
  return { databaseMs: row!.databaseMs, askedAt, answeredAt: monotonic() };
}

/** Measures the database's clock a few times and starts from the best sample. */
export async function startDatabaseClock(database: Queryable): Promise<DatabaseClock> {
  let best = await sampleDatabaseClock(database);
  for (let count = 1; count < START_SAMPLES; count += 1) {
    const sample = await sampleDatabaseClock(database);
    if (sample.answeredAt - sample.askedAt < best.answeredAt - best.askedAt) best = sample;
  }
  return createDatabaseClock(best);
}

/** A test moves this clock itself. */
export interface ManualClock extends Clock {
  /** Moves forward by at least 0 ms. */
  advance(ms: number): void;
  /** Sets the epoch ms; throws when that would be a step back. */
  set(ms: number): void;
}

// 2026-01-01T00:00:00Z: fixed, so that what a test prints is the same on each run.
export const MANUAL_CLOCK_START_MS = 1_767_225_600_000;

export function createManualClock(startMs: number = MANUAL_CLOCK_START_MS): ManualClock {
  let current = startMs;
  const listeners: (() => void)[] = [];
  const set = (ms: number): void => {
    if (!(ms >= current)) throw new RangeError(`the clock shows ${current} and never steps back to ${ms}`);
    current = ms;
    for (const hear of listeners) hear();
  };
  const onMoved = (listener: () => void): void => void listeners.push(listener);
  return { now: () => current, set, advance: (ms) => set(current + ms), onMoved };
}
