// Lets other modules hear of users and tenants: what changes record here is delivered to them in order.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createDirectoryEvents } from './directory-events.ts';

export type { DirectoryEvents } from './directory-events.ts';

/** Changes of this process wake the job; this is for those of a process that died before it had told everybody. */
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
