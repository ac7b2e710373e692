// Tells how each operation on reports would reach into another tenant, and what comes back instead.
import type { Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';
import { adapterReaches, ownAdapterOperations } from './adapter.reach.ts';
import { csvReaches, ownCsvOperations } from './csv.reach.ts';
import { groupBy, reportBy, runBy } from './saved.ts';
import { ownScheduleOperations, scheduleReaches } from './schedule.reach.ts';

/** They answer by the caller's own tenant alone. */
export const ownReportOperations = [
  'saveReport',
  'importAll',
  'validateReport',
  'getTree',
  ...ownAdapterOperations,
  ...ownCsvOperations,
  ...ownScheduleOperations,
];

let made = 0;
function theirs({ tenant }: Foreign) {
  made += 1;
  return groupBy(tenant.deputy, `foreign-group-${made}`);
}
type Theirs = Awaited<ReturnType<typeof theirs>>;

/** Reports are their tenant's alone, whoever asks. */
const alike = (
  call: (client: Parameters<Reach['call']>[0]['report'], foreign: Theirs) => ReturnType<Reach['call']>,
  outcome: Reach['stranger'],
): Reach => ({
  call: async ({ report }, foreign) => call(report, await theirs(foreign)),
  stranger: outcome,
  everywhere: outcome,
});

type TheirReport = Awaited<ReturnType<typeof reportBy>>;

const missing = (
  call: (client: Parameters<Reach['call']>[0]['report'], foreign: TheirReport) => ReturnType<Reach['call']>,
  outcome: Reach['stranger'] = 'REPORT_NOT_FOUND',
): Reach => ({
  call: async ({ report }, { tenant }) => {
    made += 1;
    return call(report, await reportBy(tenant.deputy, `foreign-report-${made}`));
  },
  stranger: outcome,
  everywhere: outcome,
});

type TheirRun = Awaited<ReturnType<typeof runBy>>;

const missingRun = (
  call: (client: Parameters<Reach['call']>[0]['report'], foreign: TheirRun) => ReturnType<Reach['call']>,
  outcome: Reach['stranger'] = 'REPORT_EXECUTION_NOT_FOUND',
): Reach => ({
  call: async ({ report }, { tenant }) => {
    made += 1;
    return call(report, await runBy(tenant.deputy, `foreign-run-${made}`));
  },
  stranger: outcome,
  everywhere: outcome,
});

export const reportReaches: Readonly<Record<string, Reach>> = {
  ...adapterReaches,
  ...csvReaches,
  ...scheduleReaches,
  save: alike(
    (report, { uuid, code }) => report.save({ body: { code: `${code}-below`, name: 'Below', parentUuid: uuid } }),
    'REPORT_GROUP_NOT_FOUND',
  ),
  queryDataPage: alike((report, { code }) => report.queryDataPage({ body: { code } }), { totalElements: 0 }),
  queryDataList: alike((report, { uuid }) => report.queryDataList({ body: { uuidList: [uuid] } }), []),
  queryLookupDataList: alike(
    (report, { uuid }) => report.queryLookupDataList({ body: { uuidList: [uuid], code: 'none' } }),
    [],
  ),
  getByUuid: missing((report, { params }) => report.getByUuid({ params })),
  deleteByUuid: missing((report, { params }) => report.deleteByUuid({ params })),
  updateReport: missing((report, { uuid, version }) =>
    report.updateReport({ body: { uuid, version, name: 'Taken over' } }),
  ),
  copyReport: missing((report, { params, code }) => report.copyReport({ params, body: { code, name: code } })),
  activateReport: missing((report, { params }) => report.activateReport({ params })),
  deactivateReport: missing((report, { params }) => report.deactivateReport({ params })),
  exportAll: missing((report, { uuid }) => report.exportAll({ body: { uuidList: [uuid] } })),
  queryReportVersionList: missing((report, { params }) => report.queryReportVersionList({ params })),
  restoreReport: missing((report, { uuid }) => report.restoreReport({ params: { uuid, version: 0 } })),
  resolveParameters: missing((report, { params }) => report.resolveParameters({ params, body: {} })),
  previewReport: missing((report, { uuid }) => report.previewReport({ body: { uuid } })),
  queryReportDataPage: missing((report, { code }) => report.queryReportDataPage({ body: { code } }), {
    totalElements: 0,
  }),
  execute: missing((report, { params }) => report.execute({ params, body: {} })),
  run: missing((report, { params }) => report.run({ params, body: {} })),
  getStatus: missingRun((report, { params }) => report.getStatus({ params })),
  stream: missingRun((report, { params }) => report.stream({ query: params })),
  getExecution: missingRun((report, { params }) => report.getExecution({ params })),
  queryExecutionPage: missingRun(
    (report, foreign) => report.queryExecutionPage({ body: { executableReportUuid: foreign.report.uuid } }),
    { totalElements: 0 },
  ),
  getOutput: missingRun((report, { params }) => report.getOutput({ params })),
  getPage: missingRun((report, { params }) => report.getPage({ params: { ...params, pageNumber: 0 } })),
  exportAgain: missingRun((report, { params }) => report.exportAgain({ params, body: { outputFormat: 'JSON' } })),
  cancel: missingRun((report, { params }) => report.cancel({ params })),
  deleteExecution: missingRun((report, { params }) => report.deleteExecution({ params })),
  queryReportLookupDataList: missing((report, { code }) => report.queryReportLookupDataList({ body: { code } }), []),
  getGroup: alike((report, { params }) => report.getGroup({ params }), 'REPORT_GROUP_NOT_FOUND'),
  updateGroup: alike(
    (report, { uuid }) => report.updateGroup({ body: { uuid, version: 0, name: 'Taken over' } }),
    'REPORT_GROUP_NOT_FOUND',
  ),
  updateAllGroups: alike(
    (report, { uuid }) => report.updateAllGroups({ body: [{ uuid, version: 0, displayOrder: 1 }] }),
    'REPORT_GROUP_NOT_FOUND',
  ),
  deleteGroup: alike((report, { params }) => report.deleteGroup({ params }), 'REPORT_GROUP_NOT_FOUND'),
};
