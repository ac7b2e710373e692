// Lets other modules hear of users and tenants: what changes record here is delivered to them in order.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createDirectoryEvents } from './directory-events.ts';

export type { DirectoryEvents } from './directory-events.ts';

/** Changes of this process wake the job; this is for those of a process that died before it had told everybody. */
const DELIVERY_INTERVAL_MS = 5_000;

export function createDirectoryEventsFeature({ database, clock, log }: Pick<Kernel, 'database' | 'clock' | 'log'>) {
  const api = createDirectoryEvents({ database, clock, log, wake: () => delivery.wake() });
  const delivery = createRepeatedJob(
    { name: 'directory-events', run: () => api.deliver(), intervalMs: () => DELIVERY_INTERVAL_MS },
    log,
  );
  return { api, jobs: [delivery] as const };
}
