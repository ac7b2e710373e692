// Refuses reports that could not be run: what no schema tells is looked for before anything is written.
import type { SvcRToolExecutableReportUpdateModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { ReportDefinition } from '../report.types.ts';
import { errorsOf, type ReportCheck } from '../statement/feature.ts';
import { definitionProblems } from './definition/definition-problems.ts';
import type { wholeBody } from './definition/whole-definition.ts';
import type { Report } from './report.store.ts';
import { getStoredReport } from './stored-reports.ts';
import { changedBy, requireSqlWrite } from './write-report.ts';

export interface ReportChecksGround {
  readonly database: Database;
  /** Says what is wrong with a report for somebody; asked before a transaction, as it takes its time. */
  readonly check: ReportCheck;
}

export type ReportChecks = ReturnType<typeof createReportChecks>;

export function createReportChecks({ database, check }: ReportChecksGround) {
  async function requireRunnable({ caller }: Act, row: Report): Promise<void> {
    const errorArguments = errorsOf(await check(caller, row));
    const parameters = { code: row.code, count: errorArguments.length };
    if (errorArguments.length > 0) fail('REPORT_NOT_RUNNABLE', { parameters, errorArguments });
  }

  /** What no schema tells is refused as a whole, with the place of each problem. */
  async function requireSound(act: Act, definition: ReportDefinition, before: Report | null = null): Promise<void> {
    // Nobody asks a database by a statement that he may not write.
    requireSqlWrite(act, before, definition);
    await requireChecked(act, definition);
  }

  async function requireChecked({ caller }: Act, definition: ReportDefinition): Promise<void> {
    const errorArguments = errorsOf(await check(caller, definition));
    if (errorArguments.length > 0) fail('REPORT_DEFINITION_INVALID', { errorArguments });
  }

  /** The version that is given holds what was checked to what is changed. */
  async function requireSoundChange(
    act: Act,
    body: ReturnType<typeof wholeBody<SvcRToolExecutableReportUpdateModel>>,
  ): Promise<void> {
    const { row } = await getStoredReport(database, act.caller, body.uuid, 'WRITE');
    const after = changedBy(row, body);
    if (row.version !== body.version || definitionProblems(after).length > 0) return;
    requireSqlWrite(act, row, after);
    await requireChecked(act, after);
  }

  return { requireRunnable, requireSound, requireSoundChange };
}
