// Removes what was told in tenants that are no more.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { listEndedTenants, removeTenant } from './directory.store.ts';

const LOOK_MS = 60_000;
const BATCH = 5_000;

export function createEndedTenantsJob({ database, log }: Pick<Kernel, 'database' | 'log'>): Job {
  const run = async (): Promise<void> => {
    for (const tenant of await listEndedTenants(database)) await removeTenant(database, tenant, BATCH);
  };
  return createRepeatedJob({ name: 'polling-ended-tenants', run, intervalMs: () => LOOK_MS }, log);
}
