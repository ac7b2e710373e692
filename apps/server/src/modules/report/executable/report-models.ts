// Answers a report as it is now to somebody who has changed it.
import type { SvcRToolExecutableReportModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { permissionsOn } from '../right/rights.ts';
import { readLogo } from './definition/logo.ts';
import { missingReferences, type ReferenceGround } from './definition/references.ts';
import { type Report, reports } from './report.store.ts';
import { toReport } from './report.wire.ts';

export type ReportModelsGround = Pick<Kernel, 'contents'> & ReferenceGround;

export function modelsOf(ground: ReportModelsGround) {
  return async ({ caller }: Act, row: Report): Promise<SvcRToolExecutableReportModel> =>
    toReport(reports.toModel(row), {
      logo: await readLogo(ground.contents, row.logo),
      permissionList: permissionsOn(caller, row, row.groupRights, row.authorityList),
      warningList: await missingReferences(ground, row.tenantIdentifier, row),
      showsQuery: caller.holds('REPORT_MANAGE'),
    });
}
