// Tests when schedules run: on their dates, after times in which nothing could, by hand, and until too many runs have failed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLag } from '../record/schedule.store.ts';
import {
  eventually,
  minuteBehind,
  OWNER,
  query,
  type ScheduleServer,
  signInAdmin,
  signInWith,
  startScheduleServer,
} from '../schedule.fixture.ts';

let server: ScheduleServer;
beforeAll(async () => {
  server = await startScheduleServer();
});
afterAll(() => server?.stop());

const off = (uuid: string) => query(server, 'UPDATE report_schedule SET enabled = false WHERE uuid = $1', [uuid]);

it('report 20: a schedule runs on each of its dates once, makes every format, and tells what became of it', async () => {
  const { uuid: report } = await server.report('each-minute');
  const { uuid, nextRunDate } = await server.schedule(report, { outputFormatList: ['CSV', 'JSON'] });
  const first = minuteBehind(server.clock.now());
  expect(nextRunDate).toBe(first.toISOString());
  for (const date of [first, minuteBehind(first.getTime())]) {
    server.clock.advance(date.getTime() - server.clock.now());
    const count = (await server.runsOf(uuid)).length + 1;
    const runs = await server.runsEnded(uuid, count);
    expect(runs.at(-1)).toMatchObject({ planned: date, status: 'SUCCEEDED' });
  }
  await off(uuid);
  const [run] = await server.runsOf(uuid);
  const execution = await server.execution(run!.executionUuid!);
  expect(execution).toMatchObject({ source: 'SCHEDULE', requestedBy: 'admin', status: 'SUCCEEDED' });
  expect(execution.exportList.map(({ outputFormat, status }) => [outputFormat, status])).toEqual([
    ['CSV', 'SUCCEEDED'],
    ['JSON', 'SUCCEEDED'],
  ]);
  expect(await server.scheduled(uuid)).toMatchObject({ lastStatus: 'SUCCEEDED', consecutiveFailureCount: 0 });
  const page = await server.as<{ totalElements: number; data: object[] }>(
    server.admin,
    'POST',
    '/report-schedules/runs/data/page',
    {
      scheduleUuid: uuid,
      statusList: ['SUCCEEDED'],
    },
  );
  expect(page.body).toMatchObject({
    totalElements: 2,
    data: [{ manual: false, errorCode: null }, { rowCount: execution.rowCount }],
  });
});

it.each([
  ['RUN_ONCE', 1],
  ['SKIP', 0],
] as const)(
  'report 20: after three dates in which nothing could run, %s runs %i times',
  async (misfirePolicy, count) => {
    const { uuid: report } = await server.report(`missed-${misfirePolicy}`);
    const { uuid } = await server.schedule(report, { intervalSeconds: 120, cron: null, misfirePolicy });
    const { nextRunDate } = await server.scheduled(uuid);
    server.clock.advance(3 * 120_000 + 90_000);
    const next = await eventually(
      () => server.scheduled(uuid),
      (schedule) => schedule.nextRunDate !== nextRunDate,
    );
    expect(Date.parse(next.nextRunDate!) - Date.parse(nextRunDate!)).toBe(3 * 120_000);
    if (count > 0) await server.runsEnded(uuid, count);
    expect((await server.runsOf(uuid)).map(({ planned }) => planned.toISOString())).toEqual(
      count > 0 ? [nextRunDate] : [],
    );
    server.clock.advance(Date.parse(next.nextRunDate!) - server.clock.now());
    expect((await server.runsEnded(uuid, count + 1)).at(-1)).toMatchObject({ status: 'SUCCEEDED' });
    await off(uuid);
  },
);

it('report 20: a schedule with one date is over then, and one that is changed meanwhile runs by its new dates', async () => {
  const admin = await signInAdmin(server);
  const { uuid: report } = await server.report('once', {}, admin);
  const runDate = minuteBehind(server.clock.now(), 3);
  const { uuid } = await server.schedule(report, { cron: null, runDate: runDate.toISOString() }, admin);
  const other = await server.schedule(report, { cron: null, runDate: runDate.toISOString() }, admin);
  const moved = { uuid: other.uuid, version: 0, runDate: minuteBehind(runDate.getTime(), 5).toISOString() };
  await server.as(admin, 'PUT', '/report-schedules', moved);
  server.clock.advance(runDate.getTime() - server.clock.now());
  await server.runsEnded(uuid, 1);
  expect(await server.scheduled(uuid, admin)).toMatchObject({ enabled: true, nextRunDate: null });
  const over = await server.refusal(admin, 'POST', `/report-schedules/deactivate/by-uuid/${uuid}`);
  expect(over[0]).toBe(200);
  expect(await server.refusal(admin, 'POST', `/report-schedules/activate/by-uuid/${uuid}`)).toEqual([
    422,
    'REPORT_SCHEDULE_OVER',
  ]);
  expect(await server.runsOf(other.uuid)).toEqual([]);
  await off(other.uuid);
});

