// Counts decisions of entries: in memory, and added to the database every ten seconds.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { CacheHitsStore, EntryHits } from './cache-hits.store.ts';

const FLUSH_MS = 10_000;

export function createCacheHits({ clock, log }: Pick<Kernel, 'clock' | 'log'>, store: Pick<CacheHitsStore, 'addHits'>) {
  let open = new Map<string, EntryHits>();

  async function flush(): Promise<void> {
    if (open.size === 0) return;
    const hits = open;
    open = new Map();
    try {
      await store.addHits([...hits.values()]);
    } catch (error) {
      for (const one of hits.values()) open.set(one.uuid, added(open.get(one.uuid), one));
      throw error;
    }
  }

  return {
    count(uuid: string, isSuppressed: boolean): void {
      const one = { uuid, hits: 1, suppressed: isSuppressed ? 1 : 0, last: clock.now() };
      open.set(uuid, added(open.get(uuid), one));
    },
    job: createRepeatedJob(
      { name: 'log-cache-hits', everywhere: true, run: flush, finish: flush, intervalMs: () => FLUSH_MS },
      log,
    ),
  };
}

function added(left: EntryHits | undefined, right: EntryHits): EntryHits {
  if (left === undefined) return right;
  return {
    uuid: right.uuid,
    hits: left.hits + right.hits,
    suppressed: left.suppressed + right.suppressed,
    last: Math.max(left.last, right.last),
  };
}
