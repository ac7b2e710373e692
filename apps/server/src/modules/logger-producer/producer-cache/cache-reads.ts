// Answers from memory: the decision for a key, and the entries.

import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import { readKey } from './asked-key.ts';
import type { CacheQuery } from './cache.service.ts';
import type { CacheEntry } from './cache.store.ts';
import type { CacheMemory } from './cache-memory.ts';
import { explainKey, isLive, type Places, type Resolved, resolveKey, type Standard } from './resolve.ts';

const ROWS_MAX = 1_000;

/** A row of the list: an entry, or what was computed for a key that has none. */
export interface CacheRow {
  readonly entry: CacheEntry | null;
  readonly key: string;
  readonly resolved: Resolved;
}

export function createCacheReads({
  clock,
  memory,
  standardOf,
}: Pick<Kernel, 'clock'> & {
  readonly memory: Pick<CacheMemory, 'entriesOf' | 'tenants'>;
  readonly standardOf: (tenantIdentifier: string) => Standard;
}) {
  const placesOf = (tenantIdentifier: string): Places => ({
    ofTenant: memory.entriesOf(tenantIdentifier),
    ofAll: memory.entriesOf(null),
    standard: standardOf(tenantIdentifier),
    now: clock.now(),
  });
  function resolve(key: string, tenantIdentifier: string): Resolved {
    return resolveKey(readKey(key), placesOf(tenantIdentifier));
  }
  return {
    resolve,
    explain({ caller }: Act, key: string) {
      const places = placesOf(caller.tenantIdentifier);
      const { value } = resolve(key, caller.tenantIdentifier);
      return { key, value, standard: places.standard, candidates: explainKey(readKey(key), places) };
    },
    list({ caller }: Act, query: CacheQuery): readonly CacheRow[] {
      const { tenantIdentifier } = caller;
      const { scope = 'ALL' } = query;
      const tenants = caller.holds('TENANT_ALL') ? memory.tenants() : [tenantIdentifier];
      const levels = [...(scope === 'GLOBAL' ? [] : tenants), ...(scope === 'TENANT' ? [] : [null])];
      const fits = filterOf(query, clock.now());
      const found = levels.flatMap((level) => [...memory.entriesOf(level).values()].filter(fits));
      const rows: CacheRow[] = found.map((entry) => ({
        entry,
        key: entry.key,
        resolved: resolve(entry.key, entry.tenantIdentifier ?? tenantIdentifier),
      }));
      if (query.resolve === true) {
        const known = new Set(found.map(({ key }) => key));
        for (const key of new Set(query.keyList ?? [])) {
          if (!known.has(key)) rows.push({ entry: null, key, resolved: resolve(key, tenantIdentifier) });
        }
      }
      if (rows.length > ROWS_MAX) fail('RESULT_TOO_LARGE', { parameters: { limit: ROWS_MAX } });
      return rows.sort(orderOf(query));
    },
  };
}

function filterOf(query: CacheQuery, now: number): (entry: CacheEntry) => boolean {
  const { keyList, keyPrefix, value, searchText, includeExpired = false } = query;
  const keys = keyList === undefined ? null : new Set(keyList);
  const wanted = searchText === undefined ? null : foldText(searchText);
  return (entry) =>
    (includeExpired || isLive(entry, now)) &&
    (keys === null || keys.has(entry.key)) &&
    (keyPrefix === undefined || entry.key.startsWith(keyPrefix)) &&
    (value === undefined || entry.value === value) &&
    (wanted === null || foldText(`${entry.key}\n${entry.description ?? ''}`).includes(wanted));
}

function orderOf({ sort }: CacheQuery): (left: CacheRow, right: CacheRow) => number {
  const sign = sort?.direction === 'DESC' ? -1 : 1;
  const timeOf = ({ entry }: CacheRow): number => {
    const date = sort?.property === 'expireDate' ? entry?.expireDate : entry?.dateUpdated;
    return date?.getTime() ?? Number.MAX_SAFE_INTEGER;
  };
  const byKey = (left: CacheRow, right: CacheRow): number =>
    compare(left.key, right.key) || compare(left.entry?.tenantIdentifier ?? '', right.entry?.tenantIdentifier ?? '');
  if (sort === undefined || sort.property === 'key') return (left, right) => sign * byKey(left, right);
  return (left, right) => sign * (timeOf(left) - timeOf(right)) || byKey(left, right);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
