// Writes which versions of a process may be started, and their start timers.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

interface NewestRow {
  readonly id: string;
  readonly version: number;
  readonly suspended: boolean;
  readonly armed: boolean;
}

const NEWEST = sql(
  'bpm_definition_newest_active',
  `SELECT id, version, suspended, starts_armed AS armed FROM bpm_definition
   WHERE tenant_identifier = $1 AND key = $2 AND executable AND NOT deleted ORDER BY suspended, version DESC LIMIT 1`,
);
const SET_ARMED = sql('bpm_definition_set_armed', 'UPDATE bpm_definition SET starts_armed = true WHERE id = $1');
const DISARM_OLDER = sql(
  'bpm_definition_disarm_older',
  `UPDATE bpm_definition SET starts_armed = false
   WHERE tenant_identifier = $1 AND key = $2 AND version < $3 AND starts_armed`,
);
const DELETE_OLDER = sql(
  'bpm_job_delete_older_starts',
  `DELETE FROM bpm_job j USING bpm_definition d WHERE j.kind = 'START_TIMER' AND j.instance_id IS NULL AND d.id = j.definition_id
     AND d.tenant_identifier = $1 AND d.key = $2 AND d.version < $3`,
);
const HOLD = sql(
  'bpm_job_hold_starts',
  `UPDATE bpm_job j SET suspended = d.suspended FROM bpm_definition d
   WHERE j.kind = 'START_TIMER' AND j.instance_id IS NULL AND d.id = j.definition_id AND d.tenant_identifier = $1 AND d.key = $2`,
);

export const armStartsStore = {
  /** Finds the newest executable version that is not suspended, else the newest. */
  async newestActive(tx: Transaction, tenant: string, key: string): Promise<NewestRow | null> {
    const [row] = await tx.rows<NewestRow>(NEWEST, [tenant, key]);
    return row ?? null;
  },
  setArmed: (tx: Transaction, id: string) => tx.execute(SET_ARMED, [id]),
  disarmOlder: (tx: Transaction, tenant: string, key: string, version: number) =>
    tx.execute(DISARM_OLDER, [tenant, key, version]),
  /** Removes the timers of older versions, and holds those of versions that are suspended. */
  async settleTimers(tx: Transaction, tenant: string, key: string, version: number): Promise<void> {
    await tx.execute(DELETE_OLDER, [tenant, key, version]);
    await tx.execute(HOLD, [tenant, key]);
  },
};
