// Keeps as whom a version of a process acts.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

export interface RunAs {
  readonly name: string;
  readonly userUuid: string;
}

const DEPLOYER = sql(
  'bpm_definition_deployer',
  `SELECT p.deployed_by_uuid AS "userUuid" FROM bpm_definition d JOIN bpm_deployment p ON p.id = d.deployment_id
   WHERE d.tenant_identifier = $1 AND d.id = $2`,
);
const SAVE = sql(
  'bpm_definition_run_as_save',
  `UPDATE bpm_definition d SET run_as = $3, run_as_uuid = $4
   FROM (SELECT id, run_as FROM bpm_definition WHERE tenant_identifier = $1 AND id = $2 FOR UPDATE) before
   WHERE d.id = before.id RETURNING before.run_as`,
);
const RENAME = sql(
  'bpm_definition_run_as_rename',
  'UPDATE bpm_definition SET run_as = $3 WHERE tenant_identifier = $1 AND run_as_uuid = $2',
);

export function createRunAsStore(database: Queryable) {
  return {
    /** Finds who deployed it; null where no person did. */
    async findDeployer(tenant: string, id: string): Promise<string | null> {
      const [row] = await database.rows<{ userUuid: string | null }>(DEPLOYER, [tenant, id]);
      return row?.userUuid ?? null;
    },
    /** Saves the person as whom a version acts; answers who it was before, null for nobody. */
    async save(tx: Transaction, tenant: string, id: string, named: RunAs | null): Promise<string | null> {
      const values = [tenant, id, named?.name ?? null, named?.userUuid ?? null];
      const [row] = await tx.rows<{ run_as: string | null }>(SAVE, values);
      return row?.run_as ?? null;
    },
  };
}

export type RunAsStore = ReturnType<typeof createRunAsStore>;

/** Renames the person as whom versions act: the uuid is what counts, the name is what people read. */
export async function renameRunAs(
  tx: Transaction,
  tenant: string,
  person: { readonly userUuid: string; readonly username: string },
): Promise<void> {
  await tx.execute(RENAME, [tenant, person.userUuid, person.username]);
}
