// Makes a run from a report and a request: checks rights, values and bounds.
import type { SvcRToolReportExecutionRequestModel } from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../../kernel/records/event-definition.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import type { Bound } from '../../../../kernel/settings/settings.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { reportSettings } from '../../report.settings.ts';
import type { CsvCall, GivenReport, StoredReport } from '../../report.types.ts';
import { type NewExecution, sealOwnerOf } from '../../run/feature.ts';
import { inLanguage } from '../../shipped-texts.ts';
import type { PreparedQuery, PrepareQuery, RunContext } from '../../statement/feature.ts';
import { createCacheKey } from './cache-key.ts';

/** Person for whom a report runs: a caller, or the owner of a schedule with the present authorities. */
export type Runner = Pick<Act, 'caller'>;

export interface PrepareRunGround extends Pick<Kernel, 'clock' | 'contents' | 'ids' | 'keys'> {
  readonly settings: Bound<typeof reportSettings>;
  readonly seal: Seal;
  /** Finds the current version for a runner who may execute it; 404 or 403 for others. */
  readonly findReport: (runner: Runner, uuid: string) => Promise<GivenReport>;
  readonly prepareQuery: PrepareQuery;
}

/** Request of a run; values may depend on the report and on the time at which they are read. */
export interface RunRequest extends Omit<SvcRToolReportExecutionRequestModel, 'parameterMap'> {
  readonly source: NewExecution['source'];
  /** Uuid of the run; one is made where it is left out. */
  readonly uuid?: string;
  readonly valuesFor: (report: StoredReport, context: RunContext) => Readonly<Record<string, unknown>>;
}

/** A run that may be queued, and the event of its data set. */
export interface PreparedRun {
  readonly run: NewExecution;
  readonly event: DefinedEvent | null;
  readonly columns: PreparedQuery['columns'];
}

const STANDARD_TIME_ZONE = 'UTC';

export type PrepareRun = ReturnType<typeof createPrepareRun>;

export function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) fail('REPORT_TIME_ZONE_UNKNOWN', { parameters: { timeZone } });
}

export function requireRunnable({ report: { code, enabled, status }, permissionList }: GivenReport): void {
  if (!enabled) fail('REPORT_DISABLED', { parameters: { code } });
  const mayRun = status === 'PUBLISHED' || (status === 'DRAFT' && permissionList.includes('WRITE'));
  if (!mayRun) fail('REPORT_NOT_PUBLISHED', { parameters: { code } });
}

/** Refuses a format that the report does not offer, naming those it does. */
export function requireFormat(
  { outputFormatList }: StoredReport,
  format: NewExecution['outputFormat'],
  field = 'outputFormat',
): void {
  if (outputFormatList.includes(format)) return;
  const message = `Must be one of ${outputFormatList.join(', ')}.`;
  fail('REPORT_OUTPUT_FORMAT_NOT_ALLOWED', {
    parameters: { format },
    errorArguments: [{ field, code: 'NOT_ALLOWED', message }],
  });
}

export function createPrepareRun(ground: PrepareRunGround) {
  const { clock, contents, ids, keys, settings, seal, findReport, prepareQuery } = ground;
  const keyOf = createCacheKey(keys);

  function surroundingsOf({ caller }: Runner, report: StoredReport, asked: RunRequest) {
    const timeZone = asked.timeZone ?? report.layout.timeZone ?? STANDARD_TIME_ZONE;
    requireTimeZone(timeZone);
    return { timeZone, locale: asked.locale ?? report.layout.locale ?? caller.localeTag };
  }

  /** Touches the file, so that it lasts until the run's row keeps it, even if it was replaced this instant. */
  async function keepFile({ content }: CsvCall): Promise<Buffer> {
    const hash = Buffer.from(content, 'hex');
    if (!(await contents.touch([hash]))) throw new Error('the bytes of a CSV file have gone');
    return hash;
  }

  return async (runner: Runner, uuid: string, asked: RunRequest): Promise<PreparedRun> => {
    const given = await findReport(runner, uuid);
    requireRunnable(given);
    const { report } = given;
    const outputFormat = asked.outputFormat ?? report.defaultOutputFormat;
    requireFormat(report, outputFormat);
    const { tenantIdentifier, username, userUuid, apiKeyUuid } = runner.caller;
    const surroundings = surroundingsOf(runner, report, asked);
    const values = asked.valuesFor(report, { ...surroundings, tenantIdentifier, username, now: clock.now() });
    const { query, fingerprint, parameterMap, event, columns } = await prepareQuery(
      runner,
      report,
      values,
      surroundings,
    );
    const runUuid = asked.uuid ?? ids.uuidV7();
    const retention = settings.retention.get(tenantIdentifier);
    const rowLimit = Math.min(
      asked.rowLimit ?? report.rowLimit,
      report.rowLimit,
      settings.maxRows.get(tenantIdentifier),
    );
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
      apiKeyUuid,
      source: asked.source,
      ...surroundings,
      rowLimit,
      timeoutSeconds: Math.min(report.timeoutSeconds, settings.timeout.get(tenantIdentifier)),
      retentionHours: Math.min(asked.retentionHours ?? retention, retention),
      notify: asked.notify ?? 'NONE',
      fileName: asked.fileName ?? `${report.code}-${day}`,
      cacheKey:
        report.cacheMode === 'NONE'
          ? null
          : keyOf({ tenantIdentifier, report, query, fingerprint, rowLimit, timeZone: surroundings.timeZone }),
      cacheSeconds: report.cacheSeconds,
      freshData: asked.freshData ?? false,
      csvContent: query.file === undefined ? null : await keepFile(query.file),
    };
    return { run, event, columns };
  };
}
