// Reads the append-only history of one instance.
import { type Database, sql } from '../../../kernel/database/database.ts';

/** Holds what is known of the whole instance. */
export interface InstanceOrigin {
  readonly tenant_identifier: string;
  readonly definition_id: string;
  readonly start_user_id: string | null;
  readonly business_key: string | null;
}

const RECORDS = sql(
  'bpm_history_records',
  'SELECT record FROM bpm_history_event WHERE instance_id = $1 ORDER BY revision',
);
// The first row says it, and each that changes it.
const ORIGIN = sql(
  'bpm_history_origin',
  `SELECT tenant_identifier, definition_id, start_user_id, business_key FROM bpm_history_event
   WHERE instance_id = $1 AND tenant_identifier IS NOT NULL ORDER BY revision DESC LIMIT 1`,
);

export function createHistoryStore(database: Database) {
  return {
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
