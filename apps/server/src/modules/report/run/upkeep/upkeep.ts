// Lets go what is over: files and rows after their time, runs after a month, and what belonged to people and tenants that are gone.
import type { Transaction } from '../../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { DirectoryEventHandler } from '../../../authentication/api.ts';
import { RUN_KEPT_MS } from '../run-kept.ts';
import {
  cancelQueuedOf,
  endRunsOfReport,
  endRunsOfTenant,
  expireFilesOf,
  expireRuns,
  removeOldRuns,
  renamePerson,
  renumberPlaces,
} from './upkeep.store.ts';

const INTERVAL_MS = 30_000;
const ROWS_PER_STATEMENT = 200;

export interface RunUpkeepGround extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  /** Runs behind one that was cancelled may have become due. */
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

  const handler: DirectoryEventHandler = async (tx, event) => {
    const now = new Date(clock.now());
    tx.afterCommit(wake);
    const { kind, tenantIdentifier } = event;
    if (kind === 'tenant-deleted') await endRunsOfTenant(tx, tenantIdentifier, now);
    if (!('username' in event) || event.username === null) return;
    const person = { tenantIdentifier, username: event.username };
    if (kind === 'user-renamed' && event.previousUsername !== null) {
      await renamePerson(tx, person, event.previousUsername);
    }
    if (kind === 'user-deactivated' || kind === 'user-deleted') {
      await cancelQueuedOf(tx, person, now, new Date(now.getTime() + RUN_KEPT_MS));
    }
    if (kind === 'user-deleted') await expireFilesOf(tx, person, now);
  };

  return {
    job: createRepeatedJob({ name: 'report-runs', run, intervalMs: () => INTERVAL_MS }, log),
    handler,
    /** Cancels the runs of a report that is deleted, and has their files go. */
    async endRunsOf(tx: Transaction, report: { readonly tenantIdentifier: string; readonly reportUuid: string }) {
      const now = clock.now();
      await endRunsOfReport(tx, report, new Date(now), new Date(now + RUN_KEPT_MS));
      tx.afterCommit(wake);
    },
  };
}
