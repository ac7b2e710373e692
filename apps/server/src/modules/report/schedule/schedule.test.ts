// Tests schedules as people save, see and change them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OWNER, query, type ScheduleServer, signInWith, startScheduleServer } from './schedule.fixture.ts';

let server: ScheduleServer;
let report: string;
beforeAll(async () => {
  server = await startScheduleServer();
  report = (await server.report('scheduled')).uuid;
});
afterAll(() => server?.stop());

const save = (more: object, token = server.admin) =>
  server.refusal(token, 'POST', '/report-schedules', { name: 'refused', executableReportUuid: report, ...more });

it('report 20: everything that is wrong with the form of a schedule is reported at once', async () => {
  const wrong = {
    name: ' ',
    cron: '* * * * *',
    intervalSeconds: 0,
    startDate: '2027-01-02T00:00:00Z',
    endDate: '2027-01-01T00:00:00Z',
  };
  expect(await save(wrong)).toEqual([
    400,
    'VALIDATION_FAILED',
    'name PATTERN',
    'intervalSeconds OUT_OF_RANGE',
    'NOT_ALLOWED',
  ]);
  expect(await save({})).toEqual([400, 'VALIDATION_FAILED', 'REQUIRED']);
  const dates = { startDate: wrong.startDate, endDate: wrong.endDate, excludeDateList: ['2026-02-30'] };
  expect(await save({ cron: '* * * * *', ...dates })).toEqual([
    400,
    'VALIDATION_FAILED',
    'endDate OUT_OF_RANGE',
    'excludeDateList[0] FORMAT',
  ]);
});

