// Does what people do with one task: read its variables, claim it, give it back, complete it.
import type { OpenTask, Variables } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import type { HistoryApi } from '../history/feature.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { type PartId, parsePartId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { Reply } from '../runtime/flush/commit-flush.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { isCandidate, mayManage, maySee } from './task-people.ts';

/** Serves commands that answer nothing but that they were done. */
const DONE: Reply<undefined> = { answer: () => undefined };

export function createTaskService({
  clock,
  runtime,
  history,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly limits: EngineLimits;
}) {
  /** Runs the command that `decide` makes of the open task; a task that is not open is 409 for whoever could see it, else 404. */
  async function run<T>(
    caller: Caller,
    id: string,
    decide: (task: OpenTask) => RunningCommand,
    reply: Reply<T>,
  ): Promise<T> {
    const part = parsePartId(id, 't') ?? fail('TASK_NOT_FOUND');
    try {
      const done = await runtime.run(part.instanceId, {
        decide: (live) => decide(seenTask(caller, live, part) ?? fail('TASK_NOT_FOUND')),
        answer: reply.answer,
        claim: reply.claim,
      });
      if (done !== null) return done;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'TASK_NOT_FOUND') throw error;
    }
    const closed = await history.findClosedTask(caller, part);
    if (closed !== null && maySee(caller, closed)) fail('TASK_ALREADY_COMPLETED');
    return fail('TASK_NOT_FOUND');
  }

  return {
    complete: (act: Act, { id, variables }: { readonly id: string; readonly variables: Variables }) =>
      act.once((claim) => {
        const { caller } = act;
        checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
        const complete = (task: OpenTask): RunningCommand => completionOf(caller, task, variables, clock.now());
        return run(caller, id, complete, { answer: liveInstanceToWire, claim });
      }),

    /** A claim that is repeated for the own task changes nothing. */
    claim: ({ caller }: Act, id: string) => run(caller, id, (task) => claimOf(caller, task, clock.now()), DONE),

    unclaim: ({ caller }: Act, id: string) => run(caller, id, (task) => releaseOf(caller, task, clock.now()), DONE),

    /** Answers all that the task sees; of a completed task as it was then. */
    async findVariables({ caller }: Act, id: string): Promise<Variables> {
      const part = parsePartId(id, 't') ?? fail('TASK_NOT_FOUND');
      const live = await runtime.find(part.instanceId);
      if (live !== null && seenTask(caller, live, part) !== null) return live.state.variables;
      const closed = await history.findClosedTask(caller, part);
      if (closed === null || !maySee(caller, closed)) return fail('TASK_NOT_FOUND');
      return closed.variables;
    },
  };
}

export type TaskService = ReturnType<typeof createTaskService>;

/** A candidate of a task that is nobody's claims it in the same step. */
function completionOf(caller: Caller, task: OpenTask, variables: Variables, at: number): RunningCommand {
  const { username } = caller;
  const claims = task.assignee === null && isCandidate(caller, task);
  if (task.assignee !== username && !claims && !mayManage(caller)) fail('ACCESS_DENIED');
  const claimant = claims ? { claimant: username } : {};
  return { kind: 'complete-task', at, actor: username, task: task.number, variables, ...claimant };
}

function claimOf(caller: Caller, task: OpenTask, at: number): RunningCommand {
  const { username } = caller;
  const { assignee } = task;
  if (assignee !== null && assignee !== username) {
    fail('TASK_ALREADY_CLAIMED', { parameters: { assignee }, errorArguments: [{ assignee }] });
  }
  if (assignee === null && !isCandidate(caller, task) && !mayManage(caller)) fail('ACCESS_DENIED');
  return { kind: 'claim-task', at, actor: username, task: task.number, assignee: username };
}

function releaseOf(caller: Caller, { assignee, number }: OpenTask, at: number): RunningCommand {
  if (assignee !== null && assignee !== caller.username && !mayManage(caller)) fail('ACCESS_DENIED');
  return { kind: 'unclaim-task', at, actor: caller.username, task: number };
}

/** Finds the open task, where the caller may see it. */
function seenTask(caller: Caller, { state }: LiveInstance, { number }: PartId): OpenTask | null {
  const task = state.tasks.find((open) => open.number === number);
  if (task === undefined || state.facts.tenantIdentifier !== caller.tenantIdentifier) return null;
  return maySee(caller, task) ? task : null;
}
