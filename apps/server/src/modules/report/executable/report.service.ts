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
import { permissionsOn } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { inLanguage } from '../shipped-texts.ts';
import { readLogo, storeLogo } from './definition/logo.ts';
import { type FindDataSet, missingReferences } from './definition/references.ts';
import { wholeBody } from './definition/whole-definition.ts';
import { type Report, reports } from './report.store.ts';
import { toReport } from './report.wire.ts';
import type { ReportChecks } from './report-checks.ts';
import { getStoredReport, requirePermission } from './stored-reports.ts';
import { changedBy, type ReportWriter, readDefinition, restoredFields } from './write-report.ts';

export interface ReportServiceGround extends Pick<Kernel, 'database' | 'contents'> {
  readonly findDataSet: FindDataSet;
  readonly checks: ReportChecks;
  readonly writer: ReportWriter;
}

async function modelOf(
  { contents, findDataSet }: Pick<ReportServiceGround, 'contents' | 'findDataSet'>,
  { caller }: Act,
  row: Report,
): Promise<SvcRToolExecutableReportModel> {
  return toReport(reports.toModel(row), {
    logo: await readLogo(contents, row.logo),
    permissionList: permissionsOn(caller, row, row.groupRights, row.authorityList),
    warningList: missingReferences(row, findDataSet),
    showsQuery: caller.holds('REPORT_MANAGE'),
  });
}

async function lockWritable(tx: Transaction, act: Act, uuid: string, version?: number): Promise<Report> {
  const row = await reports.lock(tx, act.caller, { uuid }, version);
  requirePermission(act.caller, row, 'WRITE');
  return row;
}

export type ReportService = ReturnType<typeof createReportService>;

export function createReportService({ database, contents, findDataSet, checks, writer }: ReportServiceGround) {
  const { requireRunnable, requireSound, requireSoundChange } = checks;
  /** Runs the work while nobody else changes reports or groups of the tenant. */
  const alone = <T>({ caller }: Act, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await lockTenantReports(tx, caller.tenantIdentifier);
      return work(tx);
    });

  const toModel = (act: Act, row: Report) => modelOf({ contents, findDataSet }, act, row);

  return {
    save: (act: Act, body: SvcRToolExecutableReportModelInput): Promise<SvcRToolExecutableReportModel> =>
      act.once(async (claim) => {
        const whole = wholeBody(body);
        await requireSound(act, readDefinition(body));
        const given = await storeLogo(contents, whole);
        return alone(act, async (tx) => {
          const model = await toModel(act, await writer.create(tx, act, given));
          await claim.save(tx, model);
          return model;
        });
      }),

    async update(act: Act, body: SvcRToolExecutableReportUpdateModel): Promise<SvcRToolExecutableReportModel> {
      const whole = wholeBody(body);
      await requireSoundChange(act, whole);
      const given = await storeLogo(contents, whole);
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
          // Nobody puts anything beside what is shipped.
          const beside = row.tenantIdentifier === null ? null : row.reportGroupUuid;
          const reportGroupUuid = body.reportGroupUuid === undefined ? beside : body.reportGroupUuid;
          const original = inLanguage(row, row.shipped, act.context.language);
          const own = { code, name: name.trim(), reportGroupUuid, status: 'DRAFT', enabled: true } as const;
          const copied = { ...original, ...own };
          const model = await toModel(act, await writer.create(tx, act, { body: copied, logo: row.logo }));
          await claim.save(tx, model);
          return model;
        });
      }),

    /** What the report asks for and how it is shown is as it was; where it lies, who may use it and whether it is run is as it is. */
    async restore(act: Act, uuid: string, restoredVersion: number): Promise<SvcRToolExecutableReportModel> {
      const { row, fields, report } = await getStoredReport(database, act.caller, uuid, 'WRITE', restoredVersion);
      const body = { uuid, version: row.version, ...restoredFields(fields) };
      await requireSound(act, changedBy(row, body));
      return toModel(
        act,
        await alone(act, (tx) => writer.change(tx, act, { body, logo: report.logo }, { restoredVersion })),
      );
    },

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
  };
}
