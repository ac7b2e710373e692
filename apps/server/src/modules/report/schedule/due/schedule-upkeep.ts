// Lets schedules follow their people, tenants and reports, and deletes old ones.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { DirectoryHooks, NamedPerson } from '../../../../kernel/directory/directory-event.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { holdSchedules, lockSchedulesBy, lockSchedulesOf } from '../record/schedule.store.ts';
import { forgetScheduleRuns, wakeEndedRuns } from '../record/schedule-run.store.ts';
import type { ScheduleEnd } from './schedule-end.ts';

const INTERVAL_MS = 30_000;
const ROWS_PER_STATEMENT = 200;

export interface ScheduleUpkeepGround extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  readonly end: ScheduleEnd;
  readonly wake: () => void;
  readonly wakeRuns: () => void;
}

/** A report that is about to be deleted. */
export interface LeavingReport {
  /** Null for one that all tenants have. */
  readonly tenantIdentifier: string | null;
  readonly uuid: string;
  readonly code: string;
}

export function createScheduleUpkeep({ clock, database, log, end, wake, wakeRuns }: ScheduleUpkeepGround) {
  async function run(): Promise<void> {
    const now = new Date(clock.now());
    if ((await wakeEndedRuns(database, now)) > 0) wakeRuns();
    while ((await forgetScheduleRuns(database, now, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
  }

  const stopAll = async (tx: Transaction, { tenantIdentifier, username }: NamedPerson): Promise<void> => {
    for (const schedule of await lockSchedulesBy(tx, tenantIdentifier, username))
      await end.stop(tx, { ...schedule, tenantIdentifier }, 'OWNER_GONE');
  };
  const directoryHooks: DirectoryHooks = {
    'tenant-deactivated': (tx, tenantIdentifier) => holdSchedules(tx, tenantIdentifier, true),
    async 'tenant-activated'(tx, tenantIdentifier) {
      await holdSchedules(tx, tenantIdentifier, false);
      tx.afterCommit(wake);
    },
    'user-deactivated': stopAll,
    'user-deleted': stopAll,
  };

  return {
    job: createRepeatedJob({ name: 'report-schedules', run, intervalMs: () => INTERVAL_MS }, log),
    directoryHooks,
    /**
     * Called before a report is deleted: 409 REPORT_IN_USE with the enabled schedules that name it, unless they are to
     * be disabled. The caller holds the lock of the tenant.
     */
    async leaveReport(tx: Transaction, report: LeavingReport, isForced: boolean): Promise<void> {
      const { tenantIdentifier, uuid, code } = report;
      if (tenantIdentifier === null) return;
      const found = await lockSchedulesOf(tx, tenantIdentifier, uuid);
      if (found.length > 0 && !isForced) {
        const errorArguments = found.map((schedule) => ({ uuid: schedule.uuid, name: schedule.name }));
        fail('REPORT_IN_USE', { parameters: { code, count: found.length }, errorArguments });
      }
      for (const schedule of found) await end.stop(tx, { ...schedule, tenantIdentifier }, 'REPORT_DELETED');
    },
  };
}
