// Answers the operations of the producer cache.
import { hash } from 'node:crypto';
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { createCacheService } from './cache.service.ts';
import { toCacheModel } from './cache.wire.ts';
import type { CacheEntry } from './cache-entry.ts';
import type { createCacheReads } from './cache-reads.ts';

type CacheHandlers = Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'getValueByKey' | 'getValues' | 'queryList' | 'saveCache' | 'updateCache' | 'deleteCache'
>;

/** For so long a client may go by an answer; a change is in every process sooner. */
const CACHE_CONTROL = 'private, max-age=5';
const TAG_LENGTH = 16;

export function createCacheHandlers(
  service: ReturnType<typeof createCacheService>,
  reads: ReturnType<typeof createCacheReads>,
): CacheHandlers {
  const shown = ({ caller }: Act, entry: CacheEntry) => {
    const { key, tenantIdentifier } = entry;
    return toCacheModel({ entry, key, resolved: reads.resolve(key, tenantIdentifier ?? caller.tenantIdentifier) });
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
    queryList: async ({ act, body }) => reads.list(act, body).map(toCacheModel),
    saveCache: async ({ act, body }) => shown(act, await service.save(act, body)),
    updateCache: async ({ act, body }) => shown(act, await service.update(act, body)),
    async deleteCache({ act, params, query }) {
      await service.remove(act, params.key, query.tenant);
    },
  };
}
