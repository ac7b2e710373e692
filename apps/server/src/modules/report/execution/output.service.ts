// Answers the results of runs: their files, their rows page by page, and further files of the same rows.
import {
  type KnownDownload,
  reportPageSizeStandard,
  reportWaitMillisMax,
  type SvcRToolReportExecutionRequestModel,
  type SvcRToolReportExportModel,
  type SvcRToolReportPageModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { ReportOutputFormat, StoredReport } from '../report.types.ts';
import { type Execution, findExecution, isWaitedFor, queueExport, type RunFeature } from '../run/feature.ts';
import type { ExecuteService } from './execute.service.ts';
import type { ExecutionService } from './execution.service.ts';
import { isOver, toExportModel } from './execution.wire.ts';
import { requireFormat } from './queueing/prepare-run.ts';
import type { ReachRuns } from './reach-runs.ts';
import { createRunFiles, type RunFilesGround, requireSucceeded } from './run-files.ts';
import { createRunPages } from './run-pages.ts';

export interface OutputGround extends RunFilesGround, Pick<Kernel, 'clock' | 'ids'> {
  readonly reach: ReachRuns;
  readonly runs: Pick<RunFeature, 'wakeExports'>;
  readonly executions: ExecutionService;
  readonly executing: ExecuteService;
  /** Finds the report in the version of the run; null where that is not kept any more. */
  readonly findVersion: (run: Execution) => Promise<StoredReport | null>;
}

export type OutputService = ReturnType<typeof createOutputService>;

export function createOutputService(ground: OutputGround) {
  const { database, clock, ids, reach, runs, executions, executing, findVersion } = ground;

  const { exportOf, fileOf } = createRunFiles(ground);

  const { snapshotOf, pageOf } = createRunPages(ground);

  return {
    async getOutput(act: Act, uuid: string, format?: ReportOutputFormat): Promise<KnownDownload> {
      const { run } = await reach.take(act, uuid);
      return fileOf(act, run, format ?? run.outputFormat);
    },
    /**
     * Runs and waits; the run is cancelled where the client leaves before its end, unless other runs wait for its rows.
     */
    async run(
      act: Act,
      uuid: string,
      asked: SvcRToolReportExecutionRequestModel,
      waitMs = reportWaitMillisMax,
    ): Promise<KnownDownload> {
      const queued = await executing.queue(act, uuid, asked);
      const gone = new AbortController();
      const stopListening = act.context.onHangUp(() => gone.abort());
      const run = await executions.awaitEnd(queued, waitMs, gone.signal).finally(stopListening);
      if (gone.signal.aborted) {
        const found = await findExecution(database, run.id);
        if (found === null || !(await isWaitedFor(database, found))) await executions.cancelRun(act, run);
        return fail('REPORT_CANCELLED');
      }
      if (isOver(run)) return fileOf(act, run, run.outputFormat);
      return fail('REPORT_RUN_TIMEOUT', { errorArguments: [{ executionUuid: run.uuid }] });
    },
    async getPage(act: Act, uuid: string, pageNumber: number, size?: number): Promise<SvcRToolReportPageModel> {
      const { run } = await reach.take(act, uuid);
      return pageOf(act, run, { pageNumber, pageSize: size ?? reportPageSizeStandard });
    },
    /** Makes a further file; a repetition answers the existing or pending one, and tries a failed one again. */
    async exportAgain(act: Act, uuid: string, format: ReportOutputFormat): Promise<SvcRToolReportExportModel> {
      const { run } = await reach.take(act, uuid);
      requireSucceeded(act, run);
      const report = await findVersion(run);
      if (report === null) return fail('REPORT_OUTPUT_EXPIRED');
      requireFormat(report, format);
      const made = await exportOf(run, format);
      if (made?.status === 'SUCCEEDED') return toExportModel(made);
      await snapshotOf(act, run);
      const now = new Date(clock.now());
      await queueExport(database, { uuid: ids.uuidV7(), executionId: run.id, format, now });
      runs.wakeExports();
      const queued = await exportOf(run, format);
      return queued === null ? fail('REPORT_OUTPUT_EXPIRED') : toExportModel(queued);
    },
  };
}
