// Removes challenges that ran out and factors that were not confirmed; both count as gone before that.

import { MINUTE_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../../kernel/module.ts';
import { removeUnconfirmedFactors } from '../../secrets/factor.store.ts';
import { UNCONFIRMED_LIFETIME_MINUTES } from '../../settings/factor.settings.ts';
import { removeExpiredChallenges } from '../../steps/challenge.store.ts';

/** Interval of the job; such rows cost only space. */
const SWEEP_INTERVAL_MS = 60_000;
const BATCH = 5_000;

export function createChallengeSweep({ database, clock, log }: Pick<Kernel, 'database' | 'clock' | 'log'>): Job {
  const run = async (): Promise<void> => {
    const nowMs = clock.now();
    while ((await removeExpiredChallenges(database, new Date(nowMs), BATCH)) === BATCH);
    await removeUnconfirmedFactors(database, new Date(nowMs - UNCONFIRMED_LIFETIME_MINUTES * MINUTE_MS));
  };
  return createRepeatedJob({ name: 'auth-challenge-sweep', run, intervalMs: () => SWEEP_INTERVAL_MS }, log);
}
