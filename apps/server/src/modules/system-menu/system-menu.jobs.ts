// Background work of the menu: asking whether a message was lost, and forgetting favorites of what is long gone.
import type { Clock } from '../../kernel/database/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createRepeatedJob } from '../../kernel/jobs/repeated-job.ts';
import type { Job } from '../../kernel/module.ts';
import type { Logger } from '../../kernel/process/log.ts';
import type { RevisionedSnapshot } from '../../kernel/records/snapshot.ts';
import { removeOrphanFavorites } from './favorite/favorite.jobs.ts';

/** Days are counted: an hour more matters to nobody. */
const CLEANING_INTERVAL_MS = 3_600_000;

export function createMenuJobs(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly follower: RevisionedSnapshot;
  readonly orphanDays: () => number;
}): readonly Job[] {
  const { log, follower } = deps;
  return [
    createRepeatedJob(
      {
        name: 'menu-probe',
        everywhere: true as const,
        run: () => follower.probe(),
        intervalMs: () => follower.probeIntervalMs(),
      },
      log,
    ),
    createRepeatedJob(
      {
        name: 'menu-favorite-cleaning',
        run: () => removeOrphanFavorites(deps),
        intervalMs: () => CLEANING_INTERVAL_MS,
      },
      log,
    ),
  ];
}
