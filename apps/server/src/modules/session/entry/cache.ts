// Keeps the callers that a process remembers, and forgets them by signals.
import { LRUCache } from 'lru-cache';
import type { Signal } from '../record/session.types.ts';
import { type SessionEntry, signalCovers, userKeysOf } from './session-entry.ts';

// Signals that are kept; a load that more signals overtook counts as covered by one of them.
const REMEMBERED_SIGNALS_MAX = 1_024;
const EVERYTHING: Signal = { scope: 'ALL', effect: 'REFRESH', keys: [] };

function createIndex() {
  const identifiers = new Map<string, Set<string>>();
  return {
    add(key: string, identifier: string): void {
      const set = identifiers.get(key);
      if (set === undefined) identifiers.set(key, new Set([identifier]));
      else set.add(identifier);
    },
    remove(key: string, identifier: string): void {
      const set = identifiers.get(key);
      if (set?.delete(identifier) && set.size === 0) identifiers.delete(key);
    },
    get: (key: string): readonly string[] => [...(identifiers.get(key) ?? [])],
  };
}

/** Keeps the last signals, so that a load can find out whether one overtook it, and calls listeners. */
function createRecentSignals() {
  const listeners: ((signal: Signal) => void)[] = [];
  const recent: Signal[] = [];
  let applied = 0;
  return {
    mark: () => applied,
    remember(signal: Signal): void {
      applied++;
      recent.push(signal);
      if (recent.length > REMEMBERED_SIGNALS_MAX) recent.shift();
    },
    coveredSince(mark: number, entry: SessionEntry): boolean {
      const missed = applied - mark;
      if (missed > recent.length) return true;
      return missed > 0 && recent.slice(-missed).some((signal) => signalCovers(signal, entry));
    },
    emit(signal: Signal): void {
      for (const listener of listeners) listener(signal);
    },
    onSignal: (listener: (signal: Signal) => void): void => void listeners.push(listener),
  };
}

export type Cache = ReturnType<typeof createCache>;

/**
 * Bounds a cache by size: with `max` the library allocates room for all entries at once, which every start pays for and
 * few programs fill.
 */
function boundedBy(max: number) {
  return { maxSize: max, sizeCalculation: () => 1 };
}

/** The cached entries of a process, indexed by the keys of signals. */
function createEntries(max: number) {
  const byUser = createIndex();
  const byTenant = createIndex();
  const entries = new LRUCache<string, SessionEntry>({
    ...boundedBy(max),
    dispose(entry, identifier) {
      for (const key of userKeysOf(entry)) byUser.remove(key, identifier);
      byTenant.remove(entry.caller.tenantIdentifier, identifier);
    },
  });
  return {
    entries,
    set(entry: SessionEntry): void {
      const { identifier, tenantIdentifier } = entry.caller;
      // `set` comes first: replacing an entry disposes of the old one, which would take the new index entries with it.
      entries.set(identifier, entry);
      for (const key of userKeysOf(entry)) byUser.add(key, identifier);
      byTenant.add(tenantIdentifier, identifier);
    },
    concerned(signal: Signal): readonly string[] {
      switch (signal.scope) {
        case 'SESSION':
          return signal.keys;
        case 'USER':
          return signal.keys.flatMap((key) => byUser.get(key));
        case 'TENANT':
          return signal.keys.flatMap((key) => byTenant.get(key));
        default:
          return coveredBy(signal, entries.entries());
      }
    },
  };
}

export function createCache(max: number) {
  const signals = createRecentSignals();
  const { entries, set, concerned } = createEntries(max);
  // Entries that a process without notifications must not answer from any more; signals still remove them.
  const aside = new LRUCache<string, SessionEntry>(boundedBy(max));
  let [hits, misses] = [0, 0];

  const forgetAll = (): void => {
    signals.remember(EVERYTHING);
    entries.clear();
    signals.emit(EVERYTHING);
  };

  return {
    get(identifier: string): SessionEntry | undefined {
      const entry = entries.get(identifier);
      if (entry === undefined) misses++;
      else hits++;
      return entry;
    },
    /** Answers the share of the look-ups so far that found an entry; null before the first one. */
    hitRatio: (): number | null => (hits + misses === 0 ? null : hits / (hits + misses)),
    /** Answers as `get` does, without counting as a use or in the ratio. */
    peek: (identifier: string): SessionEntry | undefined => entries.peek(identifier),
    /** Number of signals applied so far; a load remembers it before it reads. */
    mark: signals.mark,
    /**
     * Remembers the entry unless a signal that was applied since `mark` covers it: a close may have been committed after
     * the row was read. Answers whether it was remembered.
     */
    setUnlessCovered(entry: SessionEntry, mark: number): boolean {
      if (signals.coveredSince(mark, entry)) return false;
      set(entry);
      aside.delete(entry.caller.identifier);
      return true;
    },
    apply(signal: Signal): void {
      signals.remember(signal);
      for (const identifier of concerned(signal)) entries.delete(identifier);
      if (aside.size > 0) for (const identifier of coveredBy(signal, aside.entries())) aside.delete(identifier);
      signals.emit(signal);
    },
    clear(): void {
      aside.clear();
      forgetAll();
    },
    /** Clears the cache, but keeps the entries for `lastKnown`. */
    setAside(): void {
      for (const [identifier, entry] of [...entries].reverse()) aside.set(identifier, entry);
      forgetAll();
    },
    /** Answers the entry that was cached when signals last arrived, for times when the database cannot be read. */
    lastKnown: (identifier: string): SessionEntry | undefined => aside.get(identifier),
    /** Calls for every signal that is applied; a clearing is one that covers all. The listener must not throw. */
    onSignal: signals.onSignal,
    get size(): number {
      return entries.size;
    },
  };
}

/**
 * Finds the entries that a rare signal covers: people cause these, so a look at each entry is cheaper than two more
 * maps on every miss.
 */
function coveredBy(signal: Signal, entries: Iterable<[string, SessionEntry]>): readonly string[] {
  return [...entries].filter(([, entry]) => signalCovers(signal, entry)).map(([identifier]) => identifier);
}
