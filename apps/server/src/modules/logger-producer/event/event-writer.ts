// Stores events in groups: parallel events share a commit, and each gets its own result.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRepeatable, isUnavailable, sqlState } from '../../../kernel/database/database-errors.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { LogEvent, StoreOutcome } from '../record/event.types.ts';
import { type EventStore, eventKey } from './event.store.ts';

/** Bounds of one group; more of either would delay all of it. */
const GROUP_EVENTS_MAX = 1_000;
const GROUP_BYTES_MAX = 4 * 1024 * 1024;
/** Events that wait for a group at most. */
const WAITING_MAX = 20_000;
const OUTCOME_WAIT_MS = 5_000;
const RETRY_PAUSE_MS = 50;
/** Attempts at a group: deadlocks with another process clear up when that one has finished. */
const ATTEMPTS_MAX = 4;
const NO_PARTITION = '23514';
/** Codes of a connection that was never open, so that nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '57P03']);

interface Waiting {
  readonly event: LogEvent;
  readonly bytes: number;
  readonly resolve: (outcome: StoreOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface EventWriterParts {
  readonly now: () => number;
  /** Stores, one for each connection. */
  readonly stores: readonly EventStore[];
  /** Makes the partitions in which these events lie. */
  readonly makeRoom: (events: readonly LogEvent[]) => Promise<void>;
  /** Milliseconds for which a group with unknown outcome is tried again; 5,000 unless given. */
  readonly outcomeWaitMs?: number;
  /** Events that wait for a group at most; 20,000 unless given. */
  readonly waitingMax?: number;
  readonly observe?: (group: { readonly events: number; readonly durationMs: number }) => void;
}

export class EventWriter {
  readonly #parts: EventWriterParts;
  readonly #free: EventStore[];
  #queue: Waiting[] = [];
  /** Events under way, by their keys: an equal one that comes meanwhile shares the outcome. */
  readonly #open = new Map<string, { readonly event: LogEvent; readonly outcome: Promise<StoreOutcome> }>();
  #isScheduled = false;

  constructor(parts: EventWriterParts) {
    this.#parts = parts;
    this.#free = [...parts.stores];
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Resolves after the commit. 503 LOG_BUFFER_FULL, LOG_STORE_UNAVAILABLE; 504 LOG_STORE_TIMEOUT where the outcome is not known.
   */
  async store(event: LogEvent, bytes: number): Promise<StoreOutcome> {
    const key = eventKey(event);
    const open = this.#open.get(key);
    if (open !== undefined) {
      const isEqual = open.event.contentHash.equals(event.contentHash);
      const outcome = await open.outcome.catch((error: unknown) => {
        if (isEqual) throw error;
      });
      if (isEqual) return outcome === 'conflict' ? 'conflict' : 'duplicate';
      return this.store(event, bytes);
    }
    if (this.#queue.length >= (this.#parts.waitingMax ?? WAITING_MAX))
      throw new ServiceError('LOG_BUFFER_FULL', { retryAfterSeconds: 1 });
    const { promise: outcome, resolve, reject } = Promise.withResolvers<StoreOutcome>();
    this.#open.set(key, { event, outcome });
    this.#queue.push({ event, bytes, resolve, reject });
    this.#schedule();
    try {
      return await outcome;
    } finally {
      this.#open.delete(key);
    }
  }

  /** Schedules a group after other requests of the same turn. */
  #schedule(): void {
    if (this.#isScheduled || this.#free.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#queue.length > 0 && this.#free.length > 0) void this.#runGroup(this.#free.pop()!);
    });
  }

  async #runGroup(store: EventStore): Promise<void> {
    const group = this.#take();
    const startedAt = performance.now();
    await this.#storeGroup(store, group);
    this.#parts.observe?.({ events: group.length, durationMs: performance.now() - startedAt });
    this.#free.push(store);
    if (this.#queue.length > 0) this.#schedule();
  }

  #take(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(GROUP_EVENTS_MAX, this.#queue.length) && bytes < GROUP_BYTES_MAX) {
      bytes += this.#queue[count]!.bytes;
      count += 1;
    }
    const group = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    // Two groups with the same uuids in another order would wait for each other.
    return group.sort((left, right) => (left.event.uuid < right.event.uuid ? -1 : 1));
  }

  /** Stores a group; never rejects, as each event has its own result. */
  async #storeGroup(store: EventStore, group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#storeWhole(store, group);
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!);
    } catch (error) {
      if (group.length === 1 || error instanceof ServiceError) {
        for (const { reject } of group) reject(error);
        return;
      }
      // A value that the database does not take must not keep the others out.
      const half = Math.ceil(group.length / 2);
      await this.#storeGroup(store, group.slice(0, half));
      await this.#storeGroup(store, group.slice(half));
    }
  }

  /** Repeats a group where that may help; with an unknown outcome it is sent again unchanged. */
  async #storeWhole(store: EventStore, group: readonly Waiting[]): Promise<StoreOutcome[]> {
    const events = group.map(({ event }) => event);
    const deadline = performance.now() + (this.#parts.outcomeWaitMs ?? OUTCOME_WAIT_MS);
    let isUnknown = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#insert(store, events, isUnknown);
      } catch (error) {
        if (isUnavailable(error)) {
          isUnknown ||= !wasNeverSent(error);
          if (!isUnknown) throw new ServiceError('LOG_STORE_UNAVAILABLE', { retryAfterSeconds: 1 });
          if (performance.now() >= deadline) throw new ServiceError('LOG_STORE_TIMEOUT');
          await sleep(RETRY_PAUSE_MS);
        } else if (attempt >= ATTEMPTS_MAX) throw error;
        else if (sqlState(error) === NO_PARTITION) await this.#parts.makeRoom(events);
        else if (!isRepeatable(error)) throw error;
      }
    }
  }

  async #insert(store: EventStore, events: readonly LogEvent[], isRepeated: boolean): Promise<StoreOutcome[]> {
    const now = this.#parts.now();
    const inserted = await store.insert(events, now);
    const left = events.filter((event) => !inserted.has(eventKey(event)));
    const stored = left.length === 0 ? null : await store.findStored(left, now);
    return events.map((event) => {
      const key = eventKey(event);
      if (inserted.has(key)) return 'stored';
      const hash = stored?.get(key);
      if (hash === undefined) throw new Error(`the event ${key} was neither stored nor found`);
      if (!hash.equals(event.contentHash)) return 'conflict';
      // An attempt with unknown outcome stored it for the same waiting callers.
      return isRepeated ? 'stored' : 'duplicate';
    });
  }
}

function wasNeverSent(error: unknown): boolean {
  const { cause } = error as ServiceError;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return NOT_CONNECTED.has(code) || (cause instanceof Error && /connect/.test(cause.message));
}
