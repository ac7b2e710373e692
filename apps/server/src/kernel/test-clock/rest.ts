// Waits until nothing is due any more in any process, and says what falls due next.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '../lease/leases.ts';

/** Interval in which other processes are asked whether they have come to rest. */
const ASK_MS = 2;

export interface Rest {
  /** Next due time in epoch milliseconds; null where nothing waits for a time. */
  readonly next: number | null;
  /** Number of rows that were still due at the deadline. */
  readonly due: number;
}

export function createRest(leases: Pick<Leases, 'all'>) {
  const settling: (() => Promise<unknown>)[] = [];
  return {
    /** Registers work that is done each time before due rows are counted. */
    before: (settle: () => Promise<unknown>): void => void settling.push(settle),
    /** `deadlineAt` is a time of this machine's monotonic clock. */
    async reach(deadlineAt: number): Promise<Rest> {
      const works = leases.all();
      for (;;) {
        for (const settle of settling) await settle();
        await orAt(deadlineAt, Promise.all(works.map((work) => work.rest())));
        const outlooks = await Promise.all(works.map((work) => work.outlook()));
        const due = outlooks.reduce((sum, outlook) => sum + outlook.due, 0);
        const next = earliest(outlooks.map((outlook) => outlook.next));
        if (due === 0 || performance.now() >= deadlineAt) return { next, due };
        for (const work of works) work.job.wake();
        await sleep(ASK_MS);
      }
    },
  };
}

/** Waits for the work, at most until the deadline. */
async function orAt(deadlineAt: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(1, deadlineAt - performance.now()));
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
