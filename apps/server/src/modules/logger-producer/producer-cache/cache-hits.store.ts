// Keeps how often entries have decided.
import { type Database, sql } from '../../../kernel/database/database.ts';

const COUNTS = sql(
  'log_producer_cache_counts',
  `SELECT uuid, hit_count AS "hitCount", suppressed_count AS "suppressedCount", last_hit_date AS "lastHitDate"
   FROM log_producer_cache WHERE uuid = ANY ($1::uuid[])`,
);
const ADD_HITS = sql(
  'log_producer_cache_add_hits',
  `UPDATE log_producer_cache c SET hit_count = c.hit_count + v.hits, suppressed_count = c.suppressed_count + v.suppressed,
     last_hit_date = greatest(c.last_hit_date, v.last)
   FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::timestamptz[]) v (uuid, hits, suppressed, last) WHERE c.uuid = v.uuid`,
);
/** Decisions of an entry since the last write; `last` is epoch ms. */
export interface EntryHits {
  readonly uuid: string;
  readonly hits: number;
  readonly suppressed: number;
  readonly last: number;
}

export interface StoredHits {
  readonly hitCount: number;
  readonly suppressedCount: number;
  readonly lastHitDate: Date | null;
}

export function createCacheHitsStore(database: Database) {
  return {
    async counts(uuids: readonly string[]): Promise<ReadonlyMap<string, StoredHits>> {
      const rows = await database.rows<StoredHits & { readonly uuid: string }>(COUNTS, [uuids]);
      return new Map(rows.map((row) => [row.uuid, row]));
    },
    addHits(hits: readonly EntryHits[]) {
      const of = (key: keyof EntryHits) => hits.map((one) => one[key]);
      return database.execute(ADD_HITS, [
        of('uuid'),
        of('hits'),
        of('suppressed'),
        hits.map(({ last }) => new Date(last)),
      ]);
    },
  };
}

export type CacheHitsStore = ReturnType<typeof createCacheHitsStore>;
