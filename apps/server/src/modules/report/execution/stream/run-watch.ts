// Reads the runs of all open streams of this process by one statement, while there are any.
import type { Kernel } from '../../../../kernel/module.ts';
import { type Execution, listWatchedRuns, type RunOwner } from '../../run/feature.ts';

/** Interval of reading, equal to that of writing progress. */
const LOOK_MS = 500;

/** An open stream. */
export interface RunWatcher {
  /** The single run, or the owner of the runs. */
  readonly of: { readonly id: number } | RunOwner;
  /** Called with its runs as they were then, the oldest first. */
  hear(runs: readonly Execution[], at: number): Promise<void>;
}

const fits = ({ of }: RunWatcher, run: Execution): boolean =>
  'id' in of
    ? run.id === of.id
    : run.tenantIdentifier === of.tenantIdentifier && run.usernameFolded === of.usernameFolded;

export function createRunWatch({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  const watchers = new Set<RunWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    // A commit during the statement is seen by the next look.
    const at = clock.now();
    const all = [...watchers];
    const ids = all.flatMap(({ of }) => ('id' in of ? [of.id] : []));
    const owners = all.flatMap(({ of }) => ('id' in of ? [] : [of]));
    const runs = await listWatchedRuns(database, ids, owners);
    for (const watcher of all) {
      if (!watchers.has(watcher)) continue;
      await watcher.hear(
        runs.filter((run) => fits(watcher, run)),
        at,
      );
    }
  }

  function lookSoon(waitMs: number): void {
    clearTimeout(timer);
    if (watchers.size === 0 || isLooking) return;
    timer = setTimeout(() => {
      isLooking = true;
      look()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'news of runs could not be sent to streams, and is sent later'),
        )
        .finally(() => {
          isLooking = false;
          lookSoon(LOOK_MS);
        });
    }, waitMs);
  }

  return {
    /** Adds a stream; the answered function removes it. */
    watch(watcher: RunWatcher): () => void {
      watchers.add(watcher);
      lookSoon(0);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) clearTimeout(timer);
      };
    },
  };
}
