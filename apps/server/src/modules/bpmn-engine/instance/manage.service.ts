// Does what managers do with one running instance: hold it, let it go on, end it, move what waits.
import type { InstanceState, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnCancelInstanceModel, SvcBpmnProcessInstanceModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { HistoryApi } from '../history/feature.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { Refusals } from '../runtime/state/fail-command.ts';

/** Makes the command that fits the state, for the token of this number. */
type CommandOf = (token: number, state: InstanceState) => RunningCommand;

export function createManageService({
  clock,
  runtime,
  history,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly limits: EngineLimits;
}) {
  /** A command to the whole instance; it need not wait for a work that the instance waits for. */
  async function manage({ caller }: Act, id: string, command: RunningCommand): Promise<SvcBpmnProcessInstanceModel> {
    if (!isInstanceId(id)) return notFound();
    const done = await runtime.run(id, {
      decide({ state }) {
        if (!isReachable(caller, state)) notFound();
        return command;
      },
      answer: (live) => liveInstanceToWire(live),
      interrupts: true,
    });
    if (done !== null) return done;
    if (await history.isVisible(caller, id)) fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    return notFound();
  }

  /** A command to what stands at one execution. */
  async function move(
    { caller }: Act,
    id: string,
    commandOf: CommandOf,
    refusals: Refusals = {},
  ): Promise<SvcBpmnProcessInstanceModel> {
    const part = parsePartId(id, 'e') ?? fail('EXECUTION_NOT_FOUND');
    const done = await runtime.run(
      part.instanceId,
      {
        decide({ state }) {
          const isThere = state.tokens.some(({ number }) => number === part.number);
          if (!isReachable(caller, state) || !isThere) fail('EXECUTION_NOT_FOUND');
          return commandOf(part.number, state);
        },
        answer: (live) => liveInstanceToWire(live),
      },
      { NOT_POSSIBLE: () => notWaiting(id), WAIT_NOT_OPEN: () => notWaiting(id), ...refusals },
    );
    return done ?? fail('EXECUTION_NOT_FOUND');
  }

  return {
    suspend: (act: Act, id: string) =>
      manage(act, id, { kind: 'suspend', at: clock.now(), actor: act.caller.username }),

    activate: (act: Act, id: string) =>
      manage(act, id, { kind: 'activate', at: clock.now(), actor: act.caller.username }),

    cancel: (act: Act, id: string, { skipListeners }: SvcBpmnCancelInstanceModel) =>
      manage(act, id, {
        kind: 'cancel',
        at: clock.now(),
        actor: act.caller.username,
        skipListeners: skipListeners ?? false,
      }),

    trigger(act: Act, id: string, variables: Variables): Promise<SvcBpmnProcessInstanceModel> {
      checkVariables(variables, limits.variableBytes(act.caller.tenantIdentifier));
      return move(act, id, (token, { waits }) => {
        const wait = waits.find((open) => open.kind === 'trigger' && open.token === token);
        if (wait === undefined) return notWaiting(id);
        return { kind: 'trigger', at: clock.now(), actor: act.caller.username, wait: wait.number, variables };
      });
    },

    activateAdHoc: (act: Act, id: string, elementIds: readonly string[]) =>
      move(
        act,
        id,
        (token) => ({ kind: 'activate-ad-hoc', at: clock.now(), actor: act.caller.username, token, elementIds }),
        {
          AD_HOC_NOT_ENABLED: (elements) =>
            fail('AD_HOC_NOT_ENABLED', {
              parameters: { elements: elements.join(', ') },
              errorArguments: elements.map((elementId) => ({ elementId })),
            }),
        },
      ),

    completeAdHoc: (act: Act, id: string) =>
      move(act, id, (token) => ({ kind: 'complete-ad-hoc', at: clock.now(), actor: act.caller.username, token })),
  };
}

export type ManageService = ReturnType<typeof createManageService>;

function isReachable(caller: Caller, { facts }: InstanceState): boolean {
  return facts.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}

function notFound(): never {
  return fail('INSTANCE_NOT_FOUND');
}

function notWaiting(executionId: string): never {
  return fail('EXECUTION_NOT_WAITING', { parameters: { executionId } });
}
