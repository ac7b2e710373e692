// Tests the reports that the program ships: everybody sees and runs them, in both languages, and the program alone changes them.
import { createHash } from 'node:crypto';
import type {
  SvcRToolExecutableReportDataModel,
  SvcRToolExecutableReportModel,
  SvcRToolReportGroupDataModel,
  SvcRToolReportGroupTreeModel,
} from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSettingServer } from '../../../../testing/setting-server.ts';
import { query, type RunServer, signInWith, startRunServer } from '../../execution/execution.fixture.ts';
import { readyReports } from './ship-reports.ts';

const env = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };

let server: RunServer;
let group: SvcRToolReportGroupDataModel;
let shipped: readonly SvcRToolExecutableReportDataModel[];
beforeAll(async () => {
  server = await startRunServer(env);
  group = (await server.groups({ code: 'platform' }))[0]!;
  shipped = await reportsOf(server.admin);
});
afterAll(() => server?.stop());

async function reportsOf(token: string, body: object = {}): Promise<readonly SvcRToolExecutableReportDataModel[]> {
  const asked = { reportGroupUuid: group.uuid, ...body };
  const answer = await server.as<{ data: SvcRToolExecutableReportDataModel[] }>(
    token,
    'POST',
    '/executable-reports/data/page',
    asked,
  );
  return answer.body.data;
}
const one = (code: string): string => shipped.find((report) => report.code === `platform.${code}`)!.uuid;
async function inTurkish<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${server.admin}`, 'accept-language': 'tr' };
  return ((await (await fetch(`${server.url}${path}`, { headers })).json()) as { body: T }).body;
}

it('report 39: eight ready reports lie in a group of the platform, which a person of any tenant sees and nobody may write', async () => {
  expect(shipped.map(({ code }) => code).sort()).toEqual([
    'platform.audit-by-user',
    'platform.failed-sign-ins',
    'platform.mail-outcomes',
    'platform.open-tasks',
    'platform.process-durations',
    'platform.sign-ins',
    'platform.slow-reports',
    'platform.task-ages',
  ]);
  expect(new Set(shipped.map(({ tenantIdentifier }) => tenantIdentifier))).toEqual(new Set([null]));
  expect(new Set(shipped.map(({ permissionList }) => permissionList.join()))).toEqual(new Set(['READ,EXECUTE']));
  const reader = await signInWith(server, 'reader', ['REPORT_VIEW', 'REPORT_GROUP_VIEW']);
  expect(await reportsOf(reader)).toHaveLength(8);
  expect(group).toMatchObject({ reportCount: 8, tenantIdentifier: null, permissionList: ['READ', 'EXECUTE'] });
  const tree = await server.as<SvcRToolReportGroupTreeModel[]>(reader, 'GET', '/report-groups/tree');
  expect(tree.body).toMatchObject([{ code: 'platform', reportCount: 8, permissionList: ['READ', 'EXECUTE'] }]);
  // Nobody could put anything there.
  expect(await server.groups({ permission: 'WRITE' })).toEqual([]);
});

it('report 39: they are told and found in English and in Turkish', async () => {
  const uuid = one('process-durations');
  const path = `/executable-reports/by-uuid/${uuid}`;
  const { body: english } = await server.as<SvcRToolExecutableReportModel>(server.admin, 'GET', path);
  expect([english.name, english.parameterList[0]?.label]).toEqual(['Durations of processes', 'Period']);
  const turkish = await inTurkish<SvcRToolExecutableReportModel>(path);
  expect([turkish.name, turkish.parameterList[0]?.label]).toEqual(['Süreçlerin süreleri', 'Dönem']);
  for (const name of ['durations', 'SÜREÇLERİN']) {
    expect((await reportsOf(server.admin, { name })).map((report) => report.uuid)).toEqual([uuid]);
  }
});

it.each(readyReports.map(({ body }) => body.code))('report 39: %s runs as it is, as PDF and as XLSX', async (code) => {
  const uuid = shipped.find((report) => report.code === code)!.uuid;
  for (const outputFormat of ['PDF', 'XLSX']) {
    const run = await server.ran(uuid, { outputFormat, locale: 'tr' });
    expect([run.status, run.errorDetail]).toEqual(['SUCCEEDED', null]);
    const { bytes } = await server.output(run.uuid);
    expect(bytes.subarray(0, 2).toString()).toBe(outputFormat === 'PDF' ? '%P' : 'PK');
    const { reportName } = await server.execution(run.uuid);
    expect(reportName).toBe(readyReports.find(({ body }) => body.code === code)!.shipped.texts.tr.name);
  }
});

it('report 39: whoever may not read the data of one may see it, and not run it', async () => {
  const person = await signInWith(server, 'person', ['REPORT_VIEW', 'REPORT_EXECUTE']);
  const run = (uuid: string) => server.refusal(person, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {});
  for (const { uuid } of shipped) expect(await run(uuid)).toEqual([403, 'ACCESS_DENIED']);
});

it('report 39: what the platform ships is changed, moved, switched off and deleted by nobody, and takes nothing in', async () => {
  const refusal = (method: string, path: string, body?: object) => server.refusal(server.admin, method, path, body);
  const system = [409, 'REPORT_SYSTEM_RECORD'];
  const uuid = one('sign-ins');
  const { version } = shipped[0]!;
  expect(await refusal('PUT', '/executable-reports', { uuid, version, name: 'Mine' })).toEqual(system);
  expect(await refusal('DELETE', `/executable-reports/${uuid}`)).toEqual(system);
  for (const verb of ['activate', 'deactivate'])
    expect(await refusal('POST', `/executable-reports/${verb}/by-uuid/${uuid}`)).toEqual(system);
  expect(await refusal('POST', `/executable-reports/restore/by-uuid/${uuid}/0`)).toEqual(system);
  const { uuid: own } = await server.report('own');
  const there = { reportGroupUuid: group.uuid };
  expect(await refusal('PUT', '/executable-reports', { uuid: own, version: 0, ...there })).toEqual(system);
  const copy = { code: 'copied', name: 'copied', ...there };
  expect(await refusal('POST', `/executable-reports/copy/by-uuid/${own}`, copy)).toEqual(system);
  const body = { code: 'beside', name: 'beside', query: { dataSetCode: 'sessions' }, ...there };
  const source = { reportDataSourceType: 'PLATFORM', dataAdapterCode: 'platform' };
  expect(await refusal('POST', '/executable-reports', { ...body, ...source })).toEqual(system);
  const moved = { uuid: group.uuid, version: group.version, displayOrder: 1 };
  expect(await refusal('PUT', '/report-groups', moved)).toEqual(system);
  expect(await refusal('POST', '/report-groups/update-all', [moved])).toEqual(system);
  expect(await refusal('DELETE', `/report-groups/${group.uuid}?mode=CASCADE`)).toEqual(system);
  expect(await refusal('POST', '/report-groups', { code: 'in', name: 'in', parentUuid: group.uuid })).toEqual(system);
  expect(await reportsOf(server.admin)).toEqual(shipped);
});

it('report 39: a copy of one is the tenant’s own, in the language of whoever copies, and can be changed', async () => {
  const headers = {
    authorization: `Bearer ${server.admin}`,
    'accept-language': 'tr',
    'content-type': 'application/json',
  };
  const response = await fetch(`${server.url}/executable-reports/copy/by-uuid/${one('sign-ins')}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: 'sign-ins', name: 'Girişlerim' }),
  });
  const { body } = (await response.json()) as { body: SvcRToolExecutableReportModel };
  expect(body).toMatchObject({
    name: 'Girişlerim',
    description: 'Kişilerin başlattığı oturumlar, gün gün.',
    tenantIdentifier: 'default',
    reportGroupUuid: null,
    status: 'DRAFT',
    permissionList: ['READ', 'EXECUTE', 'WRITE'],
  });
  expect(body.parameterList[0]?.label).toBe('Dönem');
  const change = { uuid: body.uuid, version: 0, name: 'Girişler' };
  expect((await server.as(server.admin, 'PUT', '/executable-reports', change)).status).toBe(200);
});

