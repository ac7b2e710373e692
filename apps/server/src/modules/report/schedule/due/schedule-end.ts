// Ends runs of schedules and schedules themselves, each in the transaction that knows of it.
import type { ReportScheduleStop } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { reportEvents } from '../../report.events.ts';
import { type FoundSchedule, stopSchedule, tellScheduleEnd } from '../record/schedule.store.ts';
import { endScheduleRun, type RunClaim, type ScheduleRun, type ScheduleRunEnd } from '../record/schedule-run.store.ts';

export interface EndGround extends Pick<Kernel, 'clock' | 'events'> {}

/** So many runs of a schedule that fail one after the other disable it. */
const FAILURES_MAX = 10;
/** Stands in events for what the program does of itself. */
const PROGRAM = 'system';

export type ScheduleEnd = ReturnType<typeof createScheduleEnd>;

export function createScheduleEnd({ clock, events }: EndGround) {
  /** Nothing happens to a schedule that is disabled already. */
  async function stop(
    tx: Transaction,
    { id, uuid, name, tenantIdentifier }: FoundSchedule & { readonly tenantIdentifier: string },
    reason: ReportScheduleStop,
  ): Promise<void> {
    if (!(await stopSchedule(tx, id, reason))) return;
    const actor = { username: PROGRAM, tenantIdentifier, ipAddress: null, requestId: null };
    await events.record(tx, reportEvents.scheduleDisabled, actor, name, { schedule: uuid, reason });
  }

  return {
    stop,
    /** Answers false where another process has the run. */
    async end(
      tx: Transaction,
      run: ScheduleRun,
      schedule: FoundSchedule,
      claim: RunClaim,
      ended: ScheduleRunEnd,
    ): Promise<boolean> {
      if (!(await endScheduleRun(tx, claim, ended, new Date(clock.now())))) return false;
      const failures = await tellScheduleEnd(tx, run.scheduleId, ended.status, run.manual);
      const { tenantIdentifier } = run;
      if (failures >= FAILURES_MAX) await stop(tx, { ...schedule, tenantIdentifier }, 'FAILED_OFTEN');
      return true;
    },
  };
}
