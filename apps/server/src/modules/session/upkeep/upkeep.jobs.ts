// Plans the background work that keeps the tables of sessions small and the ledger short and right.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { SessionSettings } from '../session.settings.ts';
import type { Lag } from './lag.ts';
import { createUpkeep } from './upkeep.ts';

// Interval of folding: a total adds up the rows since, some thousand at the busiest.
const FOLD_INTERVAL_MS = 2_000;
// Interval of deleting signals, which live ten minutes.
const SIGNAL_DELETION_INTERVAL_MS = 60_000;
// Interval of deleting history, which is kept for days.
const HISTORY_DELETION_INTERVAL_MS = 600_000;
// Time of the recount in UTC; counting a million rows costs some 100 ms, so any quiet hour will do.
const RECOUNT_TIME_OF_DAY_MS = 10_800_000;

/** Answers the time until the next recount is due. */
export function untilRecountMs(nowMs: number): number {
  const sinceMs = (nowMs - RECOUNT_TIME_OF_DAY_MS) % DAY_MS;
  return DAY_MS - sinceMs;
}

export function createUpkeepJobs({
  database,
  clock,
  log,
  settings,
  lag,
}: Pick<Kernel, 'database' | 'clock' | 'log'> & {
  readonly settings: SessionSettings;
  readonly lag: Lag;
}): readonly Job[] {
  const upkeep = createUpkeep({ database, clock, settings });
  const recount = async (): Promise<void> => {
    const drift = await upkeep.recount();
    if (drift === null) return;
    lag.drifted(drift);
    if (drift > 0) log.error({ drift }, 'the ledger of open sessions was wrong and has been set right');
  };
  const job = (name: string, run: () => Promise<unknown>, intervalMs: () => number): Job =>
    createRepeatedJob({ name, run: lag.observe(name, run), intervalMs }, log);
  return [
    job('session-count-fold', upkeep.fold, () => FOLD_INTERVAL_MS),
    job('session-count-recount', recount, () => untilRecountMs(clock.now())),
    job('session-history-deletion', upkeep.deleteHistory, () => HISTORY_DELETION_INTERVAL_MS),
    job('session-signal-deletion', upkeep.deleteSignals, () => SIGNAL_DELETION_INTERVAL_MS),
  ];
}
