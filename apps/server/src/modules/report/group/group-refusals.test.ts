// Tests what groups that are changed, moved or looked for are refused with.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReportServer, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server?.stop());

const missing = '0190aaaa-0000-7000-8000-0000000000ff';
const put = (body: object) => server.refusal(server.admin, 'PUT', '/report-groups', body);
const move = (...body: object[]) => server.refusal(server.admin, 'POST', '/report-groups/update-all', body);
const stored = async (uuid: string) => (await server.groups({ uuidList: [uuid] }))[0];

it('report 18: pages and choices below a group that is not there are refused', async () => {
  for (const path of ['page', 'lookup/list']) {
    const refused = await server.refusal(server.admin, 'POST', `/report-groups/data/${path}`, { parentUuid: missing });
    expect(refused).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
  }
});

it('report 18: a group that is changed takes no code or name of another, no disabled group, and no right that nobody can hold', async () => {
  const off = await server.group('change-off', { enabled: false });
  await server.group('change-taken');
  const uuid = await server.group('change');
  const change = (fields: object) => put({ uuid, version: 0, ...fields });
  expect(await change({ code: 'change-taken' })).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'code']);
  expect(await change({ name: 'change-taken' })).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'name']);
  expect(await change({ parentUuid: off })).toEqual([409, 'REPORT_GROUP_DISABLED']);
  expect(await change({ authorityList: [{ authority: 'NOBODY_HAS_IT', permission: 'READ' }] })).toEqual([
    422,
    'AUTHORITY_UNKNOWN',
    'authorityList',
  ]);
  expect(await stored(uuid)).toMatchObject({ code: 'change', name: 'change', parentUuid: null, version: 0 });
});

it('report 18: none of several groups moves where one would meet its name, a disabled group or none at all, or go too deep', async () => {
  const off = await server.group('move-off', { enabled: false });
  const target = await server.group('move-target');
  await server.group('move-taken', { name: 'move', parentUuid: target });
  const uuid = await server.group('move');
  const other = await server.group('move-other');
  let deepest = target;
  for (let level = 2; level <= 10; level += 1) deepest = await server.group(`move-${level}`, { parentUuid: deepest });
  const both = (parentUuid: string) =>
    move({ uuid: other, version: 0, parentUuid: target }, { uuid, version: 0, parentUuid });
  expect(await both(target)).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'name']);
  expect(await both(missing)).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
  expect(await both(off)).toEqual([409, 'REPORT_GROUP_DISABLED']);
  expect(await both(deepest)).toEqual([422, 'REPORT_GROUP_TOO_DEEP']);
  for (const one of [uuid, other]) expect(await stored(one)).toMatchObject({ parentUuid: null, version: 0 });
});
