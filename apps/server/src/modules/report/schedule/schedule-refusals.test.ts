// Tests what changing, running and restarting schedules refuse, as saving does.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OWNER, query, type ScheduleServer, signInWith, startScheduleServer } from './schedule.fixture.ts';

let server: ScheduleServer;
beforeAll(async () => {
  server = await startScheduleServer();
});
afterAll(() => server?.stop());

const NOBODY = '00000000-0000-7000-8000-000000000000';
const yearly = { cron: '0 0 1 1 *' };
const codeOf = async (method: string, path: string, body?: object, token = server.admin) =>
  (await server.refusal(token, method, path, body)).slice(0, 2);
const publish = (uuid: string, status: string) =>
  query(server, 'UPDATE report_definition SET status = $2 WHERE uuid = $1', [uuid, status]);

it('report 20: a change of a schedule is refused for the reasons for which a new one is', async () => {
  const { uuid: report } = await server.report('changing', { outputFormatList: ['CSV'], defaultOutputFormat: 'CSV' });
  const { uuid } = await server.schedule(report, yearly);
  const put = (more: object) => codeOf('PUT', '/report-schedules', { uuid, version: 0, ...more });
  expect(await put({ executableReportUuid: NOBODY })).toEqual([404, 'REPORT_NOT_FOUND']);
  expect(await put({ outputFormatList: ['PDF'] })).toEqual([422, 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED']);
  expect(await put({ parameterMap: { nobody: 1 } })).toEqual([422, 'REPORT_PARAMETER_INVALID']);
  expect(await put({ cron: 'never' })).toEqual([422, 'REPORT_CRON_INVALID']);
  expect(await put({ cron: '0 0 30 2 *' })).toEqual([422, 'REPORT_SCHEDULE_OVER']);
  expect(await put({ cron: null, intervalSeconds: 5 })).toEqual([422, 'REPORT_INTERVAL_TOO_SMALL']);
  expect(await put({ timeZone: 'Mars/Base' })).toEqual([422, 'REPORT_TIME_ZONE_UNKNOWN']);
  expect(await put({ delivery: { toList: ['nowhere'] } })).toEqual([422, 'REPORT_RECIPIENT_INVALID']);
  const owner = await signInWith(server, 'changer', OWNER);
  const { uuid: own } = await server.schedule(report, yearly, owner);
  const others = { uuid: own, version: 0, delivery: { toUserList: ['admin'] } };
  expect(await codeOf('PUT', '/report-schedules', others, owner)).toEqual([422, 'REPORT_RECIPIENT_NOT_ALLOWED']);
  const manager = await signInWith(server, 'changemanager', [...OWNER, 'REPORT_SCHEDULE_MANAGE']);
  await query(
    server,
    `INSERT INTO report_schedule (uuid, tenant_identifier, name, name_folded, executable_report_uuid, cron, time_zone, misfire_policy,
       output_format_list, owner_username, owner_folded, due_at, created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 'default', 'n', 'n', $1, '0 0 1 1 *', 'UTC', 'SKIP', '{CSV}', 'changemanager', 'changemanager', now(), 'n', 'n',
       now(), now() FROM generate_series(1, 50)`,
    [report],
  );
  const taken = { uuid: own, version: 0, name: 'taken' };
  expect(await codeOf('PUT', '/report-schedules', taken, manager)).toEqual([409, 'REPORT_SCHEDULE_LIMIT_REACHED']);
});

it('report 20: a report that cannot be run is neither scheduled nor run by hand', async () => {
  const parameterList = [{ name: 'who', type: 'STRING', required: true }];
  const filterList = [{ column: 'username', operator: 'EQ', parameterName: 'who' }];
  const { uuid: report } = await server.report('unrunnable', {
    parameterList,
    query: { dataSetCode: 'sessions', filterList },
  });
  const saved = {
    name: 'n',
    executableReportUuid: report,
    ...yearly,
    outputFormatList: ['CSV'],
    parameterMap: { who: 'admin' },
  };
  const { uuid } = await server.schedule(report, saved);
  const everywhere = async () => [
    await codeOf('PUT', '/report-schedules', { uuid, version: 0, name: 'again' }),
    await codeOf('POST', `/report-schedules/run-now/by-uuid/${uuid}`),
    await codeOf('POST', '/report-schedules', saved),
  ];
  const all = (status: number, code: string) => Array.from({ length: 3 }, () => [status, code]);
  await publish(report, 'ARCHIVED');
  expect(await everywhere()).toEqual(all(409, 'REPORT_NOT_PUBLISHED'));
  await publish(report, 'PUBLISHED');
  await query(server, 'UPDATE report_definition SET enabled = false WHERE uuid = $1', [report]);
  expect(await everywhere()).toEqual(all(409, 'REPORT_DISABLED'));
  await query(server, `UPDATE report_definition SET enabled = true, output_format_list = $2 WHERE uuid = $1`, [
    report,
    JSON.stringify(['PDF']),
  ]);
  expect((await everywhere())[1]).toEqual([422, 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED']);
  await query(server, `UPDATE report_definition SET output_format_list = $2 WHERE uuid = $1`, [
    report,
    JSON.stringify(['CSV']),
  ]);
  await query(server, `UPDATE report_schedule SET parameter_map = '{}' WHERE uuid = $1`, [uuid]);
  expect((await everywhere())[1]).toEqual([422, 'REPORT_PARAMETER_INVALID']);
  await query(server, `UPDATE report_schedule SET parameter_map = '{"who": "admin"}' WHERE uuid = $1`, [uuid]);
  await query(
    server,
    `UPDATE report_definition SET query = jsonb_set(query, '{filterList,0,column}', '"gone"') WHERE uuid = $1`,
    [report],
  );
  expect(await everywhere()).toEqual(all(409, 'REPORT_NOT_RUNNABLE'));
  await query(server, 'UPDATE report_definition SET deleted = true WHERE uuid = $1', [report]);
  expect(await everywhere()).toEqual(all(404, 'REPORT_NOT_FOUND'));
});

it('report 20: what is not there is not found by any operation, and a run that goes on is not restarted', async () => {
  for (const [method, path] of [
    ['DELETE', 'by-uuid'],
    ['POST', 'activate/by-uuid'],
    ['POST', 'deactivate/by-uuid'],
    ['POST', 'run-now/by-uuid'],
  ] as const) {
    expect(await codeOf(method, `/report-schedules/${path}/${NOBODY}`)).toEqual([404, 'REPORT_SCHEDULE_NOT_FOUND']);
  }
  const { uuid: report } = await server.report('going-on');
  const { uuid } = await server.schedule(report, yearly);
  await server.as(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`);
  const [run] = await server.runsEnded(uuid, 1);
  await query(server, 'UPDATE report_schedule_run SET finished_date = NULL WHERE uuid = $1', [run!.uuid]);
  const restart = `/report-schedules/runs/restart-failed/by-uuid/${run!.uuid}`;
  expect(await codeOf('POST', restart)).toEqual([409, 'REPORT_NOT_READY']);
});
