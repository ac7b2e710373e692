// Delivers events about users and tenants, which changes record here, to other modules in order.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createDirectoryEvents } from './directory-events.ts';

export type { DirectoryEvents } from './directory-events.ts';

/**
 * Interval of the job. Changes of this process wake it; the interval serves those of a process that died before it had
 * delivered them.
 */
const DELIVERY_INTERVAL_MS = 5_000;

export function createDirectoryEventsFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics' | 'readiness'>,
) {
  const api = createDirectoryEvents(kernel, () => delivery.wake());
  const delivery = createRepeatedJob(
    { name: 'directory-events', run: () => api.deliver(), intervalMs: () => DELIVERY_INTERVAL_MS },
    kernel.log,
  );
  return { api, jobs: [delivery, api.watch] as const };
}
