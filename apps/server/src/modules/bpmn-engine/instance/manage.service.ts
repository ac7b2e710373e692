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
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { RunOnInstance } from './run-on-instance.ts';

const AS_INSTANCE = { answer: (live: LiveInstance): SvcBpmnProcessInstanceModel => liveInstanceToWire(live) };

export function createManageService({
  clock,
  onInstance,
}: Pick<Kernel, 'clock'> & { readonly onInstance: RunOnInstance }) {
  /** Runs a command of a manager, which need not wait for a work that the instance waits for. */
  const manage = (act: Act, id: string, command: RunningCommand) =>
    onInstance(act, id, () => command, { ...AS_INSTANCE, interrupts: true });

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
      onInstance(
        act,
        id,
        ({ revision }) => {
          if (change.version != null) requireVersion({ identifier: id, version: revision }, change.version);
          return { kind: 'update-instance', at: clock.now(), actor: act.caller.username, changes: changesOf(change) };
        },
        AS_INSTANCE,
      ),
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
