// Moves what stands at one execution: triggers it, begins or ends what an ad-hoc sub-process holds, throws from it.
import type { InstanceState, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnProcessInstanceModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { isReachable } from '../interface/is-reachable.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { parsePartId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { Refusals } from '../runtime/state/fail-command.ts';

/** Makes the command that fits the state, for the token of this number. */
type CommandOf = (token: number, state: InstanceState) => RunningCommand;

interface Thrown {
  readonly code: string;
  readonly variables: Variables;
}

export function createExecutionService({
  clock,
  runtime,
  limits,
}: Pick<Kernel, 'clock'> & { readonly runtime: InstanceRuntime; readonly limits: EngineLimits }) {
  /** Runs a command on what stands at one execution. */
  async function move(
    { caller }: Act,
    id: string,
    commandOf: CommandOf,
    refusals: Refusals = {},
  ): Promise<SvcBpmnProcessInstanceModel> {
    const part = parsePartId(id, 'e') ?? failNotFound('EXECUTION_NOT_FOUND', { executionId: id });
    const done = await runtime.run(
      part.instanceId,
      {
        decide({ state }) {
          const isThere = state.tokens.some(({ number }) => number === part.number);
          if (!isReachable(caller, state.facts) || !isThere) failNotFound('EXECUTION_NOT_FOUND', { executionId: id });
          return commandOf(part.number, state);
        },
        answer: (live) => liveInstanceToWire(live),
      },
      { NOT_POSSIBLE: () => notWaiting(id), WAIT_NOT_OPEN: () => notWaiting(id), ...refusals },
    );
    return done ?? failNotFound('EXECUTION_NOT_FOUND', { executionId: id });
  }

  const base = ({ caller }: Act) => ({ at: clock.now(), actor: caller.username });
  const checked = ({ caller }: Act, variables: Variables): void =>
    checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));

  return {
    trigger(act: Act, id: string, variables: Variables): Promise<SvcBpmnProcessInstanceModel> {
      checked(act, variables);
      return move(act, id, (token, { waits }) => {
        const wait = waits.find((open) => open.kind === 'trigger' && open.token === token);
        if (wait === undefined) return notWaiting(id);
        return { kind: 'trigger', ...base(act), wait: wait.number, variables };
      });
    },

    activateAdHoc: (act: Act, id: string, elementIds: readonly string[]) =>
      move(act, id, (token) => ({ kind: 'activate-ad-hoc', ...base(act), token, elementIds }), {
        AD_HOC_NOT_ENABLED: (elements) =>
          fail('AD_HOC_NOT_ENABLED', {
            parameters: { elements: elements.join(', ') },
            errorArguments: elements.map((elementId) => ({ elementId })),
          }),
      }),

    completeAdHoc: (act: Act, id: string) =>
      move(act, id, (token) => ({ kind: 'complete-ad-hoc', ...base(act), token })),

    throwError(act: Act, id: string, { code, message, variables }: Thrown & { readonly message: string | null }) {
      checked(act, variables);
      return move(act, id, (token) => ({ kind: 'throw-error', ...base(act), token, code, message, variables }));
    },

    escalate(act: Act, id: string, { code, variables }: Thrown) {
      checked(act, variables);
      return move(act, id, (token) => ({ kind: 'throw-escalation', ...base(act), token, code, variables }));
    },
  };
}

export type ExecutionService = ReturnType<typeof createExecutionService>;

function notWaiting(executionId: string): never {
  return fail('EXECUTION_NOT_WAITING', { parameters: { executionId } });
}
