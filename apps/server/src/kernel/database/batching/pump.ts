// Runs batches one after the other, so that the database and this process work at the same time.
import { gather } from './gather.ts';

/** Result of a batch before its members are answered. */
export interface Done {
  /** Number of the members. */
  readonly size: number;
  answer(): void;
}

export interface PumpOptions {
  readonly waiting: () => number;
  /** Takes and sends at most `most` members at once; never fails. */
  readonly run: (most: number) => Promise<Done>;
  /** Called when no member waits any more. */
  readonly rest?: () => void;
  /** From this size on a batch whose members came again together is sent as two halves. */
  readonly halvesFrom?: number;
}

/**
 * Takes and runs batches from `wake` until nobody waits; members that arrive meanwhile form the next batch. A next
 * batch that is as large is sent before the last one is answered, so that the database works while the answered callers
 * go on. A smaller one is sent after the answers, since the answered callers may join it: small batches cost more than
 * idling. Many members of one batch would stay together, so that this process and the database took turns; when they
 * come again they are halved, and each half goes on while the other is written.
 */
export function createPump({ waiting, run, rest, halvesFrom = Number.POSITIVE_INFINITY }: PumpOptions) {
  let running = false;
  let lastSize = 0;

  const runAll = async (): Promise<void> => {
    let last: Done | null = null;
    for (;;) {
      const overlaps = last !== null && waiting() >= last.size;
      if (!overlaps) {
        last?.answer();
        if (waiting() === 0) break;
        await gather(waiting);
      }
      const count = waiting();
      const cameTogether = last === null && Math.min(count, lastSize) >= halvesFrom;
      const started = run(cameTogether ? count >> 1 : count);
      if (overlaps) last?.answer();
      last = await started;
      lastSize = last.size;
    }
    running = false;
    rest?.();
  };

  return {
    /** Starts the batches once a member waits. */
    wake(): void {
      if (running) return;
      running = true;
      void runAll();
    },
    isRunning: (): boolean => running,
  };
}
