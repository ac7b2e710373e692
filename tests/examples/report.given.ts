// Arranges what the examples of reports need: groups, reports and adapters.
import type { reportModule } from '@keelson/contract';
import { eventually } from '../../apps/server/src/testing/sign-in.ts';
import { groupBy } from '../acceptance/report/saved.ts';
import type { ExampleWorld, GivenOf } from './given.ts';
import { reportAdapterGivens } from './report-adapter.given.ts';
import { reportCsvGivens } from './report-csv.given.ts';

const codeOf = ({ name }: ExampleWorld) => name('example-sales');

const toSave = (world: ExampleWorld) => ({
  as: world.admin,
  values: { reportGroupCode: codeOf(world) },
});

async function grouped(world: ExampleWorld) {
  const reportGroupCode = codeOf(world);
  const { uuid } = await groupBy(world.admin, reportGroupCode);
  return { as: world.admin, values: { reportGroup: uuid, reportGroupCode } };
}

/** A tree holds every group of its tenant. */
async function inOwnTenant(world: ExampleWorld) {
  const { deputy } = await world.ownTenant();
  const reportGroupCode = codeOf(world);
  const { uuid } = await groupBy(deputy, reportGroupCode);
  return { as: deputy, values: { reportGroup: uuid, reportGroupCode } };
}

async function reported({ admin, name }: ExampleWorld) {
  const reportCode = name('example-sessions');
  const { body } = await admin.sure.report.saveReport({
    body: {
      code: reportCode,
      name: 'Sessions of a person',
      status: 'PUBLISHED',
      reportDataSourceType: 'PLATFORM',
      dataAdapterCode: 'platform',
      query: {
        dataSetCode: 'sessions',
        filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }],
        orderByList: [{ column: 'createdDate', direction: 'DESC' }],
      },
      parameterList: [{ name: 'who', label: 'Person', type: 'STRING', required: true }],
      layout: { orientation: 'LANDSCAPE' },
    },
  });
  return { as: admin, values: { report: body.uuid, reportCode, otherReportCode: name('example-other') } };
}

async function ran(world: ExampleWorld) {
  const { as, values } = await reported(world);
  const { body } = await as.sure.report.execute({
    params: { uuid: values.report },
    body: { outputFormat: 'CSV', parameterMap: { who: 'admin' } },
  });
  await as.sure.report.getStatus({ params: { uuid: body.uuid }, query: { 'wait-millis': 20_000 } });
  return { as, values: { ...values, reportRun: body.uuid } };
}

const toReport = ({ admin, name }: ExampleWorld) => ({
  as: admin,
  values: { reportCode: name('example-sessions') },
});

async function scheduled(world: ExampleWorld) {
  const { as, values } = await reported(world);
  const { body } = await as.sure.report.saveSchedule({
    body: {
      name: 'Sessions of a person, each morning',
      executableReportUuid: values.report,
      cron: '0 8 * * 1-5',
      timeZone: 'Europe/Istanbul',
      excludeDateList: ['2027-01-01'],
      parameterMap: { who: { expression: 'CURRENT_USER' } },
      outputFormatList: ['CSV'],
    },
  });
  return { as, values: { ...values, reportSchedule: body.uuid } };
}

/** Its files have been mailed, to whoever has an address. */
async function delivered(world: ExampleWorld) {
  const { as, values } = await scheduled(world);
  const { body } = await as.sure.report.runScheduleNow({ params: { uuid: values.reportSchedule } });
  const ended = () => as.sure.report.queryScheduleRunPage({ body: { scheduleUuid: values.reportSchedule } });
  await eventually(ended, ({ body: { data } }) => data[0]?.finishedDate != null);
  return { as, values: { ...values, reportScheduleRun: body.uuid } };
}

export const reportGivens: GivenOf<typeof reportModule> = {
  ...reportAdapterGivens,
  ...reportCsvGivens,
  queryDataList: grouped,
  queryDataPage: grouped,
  queryLookupDataList: grouped,
  getGroup: grouped,
  updateGroup: grouped,
  updateAllGroups: grouped,
  deleteGroup: grouped,
  getTree: inOwnTenant,
  save: toSave,
  deleteByUuid: reported,
  getByUuid: reported,
  saveReport: toReport,
  updateReport: reported,
  copyReport: reported,
  activateReport: reported,
  deactivateReport: reported,
  exportAll: reported,
  importAll: toReport,
  queryReportVersionList: reported,
  restoreReport: reported,
  queryReportDataPage: reported,
  queryReportLookupDataList: reported,
  execute: reported,
  run: reported,
  getStatus: ran,
  async stream(world) {
    return { ...(await ran(world)), happens: async () => undefined };
  },
  getExecution: ran,
  queryExecutionPage: ran,
  getOutput: ran,
  getPage: ran,
  exportAgain: ran,
  cancel: ran,
  deleteExecution: ran,
  resolveParameters: reported,
  previewReport: reported,
  saveSchedule: reported,
  updateSchedule: scheduled,
  getSchedule: scheduled,
  deleteSchedule: scheduled,
  activateSchedule: scheduled,
  deactivateSchedule: scheduled,
  runScheduleNow: scheduled,
  queryScheduleDataPage: scheduled,
  nextRuns: toReport,
  restartFailed: delivered,
  queryScheduleRunPage: scheduled,
};
