// Sets variables of running instances.
import type { Value } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { checkVariable } from '../interface/check-variables.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';

interface SetVariable {
  /** May be the id of an instance. */
  readonly executionId: string;
  readonly name: string;
  readonly value: Value;
}

export function createVariableService({
  clock,
  runtime,
  history,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly limits: EngineLimits;
}) {
  return {
    /** The variable is set where it is visible, else on the instance. */
    async setVariable({ caller }: Act, { executionId, name, value }: SetVariable): Promise<undefined> {
      checkVariable(name, value, limits.variableBytes(caller.tenantIdentifier));
      const part = parsePartId(executionId, 'e');
      const instanceId = part?.instanceId ?? executionId;
      if (!isInstanceId(instanceId)) failNotFound('EXECUTION_NOT_FOUND', { executionId });
      const decide = (live: LiveInstance): RunningCommand => {
        requireSetter(caller, live, executionId);
        return { kind: 'set-variables', at: clock.now(), actor: caller.username, variables: { [name]: value } };
      };
      const done = await runtime.run(instanceId, { decide, answer: () => undefined });
      if (done !== null) return;
      if (await history.isVisible(caller, instanceId)) {
        fail('INSTANCE_ENDED', { parameters: { processInstanceId: instanceId } });
      }
      failNotFound('EXECUTION_NOT_FOUND', { executionId });
    },
  };
}

export type VariableService = ReturnType<typeof createVariableService>;

/** Refuses whoever is neither a manager nor the assignee of a task at the execution. */
function requireSetter(caller: Caller, { state }: LiveInstance, executionId: string): void {
  const execution = parsePartId(executionId, 'e');
  const isThere = execution === null || state.tokens.some((token) => token.number === execution.number);
  if (state.facts.tenantIdentifier !== caller.tenantIdentifier || !isThere) {
    failNotFound('EXECUTION_NOT_FOUND', { executionId });
  }
  const tasks = execution === null ? [] : state.tasks.filter((task) => task.token === execution.number);
  const assigned = tasks.some((task) => task.assignee === caller.username);
  if (!caller.holds('BPMN_INSTANCE_MANAGE') && !assigned) fail('ACCESS_DENIED');
}
