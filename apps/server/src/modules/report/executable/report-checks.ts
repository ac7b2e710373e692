// Refuses reports that could not be run: problems beyond the schema are found before anything is written.
import type { SvcRToolExecutableReportModelInput, SvcRToolExecutableReportUpdateModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { ReportDefinition } from '../report.types.ts';
import { errorsOf, type ReportCheck } from '../statement/feature.ts';
import { definitionProblems } from './definition/definition-problems.ts';
import { storeLogo } from './definition/logo.ts';
import { wholeBody } from './definition/whole-definition.ts';
import type { Report } from './report.store.ts';
import { getStoredReport } from './stored-reports.ts';
import { changedBy, type GivenReportBody, readDefinition, requireSqlWrite } from './write-report.ts';

export interface ReportChecksGround extends Pick<Kernel, 'database' | 'contents'> {
  /** Finds the problems of a report for a caller; called before a transaction, as it takes time. */
  readonly check: ReportCheck;
}

export type ReportChecks = ReturnType<typeof createReportChecks>;

export function createReportChecks({ database, contents, check }: ReportChecksGround) {
  async function requireRunnable({ caller }: Act, row: Report): Promise<void> {
    const errorArguments = errorsOf(await check(caller, row));
    const parameters = { code: row.code, count: errorArguments.length };
    if (errorArguments.length > 0) fail('REPORT_NOT_RUNNABLE', { parameters, errorArguments });
  }

  /** Refuses problems beyond the schema together, each with its place. */
  async function requireSound(act: Act, definition: ReportDefinition, before: Report | null = null): Promise<void> {
    // A caller who may not write a statement must not have a database parse it.
    requireSqlWrite(act, before, definition);
    const errorArguments = errorsOf(await check(act.caller, definition));
    if (errorArguments.length > 0) fail('REPORT_DEFINITION_INVALID', { errorArguments });
  }

  /** Checks a change; the given version makes sure that the checked report is the changed one. */
  async function requireSoundChange(
    act: Act,
    body: ReturnType<typeof wholeBody<SvcRToolExecutableReportUpdateModel>>,
  ): Promise<void> {
    const { row } = await getStoredReport(database, act.caller, body.uuid, 'WRITE');
    const after = changedBy(row, body);
    if (row.version !== body.version || definitionProblems(after).length > 0) return;
    await requireSound(act, after, row);
  }

  /** Checks a new report as saving it would; its logo is stored then. */
  async function prepare(act: Act, body: SvcRToolExecutableReportModelInput): Promise<GivenReportBody> {
    const whole = wholeBody(body);
    await requireSound(act, readDefinition(body));
    return storeLogo(contents, whole);
  }

  return { prepare, requireRunnable, requireSound, requireSoundChange };
}
