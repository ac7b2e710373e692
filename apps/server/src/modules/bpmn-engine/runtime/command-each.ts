// Gives many instances the same command, so many at once; one that does not take it does not keep the others from theirs.
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { InstanceCommand } from './command-burst.ts';
import { eachAtOnce } from './each-at-once.ts';
import type { InstanceRuntime } from './instance-runtime.ts';
import { BurstFailure } from './state/burst-failure.ts';

/** Number of instances that are looked at before a job says how far it has come. */
export const PAGE_INSTANCES = 50;
/** Bound of the tries of a command that breaks off without a reason that is known. */
const TRIES_MAX = 3;

export type CommandEach = ReturnType<typeof createCommandEach>;

export function createCommandEach({
  log,
  runtime,
}: Pick<Kernel, 'log'> & { readonly runtime: Pick<InstanceRuntime, 'runByJob'> }) {
  async function run(instanceId: string, command: InstanceCommand<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await runtime.runByJob(instanceId, command);
        return;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (!(error instanceof BurstFailure) && tries < TRIES_MAX) continue;
        log.error({ err: error, instanceId }, 'an instance does not follow a change of its surroundings');
        return;
      }
    }
  }

  /**
   * Runs a command on each instance. Rejects with a passing failure, as of a database that is away: all of it is to be tried again later.
   */
  return async function commandEach(ids: readonly string[], command: InstanceCommand<unknown>): Promise<void> {
    await eachAtOnce(ids, (id) => run(id, command));
  };
}

/** Whether a failure passes: the database is away, or the queue of the instance is full. */
function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE');
}
