// Tests who reaches which reports: rights of groups, lists that narrow them, and what is asked for of callers who may not manage.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReportServer, sessionsReport, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
let reader: string;
let writer: string;
let plain: string;
beforeAll(async () => {
  server = await startReportServer();
  const all = ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_DELETE', 'REPORT_GROUP_VIEW', 'SESSION_VIEW'];
  reader = await signInWith(server, 'reader', [...all, 'MENU_VIEW_ALL']);
  writer = await signInWith(server, 'writer', [...all, 'LOG_VIEW']);
  plain = await signInWith(server, 'plain', ['REPORT_VIEW', 'REPORT_GROUP_VIEW', 'REPORT_EXECUTE']);
});
afterAll(() => server?.stop());

const right = (authority: string, permission: string) => ({ authority, permission });
const readers = [right('MENU_VIEW_ALL', 'READ'), right('LOG_VIEW', 'WRITE')];

/** Answers the outcome of every operation on one report. */
const outcomes = async (token: string, uuid: string) => {
  const by = (verb: string) => `/executable-reports/${verb}/by-uuid/${uuid}`;
  const calls = [
    ['GET', `/executable-reports/by-uuid/${uuid}`],
    ['PUT', '/executable-reports', { uuid, version: 0, name: 'x' }],
    ['POST', by('activate')],
    ['POST', by('deactivate')],
    ['POST', by('copy'), { code: 'stolen', name: 'x', reportGroupUuid: null }],
    ['DELETE', `/executable-reports/${uuid}`],
  ] as const;
  const told: unknown[] = [];
  for (const [method, path, body] of calls) told.push((await server.refusal(token, method, path, body))[1] ?? 200);
  return told;
};
const seen = async (token: string, body: object = {}) =>
  (
    await server.as<{ data: { code: string }[]; totalElements: number }>(
      token,
      'POST',
      '/executable-reports/data/page',
      body,
    )
  ).body;

it('report 19: without READ on its group a report is not there in any operation, and with READ alone it cannot be changed', async () => {
  const group = await server.group('kept', { authorityList: readers });
  const { uuid } = await server.report('kept-report', { reportGroupUuid: group });
  expect(await outcomes(plain, uuid)).toEqual(['REPORT_NOT_FOUND', ...Array(5).fill('ACCESS_DENIED')]);
  const stranger = await signInWith(server, 'stranger', [
    'REPORT_VIEW',
    'REPORT_MANAGE',
    'REPORT_DELETE',
    'SESSION_VIEW',
  ]);
  expect(await outcomes(stranger, uuid)).toEqual(Array(6).fill('REPORT_NOT_FOUND'));
  expect(await outcomes(reader, uuid)).toEqual([
    200,
    'ACCESS_DENIED',
    'ACCESS_DENIED',
    'ACCESS_DENIED',
    200,
    'ACCESS_DENIED',
  ]);
  expect(await outcomes(writer, uuid)).toEqual([200, 200, 200, 200, 'REPORT_ALREADY_EXISTS', 200]);
  expect(await server.refusal(stranger, 'POST', '/executable-reports/data/page', { reportGroupUuid: group })).toEqual([
    404,
    'REPORT_GROUP_NOT_FOUND',
  ]);
});

