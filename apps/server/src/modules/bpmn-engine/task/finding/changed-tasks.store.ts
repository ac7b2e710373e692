// Reads the tasks of instances that have changed since somebody knew them.
import { type Database, KEYED_PLANS, sql } from '../../../../kernel/database/database.ts';
import {
  appendValue,
  beginArray,
  createArrayColumn,
  finishArray,
} from '../../../../kernel/group-commit/binary-array.ts';
import { COLUMNS, ROW_NAMES, type TaskRow } from '../task.store.ts';

/** Is what somebody knows of an instance: null where nothing is known. */
export interface KnownRevision {
  readonly instanceId: string;
  readonly revision: number | null;
}

// An instance whose revision is not the one that is known has one row at least, also where it has no task any more.
const OF_CHANGED_INSTANCES = sql(
  'bpm_task_of_changed_instances',
  `SELECT v.id, ${COLUMNS} FROM unnest($1::uuid[], $2::int4[]) v(id, revision) LEFT JOIN bpm_task t ON t.instance_id = v.id
   WHERE NOT EXISTS (SELECT FROM bpm_instance i WHERE i.id = v.id AND i.revision = v.revision)
   ORDER BY v.id, t.number DESC`,
);

/** Describes a row that was read as an array: the instance's id, then `COLUMNS`. */
function rowOfArray(values: readonly unknown[]): TaskRow {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < ROW_NAMES.length; index++) row[ROW_NAMES[index] as string] = values[index + 1];
  return row as unknown as TaskRow;
}

export function createChangedTasksStore(database: Database) {
  const lane = database.openDirectLane(KEYED_PLANS);
  const instanceIds = createArrayColumn('id', 'uuid');
  const revisions = createArrayColumn('revision', 'int4');
  return {
    /**
     * Reads the open tasks, newest first, of the instances whose committed revision is not the one that is known of them: by instance,
     * in which those that are current do not occur. One call at a time.
     */
    async ofChanged(known: readonly KnownRevision[]): Promise<ReadonlyMap<string, TaskRow[]>> {
      beginArray(instanceIds);
      beginArray(revisions);
      for (const { instanceId, revision } of known) {
        appendValue(instanceIds, instanceId);
        appendValue(revisions, revision);
      }
      const changed = new Map<string, TaskRow[]>();
      for (const values of await lane.run(OF_CHANGED_INSTANCES, [finishArray(instanceIds), finishArray(revisions)])) {
        const instanceId = values[0] as string;
        const rows = changed.get(instanceId) ?? [];
        changed.set(instanceId, rows);
        const row = rowOfArray(values);
        if (row.instance_id !== null) rows.push(row);
      }
      return changed;
    },
  };
}

export type ChangedTasksStore = ReturnType<typeof createChangedTasksStore>;
