// Tests the versions of a report: listed, and brought back with what belongs to them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { query, type ReportServer, sessionsReport, signInWith, startReportServer } from '../report-server.fixture.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';

let server: ReportServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server?.stop());

interface Version {
  readonly version: number;
  readonly name: string;
  readonly current: boolean;
}
const logo = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('a picture'),
]).toString('base64');
const address = (uuid: string) => `/executable-reports/versions/by-uuid/${uuid}`;
const versions = async (uuid: string, token = server.admin) =>
  (await server.as<Version[]>(token, 'GET', address(uuid))).body;
const put = async (body: object) => {
  const answer = await server.as<Record<string, unknown>>(server.admin, 'PUT', '/executable-reports', body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const restorePath = (uuid: string, version: number) => `/executable-reports/restore/by-uuid/${uuid}/${version}`;
const restore = (uuid: string, version: number, token = server.admin) =>
  server.as<Record<string, unknown>>(token, 'POST', restorePath(uuid, version));
const refused = (uuid: string, version: number, token = server.admin) =>
  server.refusal(token, 'POST', restorePath(uuid, version));

it('report 28: the versions that are kept are listed, the newest first, for whoever sees the report', async () => {
  const { uuid } = await server.report('listed');
  for (let version = 0; version < 51; version += 1) await put({ uuid, version, name: `name ${version + 1}` });
  const viewer = await signInWith(server, 'viewer', ['REPORT_VIEW']);
  const listed = await versions(uuid, viewer);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toEqual({
    version: 51,
    name: 'name 51',
    status: 'DRAFT',
    updatedBy: 'admin',
    dateUpdated: expect.stringMatching(/^\d{4}-.*Z$/),
    current: true,
  });
  expect(listed.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_none, index) => 51 - index));
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  const hidden = await server.report('hidden', { authorityList: [{ authority: 'LOG_VIEW', permission: 'READ' }] });
  expect(await server.refusal(viewer, 'GET', address(hidden.uuid))).toEqual([404, 'REPORT_NOT_FOUND']);
});

it('report 28: a restored version is the next one, and where the report lies, who may use it and whether it is run stay', async () => {
  const [before, group] = [await server.group('before'), await server.group('after')];
  const first = await server.report('restored', {
    name: 'First',
    description: 'As it was',
    reportGroupUuid: before,
    parameterList: [{ name: 'who', type: 'STRING' }],
    columnList: [{ name: 'username', label: 'Kişi' }],
    layout: { title: 'First', logo },
    csvDelimiter: ';',
  });
  const { uuid } = first;
  const rights = [{ authority: 'REPORT_ADMIN', permission: 'WRITE' }];
  await put({
    uuid,
    version: 0,
    code: 'renamed',
    name: 'Second',
    description: null,
    reportGroupUuid: group,
    status: 'PUBLISHED',
    query: { dataSetCode: 'sessions' },
    parameterList: [],
    columnList: [],
    layout: { title: 'Second' },
    csvDelimiter: null,
    authorityList: rights,
  });
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${uuid}`);
  const { status, body } = await restore(uuid, 0);
  expect(status).toBe(200);
  const { name, description, query: asked, parameterList, columnList, layout, csvDelimiter } = first;
  expect(body).toMatchObject({ name, description, query: asked, parameterList, columnList, layout, csvDelimiter });
  expect(body).toMatchObject({ layout: { logo }, query: sessionsReport.query });
  expect(body).toMatchObject({
    version: 3,
    code: 'renamed',
    reportGroupUuid: group,
    status: 'PUBLISHED',
    enabled: false,
    authorityList: [{ role: null, ...rights[0] }],
  });
  expect((await versions(uuid)).map(({ version, name }) => [version, name])).toEqual([
    [3, 'First'],
    [2, 'Second'],
    [1, 'Second'],
    [0, 'First'],
  ]);
  const told = (await server.events()).filter(({ subject }) => subject === 'renamed').at(-1);
  expect(told).toMatchObject({
    kind: 'report.restored',
    detail: { uuid, version: 3, restoredVersion: 0, parts: expect.arrayContaining(['query', 'layout']) },
  });
});

it('report 28: nothing is restored that never was, that its data does not fit any more, or by whoever may not write it', async () => {
  const { uuid } = await server.report('kept');
  await put({ uuid, version: 0, name: 'Other' });
  expect(await refused(uuid, 7)).toEqual([404, 'REPORT_VERSION_NOT_FOUND']);
  expect(await refused('0198c0de-0000-7000-8000-000000000000', 0)).toEqual([404, 'REPORT_NOT_FOUND']);
  const reader = await signInWith(server, 'reader', ['REPORT_VIEW', 'REPORT_MANAGE', 'SESSION_VIEW', 'LOG_VIEW']);
  const narrow = await server.report('narrow', { authorityList: [{ authority: 'LOG_VIEW', permission: 'READ' }] });
  expect(await refused(narrow.uuid, 0, reader)).toEqual([403, 'ACCESS_DENIED']);
  // As where the data set was one of a module that is not there any more.
  await query(
    server,
    `UPDATE report_definition_version v SET content = jsonb_set(content, '{query,dataSetCode}', '"gone"')
     FROM report_definition r WHERE r.id = v.report_id AND r.uuid = $1 AND v.version = 0`,
    [uuid],
  );
  expect(await refused(uuid, 0)).toEqual([
    422,
    'REPORT_DEFINITION_INVALID',
    'query.dataSetCode REPORT_DATA_SET_UNKNOWN',
  ]);
  expect(await versions(uuid)).toMatchObject([{ version: 1, current: true }, { version: 0 }]);
});

it('report 28: whoever restores learns that somebody changed the report meanwhile', async () => {
  const { uuid } = await server.report('meanwhile');
  await put({ uuid, version: 0, name: 'Other' });
  const { database } = server.kernel;
  const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  const answer = await database.transaction(async (tx) => {
    await lockTenantReports(tx, 'default');
    const restored = refused(uuid, 0);
    await vi.waitFor(async () => expect(await query(server, waiting)).toEqual([{ count: 1 }]), { timeout: 10_000 });
    await tx.execute({ name: '', text: 'UPDATE report_definition SET version = 2 WHERE uuid = $1' }, [uuid]);
    return { restored };
  });
  expect(await answer.restored).toMatchObject([409, 'VERSION_CONFLICT']);
});
