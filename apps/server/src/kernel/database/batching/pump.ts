// Runs batches one after the other, so that the database and this process work at the same time.
import { gather } from './gather.ts';

/** What a batch has led to, before anybody is told. */
export interface Done {
  /** Counts those who are to be told. */
  readonly size: number;
  tell(): void;
}

/**
 * Takes and runs batches from when it is woken until nobody waits; `run` takes one, sends it at once and never fails. Whoever came
 * meanwhile is the next batch. It is sent before the last one is told where it is as large: the database works while those who are
 * told go on. Where fewer wait they are told first, since what they do next may be of the same batch: small ones cost more than idling.
 */
export function createPump(waiting: () => number, run: () => Promise<Done>, rest: () => void = () => undefined) {
  let running = false;

  const runAll = async (): Promise<void> => {
    let last: Done | null = null;
    for (;;) {
      const overlaps = last !== null && waiting() >= last.size;
      if (!overlaps) {
        last?.tell();
        if (waiting() === 0) break;
        await gather(waiting);
      }
      const started = run();
      if (overlaps) last?.tell();
      last = await started;
    }
    running = false;
    rest();
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
