// A clock for test installations: it shows another one's time, or a later one, or stands where it was put.
import type { Clock } from '../database/clock.ts';

/** State of the clock of the suite, as all processes are to see it. */
export interface ClockReading {
  /** Epoch milliseconds; null while the clock runs. */
  readonly standsAt: number | null;
  /** Milliseconds by which it is later than the time of the database while it runs. */
  readonly aheadMs: number;
  /** Counts the moves; a reading replaces those before it. */
  readonly revision: number;
}

export interface MovableClock extends Clock {
  onMoved(listener: () => void): void;
  isStanding(): boolean;
  /** Follows a reading that is newer than the last one; answers whether it was. */
  follow(reading: ClockReading): boolean;
  /** Answers by how many milliseconds it is later than the time of the database. */
  ahead(): number;
}

export function createMovableClock(base: Clock): MovableClock {
  let shown: ClockReading = { standsAt: null, aheadMs: 0, revision: 0 };
  let last = 0;
  const listeners: (() => void)[] = [];
  const now = (): number => {
    last = Math.max(last, shown.standsAt ?? base.now() + shown.aheadMs);
    return last;
  };
  return {
    now,
    ahead: () => now() - base.now(),
    isStanding: () => shown.standsAt !== null,
    onMoved(listener) {
      listeners.push(listener);
      base.onMoved?.(listener);
    },
    follow(reading) {
      if (reading.revision <= shown.revision) return false;
      shown = reading;
      for (const hear of listeners) hear();
      return true;
    },
  };
}
