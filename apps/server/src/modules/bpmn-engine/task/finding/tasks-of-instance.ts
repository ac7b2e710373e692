// Finds the open tasks of one instance: in memory where its revision proves that memory is current, else in their rows.
import { createJoinedRead } from '../../../../kernel/database/batching/joined-read.ts';
import type { InstanceRuntime } from '../../runtime/instance-runtime.ts';
import type { LiveInstance } from '../../runtime/state/live-instance.ts';
import type { TaskRow } from '../task.store.ts';
import type { ChangedTasksStore } from './changed-tasks.store.ts';
import { rowsInMemory } from './rows-in-memory.ts';

/** Answers the open tasks of an instance, newest first. */
export type TasksOfInstance = (instanceId: string) => Promise<TaskRow[]>;

/**
 * Creates the look-up of an instance's tasks as they stand committed. State and rows of an instance are written by the same commits, each
 * of which raises its revision: where the database has the revision that memory has, they say the same. Parallel calls share a statement.
 */
export function createTasksOfInstance({
  runtime,
  store,
}: {
  readonly runtime: Pick<InstanceRuntime, 'recall' | 'forget'>;
  readonly store: ChangedTasksStore;
}): TasksOfInstance {
  return createJoinedRead<string, TaskRow>({
    async read(instanceIds) {
      const known = instanceIds.map((instanceId) => ({ instanceId, live: runtime.recall(instanceId) }));
      const changed = await store.ofChanged(
        known.map(({ instanceId, live }) => ({ instanceId, revision: live?.revision ?? null })),
      );
      return known.flatMap(({ instanceId, live }) => {
        const read = changed.get(instanceId);
        if (live === undefined) return read?.rows ?? [];
        if (read === undefined) return rowsInMemory(live);
        if (!read.isKnown) forgetOutdated(runtime, live);
        return read.rows;
      });
    },
    keyOf: (row) => row.instance_id,
  });
}

/** Forgets states in memory that were outdated, unless a commit of this process has put the next one in their place meanwhile. */
function forgetOutdated(runtime: Pick<InstanceRuntime, 'recall' | 'forget'>, live: LiveInstance): void {
  const { id } = live.state.facts;
  if (runtime.recall(id) === live) runtime.forget(id);
}
