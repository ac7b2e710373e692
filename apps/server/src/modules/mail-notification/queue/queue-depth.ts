// Estimates how many mails wait, so that no more are accepted than the queue can hold.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import { countUpTo } from './upkeep.store.ts';

/** Bound of the queue: at a thousand a second it is sent within one and a half hours. */
export const QUEUE_MAX = 5_000_000;
const COUNT_INTERVAL_MS = 5_000;
/** Mails that a server accepts within a second at most: the queue is counted again before it can be full. */
const TAKEN_PER_SECOND_MAX = 20_000;

export function createQueueDepth({ database }: Pick<Kernel, 'database'>, now: () => number, max: number = QUEUE_MAX) {
  let depth = 0;
  let nextCountMs = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | null = null;

  async function count(): Promise<void> {
    try {
      depth = await countUpTo(database, max + 1);
      const fullAfterMs = ((max - depth) / TAKEN_PER_SECOND_MAX) * SECOND_MS;
      nextCountMs = now() + Math.max(COUNT_INTERVAL_MS, fullAfterMs / 2);
    } catch {
      // The send that asked meets the same failure and reports it.
      nextCountMs = now() + COUNT_INTERVAL_MS;
    } finally {
      counting = null;
    }
  }

  return {
    /** Says whether the queue is full; it is counted in the background, except the first time. */
    async isFull(): Promise<boolean> {
      if (now() >= nextCountMs) {
        const isFirst = nextCountMs === Number.NEGATIVE_INFINITY;
        counting ??= count();
        if (isFirst) await counting;
      }
      return depth > max;
    },
  };
}

export type QueueDepth = ReturnType<typeof createQueueDepth>;
