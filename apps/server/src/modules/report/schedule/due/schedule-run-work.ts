// Follows runs of schedules: once the run of the report has ended, the other files are made and mailed.
import type { Lease, LeasedWork } from '../../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import {
  type Execution,
  type Export,
  findExecutionOf,
  listExportsOf,
  queueExport,
  type RunFeature,
} from '../../run/feature.ts';
import type { DivideRows } from '../burst/divide-rows.ts';
import { schedules } from '../record/schedule.store.ts';
import {
  beginDelivering,
  findScheduleRun,
  type RunClaim,
  type ScheduleRun,
  type ScheduleRunEnd,
  waitForRun,
} from '../record/schedule-run.store.ts';
import type { ScheduleEnd } from './schedule-end.ts';
import type { ScheduleMails } from './schedule-mails.ts';
import { createShareRows } from './share-rows.ts';

interface RunRow {
  readonly id: number;
}

export interface ScheduleRunWorkGround extends Pick<Kernel, 'clock' | 'database' | 'ids' | 'leases'> {
  readonly runs: Pick<RunFeature, 'wakeExports'>;
  readonly end: ScheduleEnd;
  readonly mails: ScheduleMails;
  readonly divideRows: DivideRows;
}

const SLOTS = 4;
const OVER: ReadonlySet<Execution['status']> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'EXPIRED']);

/** Next step. WAIT: something is under way. */
type Step =
  | { readonly kind: 'WAIT' }
  | { readonly kind: 'END'; readonly end: ScheduleRunEnd }
  | { readonly kind: 'DELIVER'; readonly execution: Execution };

const failed = (errorCode: string, rowCount: number | null = null): Step => ({
  kind: 'END',
  end: { status: 'FAILED', errorCode, rowCount },
});

/** Answers the failure code; a run without a row was removed by hand. */
function failureOf(execution: Execution | null): string {
  if (execution === null || execution.status === 'CANCELLED') return 'REPORT_CANCELLED';
  if (execution.status === 'EXPIRED') return 'REPORT_OUTPUT_EXPIRED';
  return execution.errorCode ?? 'REPORT_RENDER_FAILED';
}

export function createScheduleRunWork(ground: ScheduleRunWorkGround): LeasedWork<RunRow> {
  const { clock, database, ids, leases, runs, end, mails } = ground;
  const share = createShareRows(ground);

  /** Queues the missing files; answers whether all exist. */
  async function makeFiles({ outputFormatList }: ScheduleRun, { id }: Execution, made: readonly Export[]) {
    const missing = outputFormatList.filter((format) => !made.some(({ outputFormat }) => outputFormat === format));
    for (const format of missing)
      await queueExport(database, { uuid: ids.uuidV7(), executionId: id, format, now: new Date(clock.now()) });
    if (missing.length > 0) runs.wakeExports();
    return missing.length === 0 && made.every(({ status }) => status !== 'QUEUED');
  }

  async function step(run: ScheduleRun): Promise<Step> {
    const { executionUuid, tenantIdentifier } = run;
    const execution = executionUuid === null ? null : await findExecutionOf(database, executionUuid, tenantIdentifier);
    if (execution !== null && !OVER.has(execution.status)) return { kind: 'WAIT' };
    if (execution?.status !== 'SUCCEEDED') return failed(failureOf(execution));
    // Files for recipients are made when each is mailed.
    if (run.burst !== null) return { kind: 'DELIVER', execution };
    const made = await listExportsOf(database, [execution.id]);
    if (!(await makeFiles(run, execution, made))) return { kind: 'WAIT' };
    const wanted = made.filter(({ outputFormat }) => run.outputFormatList.includes(outputFormat));
    if (wanted.some(({ status }) => status !== 'SUCCEEDED')) return failed('REPORT_RENDER_FAILED', execution.rowCount);
    return { kind: 'DELIVER', execution };
  }

  async function finish(run: ScheduleRun, claim: RunClaim, ended: ScheduleRunEnd): Promise<void> {
    const scope = { tenantIdentifier: run.tenantIdentifier, deleted: true };
    await database.transaction(async (tx) => {
      const schedule = await schedules.get(tx, scope, { id: run.scheduleId });
      await end.end(tx, run, schedule, claim, ended);
    });
  }

  /** Queues the mails; none for an empty result where the schedule says so. */
  async function deliver(run: ScheduleRun, claim: RunClaim, execution: Execution): Promise<void> {
    const { tenantIdentifier, scheduleId } = run;
    const { rowCount } = execution;
    const schedule = await schedules.get(database, { tenantIdentifier, deleted: true }, { id: scheduleId });
    if (schedule.onlyIfRows && rowCount === 0) {
      return finish(run, claim, { status: 'SUCCEEDED', errorCode: null, rowCount });
    }
    const shared = run.burst === null ? null : await share(run, run.burst, execution);
    if (shared?.kind === 'END') return finish(run, claim, shared.end);
    await database.transaction(async (tx) => {
      if (!(await beginDelivering(tx, claim, rowCount))) return;
      if (shared === null) await mails.files(tx, run, schedule, execution);
      else await mails.shares(tx, run, schedule, execution, shared.division);
    });
  }

  return leases.define<RunRow>({
    name: 'report_schedule_run',
    key: ['id'],
    columns: 'id, due_at',
    ready: "status = 'RUNNING'",
    priority: '-j.id',
    slots: SLOTS,
    async work({ id }: RunRow, { leaseToken }: Lease) {
      const run = await findScheduleRun(database, Number(id));
      if (run === null) return;
      const claim = { id: run.id, leaseToken };
      const next = await step(run);
      if (next.kind === 'END') await finish(run, claim, next.end);
      else if (next.kind === 'DELIVER') await deliver(run, claim, next.execution);
      else await waitForRun(database, claim, run);
    },
  });
}
