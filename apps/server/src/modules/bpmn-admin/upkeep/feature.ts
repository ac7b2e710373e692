// Removes what nobody asks for any more: imports that are long over, and what tenants had that are no more.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import { removeOldImports } from '../import/feature.ts';
import { listEnded, markEnded, removeTenant } from './upkeep.store.ts';

const INTERVAL_MS = 60_000;
const ROWS_PER_STATEMENT = 1_000;
/** Who has not looked at a report for a month will not. */
const IMPORT_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

export function createUpkeepFeature({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  const run = async (): Promise<void> => {
    for (const tenant of await listEnded(database)) await removeTenant(database, tenant, ROWS_PER_STATEMENT);
    const before = new Date(clock.now() - IMPORT_KEPT_MS);
    while ((await removeOldImports(database, before, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
  };
  const handler: DirectoryEventHandler = async (tx, { kind, tenantIdentifier }) => {
    if (kind === 'tenant-deleted') await markEnded(tx, tenantIdentifier);
  };
  return {
    jobs: [createRepeatedJob({ name: 'bpmn-admin-upkeep', run, intervalMs: () => INTERVAL_MS }, log)],
    api: { handler },
  };
}
