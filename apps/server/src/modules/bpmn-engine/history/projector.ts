// Follows the history and fills the table that pages of ended instances read.
import { setTimeout as sleep } from 'node:timers/promises';
import { currentPosition, hasPassed } from '../../../kernel/database/commit-horizon.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type EventDelivery, projectorStore } from './projector.store.ts';
import type { KeepsNothing } from './removal/unkept.store.ts';

/** Time after a flush until the projector looks: long enough to take hundreds of rows at once. */
const FOLLOW_MS = 200;
/** Interval of looks without a notification, for rows of a process that died before it projected them. */
const IDLE_MS = 5_000;
/** Time that a page waits for the projector before it says how far that is behind. */
const CATCH_UP_MS = 2_000;
/** Pause between two looks while another process projects or a transaction holds the horizon back. */
const CATCH_UP_PAUSE_MS = 5;

export function createProjector({
  database,
  log,
  delivery,
  keepsNothing,
}: Pick<Kernel, 'database' | 'log'> & { readonly delivery: EventDelivery; readonly keepsNothing: KeepsNothing }) {
  let timer: NodeJS.Timeout | null = null;
  let wakened = false;
  let running: Promise<string | null> | null = null;
  let stopped = true;

  function project(): Promise<string | null> {
    running ??= projectAll(database, delivery, keepsNothing).finally(() => {
      running = null;
    });
    return running;
  }

  function schedule(delayMs: number): void {
    if (stopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(follow, delayMs);
  }

  async function follow(): Promise<void> {
    wakened = false;
    try {
      await project();
    } catch (error) {
      log.warn({ err: error }, 'the history could not be projected; it is tried again');
    }
    schedule(wakened ? FOLLOW_MS : IDLE_MS);
  }

  return {
    name: 'bpmn-engine projector',
    intervalMs: () => IDLE_MS,
    start(): void {
      stopped = false;
      schedule(0);
    },
    async stop(): Promise<void> {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running?.catch(() => null);
    },
    /** Announces that history was written. */
    wake(): void {
      if (wakened) return;
      wakened = true;
      schedule(FOLLOW_MS);
    },
    /** Waits until everything committed before this call is projected; null then, else milliseconds waited in vain. */
    async catchUp(): Promise<number | null> {
      const position = await currentPosition(database);
      const startedAt = performance.now();
      for (;;) {
        // A pass that began before this call may have looked too early: the next one counts.
        await running?.catch(() => null);
        const reached = (await project()) ?? (await projectorStore.position(database));
        if (hasPassed(reached, position)) return null;
        const waitedMs = performance.now() - startedAt;
        if (waitedMs > CATCH_UP_MS) return Math.ceil(waitedMs);
        await sleep(CATCH_UP_PAUSE_MS);
      }
    },
  };
}

export type Projector = ReturnType<typeof createProjector>;

/** Projects all that can be projected now; answers the position reached, null while another process has the turn. */
async function projectAll(
  database: Database,
  delivery: EventDelivery,
  keepsNothing: KeepsNothing,
): Promise<string | null> {
  for (;;) {
    const projected = await database.transaction(async (tx) => {
      const since = await projectorStore.takeTurn(tx);
      return since === null ? null : projectorStore.project(tx, since, delivery, keepsNothing);
    });
    if (projected === null || !projected.more) return projected?.projectedTo ?? null;
  }
}
