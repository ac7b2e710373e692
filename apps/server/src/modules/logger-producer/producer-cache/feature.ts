// Wires the producer cache.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createRevisioned } from '../../../kernel/records/revisioned.ts';
import { loggerProducerSettings } from '../logger-producer.settings.ts';
import type { LogEvent } from '../record/event.types.ts';
import { createCacheHandlers } from './cache.routes.ts';
import { createCacheService } from './cache.service.ts';
import { CACHE_CHANNEL, createCacheStore } from './cache.store.ts';
import { createCacheHitsStore } from './cache-hits.store.ts';
import { createCacheHits } from './cache-hits.ts';
import { createCacheMemory } from './cache-memory.ts';
import { createCacheReads } from './cache-reads.ts';
import { createCacheRemoval } from './cache-removal.service.ts';
import { keptOutBy } from './resolve.ts';

const KEPT_DAYS = 30;

export function createProducerCache(kernel: Kernel, protectedNames: () => ReadonlySet<string>) {
  const { clock, database, events, ids, log, metrics, settings } = kernel;
  const suppressed = metrics.counter({
    name: 'log_suppressed_total',
    help: 'Events that an entry or a setting of the producer cache kept out.',
  });
  const bound = settings.bind(loggerProducerSettings);
  const store = createCacheStore(database);
  const hitsStore = createCacheHitsStore(database);
  const memory = createCacheMemory(kernel, store);
  const revisioned = createRevisioned({
    name: 'log_producer_cache',
    channel: CACHE_CHANNEL,
    header: 'x-svc-log-cache-revision',
    database,
    events,
    snapshot: memory.snapshot,
  });
  const reads = createCacheReads({
    clock,
    memory,
    standardOf: (tenant) => ({ value: bound.producedByDefault.get(tenant), sampleRate: bound.sampleRate.get(tenant) }),
  });
  const service = createCacheService({ clock, ids, store, revisioned, protectedNames });
  const removal = createCacheRemoval({ clock, store, revisioned });
  const hits = createCacheHits(kernel, hitsStore);
  const purge = createRepeatedJob(
    {
      name: 'log-cache-purge',
      run: () => store.purge(new Date(clock.now() - KEPT_DAYS * DAY_MS)),
      intervalMs: () => DAY_MS,
    },
    log,
  );
  return {
    handlers: createCacheHandlers({ service, removal, reads, counts: hitsStore.counts, protectedNames }),
    jobs: [memory.job, hits.job, purge],
    /** Entries of a tenant are removed with it. */
    directoryHooks: removal.directoryHooks,
    start: memory.snapshot.load,
    /** Changes for streams. */
    changes: { onChange: memory.onChange, revision: () => memory.snapshot.revision, newer: store.newer },
    /** Synchronous, from memory. */
    isProduced: (key: string, tenantIdentifier: string): boolean => reads.resolve(key, tenantIdentifier).value,
    keptOut(event: LogEvent) {
      const resolved = reads.resolve(`${event.key}:${event.level}`, event.tenantIdentifier);
      const reason = keptOutBy(resolved, event);
      if (resolved.entry !== null) hits.count(resolved.entry.uuid, reason !== null);
      if (reason !== null) suppressed.inc();
      return reason;
    },
  };
}
