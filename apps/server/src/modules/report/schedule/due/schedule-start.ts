// Begins runs of schedules: with the owner's present authorities, in one transaction with the next date.
import { errorDefinition, type ReportScheduleStop } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import { type PreparedRun, type PrepareRun, queueRun, type Runner } from '../../execution/feature.ts';
import type { RunFeature } from '../../run/feature.ts';
import { requireBurst, requireRecipientColumn } from '../burst/burst-input.ts';
import { formatsOf, type Schedule } from '../record/schedule.store.ts';
import { findScheduleRun, insertScheduleRun, type ScheduleRun } from '../record/schedule-run.store.ts';
import { scheduledValues } from '../record/schedule-values.ts';
import type { FindOwner } from './schedule-owner.ts';

export interface StartGround extends Pick<Kernel, 'clock' | 'events' | 'ids'> {
  readonly runs: Pick<RunFeature, 'wake'>;
  readonly findOwner: FindOwner;
  readonly prepareRun: PrepareRun;
}

/** Result of preparing a due schedule: a run that can be queued, a failure, or its end. */
export type Prepared =
  | { readonly kind: 'READY'; readonly prepared: PreparedRun }
  | { readonly kind: 'FAILED'; readonly errorCode: string }
  | { readonly kind: 'STOP'; readonly reason: ReportScheduleStop };

/**
 * Open runs of a person, more than own requests and all schedules together: runs of schedules wait, and are not
 * refused.
 */
const OPEN_MAX = 100;
/** Codes that mean that the owner has lost the report. */
const ACCESS_LOST: ReadonlySet<string> = new Set(['REPORT_NOT_FOUND', 'ACCESS_DENIED']);
const EXECUTE = 'REPORT_EXECUTE';
const TOO_MANY = 429;

export type ScheduleStart = ReturnType<typeof createScheduleStart>;

/**
 * Says whether an error is a failure of the schedule; an unavailable database of an adapter is one, a temporary failure
 * of this program is not.
 */
function isRefusal(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { status } = errorDefinition(error.code);
  return error.code === 'REPORT_ADAPTER_UNAVAILABLE' || (status < 500 && status !== TOO_MANY);
}

export function createScheduleStart({ clock, events, ids, runs, findOwner, prepareRun }: StartGround) {
  async function prepareRunOf(schedule: Schedule, owner: Runner): Promise<PreparedRun> {
    const { timeZone, locale, parameterMap, executableReportUuid, burst } = schedule;
    requireBurst(owner, burst);
    const valuesFor = scheduledValues(parameterMap);
    const outputFormat = formatsOf(schedule)[0]!;
    const source = burst === null ? 'SCHEDULE' : 'BURST';
    const asked = { timeZone, locale, source, outputFormat, valuesFor } as const;
    const prepared = await prepareRun(owner, executableReportUuid, asked);
    requireRecipientColumn(burst, prepared);
    return prepared;
  }

  /**
   * Prepares a due run; throws where a later attempt may help, as while the tenant is disabled or the queue is full.
   */
  async function prepare(schedule: Schedule): Promise<Prepared> {
    const owner = await findOwner(schedule);
    if (owner === 'HELD') throw new Error('the tenant of a schedule is disabled, which its schedules learn soon');
    if (owner === 'GONE') return { kind: 'STOP', reason: 'OWNER_GONE' };
    if (!owner.caller.holds(EXECUTE)) return { kind: 'STOP', reason: 'ACCESS_LOST' };
    try {
      return { kind: 'READY', prepared: await prepareRunOf(schedule, owner) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (ACCESS_LOST.has(error.code)) return { kind: 'STOP', reason: 'ACCESS_LOST' };
      return { kind: 'FAILED', errorCode: error.code };
    }
  }

  return {
    prepare,
    /** Prepares a run that a person asks for; throws the reason where it cannot start. */
    async prepareSurely(schedule: Schedule): Promise<Extract<Prepared, { readonly kind: 'READY' }>> {
      const owner = await findOwner(schedule);
      if (typeof owner === 'string' || !owner.caller.holds(EXECUTE)) return fail('ACCESS_DENIED');
      return { kind: 'READY', prepared: await prepareRunOf(schedule, owner) };
    },
    /** Writes the run of the schedule, and queues that of the report. */
    async write(
      tx: Transaction,
      schedule: Schedule,
      made: Exclude<Prepared, { readonly kind: 'STOP' }>,
      run: { readonly plannedDate: Date; readonly manual: boolean; readonly openMax?: number },
    ): Promise<ScheduleRun> {
      const now = new Date(clock.now());
      const { tenantIdentifier, ownerUsername } = schedule;
      if (made.kind === 'READY') {
        const actor = { username: ownerUsername, tenantIdentifier, ipAddress: null, requestId: null };
        await queueRun(tx, made.prepared, {
          now,
          openMax: run.openMax ?? OPEN_MAX,
          record: (inTx, event, subject, detail) =>
            events.record(inTx, event, actor, subject, { ...detail, schedule: schedule.uuid }),
        });
        tx.afterCommit(runs.wake);
      }
      const id = await insertScheduleRun(tx, {
        uuid: ids.uuidV7(),
        tenantIdentifier,
        scheduleId: schedule.id,
        plannedDate: run.plannedDate,
        manual: run.manual,
        executionUuid: made.kind === 'READY' ? made.prepared.run.uuid : null,
        outputFormatList: formatsOf(schedule),
        burst: schedule.burst,
        dateCreated: now,
      });
      return (await findScheduleRun(tx, id))!;
    },
  };
}
