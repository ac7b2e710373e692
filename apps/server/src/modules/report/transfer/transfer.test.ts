// Tests the document of an export: what it has, and what an import makes of it elsewhere and at home.
import type { SvcRToolReportImportResultModel, SvcRToolReportTransferModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, type ReportServer, sessionsReport, signInWith, startReportServer } from '../report-server.fixture.ts';

type Document = SvcRToolReportTransferModel;
type Result = SvcRToolReportImportResultModel;

let server: ReportServer;
let elsewhere: ReportServer;
beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startReportServer(), startReportServer()]);
});
afterAll(() => Promise.all([server?.stop(), elsewhere?.stop()]));

const logo = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('a picture'),
]).toString('base64');

async function exported(from: ReportServer, body: object = {}, token = from.admin): Promise<Document> {
  const answer = await from.as<Document>(token, 'POST', '/executable-reports/export', body);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.body;
}
async function imported(to: ReportServer, document: object, more = '', token = to.admin): Promise<Result> {
  const answer = await to.as<Result>(token, 'POST', `/executable-reports/import${more}`, document);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.body;
}
const document = (reportList: readonly object[], groupList: readonly object[] = []) => ({
  formatVersion: 1,
  groupList,
  reportList: reportList.map((report) => ({ name: 'Imported', ...sessionsReport, ...report })),
});
const actions = ({ itemList }: Result) => itemList.map(({ code, action, errorCode }) => [code, errorCode ?? action]);

