// Answers the operations of the producer cache.
import { hash } from 'node:crypto';
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { candidatesOf, readKey } from './asked-key.ts';
import type { createCacheService } from './cache.service.ts';
import type { CacheEntry } from './cache.store.ts';
import { toCacheModel, toExplanation } from './cache.wire.ts';
import type { CacheHitsStore } from './cache-hits.store.ts';
import type { createCacheReads } from './cache-reads.ts';
import type { createCacheRemoval } from './cache-removal.service.ts';

type CacheHandlers = Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  | 'getValueByKey'
  | 'getValues'
  | 'explainKey'
  | 'queryList'
  | 'saveCache'
  | 'updateCache'
  | 'resetCache'
  | 'deleteCache'
>;

/** Time for which a client may cache an answer; a change is in every process sooner. */
const CACHE_CONTROL = 'private, max-age=5';
const TAG_LENGTH = 16;
const WARNED_MAX = 20;

interface CacheParts {
  readonly service: ReturnType<typeof createCacheService>;
  readonly removal: ReturnType<typeof createCacheRemoval>;
  readonly reads: ReturnType<typeof createCacheReads>;
  readonly counts: CacheHitsStore['counts'];
  readonly protectedNames: () => ReadonlySet<string>;
}

export function createCacheHandlers({ service, removal, reads, counts, protectedNames }: CacheParts): CacheHandlers {
  const shown = async ({ caller }: Act, entry: CacheEntry) => {
    const { key, tenantIdentifier } = entry;
    const row = { entry, key, resolved: reads.resolve(key, tenantIdentifier ?? caller.tenantIdentifier) };
    return toCacheModel(row, await counts([entry.uuid]), untouchedBy(entry, protectedNames()));
  };
  return {
    async getValueByKey({ act, params }) {
      const { value, source } = reads.resolve(params.key, act.caller.tenantIdentifier);
      const tag = hash('sha256', JSON.stringify([params.key, value, source]), 'base64url').slice(0, TAG_LENGTH);
      const headers = { 'cache-control': CACHE_CONTROL, etag: `"${tag}"`, 'x-svc-cache-source': source };
      return { body: { preparedJson: JSON.stringify(value) }, headers };
    },
    getValues: async ({ act, body }) =>
      Object.fromEntries(body.keyList.map((key) => [key, reads.resolve(key, act.caller.tenantIdentifier).value])),
    explainKey: async ({ act, params }) => toExplanation(reads.explain(act, params.key)),
    async queryList({ act, body }) {
      const rows = reads.list(act, body);
      const counted = await counts(rows.flatMap(({ entry }) => (entry === null ? [] : [entry.uuid])));
      const models = rows.map((row) =>
        toCacheModel(row, counted, row.entry === null ? [] : untouchedBy(row.entry, protectedNames())),
      );
      if (body.sort?.property !== 'suppressedCount') return models;
      const sign = body.sort.direction === 'DESC' ? -1 : 1;
      return models.sort((left, right) => sign * (left.suppressedCount - right.suppressedCount));
    },
    resetCache: ({ act, body }) => removal.reset(act, body),
    saveCache: async ({ act, body }) => shown(act, await service.save(act, body)),
    updateCache: async ({ act, body }) => shown(act, await service.update(act, body)),
    async deleteCache({ act, params, query }) {
      await removal.remove(act, params.key, query.tenant);
    },
  };
}

/** Lists the audit and security events that a rule would cover if they were not protected. */
function untouchedBy(entry: CacheEntry, names: ReadonlySet<string>): readonly string[] {
  if (entry.value && entry.sampleRate === 1 && entry.minimumLevel === null) return [];
  const { name } = readKey(entry.key);
  const covered = [...names].filter((one) => candidatesOf({ name: one, level: null }).includes(name));
  return covered.sort().slice(0, WARNED_MAX);
}
