// Removes what counting attempts leaves behind: forgotten counters, past days of addresses, used captchas, expired devices.

import { HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../../kernel/module.ts';
import type { Logger } from '../../../../kernel/process/logger.ts';
import { removeExpiredDevices } from '../../secrets/devices/device.store.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { removePastAddresses } from '../address-counter.store.ts';
import { removeForgottenAttempts } from '../attempt.store.ts';
import { removeExpiredCaptchas } from '../captcha.store.ts';

/** Bounds one statement's share: a larger one would hold locks that sign-ins wait for. */
const BATCH_ROWS = 5_000;
/** Interval of the job; expired rows are refused at once, and only their space is freed late. */
const INTERVAL_MS = 600_000;

interface CleanUpGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly settings: AuthenticationSettings;
}

type RemoveBatch = (limit: number) => Promise<number>;

async function removeAll(remove: RemoveBatch, batchRows: number): Promise<void> {
  while ((await remove(batchRows)) === batchRows);
}

/**
 * Longest time for which any tenant may remember failures: a counter does not say whose it is, so that none is removed
 * earlier.
 */
function longestMemoryMs({ lockForget: { definition } }: AuthenticationSettings): number {
  return (definition.maxValue ?? definition.defaultValue) * HOUR_MS;
}

/** Removes until nothing is left, `batchRows` at a time. */
export async function cleanUpAttempts(
  { database, clock, settings }: CleanUpGround,
  batchRows = BATCH_ROWS,
): Promise<void> {
  const now = new Date(clock.now());
  const forgotten = new Date(clock.now() - longestMemoryMs(settings));
  await removeAll((limit) => removeForgottenAttempts(database, forgotten, limit), batchRows);
  await removeAll((limit) => removePastAddresses(database, clock.now(), limit), batchRows);
  await removeAll((limit) => removeExpiredCaptchas(database, now, limit), batchRows);
  await removeAll((limit) => removeExpiredDevices(database, now, limit), batchRows);
}

export function createAttemptCleanUp(ground: CleanUpGround & { readonly log: Logger }): Job {
  const run = (): Promise<void> => cleanUpAttempts(ground);
  return createRepeatedJob({ name: 'authentication-attempts', run, intervalMs: () => INTERVAL_MS }, ground.log);
}