it('report 28: an export that is imported into an empty system gives an equal export', async () => {
  const top = await server.group('satış', { code: 'sales', name: 'Satış', description: 'Ağ', displayOrder: 3 });
  const below = await server.group('monthly', {
    parentUuid: top,
    icon: 'calendar',
    enabled: true,
    authorityList: [{ authority: 'LOG_VIEW', permission: 'READ' }],
  });
  await server.report('first', {
    name: 'Kişiler',
    reportGroupUuid: below,
    status: 'PUBLISHED',
    layout: { title: 'Ç', logo },
    parameterList: [{ name: 'who', type: 'STRING', optionList: [{ value: 'ada', label: 'Ada' }] }],
    columnList: [{ name: 'username', labelMap: { tr: 'Kişi' } }],
    chartList: [{ type: 'PIE', categoryColumn: 'username', seriesColumnList: ['username'], aggregate: 'COUNT' }],
    authorityList: [{ authority: 'SESSION_VIEW', permission: 'READ' }],
  });
  const { uuid } = await server.report('second', {
    enabled: true,
    csvDelimiter: ';',
    outputFormatList: ['CSV', 'PDF'],
  });
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${uuid}`);
  const given = await exported(server);
  expect(given.groupList.map(({ code, parentCode }) => [code, parentCode])).toEqual([
    ['sales', null],
    ['monthly', 'sales'],
  ]);
  expect(given.reportList).toMatchObject([
    { code: 'first', groupCode: 'monthly', layout: { logo }, enabled: true },
    { code: 'second', groupCode: null, enabled: false },
  ]);
  expect(JSON.stringify(given)).not.toMatch(/uuid|tenant|createdBy/);
  const told = await imported(elsewhere, given, '?dry-run=true');
  expect(told).toMatchObject({ dryRun: true, createdCount: 4, refusedCount: 0 });
  expect(told.itemList.map((item) => item.uuid)).toEqual([null, null, null, null]);
  expect((await exported(elsewhere)).reportList).toEqual([]);
  expect(await imported(elsewhere, given)).toMatchObject({ dryRun: false, createdCount: 4, refusedCount: 0 });
  expect(await exported(elsewhere)).toEqual(given);
  // Whoever presses twice changes nothing.
  expect(await imported(elsewhere, given)).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 4 });
  const kinds = async (of: ReportServer) => (await of.events()).map(({ kind }) => kind);
  expect(await kinds(server)).toContain('report.exported');
  expect((await kinds(elsewhere)).filter((kind) => kind === 'report.imported')).toHaveLength(2);
});

it('report 28: what is there becomes what the document says, as a new version, and groups that are there stay', async () => {
  const group = await server.group('kept', { description: 'Mine' });
  const { uuid } = await server.report('changed', { name: 'Before', description: 'Before', layout: { logo } });
  const groupList = [{ code: 'kept', name: 'Other', description: 'Theirs' }];
  const result = await imported(
    server,
    document([{ code: 'changed', name: 'After', groupCode: 'kept', enabled: false }], groupList),
  );
  expect(result).toMatchObject({ updatedCount: 1, unchangedCount: 1 });
  expect(result.itemList[1]).toMatchObject({ type: 'REPORT', action: 'UPDATE', uuid });
  const { body } = await server.as(server.admin, 'GET', `/executable-reports/by-uuid/${uuid}`);
  const expected = { name: 'After', description: null, reportGroupUuid: group, enabled: false, layout: { logo: null } };
  expect(body).toMatchObject(expected);
  expect(await server.groups({ code: 'kept' })).toMatchObject([{ name: 'kept', description: 'Mine' }]);
});

it('report 28: what cannot be taken says why and stops nothing else', async () => {
  const result = await imported(
    server,
    document(
      [
        { code: 'fine' },
        { code: 'lost', groupCode: 'nowhere' },
        { code: 'gone', query: { dataSetCode: 'gone' } },
        { code: 'odd', dataAdapterCode: 'platform', defaultOutputFormat: 'PDF', outputFormatList: ['CSV'] },
        { code: 'foreign', authorityList: [{ authority: 'NOBODY_HAS_IT', permission: 'READ' }] },
        { code: 'platform.sign-ins' },
        { code: 'fine', name: 'Again' },
        { code: 'within', groupCode: 'platform' },
      ],
      [{ code: 'orphan', name: 'Orphan', parentCode: 'nowhere' }],
    ),
  );
  expect(actions(result)).toEqual([
    ['orphan', 'REPORT_GROUP_NOT_FOUND'],
    ['fine', 'CREATE'],
    ['lost', 'REPORT_GROUP_NOT_FOUND'],
    ['gone', 'REPORT_DEFINITION_INVALID'],
    ['odd', 'VALIDATION_FAILED'],
    ['foreign', 'AUTHORITY_UNKNOWN'],
    ['platform.sign-ins', 'REPORT_SYSTEM_RECORD'],
    ['fine', 'UPDATE'],
    ['within', 'REPORT_SYSTEM_RECORD'],
  ]);
  expect(result.itemList[3]).toMatchObject({ errorArguments: [{ field: 'query.dataSetCode' }], uuid: null });
  const shape = await server.refusal(server.admin, 'POST', '/executable-reports/import', {
    ...document([]),
    formatVersion: 2,
  });
  expect(shape).toEqual([400, 'VALIDATION_FAILED', 'formatVersion OUT_OF_RANGE']);
});

it('report 28: whoever may not write statements imports none', async () => {
  const administrator = await signInWith(server, 'administrator', ['REPORT_ADMIN', 'SESSION_VIEW']);
  const source = { reportDataSourceType: 'SQL', dataAdapterCode: 'warehouse', query: { statement: 'SELECT 1' } };
  const given = document([{ code: 'statement', ...source }, { code: 'plain' }]);
  expect(actions(await imported(server, given, '', administrator))).toEqual([
    ['statement', 'ACCESS_DENIED'],
    ['plain', 'CREATE'],
  ]);
  const path = '/executable-reports/import';
  const manager = await signInWith(server, 'importer', ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_SQL_WRITE']);
  expect(await server.refusal(manager, 'POST', path, given)).toEqual([403, 'ACCESS_DENIED']);
});

it('report 28: an export has what was asked for, and what an import would not take is refused', async () => {
  const outer = await server.group('outer');
  const inner = await server.group('inner', { parentUuid: outer });
  const asked = await server.report('inside', { reportGroupUuid: inner });
  await server.report('outside');
  const byGroup = await exported(server, { reportGroupUuid: outer });
  expect(byGroup.groupList.map(({ code }) => code)).toEqual(['outer', 'inner']);
  expect(byGroup.reportList.map(({ code }) => code)).toEqual(['inside']);
  expect(await exported(server, { uuidList: [asked.uuid] })).toEqual(byGroup);
  const refused = (body: object, token = server.admin) =>
    server.refusal(token, 'POST', '/executable-reports/export', body);
  const nobody = '0198c0de-0000-7000-8000-000000000000';
  expect(await refused({ uuidList: [asked.uuid, nobody] })).toMatchObject([404, 'REPORT_NOT_FOUND']);
  expect(await refused({ reportGroupUuid: nobody })).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
  const manager = await signInWith(server, 'manager', ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_GROUP_MANAGE']);
  expect(await refused({}, manager)).toEqual([403, 'ACCESS_DENIED']);
  // A description is filled up where no body would let it be.
  await query(server, `UPDATE report_definition SET description = repeat('x', 9000000) WHERE uuid = $1`, [asked.uuid]);
  expect(await refused({ uuidList: [asked.uuid] })).toEqual([422, 'REPORT_EXPORT_TOO_LARGE']);
  await query(server, 'UPDATE report_definition SET description = NULL WHERE uuid = $1', [asked.uuid]);
});
