// Runs batches one after the other, so that the database and this process work at the same time.
import { gather } from './gather.ts';

/** What a batch has led to, before anybody is told. */
export interface Done {
  /** Counts those who are to be told. */
  readonly size: number;
  tell(): void;
}

export interface PumpOptions {
  readonly waiting: () => number;
  /** Takes so many at the most, sends them at once and never fails. */
  readonly run: (most: number) => Promise<Done>;
  /** Hears that nobody waits any more. */
  readonly rest?: () => void;
  /** So many who come again and again together are two batches. */
  readonly halvesFrom?: number;
}

/**
 * Takes and runs batches from when it is woken until nobody waits. Whoever came meanwhile is the next batch. It is sent before the
 * last one is told where it is as large: the database works while those who are told go on. Where fewer wait they are told first, since
 * what they do next may be of the same batch: small ones cost more than idling. Many who were all of one batch would stay together, and
 * this process and the database would take turns: when they come again they are halved, and each half goes on while the other is written.
 */
export function createPump({ waiting, run, rest, halvesFrom = Number.POSITIVE_INFINITY }: PumpOptions) {
  let running = false;
  let lastSize = 0;

  const runAll = async (): Promise<void> => {
    let last: Done | null = null;
    for (;;) {
      const overlaps = last !== null && waiting() >= last.size;
      if (!overlaps) {
        last?.tell();
        if (waiting() === 0) break;
        await gather(waiting);
      }
      const count = waiting();
      const cameTogether = last === null && Math.min(count, lastSize) >= halvesFrom;
      const started = run(cameTogether ? count >> 1 : count);
      if (overlaps) last?.tell();
      last = await started;
      lastSize = last.size;
    }
    running = false;
    rest?.();
  };

  return {
    /** Says that somebody waits. */
    wake(): void {
      if (running) return;
      running = true;
      void runAll();
    },
    isRunning: (): boolean => running,
  };
}
