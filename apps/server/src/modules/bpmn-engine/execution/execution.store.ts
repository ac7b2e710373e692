// Reads the open incidents of running instances.
import { type Database, sql } from '../../../kernel/database/database.ts';

export interface OpenIncidentRow {
  readonly id: string;
  readonly number: number;
  readonly instance_id: string;
  readonly token: number | null;
}

const OPEN = sql(
  'bpm_incident_open',
  `SELECT id, number, instance_id, token FROM bpm_incident
   WHERE instance_id = ANY ($1::uuid[]) AND resolved_at IS NULL ORDER BY created_at, id, number`,
);

export function createExecutionStore(database: Database) {
  return {
    openIncidents: (instanceIds: readonly string[]): Promise<readonly OpenIncidentRow[]> =>
      database.rows<OpenIncidentRow>(OPEN, [instanceIds]),
  };
}

export type ExecutionStore = ReturnType<typeof createExecutionStore>;
