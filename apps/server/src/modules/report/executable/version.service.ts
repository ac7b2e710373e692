// Lists the versions of a report, and makes one of them the next.
import type { SvcRToolExecutableReportModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { aloneInTenant } from '../right/tenant-lock.store.ts';
import { type KeptFields, listVersions } from './report.store.ts';
import type { ReportChecks } from './report-checks.ts';
import { modelsOf, type ReportModelsGround } from './report-models.ts';
import { getStoredReport } from './stored-reports.ts';
import { changedBy, type ReportWriter } from './write-report.ts';

export interface VersionServiceGround extends Pick<Kernel, 'database'>, ReportModelsGround {
  readonly checks: ReportChecks;
  readonly writer: ReportWriter;
}

/** Answers the fields of a version that a restoration brings back. */
export function restoredFields(kept: KeptFields) {
  return {
    name: kept.name,
    description: kept.description,
    reportDataSourceType: kept.reportDataSourceType,
    dataAdapterCode: kept.dataAdapterCode,
    query: kept.query,
    parameterList: [...kept.parameterList],
    columnList: [...kept.columnList],
    rowGroupList: [...kept.rowGroupList],
    chartList: [...kept.chartList],
    layout: kept.layout,
    outputFormatList: [...kept.outputFormatList],
    defaultOutputFormat: kept.defaultOutputFormat,
    rowLimit: kept.rowLimit,
    timeoutSeconds: kept.timeoutSeconds,
    truncateMode: kept.truncateMode,
    csvDelimiter: kept.csvDelimiter,
    csvBom: kept.csvBom,
    csvFormulaEscape: kept.csvFormulaEscape,
    csvNumberStyle: kept.csvNumberStyle,
    cacheMode: kept.cacheMode,
    cacheSeconds: kept.cacheSeconds,
  };
}

export type VersionService = ReturnType<typeof createVersionService>;

export function createVersionService({ database, checks, writer, ...ground }: VersionServiceGround) {
  const toModel = modelsOf(ground);
  return {
    async list({ caller }: Act, uuid: string) {
      const { row } = await getStoredReport(database, caller, uuid, 'READ');
      return listVersions(database, row.id);
    },

    /** Restores query and layout of a version; group, rights and status stay. */
    async restore(act: Act, uuid: string, restoredVersion: number): Promise<SvcRToolExecutableReportModel> {
      const { row, fields, report } = await getStoredReport(database, act.caller, uuid, 'WRITE', restoredVersion);
      const body = { uuid, version: row.version, ...restoredFields(fields) };
      await checks.requireSound(act, changedBy(row, body), row);
      const given = { body, logo: report.logo };
      return toModel(
        act,
        await aloneInTenant(database)(act, (tx) => writer.change(tx, act, given, { restoredVersion })),
      );
    },
  };
}
