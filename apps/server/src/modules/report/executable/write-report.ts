// Writes reports inside a transaction: new ones, changes, activation, and removal.
import { reportsMax, type SvcRToolExecutableReportModelInput } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { RecordChange } from '../../../kernel/records/record/record.types.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { reportEvents } from '../report.events.ts';
import type { ReportDefinition } from '../report.types.ts';
import { type RightGround, requireKnownRights } from '../right/known-rights.ts';
import { permissionsOf, storedRights } from '../right/rights.ts';
import { statementsIn } from '../statements-in.ts';
import { definitionProblems } from './definition/definition-problems.ts';
import { logoProblems } from './definition/logo.ts';
import { wholeBody } from './definition/whole-definition.ts';
import { countReports, keepVersion, type Report, reports } from './report.store.ts';
import { reportDetail } from './report-detail.ts';
import { requirePermission } from './stored-reports.ts';

export interface WriteReportGround extends Pick<Kernel, 'clock' | 'ids'>, RightGround {
  /** Fails unless the caller may write into the group: 404, 403, 409 REPORT_GROUP_DISABLED. */
  requireOpenGroup(tx: Transaction, act: Act, uuid: string): Promise<unknown>;
  /**
   * Disables the schedules of a report that is deleted; 409 REPORT_IN_USE where there are some and that was not asked
   * for.
   */
  leaveReport(tx: Transaction, report: Report, isForced: boolean): Promise<void>;
  /** Withdraws the rows that its runs share, so that no other run takes them. */
  withdrawRows(tx: Transaction, tenantIdentifier: string, reportUuid: string): Promise<void>;
  /** Cancels the runs of a report that is deleted, and lets their files expire. */
  endRuns(tx: Transaction, report: { readonly tenantIdentifier: string; readonly reportUuid: string }): Promise<void>;
}

/** Body of a request with whole parts, and its stored logo. */
export interface GivenBody<B> {
  readonly body: B;
  readonly logo: Buffer | null;
}
export type GivenReportBody = GivenBody<Parameters<typeof reports.fieldsOf>[0]>;
type Changed = Parameters<typeof reports.changesOf>[0] & { readonly uuid: string; readonly version: number };

export type ReportWriter = ReturnType<typeof createReportWriter>;

/** Refuses a new or changed statement of a caller without REPORT_SQL_WRITE, who may manage reports otherwise. */
export function requireSqlWrite({ caller }: Act, before: ReportDefinition | null, after: ReportDefinition): void {
  const statements = statementsIn(after);
  if (statements.length === 0 || caller.holds('REPORT_SQL_WRITE')) return;
  if (before === null || JSON.stringify(statements) !== JSON.stringify(statementsIn(before))) fail('ACCESS_DENIED');
}

/** Answers the definition that a body would be saved as; 400 as saving it would, with every problem at once. */
export function readDefinition(body: SvcRToolExecutableReportModelInput): ReportDefinition {
  const whole = wholeBody(body);
  const fields = reports.fieldsOf(whole);
  const problems = [...definitionProblems(fields), ...logoProblems(fields.layout.logo)];
  return problems.length > 0 ? reports.fieldsOf(whole, problems) : fields;
}

/** Answers the row after the change, without checking whether it is allowed. */
export function changedBy(row: Report, body: Changed): Report {
  const said = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  return { ...row, ...Object.fromEntries(said) };
}

/** Version that a change brings back. */
interface Restoration {
  readonly restoredVersion: number;
}

/** Keeps the version, and records the event; the caller must be able to write the report afterwards. */
async function written(tx: Transaction, act: Act, before: Report | null, row: Report, from?: Restoration) {
  if (!permissionsOf(act.caller, row.groupRights, row.authorityList).includes('WRITE')) fail('SELF_LOCKOUT');
  const event = from === undefined ? reportEvents.saved : reportEvents.restored;
  const detail = { ...reportDetail(before, row), ...from };
  await Promise.all([keepVersion(tx, row), act.record(tx, event, row.code, detail)]);
  return row;
}

export function createReportWriter(ground: WriteReportGround) {
  const { clock, ids, requireOpenGroup, endRuns, leaveReport, withdrawRows } = ground;
  const changeOf = ({ caller }: Act): RecordChange => ({ by: caller.username, now: new Date(clock.now()) });

  return {
    async create(tx: Transaction, act: Act, { body, logo }: GivenReportBody): Promise<Report> {
      const { caller } = act;
      const { tenantIdentifier } = caller;
      const fields = reports.fieldsOf(body);
      const problems = [...definitionProblems(fields), ...logoProblems(fields.layout.logo)];
      if (problems.length > 0) reports.fieldsOf(body, problems);
      requireSqlWrite(act, null, fields);
      const authorityList = storedRights(fields.authorityList);
      await requireKnownRights(ground, tenantIdentifier, authorityList);
      if (fields.reportGroupUuid !== null) await requireOpenGroup(tx, act, fields.reportGroupUuid);
      if ((await countReports(tx, tenantIdentifier)) >= reportsMax)
        fail('REPORT_LIMIT_REACHED', { parameters: { limit: reportsMax } });
      const layout = { ...fields.layout, logo: null };
      const record = { ...fields, uuid: ids.uuidV7(), tenantIdentifier, authorityList, layout, logo };
      return written(tx, act, null, await reports.insert(tx, record, changeOf(act)));
    },

    async change(tx: Transaction, act: Act, { body, logo }: GivenBody<Changed>, from?: Restoration): Promise<Report> {
      const row = await reports.lock(tx, act.caller, { uuid: body.uuid }, body.version);
      requirePermission(act.caller, row, 'WRITE');
      const after = changedBy(row, body);
      const { authorityList, layout, ...changes } = reports.changesOf(body, row, [
        ...definitionProblems(after),
        ...logoProblems(after.layout.logo),
      ]);
      requireSqlWrite(act, row, after);
      const rights = authorityList && storedRights(authorityList);
      if (rights) await requireKnownRights(ground, act.caller.tenantIdentifier, rights);
      const group = changes.reportGroupUuid;
      if (group && group !== row.reportGroupUuid) await requireOpenGroup(tx, act, group);
      const whole = {
        ...changes,
        ...(rights ? { authorityList: rights } : {}),
        ...(layout ? { layout: { ...layout, logo: null }, logo } : {}),
      };
      await withdrawRows(tx, act.caller.tenantIdentifier, row.uuid);
      return written(tx, act, row, await reports.update(tx, row, whole, changeOf(act)), from);
    },

    /** Changes fields that no body holds; where nothing differs nothing is written. */
    async set(tx: Transaction, act: Act, row: Report, changes: Partial<Pick<Report, 'enabled' | 'reportGroupUuid'>>) {
      if (Object.entries(changes).every(([field, value]) => row[field as 'enabled'] === value)) return row;
      await withdrawRows(tx, act.caller.tenantIdentifier, row.uuid);
      return written(tx, act, row, await reports.update(tx, row, changes, changeOf(act)));
    },

    /** The only removal of a report: ends its runs and schedules. */
    async remove(tx: Transaction, act: Act, row: Report, isForced: boolean): Promise<void> {
      await leaveReport(tx, row, isForced);
      await reports.remove(tx, row, changeOf(act));
      await endRuns(tx, { tenantIdentifier: act.caller.tenantIdentifier, reportUuid: row.uuid });
      await act.record(tx, reportEvents.deleted, row.code, reportDetail(row, null));
    },
  };
}
