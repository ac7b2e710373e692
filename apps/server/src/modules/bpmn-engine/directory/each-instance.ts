// Goes through instances page by page, remembers how far it came, and gives each a command.
import type { Kernel } from '../../../kernel/module.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import { createCommandEach } from '../runtime/command-each.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { DirectoryChangeRow, DirectoryChangeStore } from './directory-change.store.ts';

/** Thrown where another process has the work now. */
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
  const commandEach = createCommandEach({ log, runtime });

  /**
   * Runs a command on every instance; `pageOf` answers the next ones in the order of their ids, `isConcerned` says which of them get it.
   */
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
      await commandEach(concerned, { decide: command, answer: () => undefined });
      after = last.id;
      if (!(await store.reach(row.id, leaseToken, after))) throw new LeaseLost();
    }
  };
}

export type EachInstance = ReturnType<typeof createEachInstance>;
