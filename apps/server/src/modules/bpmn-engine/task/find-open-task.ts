// Finds an open task for whoever may see it, and says why one that is not open cannot be found.
import type { OpenTask } from '@keelson/bpmn-core';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { parsePartId } from '../interface/part-id.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { seenTask } from './run-on-task.ts';
import { maySee } from './task-people.ts';

export interface FoundTask {
  readonly live: LiveInstance;
  readonly task: OpenTask;
}

export function createFindOpenTask({
  runtime,
  history,
}: {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
}) {
  /** Finds an open task; a closed one is 409 for whoever could see it, else 404. */
  return async function findOpenTask(caller: Caller, id: string): Promise<FoundTask> {
    const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
    const live = await runtime.find(part.instanceId);
    const task = live === null ? null : seenTask(caller, live, part);
    if (live !== null && task !== null) return { live, task };
    const closed = await history.findClosedTask(caller, part);
    if (closed !== null && maySee(caller, closed)) fail('TASK_ALREADY_COMPLETED');
    return failNotFound('TASK_NOT_FOUND', { taskId: id });
  };
}

export type FindOpenTask = ReturnType<typeof createFindOpenTask>;
