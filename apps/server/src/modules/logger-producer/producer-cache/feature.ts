// Puts the producer cache together.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createRevisioned } from '../../../kernel/records/revisioned.ts';
import { loggerProducerSettings } from '../logger-producer.settings.ts';
import type { LogEvent } from '../record/event.types.ts';
import { createCacheHandlers } from './cache.routes.ts';
import { createCacheService } from './cache.service.ts';
import { CACHE_CHANNEL, createCacheStore } from './cache.store.ts';
import { createCacheMemory } from './cache-memory.ts';
import { createCacheReads } from './cache-reads.ts';
import { keptOutBy } from './keep-out.ts';

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

export function createProducerCache(kernel: Kernel, protectedNames: () => ReadonlySet<string>) {
  const { clock, database, events, ids, log, settings } = kernel;
  const bound = settings.bind(loggerProducerSettings);
  const store = createCacheStore(database);
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
  const purge = createRepeatedJob(
    {
      name: 'log-cache-purge',
      run: () => store.purge(new Date(clock.now() - KEPT_DAYS * DAY_MS)),
      intervalMs: () => DAY_MS,
    },
    log,
  );
  return {
    handlers: createCacheHandlers(service, reads),
    jobs: [memory.job, purge],
    start: memory.snapshot.load,
    /** Synchronous, from memory. */
    isProduced: (key: string, tenantIdentifier: string): boolean => reads.resolve(key, tenantIdentifier).value,
    keptOut: (event: LogEvent) =>
      keptOutBy(reads.resolve(`${event.key}:${event.level}`, event.tenantIdentifier), event),
  };
}
