// Workers that wait for external tasks: each is answered at the first task that it may have, in the order of their coming.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { ClaimRequest, ExternalTaskStore, LockedRow } from './external-task.store.ts';

/** Longest time that a worker waits. */
const LOOK_MAX_MS = 25_000;
/** Time after which those who wait are served anew, or refused with the reason, where it is not known when the next lock runs out. */
const LOOK_AFTER_FAILURE_MS = 1_000;

export type Wanted = Omit<ClaimRequest, 'now'>;

interface Waiting {
  readonly wanted: Wanted;
  readonly resolve: (rows: readonly LockedRow[]) => void;
  readonly reject: (error: unknown) => void;
}

export class WaitingWorkers {
  readonly #store: ExternalTaskStore;
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  #serving: Promise<void> | null = null;
  #woken = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, clock }: { readonly store: ExternalTaskStore; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
    clock.onMoved?.(this.wake);
  }

  /** Serves those who wait, as there may be tasks that were not there before. */
  readonly wake = (): void => {
    this.#woken = true;
    if (this.#waiting.size === 0 || this.#serving !== null) return;
    this.#serving = this.#serve().finally(() => {
      this.#serving = null;
      if (this.#woken) this.wake();
    });
  };

  /** Waits for the first tasks; empty when the time is over or the worker has gone. */
  wait(wanted: Wanted, waitMs: number, onGone: (action: () => void) => () => void): Promise<readonly LockedRow[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly LockedRow[]>();
    const worker: Waiting = { wanted, resolve, reject };
    const give = (): void => resolve([]);
    const over = setTimeout(give, waitMs);
    const stopListening = onGone(give);
    this.#waiting.add(worker);
    this.wake();
    return promise.finally(() => {
      clearTimeout(over);
      stopListening();
      this.#leave(worker);
    });
  }

  /** Answers everybody who waits, at once. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const { resolve } of this.#waiting) resolve([]);
    this.#waiting.clear();
  }

  #leave(worker: Waiting): void {
    this.#waiting.delete(worker);
    if (this.#waiting.size === 0) clearTimeout(this.#timer);
  }

  async #serve(): Promise<void> {
    while (this.#woken) {
      this.#woken = false;
      for (const worker of [...this.#waiting]) await this.#serveOne(worker);
      await this.#lookAgainWhenFree();
    }
  }

  async #serveOne(worker: Waiting): Promise<void> {
    if (!this.#waiting.has(worker)) return;
    try {
      const rows = await this.#store.claim({ ...worker.wanted, now: this.#clock.now() });
      if (rows.length === 0) return;
      this.#leave(worker);
      worker.resolve(rows);
    } catch (error) {
      this.#leave(worker);
      worker.reject(error);
    }
  }

  /** Waits for the earliest lock that runs out, which wakes nobody itself. */
  async #lookAgainWhenFree(): Promise<void> {
    clearTimeout(this.#timer);
    const delayMs = await this.#freeInMs().catch(() => LOOK_AFTER_FAILURE_MS);
    if (delayMs !== null && this.#waiting.size > 0) this.#timer = setTimeout(this.wake, delayMs);
  }

  /** Answers the milliseconds until a lock runs out that somebody waits for; null where none does. */
  async #freeInMs(): Promise<number | null> {
    const wanted = [...this.#waiting].map((worker) => worker.wanted);
    const dates: number[] = [];
    for (const tenant of new Set(wanted.map(({ tenantIdentifier }) => tenantIdentifier))) {
      const topics = wanted.flatMap((each) => (each.tenantIdentifier === tenant ? each.topics : []));
      const at = await this.#store.nextFree(tenant, topics);
      if (at !== null) dates.push(at);
    }
    // A clock that stands calls when it is moved.
    if (dates.length === 0 || this.#clock.isStanding?.() === true) return null;
    return Math.min(LOOK_MAX_MS, Math.max(1, Math.min(...dates) - this.#clock.now()));
  }
}
