// Carries revocations from the transaction that makes them to the cache of every process, also past a lost notification.

import { createSweep } from '../../../kernel/database/commit-horizon.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Signal } from '../record/session.types.ts';
import type { Cache } from './cache.ts';
import { type StoredSignal, saveSignal, signalLog } from './signal.store.ts';

const CHANNEL = 'keelson_session';
/** Longest age of the last successful sweep at which a cached caller may be used. */
const TRUST_MS = 10_000;
/** Time for which a caller known at the last sweep may add to the log while the database is away. */
const LAST_KNOWN_MS = 3_600_000;
const SWEEP_INTERVAL_MS = 5_000;
/** Interval of sweeps while notifications do not arrive: twice this bounds how long a revocation takes. */
const SWEEP_INTERVAL_DEAF_MS = 1_000;
/** Time after which a listener that has not delivered a signal counts as dead. */
const DELIVERY_MAX_MS = 1_000;
/** Signals are deleted after 10 minutes; a process that slept half of that may have missed some. */
const SWEEP_GAP_MAX_MS = 300_000;
/** One row and one notification hold this many identifiers; PostgreSQL takes less than 8,000 bytes. */
const SIGNAL_KEYS_MAX = 100;
const SIGNAL_BYTES_MAX = 7_000;

type WireSignal = readonly [id: number, scope: Signal['scope'], effect: Signal['effect'], keys: readonly string[]];

/** Widens a signal with too many keys; a signal only evicts, so that a wider one costs reads and closes nothing. */
function widenWhereTooLarge(signal: Signal): Signal {
  const fits =
    signal.keys.length <= SIGNAL_KEYS_MAX && Buffer.byteLength(JSON.stringify(signal.keys)) <= SIGNAL_BYTES_MAX;
  return fits ? signal : { ...signal, scope: 'ALL', keys: [] };
}

/** Applies each signal once, whether this process made it, a notification brought it or a sweep found it. */
function createAppliedSignals(cache: Cache) {
  // Ids of the last sweep and of signals applied since it began: no others can be found again.
  let ids = new Set<number>();
  let idsBeforeSweep = ids;

  const applyOnce = (id: number, signal: Signal): void => {
    if (ids.has(id)) return;
    ids.add(id);
    cache.apply(signal);
  };

  return {
    applyOnce,
    receive(payload: string): void {
      for (const [id, scope, effect, keys] of JSON.parse(payload) as readonly WireSignal[]) {
        applyOnce(id, { scope, effect, keys });
      }
    },
    beginSweep(): void {
      idsBeforeSweep = ids;
      ids = new Set(ids);
    },
    /** Ends a sweep; says whether one of its signals should have been delivered long ago. */
    finishSweep(signals: readonly StoredSignal[], nowMs: number): boolean {
      const undelivered = signals.filter(({ id }) => !ids.has(id));
      for (const signal of undelivered) applyOnce(signal.id, signal);
      const meanwhile = [...ids].filter((id) => !idsBeforeSweep.has(id));
      ids = new Set([...signals.map(({ id }) => id), ...meanwhile]);
      return undelivered.some(({ created }) => nowMs - created.getTime() > DELIVERY_MAX_MS);
    },
  };
}

export type Signals = ReturnType<typeof createSignals>;

/** `listening` is false where notifications cannot arrive (behind a transaction pooler). */
export function createSignals({
  database,
  clock,
  notify,
  cache,
  listening,
}: Pick<Kernel, 'database' | 'clock' | 'notify'> & { readonly cache: Cache; readonly listening: boolean }) {
  const log = createSweep<StoredSignal>(database, signalLog);
  const applied = createAppliedSignals(cache);
  let lastSweepMs = Number.NEGATIVE_INFINITY;
  // Notifications do not arrive, or did not until the last sweep.
  let deaf = true;
  const deafActions: (() => void)[] = [];
  const goDeaf = (): void => {
    deaf = true;
    cache.setAside();
    for (const action of deafActions) action();
  };

  notify.listen(CHANNEL, (payload) => applied.receive(payload));
  notify.onDown(goDeaf);
  notify.onReconnect(goDeaf);

  return {
    /**
     * Writes the signal in the transaction; after the commit this process applies it at once and notifies the others.
     */
    async publish(tx: Transaction, signal: Signal): Promise<void> {
      const published = widenWhereTooLarge(signal);
      const id = await saveSignal(tx, published, clock.now());
      tx.afterCommit(() => {
        applied.applyOnce(id, published);
        const wire: WireSignal = [id, published.scope, published.effect, published.keys];
        notify.send(CHANNEL, JSON.stringify([wire]));
      });
    },
    /** Stores, before the first request, the position of the log. */
    async start(): Promise<void> {
      lastSweepMs = clock.now();
      await log.next();
      deaf = !(listening && notify.alive);
    },
    /** Reads what was committed since the sweep before. Rejects when the database cannot be reached. */
    async sweep(): Promise<void> {
      const beganMs = clock.now();
      const wasAlive = listening && notify.alive;
      if (beganMs - lastSweepMs > SWEEP_GAP_MAX_MS) cache.clear();
      applied.beginSweep();
      const { rows, restarted } = await log.next();
      if (restarted) cache.clear();
      const overdue = applied.finishSweep(rows, beganMs);
      lastSweepMs = beganMs;
      if (overdue) goDeaf();
      else if (wasAlive) deaf = false;
    },
    /** Calls when notifications no longer arrive: the next sweep is then due at once. */
    onDeaf: (action: () => void): void => void deafActions.push(action),
    /** Time until the next sweep is due, counted from the last one. */
    sweepIntervalMs: (): number => (deaf || !listening ? SWEEP_INTERVAL_DEAF_MS : SWEEP_INTERVAL_MS),
    /** Says whether cached callers may be used without a read. */
    isTrusted: (nowMs: number): boolean => nowMs - lastSweepMs < TRUST_MS,
    /** Says whether cached callers may be used while the database is away, by operations that work without it. */
    isTrustedWithoutDatabase: (nowMs: number): boolean => nowMs - lastSweepMs < LAST_KNOWN_MS,
  };
}
