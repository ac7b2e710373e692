// Runs commands on one open task, and says why a task that is not open cannot be found.
import type { OpenTask } from '@keelson/bpmn-core';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { type PartId, parsePartId } from '../interface/part-id.ts';
import type { Burst, FailurePolicy, RunningCommand } from '../runtime/burst/burst.ts';
import type { Reply } from '../runtime/flush/commit-flush.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { Refusals } from '../runtime/state/fail-command.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { maySee } from './task-people.ts';

/** Answer of commands that answer nothing but that they were done. */
export const DONE: Reply<undefined> = { answer: () => undefined };

export interface TaskReply<T> extends Reply<T> {
  /** What a failure leaves behind; absent: what the model says. */
  readonly onFailure?: FailurePolicy | null;
  /** Adds the comment of the act to the commit. */
  readonly accompany?: (burst: Burst) => void;
}

export function createRunOnTask({
  runtime,
  history,
}: {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
}) {
  /** Runs the command that `decide` makes of the open task; a task that is not open is 409 for whoever could see it, else 404. */
  return async function runOnTask<T>(
    caller: Caller,
    id: string,
    decide: (task: OpenTask, live: LiveInstance) => RunningCommand,
    reply: TaskReply<T>,
    refusals: Refusals = {},
  ): Promise<T> {
    const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
    try {
      const done = await runtime.run(
        part.instanceId,
        {
          decide: (live) =>
            decide(seenTask(caller, live, part) ?? failNotFound('TASK_NOT_FOUND', { taskId: id }), live),
          onFailure: reply.onFailure ?? null,
          answer: reply.answer,
          claim: reply.claim,
          ...(reply.accompany === undefined ? {} : { accompany: reply.accompany }),
        },
        refusals,
      );
      if (done !== null) return done;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'TASK_NOT_FOUND') throw error;
    }
    const closed = await history.findClosedTask(caller, part);
    if (closed !== null && maySee(caller, closed)) fail('TASK_ALREADY_COMPLETED');
    return failNotFound('TASK_NOT_FOUND', { taskId: id });
  };
}

export type RunOnTask = ReturnType<typeof createRunOnTask>;

/** Finds the open task, where the caller may see it. */
export function seenTask(caller: Caller, { state }: LiveInstance, { number }: PartId): OpenTask | null {
  const task = state.tasks.find((open) => open.number === number);
  if (task === undefined || state.facts.tenantIdentifier !== caller.tenantIdentifier) return null;
  return maySee(caller, task) ? task : null;
}

/** Refuses a delegated task, which whoever has it must resolve first. */
export function refusePending({ delegation }: OpenTask): void {
  if (delegation === 'PENDING') fail('TASK_DELEGATED');
}