async function startAnother(): Promise<void> {
  await (await joinSettingServer(server, env)).stop();
}

it('report 39: a newer edition takes the place of an older one as another version, and an older program leaves a newer one', async () => {
  const uuid = one('open-tasks');
  const stored = () =>
    query<{ version: number; name: string; edition: number }>(
      server,
      `SELECT version, name, (shipped->>'edition')::int AS edition FROM report_definition WHERE uuid = $1`,
      [uuid],
    );
  const [before] = await stored();
  const set = (name: string, edition: number) =>
    query(
      server,
      `UPDATE report_definition SET name = $2, shipped = jsonb_set(shipped, '{edition}', to_jsonb($3::int)) WHERE uuid = $1`,
      [uuid, name, edition],
    );
  await set('As it was', 0);
  await startAnother();
  expect(await stored()).toEqual([{ ...before, version: before!.version + 1 }]);
  await set('As it will be', 99);
  await startAnother();
  expect(await stored()).toEqual([{ version: before!.version + 1, name: 'As it will be', edition: 99 }]);
});

it('report 39: whoever changes a ready report raises its edition, else no installation would have the change', () => {
  const content = createHash('sha256').update(JSON.stringify(readyReports)).digest('base64url');
  expect(content.slice(0, 12)).toBe('EXDYrqlQDr91');
});
