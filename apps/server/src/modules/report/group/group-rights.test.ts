// Tests who sees which groups: lists of rights, what is inherited of them, and paths that are cut.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReportServer, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
let reader: string;
let writer: string;
beforeAll(async () => {
  server = await startReportServer();
  reader = await signInWith(server, 'reader', ['REPORT_GROUP_VIEW', 'MENU_VIEW_ALL']);
  writer = await signInWith(server, 'writer', ['REPORT_GROUP_VIEW', 'REPORT_GROUP_MANAGE', 'LOG_VIEW']);
});
afterAll(() => server?.stop());

const right = (authority: string, permission: string) => ({ authority, permission });

it('report 18: a list is inherited until another one takes its place, and a path is cut below what is not seen', async () => {
  const top = await server.group('top');
  const kept = await server.group('kept', { parentUuid: top, authorityList: [right('LOG_VIEW', 'WRITE')] });
  const below = await server.group('below', { parentUuid: kept });
  const opened = await server.group('opened', { parentUuid: below, authorityList: [right('MENU_VIEW_ALL', 'READ')] });
  const leaf = await server.group('leaf', { parentUuid: opened });
  const seen = await server.groups({}, reader);
  expect(seen.map(({ code, level, parentUuid, pathNameList }) => ({ code, level, parentUuid, pathNameList }))).toEqual([
    { code: 'leaf', level: 5, parentUuid: opened, pathNameList: ['opened', 'leaf'] },
    { code: 'opened', level: 4, parentUuid: null, pathNameList: ['opened'] },
    { code: 'top', level: 1, parentUuid: null, pathNameList: ['top'] },
    { code: 'platform', level: 1, parentUuid: null, pathNameList: ['Platform'] },
  ]);
  expect(seen.map(({ permissionList }) => permissionList.join())).toEqual([
    'READ',
    'READ',
    'READ,EXECUTE,WRITE',
    'READ,EXECUTE',
  ]);
  expect(seen.find(({ uuid }) => uuid === top)?.childCount).toBe(0);
  expect((await server.groups({ rootOnly: true }, reader)).map(({ code }) => code)).toEqual([
    'opened',
    'top',
    'platform',
  ]);
  const ofWriter = await server.groups({ parentUuid: top, includeDescendants: true }, writer);
  expect(ofWriter.map(({ code }) => code)).toEqual(['below', 'kept']);
  const page = await server.as<{ totalElements: number }>(reader, 'POST', '/report-groups/data/page', {
    pageable: { pageSize: 1 },
  });
  expect(page.body.totalElements).toBe(4);
  const hiddenParent = await server.as(reader, 'POST', '/report-groups/data/list', { parentUuid: kept });
  expect([hiddenParent.status, hiddenParent.error?.errorCode]).toEqual([404, 'REPORT_GROUP_NOT_FOUND']);
  expect(leaf).toMatch(/-/);
});
