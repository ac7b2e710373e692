// Reads who stands behind a definition.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

interface PersonBehind {
  /** Person behind the version; null where no person deployed it, and none is named. */
  readonly userUuid: string | null;
  readonly name: string;
  /** Whether the definition is of another tenant, which shares it. */
  readonly isElsewhere: boolean;
}

const FIND = sql(
  'bpm_definition_person',
  `SELECT coalesce(d.run_as_uuid, p.deployed_by_uuid) AS "userUuid", coalesce(d.run_as, p.deployed_by) AS name,
     d.tenant_identifier <> $1 AS "isElsewhere"
   FROM bpm_definition d JOIN bpm_deployment p ON p.id = d.deployment_id WHERE d.id = $2`,
);

export function createActingPersonStore(database: Queryable) {
  return {
    /** Finds the person behind a version, read each time: whoever is named anew counts from the next call on, on every process. */
    async find(tenant: string, definitionId: string): Promise<PersonBehind | null> {
      const [row] = await database.rows<PersonBehind>(FIND, [tenant, definitionId]);
      return row ?? null;
    },
  };
}

export type ActingPersonStore = ReturnType<typeof createActingPersonStore>;
