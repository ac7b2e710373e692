// Shows runs, waits for them, cancels and removes them.
import {
  reportExecutionSortStandard,
  resolvePageable,
  type SvcRToolReportExecutionModel,
  type SvcRToolReportExecutionQueryModel,
  type SvcRToolReportExecutionStatusModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { reportEvents } from '../report.events.ts';
import {
  cancelExecution,
  type Execution,
  findExecution,
  listExportsOf,
  pageExecutions,
  type RunFeature,
  removeExecution,
} from '../run/feature.ts';
import { releaseSnapshots } from '../snapshot/feature.ts';
import { createAwaitEnd } from './await-end.ts';
import { isOver, type Shown, toExecutionModel, toStatusModel } from './execution.wire.ts';
import { isRunAdmin, type ReachedRun, type ReachRuns } from './reach-runs.ts';

export interface ExecutionGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly reach: ReachRuns;
  readonly runs: Pick<RunFeature, 'cancelHere' | 'wake'>;
}

/** Time that a removal waits for the cancellation of a query, which is usually done within it. */
const CANCEL_WAIT_MS = 5_000;

export type ExecutionService = ReturnType<typeof createExecutionService>;

export function createExecutionService({ database, clock, reach, runs }: ExecutionGround) {
  const shownTo = ({ context }: Act, permissions: readonly string[]): Shown => ({
    language: context.language,
    showsText: permissions.includes('WRITE'),
    now: clock.now(),
  });

  const awaitEnd = createAwaitEnd(database);

  async function modelOf(act: Act, { run, permissions }: ReachedRun): Promise<SvcRToolReportExecutionModel> {
    return toExecutionModel(run, await listExportsOf(database, [run.id]), shownTo(act, permissions));
  }

  async function cancelRun(act: Act, run: Execution): Promise<Execution> {
    const cancelled = await database.transaction(async (tx) => {
      const changed = await cancelExecution(tx, run, new Date(clock.now()));
      if (changed !== null) await act.record(tx, reportEvents.runCancelled, run.reportCode, { execution: run.uuid });
      return changed;
    });
    if (cancelled === null) return (await findExecution(database, run.id)) ?? run;
    runs.cancelHere(run.id);
    runs.wake();
    return cancelled;
  }

  return {
    awaitEnd,
    /** Makes the model of a new run, which has no files yet, for its requester. */
    newModelOf: (act: Act, run: Execution): SvcRToolReportExecutionModel => toExecutionModel(run, [], shownTo(act, [])),
    cancelRun,
    async getStatus(act: Act, uuid: string, waitMs: number): Promise<SvcRToolReportExecutionStatusModel> {
      const { run, permissions } = await reach.read(act, uuid);
      return toStatusModel(await awaitEnd(run, waitMs), shownTo(act, permissions));
    },
    async getExecution(act: Act, uuid: string): Promise<SvcRToolReportExecutionModel> {
      return modelOf(act, await reach.own(act, uuid));
    },
    /** Answers a page, without the database's messages about queries, which only `getExecution` shows. */
    async queryPage(act: Act, { pageable, ...asked }: SvcRToolReportExecutionQueryModel) {
      const request = resolvePageable(pageable, reportExecutionSortStandard);
      const { tenantIdentifier, username } = act.caller;
      const usernameFolded = isRunAdmin(act) ? null : foldName(username);
      const { rows, total } = await pageExecutions(database, { ...asked, tenantIdentifier, usernameFolded }, request);
      const exports = await listExportsOf(
        database,
        rows.map(({ id }) => id),
      );
      const shown = shownTo(act, []);
      const models = rows.map((run) => {
        const own = exports.filter(({ executionId }) => executionId === run.id);
        return toExecutionModel(run, own, shown);
      });
      return pageBody(models, total, request);
    },
    async cancel(act: Act, uuid: string): Promise<SvcRToolReportExecutionStatusModel> {
      const { run, permissions } = await reach.own(act, uuid);
      const cancelled = isOver(run) ? run : await cancelRun(act, run);
      return toStatusModel(cancelled, shownTo(act, permissions));
    },
    async remove(act: Act, uuid: string): Promise<undefined> {
      const { run } = await reach.own(act, uuid);
      if (!isOver(run)) await awaitEnd(await cancelRun(act, run), CANCEL_WAIT_MS);
      const removed = await removeExecution(database, run.id);
      if (removed === false) return fail('REPORT_NOT_READY');
      if (removed.snapshotId !== null) await releaseSnapshots(database, [removed.snapshotId], new Date(clock.now()));
    },
  };
}
