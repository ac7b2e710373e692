// Removes expired files and rows, old runs, and those of deleted people and tenants.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { DirectoryHooks, NamedPerson } from '../../../../kernel/directory/directory-event.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { RUN_KEPT_MS } from '../run-kept.ts';
import {
  cancelQueuedOf,
  endRunsOfReport,
  endRunsOfTenant,
  expireFilesOf,
  expireRuns,
  removeOldRuns,
  renumberPlaces,
} from './upkeep.store.ts';

const INTERVAL_MS = 30_000;
const ROWS_PER_STATEMENT = 200;

export interface RunUpkeepGround extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  /** Called since runs behind a cancelled one may have become due. */
  readonly wake: () => void;
}

export function createRunUpkeep({ clock, database, log, wake }: RunUpkeepGround) {
  async function all(some: (now: Date, limit: number) => Promise<number>): Promise<void> {
    while ((await some(new Date(clock.now()), ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
  }

  async function run(): Promise<void> {
    await all((now, limit) => expireRuns(database, now, limit));
    await all((now, limit) => removeOldRuns(database, now, limit));
    if ((await renumberPlaces(database)) > 0) wake();
  }

  const cancelQueued = async (tx: Transaction, person: NamedPerson): Promise<void> => {
    const now = clock.now();
    await cancelQueuedOf(tx, person, new Date(now), new Date(now + RUN_KEPT_MS));
    tx.afterCommit(wake);
  };
  const directoryHooks: DirectoryHooks = {
    async 'tenant-deleted'(tx, tenantIdentifier) {
      await endRunsOfTenant(tx, tenantIdentifier, new Date(clock.now()));
      tx.afterCommit(wake);
    },
    'user-deactivated': cancelQueued,
    async 'user-deleted'(tx, person) {
      await cancelQueued(tx, person);
      await expireFilesOf(tx, person, new Date(clock.now()));
    },
  };

  return {
    job: createRepeatedJob({ name: 'report-runs', run, intervalMs: () => INTERVAL_MS }, log),
    directoryHooks,
    /** Cancels the runs of a deleted report, and lets their files expire. */
    async endRunsOf(tx: Transaction, report: { readonly tenantIdentifier: string; readonly reportUuid: string }) {
      const now = clock.now();
      await endRunsOfReport(tx, report, new Date(now), new Date(now + RUN_KEPT_MS));
      tx.afterCommit(wake);
    },
  };
}
