// Accepts runs of reports: who may, with which values and within which bounds, and puts them into the queue.
import {
  reportRunsOpenMax,
  type SvcRToolReportExecutionModel,
  type SvcRToolReportExecutionRequestModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Bound } from '../../../kernel/settings/settings.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { isTimeZone } from '../../../kernel/text/time-zone.ts';
import { reportEvents } from '../report.events.ts';
import type { reportSettings } from '../report.settings.ts';
import type { GivenReport, StoredReport } from '../report.types.ts';
import {
  countOpenRuns,
  type Execution,
  findExecutionOf,
  insertExecution,
  lockQueue,
  type NewExecution,
  type RunFeature,
  sealOwnerOf,
} from '../run/feature.ts';
import { inLanguage } from '../shipped-texts.ts';
import type { PrepareQuery } from '../statement/feature.ts';
import type { ExecutionService } from './execution.service.ts';

export interface ExecuteGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly settings: Bound<typeof reportSettings>;
  readonly seal: Seal;
  readonly runs: Pick<RunFeature, 'wake'>;
  readonly executions: Pick<ExecutionService, 'newModelOf'>;
  /** Finds the current version for somebody who may execute it; 404 or 403 for others. */
  readonly findReport: (act: Act, uuid: string) => Promise<GivenReport>;
  readonly prepareQuery: PrepareQuery;
}

const STANDARD_TIME_ZONE = 'UTC';

export type ExecuteService = ReturnType<typeof createExecuteService>;

function requireRunnable({ report: { code, enabled, status }, permissionList }: GivenReport): void {
  if (!enabled) fail('REPORT_DISABLED', { parameters: { code } });
  const mayRun = status === 'PUBLISHED' || (status === 'DRAFT' && permissionList.includes('WRITE'));
  if (!mayRun) fail('REPORT_NOT_PUBLISHED', { parameters: { code } });
}

/** Refuses what the report is not made as, naming what it is. */
export function requireFormat({ outputFormatList }: StoredReport, format: Execution['outputFormat']): void {
  if (outputFormatList.includes(format)) return;
  const message = `Must be one of ${outputFormatList.join(', ')}.`;
  fail('REPORT_OUTPUT_FORMAT_NOT_ALLOWED', {
    parameters: { format },
    errorArguments: [{ field: 'outputFormat', code: 'NOT_ALLOWED', message }],
  });
}

export function createExecuteService(ground: ExecuteGround) {
  const { database, clock, ids, settings, seal, runs, executions, findReport, prepareQuery } = ground;

  function surroundingsOf(act: Act, report: StoredReport, asked: SvcRToolReportExecutionRequestModel) {
    const timeZone = asked.timeZone ?? report.layout.timeZone ?? STANDARD_TIME_ZONE;
    if (!isTimeZone(timeZone)) fail('REPORT_TIME_ZONE_UNKNOWN', { parameters: { timeZone } });
    return { timeZone, locale: asked.locale ?? report.layout.locale ?? act.caller.localeTag };
  }

  async function prepare(act: Act, uuid: string, asked: SvcRToolReportExecutionRequestModel) {
    const given = await findReport(act, uuid);
    requireRunnable(given);
    const { report } = given;
    const outputFormat = asked.outputFormat ?? report.defaultOutputFormat;
    requireFormat(report, outputFormat);
    const surroundings = surroundingsOf(act, report, asked);
    const { query, parameterMap, event } = await prepareQuery(act, report, asked.parameterMap ?? {}, surroundings);
    const { tenantIdentifier, username, userUuid, kind } = act.caller;
    const runUuid = ids.uuidV7();
    const retention = settings.retention.get(tenantIdentifier);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const run: NewExecution = {
      uuid: runUuid,
      tenantIdentifier,
      reportUuid: report.uuid,
      reportVersion: report.version,
      reportCode: report.code,
      reportName: inLanguage(report, report.shipped, surroundings.locale).name,
      outputFormat,
      parameterMap,
      sealedQuery: seal.seal(JSON.stringify(query), sealOwnerOf(runUuid)),
      requestedBy: username,
      usernameFolded: foldName(username),
      userUuid,
      source: kind === 'api-key' ? 'API' : 'USER',
      ...surroundings,
      rowLimit: Math.min(asked.rowLimit ?? report.rowLimit, report.rowLimit, settings.maxRows.get(tenantIdentifier)),
      timeoutSeconds: Math.min(report.timeoutSeconds, settings.timeout.get(tenantIdentifier)),
      retentionHours: Math.min(asked.retentionHours ?? retention, retention),
      fileName: asked.fileName ?? `${report.code}-${day}`,
    };
    return { run, event };
  }

  /** Answers the run as it was queued, also where it is sent again under its key. */
  async function execute(
    act: Act,
    uuid: string,
    asked: SvcRToolReportExecutionRequestModel,
  ): Promise<SvcRToolReportExecutionModel> {
    const queued = await act.once(async (claim) => {
      const { run, event } = await prepare(act, uuid, asked);
      return database.transaction(async (tx) => {
        await lockQueue(tx, run);
        const open = await countOpenRuns(tx, run);
        if (open >= reportRunsOpenMax) fail('REPORT_QUEUE_FULL', { parameters: { limit: reportRunsOpenMax } });
        await insertExecution(tx, run, open + 1, new Date(clock.now()));
        const detail = { execution: run.uuid, outputFormat: run.outputFormat, parameterMap: run.parameterMap };
        await act.record(tx, reportEvents.executed, run.reportCode, detail);
        if (event !== null) await act.record(tx, event, run.reportCode, detail);
        const inserted = await findExecutionOf(tx, run.uuid, run.tenantIdentifier);
        const model = executions.newModelOf(act, inserted!);
        await claim.save(tx, model);
        return model;
      });
    });
    runs.wake();
    return queued;
  }

  return {
    execute,
    /** The same, for whoever waits for it here. */
    async queue(act: Act, uuid: string, asked: SvcRToolReportExecutionRequestModel): Promise<Execution> {
      const { uuid: queued } = await execute(act, uuid, asked);
      const found = await findExecutionOf(database, queued, act.caller.tenantIdentifier);
      if (found === null) throw new Error('a run has gone that was just queued');
      return found;
    },
  };
}
