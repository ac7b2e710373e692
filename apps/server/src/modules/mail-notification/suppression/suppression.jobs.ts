// Removes suppressions that have ended.
import { HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { removeEndedSuppressions } from './record/suppression.store.ts';

/** Interval of the job; ended entries have no effect meanwhile. */
const INTERVAL_MS = HOUR_MS;
const ROWS_PER_STATEMENT = 1_000;

export function createSuppressionJob({ database, clock, log }: Pick<Kernel, 'database' | 'clock' | 'log'>): Job {
  const run = async (): Promise<void> => {
    const some = () => removeEndedSuppressions(database, new Date(clock.now()), ROWS_PER_STATEMENT);
    while ((await some()) === ROWS_PER_STATEMENT);
  };
  return createRepeatedJob({ name: 'mail-suppression', run, intervalMs: () => INTERVAL_MS }, log);
}
