// Keeps the producer cache of this process in memory, following the database by its revision.

import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createRevisionedSnapshot, type LoadedChanges } from '../../../kernel/records/snapshot.ts';
import { CACHE_CHANNEL, type CacheEntry, type CacheStore } from './cache.store.ts';

/** Key of all tenants. */
const OF_ALL = '';
const NONE: ReadonlyMap<string, CacheEntry> = new Map();

export function createCacheMemory({ notify, log }: Pick<Kernel, 'notify' | 'log'>, store: CacheStore) {
  let levels = new Map<string, Map<string, CacheEntry>>();
  const listeners: ((entries: readonly CacheEntry[], revision: number) => void)[] = [];
  const put = (into: Map<string, Map<string, CacheEntry>>, entry: CacheEntry): void => {
    const level = entry.tenantIdentifier ?? OF_ALL;
    const entries = into.get(level) ?? new Map<string, CacheEntry>();
    if (entry.deletedDate === null) entries.set(entry.key, entry);
    else entries.delete(entry.key);
    into.set(level, entries);
  };
  const changesOf = (
    { revision, entries }: Awaited<ReturnType<CacheStore['newer']>>,
    isAll: boolean,
  ): LoadedChanges => ({
    revision,
    apply() {
      const target = isAll ? new Map<string, Map<string, CacheEntry>>() : levels;
      // Removals first: a key that was removed and set again has two rows.
      for (const entry of entries) if (entry.deletedDate !== null) put(target, entry);
      for (const entry of entries) if (entry.deletedDate === null) put(target, entry);
      levels = target;
      for (const notify of listeners) notify(entries, revision);
    },
  });
  const snapshot = createRevisionedSnapshot({
    name: 'log cache',
    channel: CACHE_CHANNEL,
    notify,
    log,
    reader: {
      readRevision: store.revision,
      loadAll: async () => changesOf(await store.newer(0), true),
      async loadSince(since) {
        const newer = await store.newer(since);
        // A restored database is older than memory.
        return newer.revision < since ? null : changesOf(newer, false);
      },
    },
  });
  return {
    snapshot,
    /**
     * Calls with entries that came into memory, removed ones among them, and their revision. The listener must not
     * throw.
     */
    onChange: (listener: (typeof listeners)[number]): void => void listeners.push(listener),
    /** Lists the entries of a tenant; null: those of all tenants. */
    entriesOf: (tenantIdentifier: string | null) => levels.get(tenantIdentifier ?? OF_ALL) ?? NONE,
    tenants: () => [...levels.keys()].filter((level) => level !== OF_ALL),
    job: createRepeatedJob(
      { name: 'log-cache-probe', everywhere: true, run: () => snapshot.probe(), intervalMs: snapshot.probeIntervalMs },
      log,
    ),
  };
}

export type CacheMemory = ReturnType<typeof createCacheMemory>;
