// Sets versions of processes suspended or active, now or by a job.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

/** One version, or all versions of a process. */
export interface DefinitionSelection {
  readonly by: 'id' | 'key';
  readonly value: string;
  readonly tenantIdentifier: string;
}

// The raised row is also the lock under which deployments and suspensions run one after another.
const RAISE_CATALOGUE = sql('bpm_catalogue_raise', 'UPDATE bpm_catalogue SET number = number + 1');
const SET_SUSPENDED_BY_ID = sql(
  'bpm_definition_set_suspended_by_id',
  'UPDATE bpm_definition SET suspended = $3 WHERE tenant_identifier = $1 AND id = $2 AND NOT deleted RETURNING id',
);
const SET_SUSPENDED_BY_KEY = sql(
  'bpm_definition_set_suspended_by_key',
  'UPDATE bpm_definition SET suspended = $3 WHERE tenant_identifier = $1 AND key = $2 AND NOT deleted RETURNING id',
);
const COUNT = sql(
  'bpm_definition_count',
  `SELECT count(*)::int AS count FROM bpm_definition
   WHERE tenant_identifier = $1 AND NOT deleted AND CASE WHEN $2 THEN id = $3 ELSE key = $3 END`,
);
const FIND_PLANNED = sql('bpm_definition_state_planned', 'SELECT 1 FROM bpm_job WHERE id = $1 AND number = 0');

export const definitionStateStore = {
  async raiseCatalogue(tx: Transaction): Promise<void> {
    await tx.execute(RAISE_CATALOGUE);
  },
  /** Sets the state of versions, and answers those that it concerns. */
  async set(
    tx: Transaction,
    { by, value, tenantIdentifier }: DefinitionSelection,
    suspended: boolean,
  ): Promise<readonly string[]> {
    const statement = by === 'id' ? SET_SUSPENDED_BY_ID : SET_SUSPENDED_BY_KEY;
    const rows = await tx.rows<{ id: string }>(statement, [tenantIdentifier, value, suspended]);
    return rows.map(({ id }) => id);
  },
  async count(queryable: Queryable, { by, value, tenantIdentifier }: DefinitionSelection): Promise<number> {
    const [row] = await queryable.rows<{ count: number }>(COUNT, [tenantIdentifier, by === 'id', value]);
    return row?.count ?? 0;
  },
  async isPlanned(queryable: Queryable, jobId: string): Promise<boolean> {
    return (await queryable.rows(FIND_PLANNED, [jobId])).length > 0;
  },
};
