// Writes rows of the producer cache as the interface has them.
import type { SvcLogProducerCacheExplanationModel, SvcLogProducerCacheModel } from '@keelson/contract';
import type { Static } from 'typebox';
import { cacheEntries } from './cache.store.ts';
import type { StoredHits } from './cache-hits.store.ts';
import type { CacheRow, createCacheReads } from './cache-reads.ts';

/** Record fields of a computed row that is not stored. */
const NOBODY = {
  id: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  version: 0,
  createdBy: null,
  updatedBy: null,
  dateCreated: '1970-01-01T00:00:00.000Z',
  dateUpdated: null,
  deletedDate: null,
  deleted: false,
  minimumLevel: null,
  tenantIdentifier: null,
  enforced: false,
  expireDate: null,
  description: null,
  hitCount: 0,
  suppressedCount: 0,
  lastHitDate: null,
  warningList: [],
} as const;

export function toExplanation({
  key,
  value,
  standard,
  candidates,
}: ReturnType<ReturnType<typeof createCacheReads>['explain']>): SvcLogProducerCacheExplanationModel {
  const candidateList = candidates.map(({ source, key: place, entry, state }) => ({
    source,
    key: place,
    value: place === null ? standard.value : (entry?.value ?? null),
    minimumLevel: entry?.minimumLevel ?? null,
    sampleRate: place === null ? standard.sampleRate : (entry?.sampleRate ?? null),
    expireDate: entry?.expireDate?.toISOString() ?? null,
    state,
  }));
  return { key, value, candidateList };
}

export function toCacheModel(
  { entry, key, resolved }: CacheRow,
  counted: ReadonlyMap<string, StoredHits>,
  warningList: readonly string[],
): Static<typeof SvcLogProducerCacheModel> {
  const { value: effectiveValue, sampleRate } = resolved;
  if (entry === null) {
    const source = resolved.entry !== null ? 'MANUAL' : resolved.source === 'DEFAULT' ? 'DEFAULT' : 'SETTING';
    return { ...NOBODY, key, value: effectiveValue, sampleRate, source, effectiveValue };
  }
  const { hitCount = 0, suppressedCount = 0, lastHitDate = null } = counted.get(entry.uuid) ?? {};
  return {
    ...cacheEntries.toModel(entry),
    source: 'MANUAL',
    effectiveValue,
    hitCount,
    suppressedCount,
    lastHitDate: lastHitDate === null ? null : lastHitDate.toISOString(),
    warningList,
  };
}
