// Reads the tasks of instances that have changed since somebody knew them.
import { type Database, KEYED_PLANS, sql } from '../../../../kernel/database/database.ts';
import {
  appendValue,
  beginArray,
  createArrayColumn,
  finishArray,
} from '../../../../kernel/group-commit/binary-array.ts';
import { COLUMNS, ROW_NAMES, type TaskRow } from '../task.store.ts';

/** Revision of an instance that somebody knows: null where nothing is known. */
export interface KnownRevision {
  readonly instanceId: string;
  readonly revision: number | null;
}

export interface ReadTasks {
  /** Whether the revision is the one that is known: what is known beside the tasks is right then. */
  readonly isKnown: boolean;
  readonly rows: TaskRow[];
}

// An instance whose revision is not the one that is known has one row at least, also where it has no task any more. What people
// say and attach raises no revision: an instance with such is always read.
const OF_CHANGED_INSTANCES = sql(
  'bpm_task_of_changed_instances',
  `SELECT v.id, i.id IS NOT NULL, ${COLUMNS} FROM unnest($1::uuid[], $2::int4[]) v(id, revision)
     LEFT JOIN bpm_instance i ON i.id = v.id AND i.revision = v.revision LEFT JOIN bpm_task t ON t.instance_id = v.id
   WHERE i.id IS NULL OR EXISTS (SELECT FROM bpm_comment c WHERE c.instance_id = v.id)
     OR EXISTS (SELECT FROM bpm_attachment a WHERE a.instance_id = v.id)
   ORDER BY v.id, t.number DESC`,
);

/** Makes the row of an array that was read: the instance's id, whether it is as it was known, then `COLUMNS`. */
function rowOfArray(values: readonly unknown[]): TaskRow {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < ROW_NAMES.length; index++) row[ROW_NAMES[index] as string] = values[index + 2];
  return row as unknown as TaskRow;
}

export function createChangedTasksStore(database: Database) {
  const connection = database.openDirectConnection(KEYED_PLANS);
  const instanceIds = createArrayColumn('id', 'uuid');
  const revisions = createArrayColumn('revision', 'int4');
  return {
    /**
     * Reads the open tasks, newest first, of the instances whose committed revision is not the one that is known of them, and of those
     * with comments or attachments: by instance, in which the others do not occur. One call at a time.
     */
    async ofChanged(known: readonly KnownRevision[]): Promise<ReadonlyMap<string, ReadTasks>> {
      beginArray(instanceIds);
      beginArray(revisions);
      for (const { instanceId, revision } of known) {
        appendValue(instanceIds, instanceId);
        appendValue(revisions, revision);
      }
      const changed = new Map<string, ReadTasks>();
      for (const values of await connection.run(OF_CHANGED_INSTANCES, [
        finishArray(instanceIds),
        finishArray(revisions),
      ])) {
        const instanceId = values[0] as string;
        const read = changed.get(instanceId) ?? { isKnown: values[1] as boolean, rows: [] };
        changed.set(instanceId, read);
        const row = rowOfArray(values);
        if (row.instance_id !== null) read.rows.push(row);
      }
      return changed;
    },
  };
}

export type ChangedTasksStore = ReturnType<typeof createChangedTasksStore>;
