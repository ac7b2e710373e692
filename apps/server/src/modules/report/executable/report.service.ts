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
import { failAuthority } from '../../../kernel/request/errors.ts';
import { isReportAdmin } from '../right/rights.ts';
import { aloneInTenant } from '../right/tenant-lock.store.ts';
import { inLanguage } from '../shipped-texts.ts';
import { storeLogo } from './definition/logo.ts';
import type { ReferenceGround } from './definition/references.ts';
import { wholeBody } from './definition/whole-definition.ts';
import { type Report, reports } from './report.store.ts';

import type { ReportChecks } from './report-checks.ts';
import { modelsOf } from './report-models.ts';
import { getStoredReport, requirePermission } from './stored-reports.ts';
import type { ReportWriter } from './write-report.ts';

export interface ReportServiceGround extends Pick<Kernel, 'database' | 'contents'>, ReferenceGround {
  readonly checks: ReportChecks;
  readonly writer: ReportWriter;
}

async function lockWritable(tx: Transaction, act: Act, uuid: string, version?: number): Promise<Report> {
  const row = await reports.lock(tx, act.caller, { uuid }, version);
  requirePermission(act.caller, row, 'WRITE');
  return row;
}

function createCopy(ground: ReportServiceGround) {
  const {
    database,
    checks: { requireSound },
    writer,
  } = ground;
  const alone = aloneInTenant(database);
  const toModel = modelsOf(ground);
  /** Copies a report; the copy is a draft that begins with version 0. */
  return (act: Act, uuid: string, body: SvcRToolExecutableReportCopyModel): Promise<SvcRToolExecutableReportModel> =>
    act.once(async (claim) => {
      // The copy can be changed by the caller, who therefore needs the rights to its data.
      await requireSound(act, (await getStoredReport(database, act.caller, uuid, 'READ')).row);
      return alone(act, async (tx) => {
        const { row } = await getStoredReport(tx, act.caller, uuid, 'READ');
        const { code, name } = body;
        // The group of shipped reports takes no others.
        const beside = row.tenantIdentifier === null ? null : row.reportGroupUuid;
        const reportGroupUuid = body.reportGroupUuid === undefined ? beside : body.reportGroupUuid;
        const original = inLanguage(row, row.shipped, act.context.language);
        const own = { code, name: name.trim(), reportGroupUuid, status: 'DRAFT', enabled: true } as const;
        const copied = { ...original, ...own };
        const model = await toModel(act, await writer.create(tx, act, { body: copied, logo: row.logo }));
        await claim.save(tx, model);
        return model;
      });
    });
}

/** How a report is to be deleted. */
interface ReportRemoval {
  /** Expected version; 409 VERSION_CONFLICT for another one. */
  readonly version?: number;
  /** True to disable its schedules. */
  readonly force?: boolean;
}

export type ReportService = ReturnType<typeof createReportService>;

export function createReportService(ground: ReportServiceGround) {
  const { database, contents, checks, writer } = ground;
  const { prepare, requireRunnable, requireSoundChange } = checks;
  const alone = aloneInTenant(database);
  const toModel = modelsOf(ground);

  /**
   * Activates a report. Sources are asked before anything is locked, and again where the report was changed meanwhile.
   */
  async function activate(act: Act, uuid: string): Promise<Report> {
    const { row: checked } = await getStoredReport(database, act.caller, uuid, 'WRITE');
    await requireRunnable(act, checked);
    const activated = await alone(act, async (tx) => {
      const row = await lockWritable(tx, act, uuid);
      return row.version === checked.version ? writer.set(tx, act, row, { enabled: true }) : null;
    });
    return activated ?? activate(act, uuid);
  }

  async function remove(
    tx: Transaction,
    act: Act,
    uuid: string,
    { version, force = false }: ReportRemoval,
  ): Promise<void> {
    const row = await lockWritable(tx, act, uuid, version);
    if (force && !isReportAdmin(act.caller)) failAuthority('REPORT_ADMIN');
    await writer.remove(tx, act, row, force);
  }

  const copy = createCopy(ground);

  return {
    save: (act: Act, body: SvcRToolExecutableReportModelInput): Promise<SvcRToolExecutableReportModel> =>
      act.once(async (claim) => {
        const given = await prepare(act, body);
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

    copy,

    activate: async (act: Act, uuid: string): Promise<SvcRToolExecutableReportModel> =>
      toModel(act, await activate(act, uuid)),

    deactivate: async (act: Act, uuid: string): Promise<SvcRToolExecutableReportModel> =>
      toModel(
        act,
        await alone(act, async (tx) => writer.set(tx, act, await lockWritable(tx, act, uuid), { enabled: false })),
      ),

    remove: (act: Act, uuid: string, how: ReportRemoval): Promise<void> =>
      alone(act, (tx) => remove(tx, act, uuid, how)),
  };
}
