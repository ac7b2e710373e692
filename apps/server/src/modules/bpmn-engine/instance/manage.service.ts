// Does what managers do with one running instance: hold it, let it go on, end it.
import type { InstanceUpdate } from '@keelson/bpmn-core';
import type {
  SvcBpmnCancelInstanceModel,
  SvcBpmnProcessInstanceModel,
  SvcBpmnUpdateInstanceModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { isReachable } from '../interface/is-reachable.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceCommand } from '../runtime/command-burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';

export function createManageService({
  clock,
  runtime,
  history,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
}) {
  async function onWhole(
    { caller }: Act,
    id: string,
    commandOf: (live: LiveInstance) => RunningCommand,
    interrupts: Pick<InstanceCommand<unknown>, 'interrupts'> = {},
  ): Promise<SvcBpmnProcessInstanceModel> {
    if (!isInstanceId(id)) return notFound(id);
    const done = await runtime.run(id, {
      decide(live) {
        if (!isReachable(caller, live.state.facts)) notFound(id);
        return commandOf(live);
      },
      answer: (live) => liveInstanceToWire(live),
      ...interrupts,
    });
    if (done !== null) return done;
    if (await history.isVisible(caller, id)) fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    return notFound(id);
  }

  /** It need not wait for a work that the instance waits for. */
  const manage = (act: Act, id: string, command: RunningCommand) =>
    onWhole(act, id, () => command, { interrupts: true });

  return {
    suspend: (act: Act, id: string) =>
      manage(act, id, { kind: 'suspend', at: clock.now(), actor: act.caller.username }),

    activate: (act: Act, id: string) =>
      manage(act, id, { kind: 'activate', at: clock.now(), actor: act.caller.username }),

    cancel: (act: Act, id: string, { reason, skipListeners }: SvcBpmnCancelInstanceModel) =>
      manage(act, id, {
        kind: 'cancel',
        at: clock.now(),
        actor: act.caller.username,
        skipListeners: skipListeners ?? false,
        ...(reason == null ? {} : { reason }),
      }),

    update: (act: Act, id: string, change: SvcBpmnUpdateInstanceModel) =>
      onWhole(act, id, ({ revision }) => {
        if (change.version != null) requireVersion({ identifier: id, version: revision }, change.version);
        return { kind: 'update-instance', at: clock.now(), actor: act.caller.username, changes: changesOf(change) };
      }),
  };
}

export type ManageService = ReturnType<typeof createManageService>;

function changesOf({ businessKey, name, priority, dueDate }: SvcBpmnUpdateInstanceModel): InstanceUpdate {
  return {
    ...(businessKey === undefined ? {} : { businessKey }),
    ...(name === undefined ? {} : { name }),
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueAt: dueDate === null ? null : Date.parse(dueDate) }),
  };
}

function notFound(processInstanceId: string): never {
  return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
}