it('report 20: for how long a schedule has been due is counted, of those that are to run', async () => {
  const { uuid: report } = await server.report('late');
  const { uuid } = await server.schedule(report);
  const now = new Date(server.clock.now());
  const due = new Date(now.getTime() - 90_000);
  // Another process has it, so that this one does not take it.
  await query(server, 'UPDATE report_schedule SET due_at = $2, leased_by = $3, lease_token = $3 WHERE uuid = $1', [
    uuid,
    due,
    randomUUID(),
  ]);
  expect(await findLag(server.kernel.database, now)).toBe(90);
  await off(uuid);
  expect(await findLag(server.kernel.database, now)).toBe(0);
});

it('report 20: somebody has a schedule run at once, within what its owner may have going on', async () => {
  const admin = await signInAdmin(server);
  const { uuid: report } = await server.report('by-hand', {}, admin);
  const owner = await signInWith({ ...server, admin }, 'runner', OWNER);
  const { uuid, nextRunDate } = await server.schedule(report, { cron: '0 0 1 1 *' }, owner);
  const path = `/report-schedules/run-now/by-uuid/${uuid}`;
  const [one, again] = await Promise.all(
    [1, 2].map(() => server.as<{ uuid: string }>(owner, 'POST', path, undefined, { 'idempotency-key': 'once' })),
  );
  const sure = one!.status === 200 ? one! : again!;
  await server.runsEnded(uuid, 1);
  const repeated = await server.as<{ uuid: string }>(owner, 'POST', path, undefined, { 'idempotency-key': 'once' });
  expect([repeated.body.uuid, (await server.runsOf(uuid)).length]).toEqual([sure.body.uuid, 1]);
  expect(await server.scheduled(uuid, owner)).toMatchObject({ nextRunDate, lastStatus: 'SUCCEEDED' });
  await query(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at)
     SELECT gen_random_uuid(), 'default', $1, 0, 'n', 'n', 'QUEUED', 'CSV', '{}', 'runner', 'runner', 'USER', 'en', 'UTC', 1, 1, 1, 'a', 9,
       now(), 'infinity' FROM generate_series(1, 20)`,
    [report],
  );
  expect(await server.refusal(owner, 'POST', path)).toEqual([429, 'REPORT_QUEUE_FULL']);
  await query(server, "DELETE FROM report_execution WHERE username_folded = 'runner'");
});

it('report 20: ten runs that fail one after the other disable a schedule, one that does not lets them be forgotten', async () => {
  const admin = await signInAdmin(server);
  const { uuid: report } = await server.report('failing', {}, admin);
  const { uuid } = await server.schedule(report, {}, admin);
  const enable = (verb: string) => server.as(admin, 'POST', `/executable-reports/${verb}/by-uuid/${report}`);
  await query(server, 'UPDATE report_schedule SET consecutive_failure_count = 9 WHERE uuid = $1', [uuid]);
  const nextMinute = async (count: number) => {
    server.clock.advance(minuteBehind(server.clock.now()).getTime() - server.clock.now());
    return (await server.runsEnded(uuid, count)).at(-1);
  };
  expect(await nextMinute(1)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await server.scheduled(uuid, admin)).toMatchObject({ consecutiveFailureCount: 0, enabled: true });
  await enable('deactivate');
  expect(await nextMinute(2)).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_DISABLED', executionUuid: null });
  expect(await server.scheduled(uuid, admin)).toMatchObject({ consecutiveFailureCount: 1, lastStatus: 'FAILED' });
  await query(server, 'UPDATE report_schedule SET consecutive_failure_count = 9 WHERE uuid = $1', [uuid]);
  await nextMinute(3);
  expect(await server.scheduled(uuid, admin)).toMatchObject({
    enabled: false,
    stopReason: 'FAILED_OFTEN',
    nextRunDate: null,
  });
  const disabled = (await server.events()).filter(({ kind }) => kind === 'report.schedule-disabled');
  expect(disabled.at(-1)?.detail).toMatchObject({ schedule: uuid, reason: 'FAILED_OFTEN' });
  await enable('activate');
  const { body } = await server.as<object>(admin, 'POST', `/report-schedules/activate/by-uuid/${uuid}`);
  expect(body).toMatchObject({ enabled: true, stopReason: null, consecutiveFailureCount: 0 });
  await off(uuid);
});
