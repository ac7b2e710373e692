// Tests who may have each recipient mailed his own rows, of which reports, and what becomes of bursts whose owner has lost a right.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailingServer, startMailingServer, yearly } from '../mailing.fixture.ts';
import { OWNER, query, signInWith } from '../schedule.fixture.ts';

let server: MailingServer;
let report: string;
beforeAll(async () => {
  server = await startMailingServer();
  report = (await server.report('burst')).uuid;
});
afterAll(() => server?.stop());

const MANAGER = [...OWNER, 'REPORT_SCHEDULE_MANAGE'] as const;
const burst = { recipientColumn: 'username' };
const save = (more: object, token = server.admin) =>
  server.refusal(token, 'POST', '/report-schedules', {
    name: 'n',
    executableReportUuid: report,
    ...yearly,
    burst,
    ...more,
  });

it('report 22: the form of a burst is checked, and its delivery names nobody and no links', async () => {
  expect(await save({ burst: { recipientColumn: 'username', maxRecipients: 1_001 } })).toEqual([
    400,
    'VALIDATION_FAILED',
    'burst.maxRecipients OUT_OF_RANGE',
  ]);
  expect(await save({ burst: { maxRecipients: 1 } })).toEqual([
    400,
    'VALIDATION_FAILED',
    'burst.recipientColumn REQUIRED',
  ]);
  const delivery = { toList: ['a@mail.example'], toUserList: ['admin'], ccList: ['b@mail.example'], attach: false };
  expect(await save({ delivery })).toEqual([
    400,
    'VALIDATION_FAILED',
    'delivery.toList NOT_ALLOWED',
    'delivery.toUserList NOT_ALLOWED',
    'delivery.ccList NOT_ALLOWED',
    'delivery.attach NOT_ALLOWED',
  ]);
  const { uuid } = await server.schedule(report, { ...yearly, burst, delivery: { subject: 'S', attach: true } });
  expect(await server.scheduled(uuid)).toMatchObject({ burst, delivery: { subject: 'S', attach: true } });
  const changed = { uuid, version: 0, delivery: { toList: ['a@mail.example'] } };
  expect(await server.refusal(server.admin, 'PUT', '/report-schedules', changed)).toEqual([
    400,
    'VALIDATION_FAILED',
    'delivery.toList NOT_ALLOWED',
  ]);
  expect((await server.as(server.admin, 'PUT', '/report-schedules', { ...changed, burst: null })).status).toBe(200);
  expect((await server.scheduled(uuid)).burst).toBeNull();
});

it('report 22: recipients stand in a column of text of the report', async () => {
  for (const recipientColumn of ['nobody', 'createdDate']) {
    expect(await save({ burst: { recipientColumn } })).toEqual([
      422,
      'REPORT_RECIPIENT_INVALID',
      'burst.recipientColumn NOT_ALLOWED',
    ]);
  }
});

it('report 22: a report that has lost the column since runs no burst, by hand or by date', async () => {
  const { uuid: changed, version } = await server.report('burst-changed');
  const { uuid } = await server.schedule(changed, { burst });
  const query = { dataSetCode: 'sessions', groupByList: ['ipAddress'] };
  expect((await server.as(server.admin, 'PUT', '/executable-reports', { uuid: changed, version, query })).status).toBe(
    200,
  );
  expect(await server.refusal(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`)).toEqual([
    422,
    'REPORT_RECIPIENT_INVALID',
    'burst.recipientColumn NOT_ALLOWED',
  ]);
  server.clock.advance(60_000);
  const [run] = await server.runsEnded(uuid, 1);
  expect(run).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_RECIPIENT_INVALID', executionUuid: null });
  expect((await server.as(server.admin, 'POST', `/report-schedules/deactivate/by-uuid/${uuid}`)).status).toBe(200);
});

it('report 22: whoever may write to others alone has a burst', async () => {
  const owner = await signInWith(server, 'burstowner', OWNER);
  expect(await save({}, owner)).toEqual([422, 'REPORT_RECIPIENT_NOT_ALLOWED', 'burst NOT_ALLOWED']);
  const manager = await signInWith(server, 'burstmanager', MANAGER);
  expect((await save({}, manager))[0]).toBe(200);
});

it('report 22: an owner who has lost that right has nothing run and nothing mailed, and one who may not write to strangers reaches none', async () => {
  const manager = await server.addressed('losing', MANAGER);
  const { uuid: strangers } = await server.report('strangers', {
    query: {
      dataSetCode: 'sessions',
      filterList: [{ column: 'username', operator: 'EQ', value: 'losing' }],
    },
  });
  const { uuid } = await server.schedule(strangers, { ...yearly, burst }, manager);
  expect(await server.ranNow(uuid)).toMatchObject({ status: 'SUCCEEDED', recipientCount: 1 });
  // The session of a stranger has an address as its name.
  await query(server, "UPDATE session_entry SET username = 'stranger@mail.example' WHERE username = 'burstowner'");
  const all = await server.schedule(report, { ...yearly, burst }, manager);
  const minutely = await server.schedule(report, { burst }, manager);
  const run = await server.ranNow(all.uuid);
  expect(run.failedRecipientList).toEqual([
    { recipient: 'stranger@mail.example', errorCode: 'REPORT_RECIPIENT_NOT_ALLOWED' },
  ]);
  await query(
    server,
    "DELETE FROM auth_role_authority WHERE authority = 'REPORT_SCHEDULE_MANAGE' AND role_id = (SELECT id FROM auth_role WHERE code = 'ROLE_LOSING')",
  );
  expect(await server.refusal(server.admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`)).toEqual([
    422,
    'REPORT_RECIPIENT_NOT_ALLOWED',
    'burst NOT_ALLOWED',
  ]);
  const path = `/report-schedules/runs/restart-failed/by-uuid/${run.uuid}`;
  await query(
    server,
    "UPDATE report_delivery SET status = 'FAILED' WHERE schedule_run_id IS NOT NULL AND recipient = 'losing'",
  );
  expect((await server.as(server.admin, 'POST', path)).status).toBe(200);
  expect((await server.over(all.uuid)).failedRecipientList).toContainEqual({
    recipient: 'losing',
    errorCode: 'REPORT_RECIPIENT_NOT_ALLOWED',
  });
  server.clock.advance(60_000);
  const [due] = await server.runsEnded(minutely.uuid, 1);
  expect(due).toMatchObject({ status: 'FAILED', errorCode: 'REPORT_RECIPIENT_NOT_ALLOWED', executionUuid: null });
});
