// Changes a task by hand: its fields, who has it, and errors or escalations from it.
import type { OpenTask, TaskUpdate, Variables } from '@keelson/bpmn-core';
import type {
  SvcBpmnProcessInstanceModel,
  SvcBpmnResolveTaskModel,
  SvcBpmnTaskVariablesModel,
  SvcBpmnUpdateTaskModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { givenVariables } from '../interface/typed-variables.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { DONE, type RunOnTask } from './run-on-task.ts';
import { isAssignee, mayManage } from './task-people.ts';

interface Thrown {
  readonly code: string;
  readonly variables: Variables;
}

export function createTaskChangeService({
  clock,
  run,
  limits,
}: Pick<Kernel, 'clock'> & { readonly run: RunOnTask; readonly limits: EngineLimits }) {
  const base = ({ username }: Caller) => ({ at: clock.now(), actor: username });
  const thrower = { answer: (live: LiveInstance): SvcBpmnProcessInstanceModel => liveInstanceToWire(live) };

  const decideOf = (caller: Caller, command: (task: OpenTask) => RunningCommand) => (task: OpenTask) => {
    requireHolder(caller, task);
    return command(task);
  };
  const byHolder = ({ caller }: Act, id: string, command: (task: OpenTask) => RunningCommand): Promise<undefined> =>
    run(caller, id, decideOf(caller, command), DONE);

  function throwFrom(
    { caller }: Act,
    id: string,
    variables: Variables,
    command: (task: OpenTask) => RunningCommand,
  ): Promise<SvcBpmnProcessInstanceModel> {
    checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
    return run(caller, id, decideOf(caller, command), thrower);
  }

  return {
    update: (act: Act, id: string, change: SvcBpmnUpdateTaskModel): Promise<undefined> =>
      byHolder(act, id, ({ number, version }) => {
        if (change.version != null) requireVersion({ identifier: id, version }, change.version);
        return { kind: 'update-task', ...base(act.caller), task: number, changes: changesOf(change) };
      }),

    /** Assigns a task, which ends a delegation. */
    assign: (act: Act, id: string, assignee: string | null): Promise<undefined> =>
      byHolder(act, id, ({ number }) => ({
        kind: 'update-task',
        ...base(act.caller),
        task: number,
        changes: { assignee },
      })),

    delegate: (act: Act, id: string, user: string): Promise<undefined> =>
      byHolder(act, id, ({ number }) => ({ kind: 'delegate-task', ...base(act.caller), task: number, user })),

    resolve(act: Act, id: string, body: SvcBpmnResolveTaskModel): Promise<undefined> {
      const variables = givenVariables(body, limits.variableBytes(act.caller.tenantIdentifier));
      return byHolder(act, id, ({ number, delegation }) => {
        if (delegation !== 'PENDING') fail('TASK_NOT_DELEGATED');
        return { kind: 'resolve-task', ...base(act.caller), task: number, variables };
      });
    },

    /** Sets variables of a task; no listener is called: the task itself stays as it is. A suspended instance is for managers alone. */
    setVariables(act: Act, id: string, body: SvcBpmnTaskVariablesModel): Promise<undefined> {
      const variables = givenVariables(body, limits.variableBytes(act.caller.tenantIdentifier));
      const { caller } = act;
      const set = (task: OpenTask, { state }: LiveInstance): RunningCommand => {
        requireHolder(caller, task);
        if (state.suspended && !mayManage(caller)) {
          fail('INSTANCE_SUSPENDED', { parameters: { processInstanceId: state.facts.id } });
        }
        return { kind: 'set-variables', ...base(caller), token: task.token, variables };
      };
      return run(caller, id, set, DONE);
    },

    throwError: (act: Act, id: string, { code, message, variables }: Thrown & { readonly message: string | null }) =>
      throwFrom(act, id, variables, (task) => ({
        kind: 'throw-error',
        ...base(act.caller),
        task: task.number,
        code,
        message,
        variables,
      })),

    escalate: (act: Act, id: string, { code, variables }: Thrown) =>
      throwFrom(act, id, variables, (task) => ({
        kind: 'throw-escalation',
        ...base(act.caller),
        task: task.number,
        code,
        variables,
      })),
  };
}

export type TaskChangeService = ReturnType<typeof createTaskChangeService>;

/** Refuses whoever neither has the task nor manages tasks. */
export function requireHolder(caller: Caller, task: Pick<OpenTask, 'assignee'>): void {
  if (!isAssignee(caller, task) && !mayManage(caller)) fail('ACCESS_DENIED');
}

function changesOf(change: SvcBpmnUpdateTaskModel): TaskUpdate {
  const { name, description, category, priority, dueDate, followUpDate } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(priority == null ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueAt: epochOf(dueDate) }),
    ...(followUpDate === undefined ? {} : { followUpAt: epochOf(followUpDate) }),
  };
}

function epochOf(date: unknown): number | null {
  return typeof date === 'string' ? Date.parse(date) : null;
}
