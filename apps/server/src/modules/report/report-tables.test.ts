// Tests that groups and reports of a tenant go with it, and nobody else's.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/sign-in.ts';
import { query, type ReportServer, signInWith, startReportServer } from './report-server.fixture.ts';

let server: ReportServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server?.stop());

const counts = async (tenant: string) => {
  const [row] = await query<{ counts: number[] }>(
    server,
    `SELECT ARRAY[(SELECT count(*)::int FROM report_group WHERE tenant_identifier = $1),
       (SELECT count(*)::int FROM report_definition WHERE tenant_identifier = $1),
       (SELECT count(*)::int FROM report_definition_version v JOIN report_definition d ON d.id = v.report_id
        WHERE d.tenant_identifier = $1)] AS counts`,
    [tenant],
  );
  return row!.counts;
};

it('report 19: with a tenant its groups, reports and their versions go, and nobody else’s', async () => {
  const { body: tenant } = await server.as<{ uuid: string }>(server.admin, 'POST', '/tenants', {
    identifier: 'passing',
    name: 'Passing',
  });
  const theirs = await signInWith(server, 'passing-admin', ['ROLE_TENANT_ADMIN'], 'passing');
  for (const token of [server.admin, theirs]) {
    const above = await server.group('ending', {}, token);
    await server.group('ending-below', { parentUuid: above }, token);
    const { uuid } = await server.report('ending', { reportGroupUuid: above }, token);
    await server.as(token, 'PUT', '/executable-reports', { uuid, version: 0, name: 'changed' });
  }
  expect([await counts('passing'), await counts('default')]).toEqual([
    [2, 1, 2],
    [2, 1, 2],
  ]);
  // A tenant with users is not deleted.
  const [user] = await query<{ uuid: string }>(server, `SELECT uuid FROM auth_user WHERE username = 'passing-admin'`);
  await server.as(server.admin, 'DELETE', `/users/by-uuid/${user!.uuid}`);
  await server.as(server.admin, 'POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  expect((await server.as(server.admin, 'DELETE', `/tenants/by-uuid/${tenant.uuid}`)).status).toBe(200);
  const left = await eventually(
    () => counts('passing'),
    (rows) => rows.every((count) => count === 0),
  );
  expect([left, await counts('default')]).toEqual([
    [0, 0, 0],
    [2, 1, 2],
  ]);
  // The mark goes after the last row.
  await eventually(
    () => query(server, "SELECT FROM kernel_directory_change WHERE module = 'report'"),
    (rows) => rows.length === 0,
  );
});
