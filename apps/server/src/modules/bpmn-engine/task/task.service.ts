// Does what people do with one task: read its variables, claim it, give it back, complete it.
import type { CompleteTaskCommand, OpenTask, TaskLink, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnCompleteTaskModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { CallerAct } from '../interface/caller-act.types.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { parsePartId } from '../interface/part-id.ts';
import { givenVariables } from '../interface/typed-variables.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import { visibleVariables } from '../runtime/burst/visible-variables.ts';
import type { Reply } from '../runtime/flush/commit-flush.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import { placeOfTask } from '../runtime/forms/form-place.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { createFindOpenTask } from './find-open-task.ts';
import { linksOfTask } from './identity-link.service.ts';
import type { SayWith } from './remarks/say-with.ts';
import { createRunOnTask, DONE, refusePending, seenTask } from './run-on-task.ts';
import { isAssignee, isCandidate, mayManage, maySee } from './task-people.ts';

export function createTaskService({
  clock,
  runtime,
  history,
  limits,
  formFilling,
  sayWith,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly limits: EngineLimits;
  readonly formFilling: FormFilling;
  readonly sayWith: SayWith;
}) {
  const run = createRunOnTask({ runtime, history });

  function complete<T>(caller: Caller, id: string, body: SvcBpmnCompleteTaskModel, reply: Reply<T>): Promise<T> {
    const limitBytes = limits.variableBytes(caller.tenantIdentifier);
    const given = readCompletion(body, limitBytes);
    return formFilling.within(caller, (fillForm) => {
      const completed = (task: OpenTask, live: LiveInstance): RunningCommand => {
        const command = completionOf(caller, task, clock.now());
        const reader = formFilling.reader(caller, caller.tenantIdentifier);
        return { ...command, ...filledIn(given, (sent) => fillForm(placeOfTask(live, task, reader), sent).variables) };
      };
      return run(caller, id, completed, {
        ...reply,
        ...sayWith(caller, parsePartId(id, 't'), body.comment),
        onFailure: body.onFailure ?? null,
      });
    });
  }

  const findOpen = createFindOpenTask({ runtime, history });

  return {
    complete: (act: CallerAct, id: string, body: SvcBpmnCompleteTaskModel) =>
      act.once((claim) =>
        complete(act.caller, id, body, { answer: (live: LiveInstance) => liveInstanceToWire(live), claim }),
      ),

    /** Completes one of several tasks. */
    completeEach: ({ caller }: Act, id: string, body: SvcBpmnCompleteTaskModel) => complete(caller, id, body, DONE),

    /** Claims a task; a claim that is repeated for the own task changes nothing. */
    claim: ({ caller }: Act, id: string) => run(caller, id, (task) => claimOf(caller, task, clock.now()), DONE),

    unclaim: ({ caller }: Act, id: string) => run(caller, id, (task) => releaseOf(caller, task, clock.now()), DONE),

    findLinks: async ({ caller }: Act, id: string): Promise<readonly TaskLink[]> =>
      linksOfTask((await findOpen(caller, id)).task),

    /** Finds all variables that the task sees; of a completed task as it was then. */
    async findVariables({ caller }: Act, id: string): Promise<Variables> {
      const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
      const live = await runtime.find(part.instanceId);
      const task = live === null ? null : seenTask(caller, live, part);
      if (live !== null && task !== null) return visibleVariables(live.state, task.token);
      const closed = await history.findClosedTask(caller, part);
      if (closed === null || !maySee(caller, closed)) return failNotFound('TASK_NOT_FOUND', { taskId: id });
      return closed.variables;
    },
  };
}

export type TaskService = ReturnType<typeof createTaskService>;

type Completion = Pick<CompleteTaskCommand, 'variables' | 'localVariables' | 'transientVariables'>;

/** Reads a completion; ends the request where it does not fit. */
function readCompletion(body: SvcBpmnCompleteTaskModel, limitBytes: number): Completion {
  const local = (body.localVariables ?? {}) as Variables;
  const transient = (body.transientVariables ?? {}) as Variables;
  for (const variables of [local, transient]) checkVariables(variables, limitBytes);
  return {
    variables: givenVariables(body, limitBytes),
    ...(Object.keys(local).length === 0 ? {} : { localVariables: local }),
    ...(Object.keys(transient).length === 0 ? {} : { transientVariables: transient }),
  };
}

/** Fills the form in: a field is one wherever it is sent; what the form adds goes with the plain variables. */
function filledIn(given: Completion, fill: (sent: Variables) => Variables): Completion {
  const { variables, localVariables, transientVariables } = given;
  if (localVariables === undefined && transientVariables === undefined) return { variables: fill(variables) };
  const sent = { ...transientVariables, ...variables, ...localVariables };
  const added = Object.entries(fill(sent)).filter(([name]) => !Object.hasOwn(sent, name));
  return { ...given, variables: { ...variables, ...Object.fromEntries(added) } };
}

/** Makes the completion: a candidate of a task that is nobody's claims it in the same step. */
function completionOf(caller: Caller, task: OpenTask, at: number): Omit<CompleteTaskCommand, 'variables'> {
  const { username } = caller;
  const claims = task.assignee === null && isCandidate(caller, task);
  if (!isAssignee(caller, task) && !claims && !mayManage(caller)) fail('ACCESS_DENIED');
  const claimant = claims ? { claimant: username } : {};
  refusePending(task);
  return { kind: 'complete-task', at, actor: username, task: task.number, ...claimant };
}

function claimOf(caller: Caller, task: OpenTask, at: number): RunningCommand {
  const { username } = caller;
  const { assignee } = task;
  if (assignee !== null && !isAssignee(caller, task)) {
    fail('TASK_ALREADY_CLAIMED', { parameters: { assignee }, errorArguments: [{ assignee }] });
  }
  if (assignee === null && !isCandidate(caller, task) && !mayManage(caller)) fail('ACCESS_DENIED');
  refusePending(task);
  return { kind: 'claim-task', at, actor: username, task: task.number, assignee: username };
}

function releaseOf(caller: Caller, task: OpenTask, at: number): RunningCommand {
  const { assignee, number } = task;
  if (assignee !== null && !isAssignee(caller, task) && !mayManage(caller)) fail('ACCESS_DENIED');
  refusePending(task);
  return { kind: 'unclaim-task', at, actor: caller.username, task: number };
}
