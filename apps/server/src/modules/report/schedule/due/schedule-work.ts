// Runs due schedules, in any process and exactly once each: the run, its place in the queue and the next date are one
// commit.
import type { Lease, LeasedWork } from '../../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { nextDate } from '../next-dates.ts';
import { advanceSchedule, READY, releaseSchedule, type Schedule, schedules } from '../record/schedule.store.ts';
import type { ScheduleEnd } from './schedule-end.ts';
import type { ScheduleStart } from './schedule-start.ts';

interface ScheduleRow {
  readonly id: number;
}

export interface ScheduleWorkGround extends Pick<Kernel, 'clock' | 'database' | 'leases'> {
  readonly start: ScheduleStart;
  readonly end: ScheduleEnd;
}

/** Schedules at a time, each with some ten queries. */
const SLOTS = 4;
/** Delay after which a date counts as missed, because nothing could run. */
const MISSED_MS = 60_000;

export function createScheduleWork({
  clock,
  database,
  leases,
  start,
  end,
}: ScheduleWorkGround): LeasedWork<ScheduleRow> {
  const isMissed = ({ nextRunDate, misfirePolicy }: Schedule): boolean =>
    misfirePolicy === 'SKIP' && clock.now() - nextRunDate!.getTime() > MISSED_MS;

  async function workOff({ id }: ScheduleRow, { leaseToken }: Lease): Promise<void> {
    const schedule = await schedules.find(database, { tenantIdentifier: null }, { id: Number(id) });
    if (schedule?.nextRunDate == null) return releaseSchedule(database, { id: Number(id), leaseToken });
    const claim = { id: schedule.id, version: schedule.version, leaseToken };
    const plannedDate = schedule.nextRunDate;
    // All missed dates count as one.
    const next = nextDate(schedule, new Date(Math.max(clock.now(), plannedDate.getTime())));
    if (isMissed(schedule)) {
      await database.transaction((tx) => advanceSchedule(tx, claim, { next, lastRun: null }));
      return;
    }
    const prepared = await start.prepare(schedule);
    await database.transaction(async (tx) => {
      if (!(await advanceSchedule(tx, claim, { next, lastRun: new Date(clock.now()) }))) return;
      const { tenantIdentifier } = schedule;
      if (prepared.kind === 'STOP') return end.stop(tx, { ...schedule, tenantIdentifier }, prepared.reason);
      const run = await start.write(tx, schedule, prepared, { plannedDate, manual: false });
      if (prepared.kind === 'READY') return;
      const ended = { status: 'FAILED', errorCode: prepared.errorCode, rowCount: null } as const;
      await end.end(tx, run, schedule, { id: run.id, leaseToken: null }, ended);
    });
  }

  return leases.define<ScheduleRow>({
    name: 'report_schedule',
    key: ['id'],
    columns: 'id, due_at',
    ready: READY,
    priority: '-j.id',
    slots: SLOTS,
    work: workOff,
  });
}
