// Measures how fast the spool is drained, and when the present records have left it.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../kernel/database/clock.ts';

const WINDOW_SECONDS = 10;

/** A directory of records, this process's own or one taken over. */
export interface Drained {
  readonly key: object;
  readonly records: number;
}

export function createSpoolProgress(clock: Clock) {
  const released = new WeakMap<object, number>();
  let seconds: { readonly at: number; count: number }[] = [];
  const waiting = new Set<() => void>();

  return {
    release(key: object, records: number): void {
      released.set(key, (released.get(key) ?? 0) + records);
      const at = Math.floor(clock.now() / SECOND_MS);
      const last = seconds.at(-1);
      if (last?.at === at) last.count += records;
      else seconds = [...seconds.slice(1 - WINDOW_SECONDS), { at, count: records }];
      for (const look of waiting) look();
    },
    /** Records a second of the last ten seconds. */
    perSecond(): number {
      const from = clock.now() / SECOND_MS - WINDOW_SECONDS;
      const count = seconds.filter(({ at }) => at >= from).reduce((sum, second) => sum + second.count, 0);
      return Math.round(count / WINDOW_SECONDS);
    },
    /** Waits until none of the present records is left, or for the time; answers how many are. */
    async emptied(present: readonly Drained[], timeoutMs: number): Promise<number> {
      const targets = present.map(({ key, records }) => ({ key, target: (released.get(key) ?? 0) + records }));
      const left = (): number =>
        targets.reduce((sum, { key, target }) => sum + Math.max(0, target - (released.get(key) ?? 0)), 0);
      if (left() === 0) return 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => {
        if (left() === 0) resolve();
      };
      const ending = new AbortController();
      waiting.add(look);
      try {
        await Promise.race([promise, sleep(timeoutMs, null, { signal: ending.signal, ref: false })]);
        return left();
      } finally {
        ending.abort();
        waiting.delete(look);
      }
    },
  };
}
