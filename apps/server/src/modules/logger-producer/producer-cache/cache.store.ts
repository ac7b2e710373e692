// Declares the entries of the producer cache, and holds their SQL: loaded by revision, written under the lock of the one row of the state.
import { eventLevels } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineColumns } from '../../../kernel/records/record/define-columns.ts';

/** Channel of the revision, which is the whole payload. */
export const CACHE_CHANNEL = 'keelson_log_cache';

/** Rows are written under the lock of the state, each change of them of one revision. */
export const cacheEntries = defineColumns({
  table: 'log_producer_cache',
  columns: {
    key: column.text({ readOnly: 'It never changes.' }),
    value: column.flag({ standard: true }),
    minimumLevel: column.choice(eventLevels, { nullable: true }),
    sampleRate: column.double({ standard: 1 }),
    enforced: column.flag({ standard: false }),
    expireDate: column.dateTime({ nullable: true }),
    description: column.text({ nullable: true }),
  },
  instead: { deleted: 'deleted_date IS NOT NULL' },
  tenant: typed<string | null>(),
});

export type CacheEntry = Parameters<typeof cacheEntries.toModel>[0];

const COLUMNS = cacheEntries.selectAs('c');
const REVISION = sql('log_producer_cache_revision', 'SELECT revision FROM log_producer_cache_state WHERE id = 1');
// The revision and the rows are of one snapshot.
const NEWER = sql(
  'log_producer_cache_newer',
  `SELECT s.revision AS "stateRevision", c.* FROM log_producer_cache_state s
   LEFT JOIN (SELECT ${COLUMNS}, revision AS "entryRevision" FROM log_producer_cache c) c ON c."entryRevision" > $1 WHERE s.id = 1`,
);
const FIND = sql(
  'log_producer_cache_find',
  `SELECT ${COLUMNS} FROM log_producer_cache c
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND key = $2 AND deleted_date IS NULL`,
);
const COUNT = sql(
  'log_producer_cache_count',
  `SELECT count(*)::int AS count FROM log_producer_cache
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND deleted_date IS NULL`,
);
// Whole segments match: after the key comes a dot or a colon.
const REMOVE_BELOW = sql(
  'log_producer_cache_remove_below',
  `UPDATE log_producer_cache c SET version = version + 1, updated_by = $3, date_updated = $4, deleted_date = $4, revision = $5
   WHERE COALESCE(tenant_identifier, '') = COALESCE($1, '') AND deleted_date IS NULL
     AND ($2 = '*' OR key = $2 OR starts_with(key, $2 || '.') OR starts_with(key, $2 || ':')) RETURNING ${COLUMNS}`,
);
const PURGE = sql('log_producer_cache_purge', 'DELETE FROM log_producer_cache WHERE deleted_date < $1');

/** Author, time and revision of a write. */
export interface CacheWrite {
  readonly username: string;
  readonly at: Date;
  readonly revision: number;
}

export function createCacheStore(database: Database) {
  return {
    async revision(): Promise<number> {
      const [row] = await database.rows<{ revision: number }>(REVISION);
      return row?.revision ?? 0;
    },
    /** Loads the changes since a revision, with removed entries. */
    async newer(since: number): Promise<{ readonly revision: number; readonly entries: readonly CacheEntry[] }> {
      const rows = await database.rows<CacheEntry & { readonly stateRevision: number; readonly entryRevision: number }>(
        NEWER,
        [since],
      );
      const entries = rows.filter(({ uuid }) => (uuid as string | null) !== null);
      return {
        revision: rows[0]?.stateRevision ?? 0,
        entries: entries.map(({ stateRevision, entryRevision, ...entry }) => entry),
      };
    },
    async find(tx: Transaction, tenantIdentifier: string | null, key: string): Promise<CacheEntry | null> {
      const [entry] = await tx.rows<CacheEntry>(FIND, [tenantIdentifier, key]);
      return entry ?? null;
    },
    async count(tx: Transaction, tenantIdentifier: string | null): Promise<number> {
      const [row] = await tx.rows<{ count: number }>(COUNT, [tenantIdentifier]);
      return row?.count ?? 0;
    },
    async insert(tx: Transaction, entry: Omit<CacheEntry, 'id'>, revision: number): Promise<CacheEntry> {
      return { ...entry, id: await cacheEntries.insert(tx, entry, { revision }) };
    },
    /** Writes the entry as the change of the revision; a removed one has its `deletedDate`. */
    async rewrite(
      tx: Transaction,
      entry: CacheEntry,
      changes: Partial<CacheEntry>,
      { username, at, revision }: CacheWrite,
    ): Promise<CacheEntry> {
      const after = { ...entry, ...changes, version: entry.version + 1, updatedBy: username, dateUpdated: at };
      await cacheEntries.rewrite(tx, after, { revision });
      return after;
    },
    /** Removes entries and answers them; `*` stands for all of the level. */
    async removeBelow(
      tx: Transaction,
      tenantIdentifier: string | null,
      keyPrefix: string,
      { username, at, revision }: CacheWrite,
    ): Promise<readonly CacheEntry[]> {
      return tx.rows<CacheEntry>(REMOVE_BELOW, [tenantIdentifier, keyPrefix, username, at, revision]);
    },
    /** Deletes entries that were removed before. */
    purge: (before: Date) => database.execute(PURGE, [before]),
  };
}

export type CacheStore = ReturnType<typeof createCacheStore>;
