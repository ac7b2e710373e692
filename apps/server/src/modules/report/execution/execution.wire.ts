// Makes the answers about runs from their rows.
import {
  type Language,
  reportRunFailures,
  type SvcRToolReportExecutionModel,
  type SvcRToolReportExecutionStatusModel,
  type SvcRToolReportExportModel,
} from '@keelson/contract';
import type { Execution, Export } from '../run/feature.ts';

/** Reader of an answer. */
export interface Shown {
  readonly language: Language;
  /** True where the database's message about a query is shown: to callers who may change it. */
  readonly showsText: boolean;
  /** Present time, epoch milliseconds. */
  readonly now: number;
}

/** Interval that is recommended to clients; progress is written twice a second. */
const RETRY_MILLIS = 1_000;

const OVER: ReadonlySet<Execution['status']> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'EXPIRED']);

export function isOver({ status }: Pick<Execution, 'status'>): boolean {
  return OVER.has(status);
}

function fieldsOf(run: Execution, { language, showsText }: Shown) {
  const { errorCode, errorText } = run;
  return {
    uuid: run.uuid,
    status: run.status,
    progressPercent: run.progressPercent,
    rowCount: run.rowCount,
    queuePosition: run.status === 'QUEUED' ? run.place : null,
    truncated: run.isTruncated,
    errorDetail:
      errorCode === null
        ? null
        : {
            errorCode,
            errorMessage: reportRunFailures[errorCode][language],
            errorDetail: showsText ? errorText : null,
          },
  };
}

export function toStatusModel(run: Execution, shown: Shown): SvcRToolReportExecutionStatusModel {
  return { ...fieldsOf(run, shown), retryAfterMillis: isOver(run) ? null : RETRY_MILLIS };
}

export function toExportModel({ uuid, outputFormat, status, byteCount, content }: Export): SvcRToolReportExportModel {
  return { uuid, outputFormat, status, byteCount, sha256: content?.toString('hex') ?? null };
}

function elapsedOf({ startedDate, finishedDate }: Execution, now: number): number | null {
  if (startedDate === null) return null;
  return Math.max(0, (finishedDate?.getTime() ?? now) - startedDate.getTime());
}

export function toExecutionModel(
  run: Execution,
  exports: readonly Export[],
  shown: Shown,
): SvcRToolReportExecutionModel {
  const own = exports.find(({ outputFormat }) => outputFormat === run.outputFormat);
  return {
    ...fieldsOf(run, shown),
    executableReportUuid: run.reportUuid,
    executableReportVersion: run.reportVersion,
    reportName: run.reportName,
    outputFormat: run.outputFormat,
    parameterMap: run.parameterMap,
    requestedBy: run.requestedBy,
    source: run.source,
    totalRowEstimate: run.rowEstimate,
    pageCount: own?.pageCount ?? null,
    byteCount: own?.byteCount ?? null,
    cacheHit: run.cacheHit,
    snapshotDate: run.snapshotDate?.toISOString() ?? null,
    queuedDate: run.queuedDate.toISOString(),
    startedDate: run.startedDate?.toISOString() ?? null,
    finishedDate: run.finishedDate?.toISOString() ?? null,
    elapsedMillis: elapsedOf(run, shown.now),
    expireDate: run.expireDate?.toISOString() ?? null,
    warningList: run.warningList,
    exportList: exports.map(toExportModel),
    tenantIdentifier: run.tenantIdentifier,
  };
}
