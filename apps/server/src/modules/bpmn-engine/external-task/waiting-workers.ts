// Workers that wait for external tasks: each is answered at the first task that it may have, in the order of their coming.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { ClaimRequest, ExternalTaskStore, LockedRow } from './external-task.store.ts';

/** Nobody waits longer than this. */
const LOOK_MAX_MS = 25_000;

export type Wanted = Omit<ClaimRequest, 'now'>;

interface Waiting {
  readonly wanted: Wanted;
  readonly resolve: (rows: readonly LockedRow[]) => void;
  readonly reject: (error: unknown) => void;
}

export function createWaitingWorkers({ store, clock }: { readonly store: ExternalTaskStore; readonly clock: Clock }) {
  let waiting: Waiting[] = [];
  let serving: Promise<void> | null = null;
  let woken = false;
  let timer: NodeJS.Timeout | null = null;

  function leave(worker: Waiting): void {
    waiting = waiting.filter((each) => each !== worker);
    if (waiting.length === 0 && timer !== null) clearTimeout(timer);
  }

  /** Looks for each that waits; whoever gets something leaves. */
  async function serveAll(): Promise<void> {
    for (const worker of [...waiting]) {
      if (!waiting.includes(worker)) continue;
      try {
        const rows = await store.claim({ ...worker.wanted, now: clock.now() });
        if (rows.length === 0) continue;
        leave(worker);
        worker.resolve(rows);
      } catch (error) {
        leave(worker);
        worker.reject(error);
      }
    }
    await lookAgainWhenFree();
  }

  /** A lock that runs out wakes nobody: the earliest one is waited for. */
  async function lookAgainWhenFree(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0) return;
    const tenants = new Set(waiting.map(({ wanted }) => wanted.tenantIdentifier));
    let first: number | null = null;
    for (const tenant of tenants) {
      const topics = waiting.flatMap(({ wanted }) => (wanted.tenantIdentifier === tenant ? wanted.topics : []));
      const at = await store.nextFree(tenant, topics);
      if (at !== null && (first === null || at < first)) first = at;
    }
    if (first === null) return;
    const delayMs = Math.min(LOOK_MAX_MS, Math.max(1, first - clock.now()));
    timer = setTimeout(wake, delayMs);
  }

  function wake(): void {
    woken = true;
    if (waiting.length === 0 || serving !== null) return;
    serving = serve().finally(() => {
      serving = null;
      if (woken) wake();
    });
  }

  async function serve(): Promise<void> {
    while (woken) {
      woken = false;
      await serveAll();
    }
  }

  return {
    /** There may be tasks that were not there before. */
    wake,
    /** Waits for the first tasks; empty when the time is over or the worker has gone. */
    wait(wanted: Wanted, waitMs: number, onGone: (action: () => void) => () => void): Promise<readonly LockedRow[]> {
      return new Promise((resolve, reject) => {
        let stopListening = (): void => undefined;
        const end = (): void => {
          clearTimeout(over);
          stopListening();
        };
        const worker: Waiting = {
          wanted,
          resolve(rows) {
            end();
            resolve(rows);
          },
          reject(error) {
            end();
            reject(error);
          },
        };
        const give = (): void => {
          leave(worker);
          worker.resolve([]);
        };
        const over = setTimeout(give, waitMs);
        stopListening = onGone(give);
        waiting.push(worker);
        wake();
      });
    },
    /** Answers everybody who waits, at once. */
    stop(): void {
      for (const worker of [...waiting]) {
        leave(worker);
        worker.resolve([]);
      }
    },
  };
}

export type WaitingWorkers = ReturnType<typeof createWaitingWorkers>;
