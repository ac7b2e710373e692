// Holds the SQL of the producer cache: loaded by revision, written under the lock of the one row of the state.
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { CacheEntry } from './cache-entry.ts';

/** Processes listen to it; the payload is the revision alone. */
export const CACHE_CHANNEL = 'keelson_log_cache';

const COLUMNS = `id, uuid, version, created_by AS "createdBy", date_created AS "dateCreated", updated_by AS "updatedBy",
  date_updated AS "dateUpdated", deleted_date AS "deletedDate", key, tenant_identifier AS "tenantIdentifier", value,
  minimum_level AS "minimumLevel", sample_rate AS "sampleRate", enforced, expire_date AS "expireDate", description`;
const REVISION = sql('log_producer_cache_revision', 'SELECT revision FROM log_producer_cache_state WHERE id = 1');
// The revision and the rows are of one snapshot.
const NEWER = sql(
  'log_producer_cache_newer',
  `SELECT s.revision AS "stateRevision", c.* FROM log_producer_cache_state s
   LEFT JOIN (SELECT ${COLUMNS}, revision AS "entryRevision" FROM log_producer_cache) c ON c."entryRevision" > $1 WHERE s.id = 1`,
);
const FIND = sql(
  'log_producer_cache_find',
  `SELECT ${COLUMNS} FROM log_producer_cache
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND key = $2 AND deleted_date IS NULL`,
);
const COUNT = sql(
  'log_producer_cache_count',
  `SELECT count(*)::int AS count FROM log_producer_cache
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND deleted_date IS NULL`,
);
const INSERT = sql(
  'log_producer_cache_insert',
  `INSERT INTO log_producer_cache (uuid, version, created_by, date_created, updated_by, date_updated, key, tenant_identifier, value,
     minimum_level, sample_rate, enforced, expire_date, description, revision)
   VALUES ($1, 1, $2, $3, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${COLUMNS}`,
);
const UPDATE = sql(
  'log_producer_cache_update',
  `UPDATE log_producer_cache SET version = version + 1, updated_by = $2, date_updated = $3, value = $4, minimum_level = $5,
     sample_rate = $6, enforced = $7, expire_date = $8, description = $9, revision = $10 WHERE uuid = $1 RETURNING ${COLUMNS}`,
);
const REMOVE = sql(
  'log_producer_cache_remove',
  `UPDATE log_producer_cache SET version = version + 1, updated_by = $2, date_updated = $3, deleted_date = $3, revision = $4
   WHERE uuid = $1`,
);
// Whole segments: what stands behind the key begins with a dot or a colon.
const REMOVE_BELOW = sql(
  'log_producer_cache_remove_below',
  `UPDATE log_producer_cache SET version = version + 1, updated_by = $3, date_updated = $4, deleted_date = $4, revision = $5
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND deleted_date IS NULL
     AND ($2 = '*' OR key = $2 OR starts_with(key, $2 || '.') OR starts_with(key, $2 || ':')) RETURNING ${COLUMNS}`,
);
const PURGE = sql('log_producer_cache_purge', 'DELETE FROM log_producer_cache WHERE deleted_date < $1');

/** What somebody says of an entry. */
export type CacheValues = Pick<
  CacheEntry,
  'value' | 'minimumLevel' | 'sampleRate' | 'enforced' | 'expireDate' | 'description'
>;

/** Who writes, when, and of which revision it is. */
export interface CacheWrite {
  readonly username: string;
  readonly at: Date;
  readonly revision: number;
}

function listOf({ value, minimumLevel, sampleRate, enforced, expireDate, description }: CacheValues): unknown[] {
  return [value, minimumLevel, sampleRate, enforced, expireDate, description];
}

/** Dates come as such. */
type CacheRow = { readonly [K in keyof CacheEntry]: CacheEntry[K] | Date };

function entryOf(row: CacheRow): CacheEntry {
  const dated = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(dated) as unknown as CacheEntry;
}

export function createCacheStore(database: Database) {
  async function one(
    queryable: Queryable,
    ...[statement, values]: Parameters<Queryable['rows']>
  ): Promise<CacheEntry | null> {
    const [row] = await queryable.rows<CacheRow>(statement, values);
    return row === undefined ? null : entryOf(row);
  }
  return {
    async revision(): Promise<number> {
      const [row] = await database.rows<{ revision: number }>(REVISION);
      return row?.revision ?? 0;
    },
    /** Answers what has changed since a revision, removed entries among it. */
    async newer(since: number): Promise<{ readonly revision: number; readonly entries: readonly CacheEntry[] }> {
      const rows = await database.rows<CacheRow & { readonly stateRevision: number; readonly entryRevision: number }>(
        NEWER,
        [since],
      );
      const entries = rows.filter(({ uuid }) => (uuid as string | null) !== null);
      return {
        revision: rows[0]?.stateRevision ?? 0,
        entries: entries.map(({ stateRevision, entryRevision, ...row }) => entryOf(row)),
      };
    },
    find: (tx: Transaction, tenantIdentifier: string | null, key: string) => one(tx, FIND, [tenantIdentifier, key]),
    async count(tx: Transaction, tenantIdentifier: string | null): Promise<number> {
      const [row] = await tx.rows<{ count: number }>(COUNT, [tenantIdentifier]);
      return row?.count ?? 0;
    },
    async insert(
      tx: Transaction,
      place: Pick<CacheEntry, 'uuid' | 'key' | 'tenantIdentifier'>,
      values: CacheValues,
      { username, at, revision }: CacheWrite,
    ): Promise<CacheEntry> {
      const { uuid, key, tenantIdentifier } = place;
      const row = await one(tx, INSERT, [uuid, username, at, key, tenantIdentifier, ...listOf(values), revision]);
      return row!;
    },
    async update(
      tx: Transaction,
      uuid: string,
      values: CacheValues,
      { username, at, revision }: CacheWrite,
    ): Promise<CacheEntry> {
      const row = await one(tx, UPDATE, [uuid, username, at, ...listOf(values), revision]);
      return row!;
    },
    remove: (tx: Transaction, uuid: string, { username, at, revision }: CacheWrite) =>
      tx.execute(REMOVE, [uuid, username, at, revision]),
    /** Answers those that it removed; `*` stands for all of the level. */
    async removeBelow(
      tx: Transaction,
      tenantIdentifier: string | null,
      keyPrefix: string,
      { username, at, revision }: CacheWrite,
    ): Promise<readonly CacheEntry[]> {
      const rows = await tx.rows<CacheRow>(REMOVE_BELOW, [tenantIdentifier, keyPrefix, username, at, revision]);
      return rows.map(entryOf);
    },
    /** Removes what was removed before then for good. */
    purge: (before: Date) => database.execute(PURGE, [before]),
  };
}

export type CacheStore = ReturnType<typeof createCacheStore>;
