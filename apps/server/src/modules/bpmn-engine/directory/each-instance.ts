// Goes through instances page by page, remembers how far it came, and gives each a command.
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import { BurstFailure } from '../runtime/state/burst-failure.ts';
import type { DirectoryChangeRow, DirectoryChangeStore } from './directory-change.store.ts';

/** So many instances are looked at before the work says how far it has come. */
export const PAGE_INSTANCES = 50;
/** So many commands are under way at once, and share commits. */
const COMMANDS_AT_ONCE = 16;
/** What breaks off without a reason that is known is tried so often. */
const TRIES_MAX = 3;

/** Is thrown where another process has the work now. */
export class LeaseLost extends Error {}

export interface LeasedChange {
  readonly row: DirectoryChangeRow;
  readonly leaseToken: string;
}

export function createEachInstance({
  log,
  runtime,
  store,
}: Pick<Kernel, 'log'> & { readonly runtime: InstanceRuntime; readonly store: DirectoryChangeStore }) {
  /** An instance that does not take the command does not keep the others from theirs. */
  async function run(instanceId: string, command: () => RunningCommand): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await runtime.runByJob(instanceId, { decide: command, answer: () => undefined });
        return;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (!(error instanceof BurstFailure) && tries < TRIES_MAX) continue;
        log.error({ err: error, instanceId }, 'an instance does not follow a change of the directory');
        return;
      }
    }
  }

  async function runAll(ids: readonly string[], command: () => RunningCommand): Promise<void> {
    const waiting = ids.values();
    const worker = async (): Promise<void> => {
      for (const id of waiting) await run(id, command);
    };
    await Promise.all(Array.from({ length: Math.min(COMMANDS_AT_ONCE, ids.length) }, worker));
  }

  /** `pageOf` answers the next instances in the order of their ids; `isConcerned` says which of them get the command. */
  return async function eachInstance<Row extends { readonly id: string }>(
    { row, leaseToken }: LeasedChange,
    pageOf: (after: string | null) => Promise<readonly Row[]>,
    command: () => RunningCommand,
    isConcerned: (found: Row) => boolean = () => true,
  ): Promise<void> {
    for (let after = row.reached; ; ) {
      const page = await pageOf(after);
      const last = page.at(-1);
      if (last === undefined) return;
      const concerned = page.filter(isConcerned).map(({ id }) => id);
      await runAll(concerned, command);
      after = last.id;
      if (!(await store.reach(row.id, leaseToken, after))) throw new LeaseLost();
    }
  };
}

export type EachInstance = ReturnType<typeof createEachInstance>;

/** The database is away, or the queue of the instance is full: all of it is tried again later. */
function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE');
}
