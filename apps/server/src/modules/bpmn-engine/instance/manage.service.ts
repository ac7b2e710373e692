// Does what managers do with one running instance: hold it, let it go on, end it.
import type { SvcBpmnCancelInstanceModel, SvcBpmnProcessInstanceModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { isReachable } from '../interface/is-reachable.ts';
import { liveInstanceToWire } from '../interface/live-instance.wire.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';

export function createManageService({
  clock,
  runtime,
  history,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
}) {
  /** A command to the whole instance; it need not wait for a work that the instance waits for. */
  async function manage({ caller }: Act, id: string, command: RunningCommand): Promise<SvcBpmnProcessInstanceModel> {
    if (!isInstanceId(id)) return notFound(id);
    const done = await runtime.run(id, {
      decide({ state }) {
        if (!isReachable(caller, state.facts)) notFound(id);
        return command;
      },
      answer: (live) => liveInstanceToWire(live),
      interrupts: true,
    });
    if (done !== null) return done;
    if (await history.isVisible(caller, id)) fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    return notFound(id);
  }

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
  };
}

export type ManageService = ReturnType<typeof createManageService>;

function notFound(processInstanceId: string): never {
  return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
}