it('report 20: what can never run is refused by its reason', async () => {
  expect(await save({ cron: 'every day' })).toEqual([422, 'REPORT_CRON_INVALID', 'cron PATTERN']);
  expect(await save({ cron: '0 0 30 2 *' })).toEqual([422, 'REPORT_SCHEDULE_OVER']);
  expect(await save({ runDate: '2020-01-01T00:00:00Z' })).toEqual([422, 'REPORT_SCHEDULE_OVER']);
  expect(await save({ intervalSeconds: 59 })).toEqual([422, 'REPORT_INTERVAL_TOO_SMALL']);
  expect(await save({ cron: '* * * * *', timeZone: 'Mars/Base' })).toEqual([422, 'REPORT_TIME_ZONE_UNKNOWN']);
  expect(await save({ cron: '* * * * *', parameterMap: { nobody: 1 } })).toEqual([
    422,
    'REPORT_PARAMETER_INVALID',
    'parameterMap.nobody UNKNOWN_FIELD',
  ]);
  const { uuid: draft } = await server.report('not-published', { status: 'ARCHIVED' });
  const { uuid: csvOnly } = await server.report('csv-only', { outputFormatList: ['CSV'], defaultOutputFormat: 'CSV' });
  expect(await save({ cron: '* * * * *', executableReportUuid: draft })).toEqual([409, 'REPORT_NOT_PUBLISHED']);
  expect(await save({ cron: '* * * * *', executableReportUuid: csvOnly, outputFormatList: ['CSV', 'PDF'] })).toEqual([
    422,
    'REPORT_OUTPUT_FORMAT_NOT_ALLOWED',
    'outputFormatList[1] NOT_ALLOWED',
  ]);
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${csvOnly}`);
  expect(await save({ cron: '* * * * *', executableReportUuid: csvOnly })).toEqual([409, 'REPORT_DISABLED']);
  const unknown = { cron: '* * * * *', executableReportUuid: '00000000-0000-7000-8000-000000000000' };
  expect(await save(unknown)).toEqual([404, 'REPORT_NOT_FOUND']);
});

it('report 20: values may be expressions, and none is kept for a sensitive parameter', async () => {
  const parameterList = [
    { name: 'who', type: 'STRING' },
    { name: 'since', type: 'DATE_TIME' },
    { name: 'secret', type: 'STRING', sensitive: true },
  ];
  const filterList = [
    { column: 'username', operator: 'EQ', parameterName: 'who' },
    { column: 'createdDate', operator: 'GE', parameterName: 'since' },
    { column: 'username', operator: 'NE', parameterName: 'secret' },
  ];
  const { uuid } = await server.report('with-values', {
    parameterList,
    query: { dataSetCode: 'sessions', filterList },
  });
  const asked = { executableReportUuid: uuid, cron: '0 0 1 1 *' };
  const parameterMap = { who: { expression: 'CURRENT_USER' }, since: { expression: 'TODAY-7d' } };
  expect(await server.schedule(uuid, { cron: asked.cron, parameterMap })).toMatchObject({ parameterMap });
  const wrong = { who: { expression: 'TODAY' }, secret: 'x', since: { expression: 'NEXT_WEEK' } };
  expect(await save({ ...asked, parameterMap: wrong })).toEqual([
    422,
    'REPORT_PARAMETER_INVALID',
    'parameterMap.who TYPE',
    'parameterMap.secret NOT_ALLOWED',
    'parameterMap.since TYPE',
  ]);
});

it('report 20: a change counts the dates anew, and an answer can be sent back', async () => {
  const saved = await server.schedule(report, { name: 'changed', cron: '0 8 * * *', timeZone: 'UTC' });
  const put = (body: object) => server.as<typeof saved>(server.admin, 'PUT', '/report-schedules', body);
  const back = await put(saved);
  expect([back.status, back.body.version]).toEqual([200, 1]);
  const moved = (await put({ uuid: saved.uuid, version: 1, timeZone: 'Asia/Tokyo' })).body;
  const differs = Date.parse(saved.nextRunDate!) - Date.parse(moved.nextRunDate!);
  expect([9 * 3_600_000, -15 * 3_600_000]).toContain(differs);
  const refused = await server.refusal(server.admin, 'PUT', '/report-schedules', {
    uuid: saved.uuid,
    version: 1,
    name: 'late',
  });
  expect(refused.slice(0, 2)).toEqual([409, 'VERSION_CONFLICT']);
  const both = { uuid: saved.uuid, version: 2, intervalSeconds: 60 };
  expect(await server.refusal(server.admin, 'PUT', '/report-schedules', both)).toEqual([
    400,
    'VALIDATION_FAILED',
    'NOT_ALLOWED',
  ]);
  expect((await put({ ...both, cron: null })).body).toMatchObject({ cron: null, intervalSeconds: 60 });
  const switched = { uuid: saved.uuid, version: 3, enabled: false };
  expect(await server.refusal(server.admin, 'PUT', '/report-schedules', switched)).toEqual([
    400,
    'VALIDATION_FAILED',
    'enabled FIELD_READ_ONLY',
  ]);
});

it('report 34: who may run reports schedules them for himself, at most 50, and reaches nobody else’s', async () => {
  const owner = await signInWith(server, 'planner', OWNER);
  const other = await signInWith(server, 'outsider', OWNER);
  const own = await server.schedule(report, { name: 'own', cron: '0 0 1 1 *' }, owner);
  expect(own.ownerUsername).toBe('planner');
  const path = `/report-schedules/by-uuid/${own.uuid}`;
  expect(await server.refusal(other, 'GET', path)).toEqual([404, 'REPORT_SCHEDULE_NOT_FOUND']);
  const change = { uuid: own.uuid, version: 0, name: 'mine' };
  expect(await server.refusal(other, 'PUT', '/report-schedules', change)).toEqual([404, 'REPORT_SCHEDULE_NOT_FOUND']);
  expect(
    (await server.as<{ totalElements: number }>(other, 'POST', '/report-schedules/data/page', {})).body.totalElements,
  ).toBe(0);
  const viewer = await signInWith(server, 'viewer', ['REPORT_SCHEDULE_VIEW', 'REPORT_EXECUTE']);
  expect((await server.as(viewer, 'GET', path)).status).toBe(200);
  expect(await server.refusal(viewer, 'DELETE', path)).toEqual([403, 'ACCESS_DENIED']);
  await query(
    server,
    `INSERT INTO report_schedule (uuid, tenant_identifier, name, name_folded, executable_report_uuid, cron, time_zone, misfire_policy,
       output_format_list, owner_username, owner_folded, due_at, created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 'default', 'n', 'n', $1, '0 0 1 1 *', 'UTC', 'SKIP', '{CSV}', 'planner', 'planner', now(), 'planner', 'planner',
       now(), now() FROM generate_series(1, 49)`,
    [report],
  );
  expect(await save({ cron: '0 0 1 1 *' }, owner)).toEqual([409, 'REPORT_SCHEDULE_LIMIT_REACHED']);
  expect((await server.as(owner, 'DELETE', path)).status).toBe(200);
  expect((await server.schedule(report, { cron: '0 0 1 1 *' }, owner)).ownerUsername).toBe('planner');
});

it('report 34: whoever changes a schedule has it run by his own rights, which he must have', async () => {
  const owner = await signInWith(server, 'firstowner', OWNER);
  const manager = await signInWith(server, 'manager', [...OWNER, 'REPORT_SCHEDULE_MANAGE']);
  const blind = await signInWith(server, 'blind', ['REPORT_SCHEDULE_MANAGE']);
  const { uuid } = await server.schedule(report, { cron: '0 0 1 1 *' }, owner);
  const body = { uuid, version: 0, name: 'taken over' };
  expect(await server.refusal(blind, 'PUT', '/report-schedules', body)).toEqual([403, 'ACCESS_DENIED']);
  const { body: changed } = await server.as<object>(manager, 'PUT', '/report-schedules', body);
  expect(changed).toMatchObject({ ownerUsername: 'manager', createdBy: 'firstowner' });
  expect(await server.refusal(owner, 'GET', `/report-schedules/by-uuid/${uuid}`)).toEqual([
    404,
    'REPORT_SCHEDULE_NOT_FOUND',
  ]);
});

it('report 20: the dates of a pattern are reported without storing anything', async () => {
  const ask = (body: object) =>
    server.as<{ dateList: string[] }>(server.admin, 'POST', '/report-schedules/next-runs', body);
  const { dateList: dates } = (await ask({ cron: '0 8 * * *', timeZone: 'Europe/Berlin', count: 50 })).body;
  expect(new Set(dates).size).toBe(50);
  const day = dates[1]!.slice(0, 10);
  const { body: fewer } = await ask({ cron: '0 8 * * *', timeZone: 'Europe/Berlin', excludeDateList: [day] });
  expect(fewer.dateList).toEqual([dates[0], ...dates.slice(2, 11)]);
  const refused = (body: object) => server.refusal(server.admin, 'POST', '/report-schedules/next-runs', body);
  expect(await refused({ cron: 'x' })).toEqual([422, 'REPORT_CRON_INVALID', 'cron PATTERN']);
  expect(await refused({ cron: '0 8 * * *', timeZone: '+03:00' })).toEqual([422, 'REPORT_TIME_ZONE_UNKNOWN']);
  expect(await refused({ cron: '0 8 * * *', excludeDateList: ['2026-13-01'] })).toEqual([
    400,
    'VALIDATION_FAILED',
    'excludeDateList[0] FORMAT',
  ]);
});

it('report 20: a report that a schedule runs is not deleted, unless an administrator says that they end with it', async () => {
  const { uuid } = await server.report('needed');
  const { uuid: schedule } = await server.schedule(uuid, { name: 'needs it', cron: '0 0 1 1 *' });
  const deleter = await signInWith(server, 'deleter', ['REPORT_DELETE', 'REPORT_VIEW', 'REPORT_EXECUTE']);
  const path = `/executable-reports/${uuid}`;
  const refused = await server.as<unknown>(deleter, 'DELETE', path);
  expect([refused.status, refused.error?.errorCode]).toEqual([409, 'REPORT_IN_USE']);
  expect(refused.error?.errorArguments).toEqual([{ uuid: schedule, name: 'needs it' }]);
  expect(await server.refusal(deleter, 'DELETE', `${path}?force=true`)).toEqual([403, 'ACCESS_DENIED']);
  expect((await server.as(server.admin, 'DELETE', `${path}?force=true`)).status).toBe(200);
  expect(await server.scheduled(schedule)).toMatchObject({
    enabled: false,
    stopReason: 'REPORT_DELETED',
    nextRunDate: null,
  });
});
