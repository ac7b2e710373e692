// Plays the scenarios of reports: groups and reports saved, found, changed and removed.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Scenario, World } from '../world.ts';
import { adapterScenarios } from './adapter.scenarios.ts';
import { csvScenarios } from './csv.scenarios.ts';
import { groupBy, reportBy, runBy, sessionsReport } from './saved.ts';
import { scheduleScenarios } from './schedule.scenarios.ts';

const report = ({ admin, name }: World) => reportBy(admin, name('report'));
const group = ({ admin, name }: World) => groupBy(admin, name('group'));
const ran = ({ admin, name }: World) => runBy(admin, name('run'));

async function textOf(stream: unknown): Promise<string> {
  return new Response(stream as ReadableStream).text();
}

export const reportScenarios: Readonly<Record<string, Scenario>> = {
  ...adapterScenarios,
  ...csvScenarios,
  ...scheduleScenarios,
  'report save': async (as, { admin, name }) => {
    const code = name('group');
    const { headers } = await as(admin).report.save({ body: { code, name: code } });
    const { body } = await admin.sure.report.queryDataList({ body: { code } });
    expect(headers.get('location')).toBe(`/report-groups/by-uuid/${body[0]?.uuid}`);
  },
  'report queryDataPage': async (as, world) => {
    const { code } = await group(world);
    const { body } = await as(world.admin).report.queryDataPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ code, level: 1, reportCount: 0 }] });
  },
  'report queryDataList': async (as, world) => {
    const { code, uuid } = await group(world);
    const below = await groupBy(world.admin, `${code}-below`, uuid);
    const { body } = await as(world.admin).report.queryDataList({ body: { parentUuid: uuid } });
    expect(body).toMatchObject([{ uuid: below.uuid, parentUuid: uuid, level: 2 }]);
  },
  'report queryLookupDataList': async (as, world) => {
    const { code, name } = await group(world);
    const { body } = await as(world.admin).report.queryLookupDataList({ body: { code } });
    expect(body).toMatchObject([{ code, pathNameList: [name], enabled: true }]);
  },
  'report getByUuid': async (as, world) => {
    const { params, code } = await report(world);
    const { body, headers } = await as(world.admin).report.getByUuid({ params });
    expect(body).toMatchObject({ code, version: 0, query: { dataSetCode: 'sessions' } });
    expect(headers.get('etag')).toBe('"0"');
  },
  'report deleteByUuid': async (as, world) => {
    const { params, code } = await report(world);
    await as(world.admin).report.deleteByUuid({ params, query: { version: 0 } });
    const { body } = await world.admin.sure.report.queryReportDataPage({ body: { code } });
    expect(body.totalElements).toBe(0);
  },
  'report saveReport': async (as, { admin, name }) => {
    const code = name('report');
    const { body, headers } = await as(admin).report.saveReport({ body: { code, name: code, ...sessionsReport } });
    expect(body).toMatchObject({ code, status: 'DRAFT', rowLimit: 100_000 });
    expect(headers.get('location')).toBe(`/executable-reports/by-uuid/${body.uuid}`);
  },
  'report updateReport': async (as, world) => {
    const { uuid, version } = await report(world);
    const { body } = await as(world.admin).report.updateReport({ body: { uuid, version, status: 'PUBLISHED' } });
    expect(body).toMatchObject({ version: 1, status: 'PUBLISHED' });
  },
  'report copyReport': async (as, world) => {
    const { params, code } = await report(world);
    const copied = { code: world.name('copied'), name: 'Copied' };
    const { body } = await as(world.admin).report.copyReport({ params, body: copied });
    expect(body).toMatchObject({ ...copied, status: 'DRAFT' });
    expect(body.code).not.toBe(code);
  },
  'report activateReport': async (as, world) => {
    const { params } = await report(world);
    await world.admin.sure.report.deactivateReport({ params });
    expect((await as(world.admin).report.activateReport({ params })).body).toMatchObject({ enabled: true, version: 2 });
  },
  'report deactivateReport': async (as, world) => {
    const { params } = await report(world);
    expect((await as(world.admin).report.deactivateReport({ params })).body).toMatchObject({ enabled: false });
  },
  'report exportAll': async (as, world) => {
    const { uuid, code } = await report(world);
    const { body } = await as(world.admin).report.exportAll({ body: { uuidList: [uuid] } });
    expect(body).toMatchObject({ formatVersion: 1, groupList: [], reportList: [{ code, groupCode: null }] });
  },
  'report importAll': async (as, { admin, name }) => {
    const [code, groupCode] = [name('report'), name('group')];
    const groupList = [{ code: groupCode, name: groupCode }];
    const reportList = [{ code, name: code, groupCode, ...sessionsReport }];
    const document = { formatVersion: 1, groupList, reportList };
    const { body } = await as(admin).report.importAll({ body: document });
    expect(body).toMatchObject({ dryRun: false, createdCount: 2, refusedCount: 0 });
  },
  'report queryReportVersionList': async (as, world) => {
    const { params } = await report(world);
    await world.admin.sure.report.deactivateReport({ params });
    const { body } = await as(world.admin).report.queryReportVersionList({ params });
    expect(body).toMatchObject([
      { version: 1, current: true },
      { version: 0, current: false },
    ]);
  },
  'report restoreReport': async (as, world) => {
    const { uuid, version, name } = await report(world);
    await world.admin.sure.report.updateReport({ body: { uuid, version, name: 'Changed' } });
    const { body } = await as(world.admin).report.restoreReport({ params: { uuid, version } });
    expect(body).toMatchObject({ uuid, version: 2, name });
  },
  'report resolveParameters': async (as, world) => {
    const parameterList = [{ name: 'who', type: 'STRING', defaultValue: 'nobody' }] as const;
    const { params } = await reportBy(world.admin, world.name('report'), { parameterList });
    const { body } = await as(world.admin).report.resolveParameters({ params, body: {} });
    expect(body).toMatchObject([{ name: 'who', value: 'nobody', valid: true }]);
  },
  'report previewReport': async (as, world) => {
    const { uuid } = await report(world);
    const { body } = await as(world.admin).report.previewReport({ body: { uuid, rowLimit: 1 } });
    expect(body).toMatchObject({ rowList: [expect.any(Array)] });
    expect(body.columnList[1]).toEqual({ name: 'username', type: 'STRING' });
  },
  'report validateReport': async (as, { admin, name }) => {
    const code = name('report');
    const { body } = await as(admin).report.validateReport({ body: { code, name: code, ...sessionsReport } });
    expect(body).toMatchObject({ valid: true, problemList: [] });
  },
  'report queryReportDataPage': async (as, world) => {
    const { uuid, name } = await group(world);
    const { code } = await reportBy(world.admin, world.name('report'), { reportGroupUuid: uuid });
    const { body } = await as(world.admin).report.queryReportDataPage({ body: { reportGroupUuid: uuid } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ code, reportGroupName: name }] });
  },
  'report queryReportLookupDataList': async (as, world) => {
    const { code, uuid } = await report(world);
    const { body } = await as(world.admin).report.queryReportLookupDataList({ body: { code } });
    expect(body).toMatchObject([{ uuid, enabled: true }]);
  },
  'report getGroup': async (as, world) => {
    const { params, code } = await group(world);
    const { body } = await as(world.admin).report.getGroup({ params });
    expect(body).toMatchObject({ code, authorityList: [], permissionList: ['READ', 'EXECUTE', 'WRITE'] });
  },
  'report updateGroup': async (as, world) => {
    const [{ uuid }, above] = [await group(world), await group(world)];
    const { body } = await as(world.admin).report.updateGroup({ body: { uuid, version: 0, parentUuid: above.uuid } });
    expect(body).toMatchObject({ uuid, version: 1, parentUuid: above.uuid });
  },
  'report updateAllGroups': async (as, world) => {
    const [{ uuid }, above] = [await group(world), await group(world)];
    const { body } = await as(world.admin).report.updateAllGroups({
      body: [{ uuid, parentUuid: above.uuid, displayOrder: 7, version: 0 }],
    });
    expect(body).toMatchObject([{ uuid, parentUuid: above.uuid, displayOrder: 7 }]);
  },
  'report deleteGroup': async (as, world) => {
    const { params, code, uuid } = await group(world);
    const below = await groupBy(world.admin, `${code}-below`, uuid);
    await as(world.admin).report.deleteGroup({ params, query: { mode: 'MOVE_TO_PARENT' } });
    const { body } = await world.admin.sure.report.queryDataList({ body: { searchText: code } });
    expect(body).toMatchObject([{ uuid: below.uuid, level: 1 }]);
  },
  'report getTree': async (as, world) => {
    const { code, uuid } = await group(world);
    const below = await groupBy(world.admin, `${code}-below`, uuid);
    const { body } = await as(world.admin).report.getTree();
    const at = body.findIndex((node) => node.uuid === uuid);
    expect(body.slice(at, at + 2)).toMatchObject([
      { uuid, childCount: 1 },
      { uuid: below.uuid, parentUuid: uuid },
    ]);
  },
  'report execute': async (as, world) => {
    const { params, uuid } = await report(world);
    const { body } = await as(world.admin).report.execute({ params, body: { outputFormat: 'CSV' } });
    expect(body).toMatchObject({ executableReportUuid: uuid, status: 'QUEUED', outputFormat: 'CSV' });
  },
  'report run': async (as, world) => {
    const { params } = await report(world);
    const { body, headers } = await as(world.admin).report.run({ params, body: { outputFormat: 'CSV' } });
    expect(await textOf(body)).toContain('Identifier');
    expect(headers.get('x-svc-execution-uuid')).toMatch(/^[0-9a-f-]{36}$/);
  },
  'report getStatus': async (as, world) => {
    const { params } = await ran(world);
    expect((await as(world.admin).report.getStatus({ params })).body).toMatchObject({ status: 'SUCCEEDED' });
  },
  'report stream': async (as, world) => {
    const { params } = await ran(world);
    const listener = listenTo((await as(world.admin).report.stream({ query: params })).body);
    try {
      const heard = await listener.hear(({ event }) => event === 'finished');
      expect(heard).toMatchObject({ data: { ...params, status: 'SUCCEEDED' } });
    } finally {
      await listener.close();
    }
  },
  'report getExecution': async (as, world) => {
    const { params } = await ran(world);
    const { body } = await as(world.admin).report.getExecution({ params });
    expect(body).toMatchObject({ requestedBy: 'admin', exportList: [{ outputFormat: 'CSV', status: 'SUCCEEDED' }] });
  },
  'report queryExecutionPage': async (as, world) => {
    const { report: of, params } = await ran(world);
    const { body } = await as(world.admin).report.queryExecutionPage({ body: { executableReportUuid: of.uuid } });
    expect(body).toMatchObject({ totalElements: 1, data: [params] });
  },
  'report getOutput': async (as, world) => {
    const { params } = await ran(world);
    const { body, headers } = await as(world.admin).report.getOutput({ params, query: { format: 'CSV' } });
    expect([await textOf(body), headers.get('content-type')]).toEqual([
      expect.stringContaining('Identifier'),
      'text/csv',
    ]);
  },
  'report getPage': async (as, world) => {
    const { params } = await ran(world);
    const { body } = await as(world.admin).report.getPage({
      params: { ...params, pageNumber: 0 },
      query: { 'page-size': 1 },
    });
    expect(body.rowList).toHaveLength(1);
  },
  'report exportAgain': async (as, world) => {
    const { params } = await ran(world);
    const { body } = await as(world.admin).report.exportAgain({ params, body: { outputFormat: 'JSON' } });
    expect(body).toMatchObject({ outputFormat: 'JSON' });
  },
  'report cancel': async (as, world) => {
    const { params } = await ran(world);
    expect((await as(world.admin).report.cancel({ params })).body).toMatchObject({ status: 'SUCCEEDED' });
  },
  'report deleteExecution': async (as, world) => {
    const { params } = await ran(world);
    await as(world.admin).report.deleteExecution({ params });
    const { errorDetail } = await world.admin.client.report.getStatus({ params });
    expect(errorDetail?.errorCode).toBe('REPORT_EXECUTION_NOT_FOUND');
  },
};
