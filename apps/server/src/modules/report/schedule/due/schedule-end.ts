// Ends runs of schedules and schedules themselves, each in the transaction of the cause, and queues the mails.
import type { ReportScheduleStop } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { countDeliveries } from '../../delivery/feature.ts';
import { reportEvents } from '../../report.events.ts';
import {
  type FoundSchedule,
  type Schedule,
  saveScheduleEnd,
  schedules,
  stopSchedule,
} from '../record/schedule.store.ts';
import {
  endScheduleRun,
  holdScheduleRun,
  type RunClaim,
  reviseScheduleRun,
  type ScheduleRun,
  type ScheduleRunEnd,
} from '../record/schedule-run.store.ts';
import type { ScheduleMails } from './schedule-mails.ts';

export interface EndGround extends Pick<Kernel, 'clock' | 'events'> {
  readonly mails: ScheduleMails;
}

/** Failed runs in a row that disable a schedule. */
const FAILURES_MAX = 10;
/** Actor of events that the program causes. */
const PROGRAM = 'system';
/** Code of a run of which a mail did not arrive. */
const NOT_DELIVERED = 'REPORT_DELIVERY_FAILED';

export type ScheduleEnd = ReturnType<typeof createScheduleEnd>;

export function createScheduleEnd({ clock, events, mails }: EndGround) {
  /** Disables a schedule; nothing changes where it is disabled already. */
  async function stop(
    tx: Transaction,
    schedule: FoundSchedule & { readonly tenantIdentifier: string },
    reason: ReportScheduleStop,
  ): Promise<void> {
    const { id, uuid, name, tenantIdentifier } = schedule;
    if (!(await stopSchedule(tx, id, reason))) return;
    const actor = { username: PROGRAM, tenantIdentifier, ipAddress: null, requestId: null };
    await events.record(tx, reportEvents.scheduleDisabled, actor, name, { schedule: uuid, reason });
    await mails.stopped(tx, schedule, reason);
  }

  /** Ends a run; false where another process has it. */
  async function end(
    tx: Transaction,
    run: ScheduleRun,
    schedule: Schedule,
    claim: RunClaim,
    ended: ScheduleRunEnd,
  ): Promise<boolean> {
    if (!(await endScheduleRun(tx, claim, ended, new Date(clock.now())))) return false;
    const { status, errorCode } = ended;
    const failures = await saveScheduleEnd(tx, run.scheduleId, status, run.manual);
    if (status === 'FAILED') await mails.failure(tx, run, schedule, errorCode ?? NOT_DELIVERED);
    if (failures >= FAILURES_MAX)
      await stop(tx, { ...schedule, tenantIdentifier: run.tenantIdentifier }, 'FAILED_OFTEN');
    return true;
  }

  return {
    stop,
    end,
    /** Handles a settled mail: the last one ends the run, and a later one revises its status. */
    async settled(tx: Transaction, scheduleRunId: number): Promise<void> {
      const run = await holdScheduleRun(tx, scheduleRunId);
      if (run === null) return;
      const { pending, sent, failed } = await countDeliveries(tx, scheduleRunId);
      if (pending > 0) return;
      const status = failed === 0 ? 'SUCCEEDED' : sent > 0 ? 'PARTIAL' : 'FAILED';
      const errorCode = failed === 0 ? null : NOT_DELIVERED;
      if (run.finishedDate !== null) return reviseScheduleRun(tx, run.id, status, errorCode);
      const scope = { tenantIdentifier: run.tenantIdentifier, deleted: true };
      const schedule = await schedules.get(tx, scope, { id: run.scheduleId });
      await end(tx, run, schedule, { id: run.id, leaseToken: null }, { status, errorCode, rowCount: run.rowCount });
    },
  };
}
