// Finds the tenants of a partition, and removes expired events from it.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';

/** Rows of one statement, which bounds the wait of others. */
const TRIMMED_MAX = 5_000;

const TRIMMING = sql('log_retention_trimming', "SELECT set_config('keelson.log_retention', 'on', true)");

const SIZE = sql(
  'log_retention_size',
  `SELECT coalesce(sum(pg_total_relation_size(i.inhrelid)), 0)::int8 AS bytes FROM pg_inherits i
   WHERE i.inhparent IN ('log_event_standard'::regclass, 'log_event_audit'::regclass)`,
);

export function createRetentionStore(database: Database) {
  return {
    /** Answers the bytes that events take on disk, with their indexes. */
    async bytes(): Promise<number> {
      return (await database.rows<{ readonly bytes: number }>(SIZE))[0]?.bytes ?? 0;
    },
    /** Finds the tenants by skipping through the index, however many events there are. */
    async tenantsOf(partition: string): Promise<readonly string[]> {
      const next = (after: string): string =>
        `(SELECT p.tenant_identifier FROM ${partition} p WHERE ${after} ORDER BY p.tenant_identifier LIMIT 1)`;
      const text = `WITH RECURSIVE t AS (SELECT ${next('true')} AS tenant
        UNION ALL SELECT ${next('p.tenant_identifier > t.tenant')} FROM t WHERE t.tenant IS NOT NULL)
        SELECT tenant FROM t WHERE tenant IS NOT NULL`;
      const rows = await database.rows<{ tenant: string }>(sql(`log_retention_tenants_${partition}`, text));
      return rows.map(({ tenant }) => tenant);
    },
    /**
     * Removes events and answers how many; fewer than 5,000 where none is left. The record of it is in the same commit.
     */
    trim(
      partition: string,
      tenantIdentifier: string,
      before: Date,
      recordRemoval: (tx: Transaction) => Promise<void>,
    ): Promise<{ readonly removed: number; readonly isDone: boolean }> {
      const text = `DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${partition} WHERE tenant_identifier = $1 AND event_time < $2 LIMIT ${TRIMMED_MAX}))`;
      return database.transaction(async (tx) => {
        // Audited events are protected against all other deletions.
        await tx.rows(TRIMMING);
        const removed = await tx.execute(sql(`log_retention_trim_${partition}`, text), [tenantIdentifier, before]);
        if (removed > 0) await recordRemoval(tx);
        return { removed, isDone: removed < TRIMMED_MAX };
      });
    },
  };
}
