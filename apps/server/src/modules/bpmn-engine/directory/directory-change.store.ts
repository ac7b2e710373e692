// Keeps what happened to people and tenants until the engine has followed it, and finds the instances that it concerns.
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** Kind of a change: RENAME and RELEASE are of a person, who has another name or is there no more; the others are of a tenant. */
export type DirectoryChangeKind = 'RENAME' | 'RELEASE' | 'HOLD' | 'RESUME' | 'REMOVE';

export interface NewDirectoryChange {
  readonly kind: DirectoryChangeKind;
  readonly tenantIdentifier: string;
  readonly username: string | null;
  readonly previousUsername: string | null;
}

export interface DirectoryChangeRow {
  readonly id: string;
  readonly kind: DirectoryChangeKind;
  readonly tenant_identifier: string;
  readonly username: string | null;
  readonly previous_username: string | null;
  readonly created_at: Date;
  /** Last instance that is done. */
  readonly reached: string | null;
}

export const DIRECTORY_CHANGE_COLUMNS =
  'id, kind, tenant_identifier, username, previous_username, created_at, reached, due_at';
/** Condition by which the changes of a tenant are done in the order in which they happened. */
export const DIRECTORY_CHANGE_READY = `NOT EXISTS (SELECT FROM bpm_directory_change o
  WHERE o.tenant_identifier = j.tenant_identifier AND o.id < j.id)`;

/** Bound of the bytes of a state that is read to find out whether it names somebody; of a larger one the instance is asked. */
const STATE_BYTES_MAX = 65_536;

const INSERT = sql(
  'bpm_directory_change_save',
  `INSERT INTO bpm_directory_change (kind, tenant_identifier, username, previous_username, created_at, due_at)
   VALUES ($1, $2, $3, $4, $5, $5)`,
);
const REACH = sql(
  'bpm_directory_change_reach',
  'UPDATE bpm_directory_change SET reached = $3 WHERE id = $1 AND lease_token = $2',
);
const REMOVE = sql(
  'bpm_directory_change_remove',
  'DELETE FROM bpm_directory_change WHERE id = $1 AND lease_token = $2',
);
const RUNNING = sql(
  'bpm_directory_running',
  `SELECT id, CASE WHEN octet_length(state) <= ${STATE_BYTES_MAX} THEN state END AS state FROM bpm_instance
   WHERE tenant_identifier = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
);
const ASSIGNED = sql(
  'bpm_directory_assigned',
  `SELECT DISTINCT instance_id AS id FROM bpm_task
   WHERE tenant_identifier = $1 AND assignee IS NOT NULL AND coalesce(assignee_folded, assignee) = $2
     AND ($3::uuid IS NULL OR instance_id > $3) ORDER BY instance_id LIMIT $4`,
);
const RENAME_ENDED = sql(
  'bpm_directory_rename_ended',
  `UPDATE bpm_hi_instance SET start_user_id = $3, start_user_folded = $4 WHERE id = ANY (ARRAY(
     SELECT id FROM bpm_hi_instance WHERE tenant_identifier = $1 AND coalesce(start_user_folded, start_user_id) = $2
       AND start_user_id <> $3 LIMIT $5))`,
);
const RENAME_CLOSED = sql(
  'bpm_directory_rename_closed',
  `UPDATE bpm_hi_task t SET assignee = $3, assignee_folded = $4 FROM (
     SELECT instance_id, number FROM bpm_hi_task WHERE tenant_identifier = $1 AND assignee IS NOT NULL
       AND coalesce(assignee_folded, assignee) = $2 AND assignee <> $3 LIMIT $5) v
   WHERE t.instance_id = v.instance_id AND t.number = v.number`,
);
const RENAME_ACTOR = sql(
  'bpm_directory_rename_actor',
  `UPDATE bpm_operation SET actor = $3, actor_folded = coalesce($4, $3) WHERE id = ANY (ARRAY(
     SELECT id FROM bpm_operation WHERE tenant_identifier = $1 AND actor_folded = $2 AND actor <> $3 LIMIT $5))`,
);

export async function saveDirectoryChange(tx: Transaction, change: NewDirectoryChange, now: Date): Promise<void> {
  const { kind, tenantIdentifier, username, previousUsername } = change;
  await tx.execute(INSERT, [kind, tenantIdentifier, username, previousUsername, now]);
}

export interface RunningRow {
  readonly id: string;
  /** State; null where it is large. */
  readonly state: Buffer | null;
}

interface PageOf {
  readonly tenant: string;
  readonly after: string | null;
  readonly max: number;
}

export function createDirectoryChangeStore(database: Database) {
  return {
    /** Notes how far the work has come; false where another process has it now. */
    reach: async (id: string, leaseToken: string, instanceId: string): Promise<boolean> =>
      (await database.execute(REACH, [id, leaseToken, instanceId])) > 0,
    remove: (queryable: Queryable, id: string, leaseToken: string) => queryable.execute(REMOVE, [id, leaseToken]),
    /** Pages the running instances of a tenant. */
    running: ({ tenant, after, max }: PageOf) => database.rows<RunningRow>(RUNNING, [tenant, after, max]),
    /** Pages the instances in which somebody has a task; his name is folded. */
    assigned: ({ tenant, after, max }: PageOf, usernameFolded: string) =>
      database.rows<{ readonly id: string }>(ASSIGNED, [tenant, usernameFolded, after, max]),
    /** Renames the starter of at most so many instances in the pages; answers how many they were. */
    renameStarter: (tenant: string, person: PersonRename, max: number): Promise<number> =>
      database.execute(RENAME_ENDED, [tenant, person.fromFolded, person.to, person.toFolded, max]),
    /** Renames a person as assignee of closed tasks. */
    renameAssignee: (tenant: string, person: PersonRename, max: number): Promise<number> =>
      database.execute(RENAME_CLOSED, [tenant, person.fromFolded, person.to, person.toFolded, max]),
    /** Renames a person as the one who did something to instances. */
    renameActor: (tenant: string, person: PersonRename, max: number): Promise<number> =>
      database.execute(RENAME_ACTOR, [tenant, person.fromFolded, person.to, person.toFolded, max]),
  };
}

export type DirectoryChangeStore = ReturnType<typeof createDirectoryChangeStore>;

export interface PersonRename {
  readonly fromFolded: string;
  readonly to: string;
  /** Folded name beside the new one; null where that is folded already. */
  readonly toFolded: string | null;
}
