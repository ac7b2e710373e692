// Tests what goes by itself: files after their time, runs after a month, and what belonged to whoever is gone.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renameUser, signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from './execution.fixture.ts';

const AUTHORITIES = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW'];

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

const wake = (name: string) => server.jobs.find((job) => job.name === name)?.wake();
const statusOf = (run: string) =>
  query<{ status: string; files: number }>(
    server,
    `SELECT status, (SELECT count(*)::int FROM report_export x WHERE x.execution_id = e.id AND content IS NOT NULL) AS files
     FROM report_execution e WHERE uuid = $1`,
    [run],
  ).then(([row]) => row);

it('report 25: after its time a file is 410, its rows too, and a month after its end a run is forgotten', async () => {
  const { uuid } = await server.report('expiring');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV', retentionHours: 2 });
  server.clock.advance(3 * HOUR_MS);
  let token = await signInAdmin(server);
  expect((await server.output(run, { token })).status).toBe(200);
  wake('report-runs');
  await eventually(
    () => server.execution(run, token),
    ({ status }) => status === 'EXPIRED',
  );
  expect(await server.output(run, { token })).toMatchObject({ status: 410, errorCode: 'REPORT_OUTPUT_EXPIRED' });
  const page = await server.as(token, 'GET', `/report-executions/page/by-uuid/${run}/0`);
  expect([page.status, page.error?.errorCode]).toEqual([410, 'REPORT_OUTPUT_EXPIRED']);
  server.clock.advance(31 * 24 * HOUR_MS);
  token = await signInAdmin(server);
  wake('report-runs');
  const left = await eventually(
    () => server.as(token, 'GET', `/report-executions/by-uuid/${run}`),
    ({ status }) => status !== 200,
  );
  expect(left.error?.errorCode).toBe('REPORT_EXECUTION_NOT_FOUND');
});

it('report 30: runs follow their person to a new name, and whoever has the old one then sees none of them', async () => {
  const admin = await signInAdmin(server);
  const { uuid } = await server.report('followed', {}, admin);
  const token = await signInWith({ ...server, admin }, 'mara', AUTHORITIES);
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' }, token);
  await renameUser(server, admin, 'mara', 'maria');
  await eventually(
    () => query<{ name: string }>(server, 'SELECT requested_by AS name FROM report_execution WHERE uuid = $1', [run]),
    ([row]) => row?.name === 'maria',
  );
  const renamed = await signIn(server, 'maria', USER_PASSWORD);
  expect(await server.execution(run, renamed)).toMatchObject({ requestedBy: 'maria' });
});

it('report 30: with a person his files go, and what he had queued', async () => {
  const admin = await signInAdmin(server);
  const { uuid } = await server.report('leaving', {}, admin);
  const token = await signInWith({ ...server, admin }, 'leaver', AUTHORITIES);
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' }, token);
  await query(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at)
     SELECT gen_random_uuid(), 'default', $1, 0, 'leaving', 'leaving', 'QUEUED', 'CSV', '{}', 'leaver', 'leaver', 'USER', 'en', 'UTC', 1, 1,
       1, 'a', 1, now(), 'infinity'`,
    [uuid],
  );
  const [user] = await query<{ uuid: string }>(server, "SELECT uuid FROM auth_user WHERE username = 'leaver'");
  expect((await server.as(admin, 'DELETE', `/users/by-uuid/${user!.uuid}`)).status).toBe(200);
  await eventually(
    () => query(server, "SELECT FROM report_execution WHERE username_folded = 'leaver' AND status = 'CANCELLED'"),
    (rows) => rows.length === 1,
  );
  wake('report-runs');
  expect(
    await eventually(
      () => statusOf(run),
      (row) => row?.status === 'EXPIRED',
    ),
  ).toMatchObject({ files: 0 });
});

it('with a report its files go, its queued runs are cancelled, and those behind them move up', async () => {
  const admin = await signInAdmin(server);
  const { uuid, version } = await server.report('deleted', {}, admin);
  const { uuid: kept } = await server.report('not-deleted', {}, admin);
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' }, admin);
  const insert = (report: string, place: number) =>
    query<{ uuid: string }>(
      server,
      `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
         parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
         place, queued_date, due_at)
       VALUES (gen_random_uuid(), 'default', $1, 0, 'r', 'r', 'QUEUED', 'CSV', '{}', 'waiting', 'waiting', 'USER', 'en', 'UTC', 1, 1, 1, 'a',
         $2, now(), 'infinity') RETURNING uuid`,
      [report, place],
    ).then(([row]) => row!.uuid);
  const [first, second, behind] = [await insert(uuid, 1), await insert(uuid, 2), await insert(kept, 3)];
  const answer = await server.as(admin, 'DELETE', `/executable-reports/${uuid}?version=${version}`);
  expect(answer.status).toBe(200);
  for (const cancelled of [first, second]) expect(await statusOf(cancelled)).toMatchObject({ status: 'CANCELLED' });
  wake('report-runs');
  await eventually(
    () => query<{ place: number }>(server, 'SELECT place FROM report_execution WHERE uuid = $1', [behind]),
    ([row]) => row?.place === 1,
  );
  await eventually(
    () => statusOf(run),
    (row) => row?.status === 'EXPIRED' && row.files === 0,
  );
  await query(server, 'DELETE FROM report_execution WHERE uuid = $1', [behind]);
});
