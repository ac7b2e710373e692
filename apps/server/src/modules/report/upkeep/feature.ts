// Removes groups and reports of tenants that are no more.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import { listEnded, markEnded, removeTenant } from './upkeep.store.ts';

const INTERVAL_MS = 60_000;
const ROWS_PER_STATEMENT = 1_000;

export function createUpkeepFeature({ database, log }: Pick<Kernel, 'database' | 'log'>) {
  const run = async (): Promise<void> => {
    for (const tenant of await listEnded(database)) await removeTenant(database, tenant, ROWS_PER_STATEMENT);
  };
  const handler: DirectoryEventHandler = async (tx, { kind, tenantIdentifier }) => {
    if (kind === 'tenant-deleted') await markEnded(tx, tenantIdentifier);
  };
  return {
    jobs: [createRepeatedJob({ name: 'report-upkeep', run, intervalMs: () => INTERVAL_MS }, log)],
    api: { handler },
  };
}
