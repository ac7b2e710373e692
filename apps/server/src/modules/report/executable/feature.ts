// Puts the feature together that keeps and finds reports, and gives them to its sisters.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { createFindReportsService, type FindReportsGround } from './find-reports.service.ts';
import { createReportHandlers } from './report.routes.ts';
import { createReportService, type ReportServiceGround } from './report.service.ts';
import { createReportWriter, type WriteReportGround } from './write-report.ts';

export { findPermissions, findStoredReport, getStoredReport } from './stored-reports.ts';
export { readDefinition } from './write-report.ts';

type ReportGround = FindReportsGround & Omit<ReportServiceGround, 'writer'> & WriteReportGround;

export function createExecutableFeature(ground: ReportGround) {
  const saved = createReportService({ ...ground, writer: createReportWriter(ground) });
  return {
    handlers: createReportHandlers({ found: createFindReportsService(ground), saved }),
    api: {
      moveAll: (tx: Transaction, act: Act, from: string, to: string | null) => saved.moveAll(tx, act, from, to),
      removeAll: (tx: Transaction, act: Act, groups: readonly string[]) => saved.removeAll(tx, act, groups),
    },
  };
}