it('report 19: a list of its own narrows what the group allows and never widens it; pages and counts follow', async () => {
  const group = await server.group('narrow', { authorityList: readers });
  const narrow = { reportGroupUuid: group, authorityList: [right('LOG_VIEW', 'WRITE')] };
  const { uuid } = await server.report('narrow-report', narrow);
  await server.report('wide-report', { reportGroupUuid: group, authorityList: [right('REPORT_VIEW', 'WRITE')] });
  await server.report('group-report', { reportGroupUuid: group });
  const inGroup = { reportGroupUuid: group, pageable: { pageSize: 1 } };
  expect(await seen(reader, inGroup)).toMatchObject({ totalElements: 2, data: [{ code: 'group-report' }] });
  expect(await seen(writer, inGroup)).toMatchObject({ totalElements: 3 });
  expect((await server.groups({ code: 'narrow' }, reader)).map(({ reportCount }) => reportCount)).toEqual([2]);
  expect((await server.groups({ code: 'narrow' }, writer)).map(({ reportCount }) => reportCount)).toEqual([3]);
  const tree = await server.as<{ code: string; reportCount: number; permissionList: string[] }[]>(
    reader,
    'GET',
    '/report-groups/tree',
  );
  expect(tree.body.find(({ code }) => code === 'narrow')).toMatchObject({ reportCount: 2, permissionList: ['READ'] });
  expect((await outcomes(reader, uuid))[0]).toBe('REPORT_NOT_FOUND');
  const wide = (await seen(reader, { code: 'wide-report' })).data;
  expect(wide).toMatchObject([{ permissionList: ['READ'] }]);
  expect((await seen(plain, { searchText: 'report' })).data.map(({ code }) => code)).not.toContain('wide-report');
});

it('report 19: nobody puts a report where he may not write, or makes one that he could not write any more', async () => {
  const group = await server.group('closed', { authorityList: readers });
  const body = { code: 'pushed', name: 'pushed', ...sessionsReport };
  const post = (more: object, token: string) =>
    server.refusal(token, 'POST', '/executable-reports', { ...body, ...more });
  expect(await post({ reportGroupUuid: group }, reader)).toEqual([403, 'ACCESS_DENIED']);
  expect(await post({ authorityList: [right('LOG_VIEW', 'WRITE')] }, reader)).toEqual([409, 'SELF_LOCKOUT']);
  const { uuid } = await server.report('mine', {}, reader);
  const put = (more: object) => server.refusal(reader, 'PUT', '/executable-reports', { uuid, version: 0, ...more });
  expect(await put({ reportGroupUuid: group })).toEqual([403, 'ACCESS_DENIED']);
  expect(await put({ authorityList: [right('LOG_VIEW', 'WRITE')] })).toEqual([409, 'SELF_LOCKOUT']);
});

it('report 19: pages and choices filter, sort and count by all that is asked for', async () => {
  const above = await server.group('find-above');
  const below = await server.group('find-below', { parentUuid: above });
  await server.report('find-a', { name: 'İstanbul satışları', reportGroupUuid: above, status: 'PUBLISHED' });
  await server.report('find-b', { name: 'Ankara', reportGroupUuid: below });
  const off = await server.report('find-c', { name: 'Off', reportGroupUuid: below });
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${off.uuid}`);
  const found = async (body: object) => (await seen(server.admin, body)).data.map(({ code }) => code);
  expect(await found({ reportGroupUuid: above })).toEqual(['find-a']);
  expect(await found({ reportGroupUuid: above, includeDescendants: true })).toEqual(['find-b', 'find-a', 'find-c']);
  expect(await found({ name: 'istanbul SATIS' })).toEqual(['find-a']);
  expect(await found({ searchText: 'find-b' })).toEqual(['find-b']);
  expect(await found({ reportGroupUuid: above, includeDescendants: true, status: 'PUBLISHED' })).toEqual(['find-a']);
  expect(await found({ searchText: 'find-', enabled: false })).toEqual(['find-c']);
  expect(await found({ searchText: 'find-', reportDataSourceType: 'SQL' })).toEqual([]);
  expect(
    await found({
      searchText: 'find-',
      dataAdapterCode: 'platform',
      pageable: { sort: { properties: ['code'], direction: 'DESC' } },
    }),
  ).toEqual(['find-c', 'find-b', 'find-a']);
  const choices = await server.as<{ code: string }[]>(server.admin, 'POST', '/executable-reports/data/lookup/list', {
    searchText: 'find-',
  });
  expect(choices.body.map(({ code }) => code)).toEqual(['find-b', 'find-a']);
});
