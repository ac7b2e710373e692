// Plans background work of settings: following the database, ending values, and forgetting what is old.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job } from '../../../kernel/module.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import { removeHistoryBefore } from '../records/history.store.ts';
import { removeTombstones } from '../records/state.store.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { ValueEnding } from './value-ending.ts';

/** Interval in memory, by which an expired value ends within a second. */
const EXPIRY_LOOK_MS = 250;
const CLEANING_INTERVAL_MS = 3_600_000;
const HISTORY_BATCH = 5_000;
/** Days that tombstones are kept; a process that was away for longer loads everything. */
const TOMBSTONE_DAYS = 7;

export function createUpkeepJobs({
  database,
  clock,
  log,
  snapshot,
  ending,
  historyRetentionDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly snapshot: SettingSnapshot;
  readonly ending: ValueEnding;
  readonly historyRetentionDays: () => number;
}): readonly Job[] {
  const everywhere = true as const;
  const clean = async (): Promise<void> => {
    await removeTombstones(database, new Date(clock.now() - TOMBSTONE_DAYS * DAY_MS));
    const before = new Date(clock.now() - historyRetentionDays() * DAY_MS);
    while ((await removeHistoryBefore(database, before, HISTORY_BATCH)) === HISTORY_BATCH);
  };
  return [
    createRepeatedJob(
      {
        name: 'setting-probe',
        everywhere,
        run: () => snapshot.probe(),
        intervalMs: () => snapshot.probeIntervalMs(),
      },
      log,
    ),
    createRepeatedJob(
      { name: 'setting-expiry', everywhere, run: () => ending.expire(), intervalMs: () => EXPIRY_LOOK_MS },
      log,
    ),
    createRepeatedJob({ name: 'setting-cleaning', run: clean, intervalMs: () => CLEANING_INTERVAL_MS }, log),
  ];
}
