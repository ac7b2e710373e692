// Wires reports: keeping and finding them, also for other features.
import { createFindReportsService, type FindReportsGround } from './find-reports.service.ts';
import { createShipReports, type ShipReportsGround } from './ready/ship-reports.ts';
import { createReportHandlers } from './report.routes.ts';
import { createReportService, type ReportServiceGround } from './report.service.ts';
import { createReportChecks, type ReportChecksGround } from './report-checks.ts';
import { createReportsOfGroups } from './reports-of-groups.ts';
import { createVersionService } from './version.service.ts';
import { createReportWriter, type WriteReportGround } from './write-report.ts';

export { readLogo } from './definition/logo.ts';
export { type Report, reports } from './report.store.ts';
export { findPermissions, findReportUuid, findStoredReport, getStoredReport } from './stored-reports.ts';
export { type GivenReportBody, type ReportWriter, readDefinition } from './write-report.ts';

type ReportGround = FindReportsGround &
  Omit<ReportServiceGround, 'writer' | 'checks'> &
  ReportChecksGround &
  WriteReportGround &
  ShipReportsGround;

export function createExecutableFeature(ground: ReportGround) {
  const writer = createReportWriter(ground);
  const ways = { ...ground, writer, checks: createReportChecks(ground) };
  return {
    handlers: createReportHandlers({
      found: createFindReportsService(ground),
      saved: createReportService(ways),
      versions: createVersionService(ways),
    }),
    api: { ...createReportsOfGroups(writer), writer, prepareReport: ways.checks.prepare },
    ship: createShipReports(ground),
  };
}
