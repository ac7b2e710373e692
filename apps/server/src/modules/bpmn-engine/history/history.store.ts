// Reads the append-only history of one instance.
import { type Database, sql } from '../../../kernel/database/database.ts';

/** What is known of the whole instance. */
export interface InstanceOrigin {
  readonly tenant_identifier: string;
  readonly definition_id: string;
  /** Version that started the instance, which may have been migrated since. */
  readonly first_definition_id: string;
  readonly start_user_id: string | null;
  readonly business_key: string | null;
}

const RECORDS = sql(
  'bpm_history_records',
  'SELECT record FROM bpm_history_event WHERE instance_id = $1 ORDER BY revision',
);
// The first row says it, and each that changes it. A person who was renamed since has the new name in the other tables.
const ORIGIN = sql(
  'bpm_history_origin',
  `SELECT e.tenant_identifier, e.definition_id,
     CASE WHEN e.revision = 1 THEN e.definition_id
       ELSE (SELECT f.definition_id FROM bpm_history_event f WHERE f.instance_id = e.instance_id AND f.revision = 1)
     END AS first_definition_id, coalesce(i.start_user_id, h.start_user_id, e.start_user_id) AS start_user_id, e.business_key
   FROM bpm_history_event e LEFT JOIN bpm_instance i ON i.id = e.instance_id LEFT JOIN bpm_hi_instance h ON h.id = e.instance_id
   WHERE e.instance_id = $1 AND e.tenant_identifier IS NOT NULL ORDER BY e.revision DESC LIMIT 1`,
);

const RECORDS_UNTIL = sql(
  'bpm_history_records_until',
  'SELECT record FROM bpm_history_event WHERE instance_id = $1 AND at <= $2 ORDER BY revision',
);

export function createHistoryStore(database: Database) {
  return {
    /** Reads the records that had been committed at a moment. */
    async recordsUntil(instanceId: string, at: Date): Promise<readonly string[]> {
      const rows = await database.rows<{ record: string }>(RECORDS_UNTIL, [instanceId, at]);
      return rows.map(({ record }) => record);
    },
    /** Answers the stored record of each flush, in their order. */
    async records(instanceId: string): Promise<readonly string[]> {
      const rows = await database.rows<{ record: string }>(RECORDS, [instanceId]);
      return rows.map(({ record }) => record);
    },
    async findOrigin(instanceId: string): Promise<InstanceOrigin | null> {
      const [row] = await database.rows<InstanceOrigin>(ORIGIN, [instanceId]);
      return row ?? null;
    },
  };
}

export type HistoryStore = ReturnType<typeof createHistoryStore>;
