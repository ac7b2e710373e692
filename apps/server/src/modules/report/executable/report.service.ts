// Saves, changes, copies, switches and deletes reports.
import type {
  SvcRToolExecutableReportCopyModel,
  SvcRToolExecutableReportModel,
  SvcRToolExecutableReportModelInput,
  SvcRToolExecutableReportUpdateModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { ReportDefinition } from '../report.types.ts';
import { permissionsOf } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { errorsOf, type ReportCheck } from '../statement/feature.ts';
import { definitionProblems } from './definition-problems.ts';
import { keepLogo, logoProblems, readLogo } from './logo.ts';
import { type FindDataSet, missingReferences } from './references.ts';
import { listReportsIn, type Report, reports } from './report.store.ts';
import { toReport } from './report.wire.ts';
import { getStoredReport, requirePermission } from './stored-reports.ts';
import { wholeBody } from './whole-definition.ts';
import { changedBy, type ReportWriter, readDefinition } from './write-report.ts';

export interface ReportServiceGround extends Pick<Kernel, 'database' | 'contents'> {
  readonly findDataSet: FindDataSet;
  /** Says what is wrong with a report for somebody; asked before a transaction, as it takes its time. */
  readonly check: ReportCheck;
  readonly writer: ReportWriter;
}

export type ReportService = ReturnType<typeof createReportService>;

export function createReportService({ database, contents, findDataSet, check, writer }: ReportServiceGround) {
  /** Runs the work while nobody else changes reports or groups of the tenant. */
  const alone = <T>({ caller }: Act, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await lockTenantReports(tx, caller.tenantIdentifier);
      return work(tx);
    });

  async function toModel({ caller }: Act, row: Report): Promise<SvcRToolExecutableReportModel> {
    return toReport(reports.toModel(row), {
      logo: await readLogo(contents, row.logo),
      permissionList: permissionsOf(caller, row.groupRights, row.authorityList),
      warningList: missingReferences(row, findDataSet),
      showsQuery: caller.holds('REPORT_MANAGE'),
    });
  }

  /** Bytes are stored before the transaction; what is no logo is refused later, with all else that does not fit. */
  async function withLogo<B extends { readonly layout?: { readonly logo: string | null } | undefined }>(body: B) {
    const logo = body.layout?.logo ?? null;
    return { body, logo: logoProblems(logo).length > 0 ? null : await keepLogo(contents, logo) };
  }

  async function lockWritable(tx: Transaction, act: Act, uuid: string, version?: number): Promise<Report> {
    const row = await reports.lock(tx, act.caller, { uuid }, version);
    requirePermission(act.caller, row, 'WRITE');
    return row;
  }

  async function requireRunnable({ caller }: Act, row: Report): Promise<void> {
    const errorArguments = errorsOf(await check(caller, row));
    const parameters = { code: row.code, count: errorArguments.length };
    if (errorArguments.length > 0) fail('REPORT_NOT_RUNNABLE', { parameters, errorArguments });
  }

  /** What no schema tells is refused as a whole, with the place of each problem. */
  async function requireSound({ caller }: Act, definition: ReportDefinition): Promise<void> {
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
    if (row.version === body.version && definitionProblems(after).length === 0) await requireSound(act, after);
  }

  return {
    save: (act: Act, body: SvcRToolExecutableReportModelInput): Promise<SvcRToolExecutableReportModel> =>
      act.once(async (claim) => {
        const whole = wholeBody(body);
        await requireSound(act, readDefinition(body));
        const given = await withLogo(whole);
        return alone(act, async (tx) => {
          const model = await toModel(act, await writer.create(tx, act, given));
          await claim.save(tx, model);
          return model;
        });
      }),

    async update(act: Act, body: SvcRToolExecutableReportUpdateModel): Promise<SvcRToolExecutableReportModel> {
      const whole = wholeBody(body);
      await requireSoundChange(act, whole);
      const given = await withLogo(whole);
      return toModel(act, await alone(act, (tx) => writer.change(tx, act, given)));
    },

    /** The copy is a draft of its own: it begins with version 0. */
    copy: (act: Act, uuid: string, body: SvcRToolExecutableReportCopyModel): Promise<SvcRToolExecutableReportModel> =>
      act.once(async (claim) => {
        // Whoever copies a report could change it then: its data has to be his as well.
        await requireSound(act, (await getStoredReport(database, act.caller, uuid, 'READ')).row);
        return alone(act, async (tx) => {
          const { row } = await getStoredReport(tx, act.caller, uuid, 'READ');
          const { code, name } = body;
          const reportGroupUuid = body.reportGroupUuid === undefined ? row.reportGroupUuid : body.reportGroupUuid;
          const copied = { ...row, code, name: name.trim(), reportGroupUuid, status: 'DRAFT', enabled: true } as const;
          const model = await toModel(act, await writer.create(tx, act, { body: copied, logo: row.logo }));
          await claim.save(tx, model);
          return model;
        });
      }),

    activate: async (act: Act, uuid: string): Promise<SvcRToolExecutableReportModel> =>
      toModel(
        act,
        await alone(act, async (tx) => {
          const row = await lockWritable(tx, act, uuid);
          await requireRunnable(act, row);
          return writer.set(tx, act, row, { enabled: true });
        }),
      ),

    deactivate: async (act: Act, uuid: string): Promise<SvcRToolExecutableReportModel> =>
      toModel(
        act,
        await alone(act, async (tx) => writer.set(tx, act, await lockWritable(tx, act, uuid), { enabled: false })),
      ),

    remove: (act: Act, uuid: string, version?: number): Promise<void> =>
      alone(act, async (tx) => writer.remove(tx, act, await lockWritable(tx, act, uuid, version))),

    /** Moves every report of the group to another, or out of all; the caller holds the lock of the tenant. Answers how many. */
    async moveAll(tx: Transaction, act: Act, fromGroup: string, toGroup: string | null): Promise<number> {
      const found = await listReportsIn(tx, [fromGroup]);
      for (const uuid of found) {
        const row = await reports.lock(tx, act.caller, { uuid });
        if (!permissionsOf(act.caller, row.groupRights, row.authorityList).includes('WRITE')) fail('ACCESS_DENIED');
        await writer.set(tx, act, row, { reportGroupUuid: toGroup });
      }
      return found.length;
    },

    async removeAll(tx: Transaction, act: Act, groups: readonly string[]): Promise<number> {
      const found = await listReportsIn(tx, groups);
      for (const uuid of found) await writer.remove(tx, act, await reports.lock(tx, act.caller, { uuid }));
      return found.length;
    },
  };
}
