// Runs commands on one running instance that the caller reaches, and says why one that does not run cannot be found.
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { isReachable } from '../interface/is-reachable.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceCommand } from '../runtime/command-burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { Refusals } from '../runtime/state/fail-command.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';

export function createRunOnInstance({
  runtime,
  history,
}: {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
}) {
  /** Runs a command on an instance; 404 for what the caller does not reach, 409 `INSTANCE_ENDED` for what has ended. */
  return async function runOnInstance<T>(
    { caller }: Pick<Act, 'caller'>,
    id: string,
    commandOf: (live: LiveInstance) => RunningCommand,
    reply: Omit<InstanceCommand<T>, 'decide'>,
    refusals: Refusals = {},
  ): Promise<T> {
    if (!isInstanceId(id)) return notFound(id);
    const command: InstanceCommand<T> = {
      ...reply,
      decide(live) {
        if (!isReachable(caller, live.state.facts)) notFound(id);
        return commandOf(live);
      },
    };
    const done = await runtime.run(id, command, refusals);
    if (done !== null) return done;
    if (await history.isVisible(caller, id)) fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    return notFound(id);
  };
}

export type RunOnInstance = ReturnType<typeof createRunOnInstance>;

function notFound(processInstanceId: string): never {
  return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId });
}
