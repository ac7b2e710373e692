// Tests that schedules run by what their owners may now, and follow people and tenants.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renameUser } from '../../../../testing/sign-in.ts';
import {
  eventually,
  minuteBehind,
  OWNER,
  query,
  type ScheduleServer,
  signIn,
  signInAdmin,
  signInWith,
  startScheduleServer,
  USER_PASSWORD,
} from '../schedule.fixture.ts';

let server: ScheduleServer;
let admin: string;
beforeAll(async () => {
  server = await startScheduleServer();
  admin = server.admin;
});
afterAll(() => server?.stop());

const toMinute = () => server.clock.advance(minuteBehind(server.clock.now()).getTime() - server.clock.now());
const stopped = (uuid: string) =>
  eventually(
    () => server.scheduled(uuid, admin),
    ({ enabled }) => !enabled,
  );
const userOf = async (username: string) =>
  (await query<{ uuid: string }>(server, 'SELECT uuid FROM auth_user WHERE username = $1', [username]))[0]!.uuid;

it('report 17: a schedule whose owner has lost the right to the data is disabled at its next date, and runs nothing', async () => {
  const { uuid: report } = await server.report('withdrawn');
  const owner = await signInWith(server, 'losing', OWNER);
  const { uuid } = await server.schedule(report, {}, owner);
  const { body: role } = await server.as<{ data: { uuid: string; version: number }[] }>(
    admin,
    'POST',
    '/roles/data/page',
    {
      code: 'ROLE_LOSING',
    },
  );
  const { uuid: roleUuid, version } = role.data[0]!;
  const left = ['REPORT_EXECUTE', 'REPORT_VIEW'];
  expect((await server.as(admin, 'PUT', '/roles', { uuid: roleUuid, version, authorityList: left })).status).toBe(200);
  toMinute();
  expect(await stopped(uuid)).toMatchObject({
    stopReason: 'ACCESS_LOST',
    nextRunDate: null,
    lastRunDate: expect.any(String),
  });
  expect(await server.runsOf(uuid)).toEqual([]);
});

it('report 17: so is one whose report is not for its owner any more', async () => {
  admin = await signInAdmin(server);
  const group = await server.group('closing', {}, admin);
  const { uuid: report } = await server.report('closing', { reportGroupUuid: group }, admin);
  const owner = await signInWith({ ...server, admin }, 'shutout', OWNER);
  const { uuid } = await server.schedule(report, {}, owner);
  const authorityList = [{ role: 'ROLE_SYSTEM_ADMIN', permission: 'WRITE' }];
  expect((await server.as(admin, 'PUT', '/report-groups', { uuid: group, version: 0, authorityList })).status).toBe(
    200,
  );
  toMinute();
  expect(await stopped(uuid)).toMatchObject({ stopReason: 'ACCESS_LOST' });
  expect(await server.runsOf(uuid)).toEqual([]);
});

it('report 30: a schedule follows its owner to a new name, and whoever has the old one then has nothing of it', async () => {
  admin = await signInAdmin(server);
  const { uuid: report } = await server.report('renamed-owner', {}, admin);
  const owner = await signInWith({ ...server, admin }, 'oldname', OWNER);
  const { uuid } = await server.schedule(report, {}, owner);
  await renameUser(server, admin, 'oldname', 'newname');
  await eventually(
    () => server.scheduled(uuid, admin),
    ({ ownerUsername }) => ownerUsername === 'newname',
  );
  toMinute();
  const [run] = await server.runsEnded(uuid, 1);
  expect(run).toMatchObject({ status: 'SUCCEEDED' });
  const renamed = await signIn(server, 'newname', USER_PASSWORD);
  expect(await server.execution(run!.executionUuid!, renamed)).toMatchObject({ requestedBy: 'newname' });
  await server.as(renamed, 'DELETE', `/report-schedules/by-uuid/${uuid}`);
});

it.each(['deactivated', 'deleted'] as const)('report 30: schedules of a person who is %s are disabled', async (how) => {
  admin = await signInAdmin(server);
  const { uuid: report } = await server.report(`owner-${how}`, {}, admin);
  const owner = await signInWith({ ...server, admin }, `gone${how}`, OWNER);
  const { uuid } = await server.schedule(report, { cron: '0 0 1 1 *' }, owner);
  const user = await userOf(`gone${how}`);
  const path = how === 'deleted' ? `/users/by-uuid/${user}` : `/users/deactivate/by-uuid/${user}`;
  expect((await server.as(admin, how === 'deleted' ? 'DELETE' : 'POST', path)).status).toBe(200);
  expect(await stopped(uuid)).toMatchObject({ stopReason: 'OWNER_GONE' });
  const now = await server.refusal(admin, 'POST', `/report-schedules/run-now/by-uuid/${uuid}`);
  expect(now).toEqual([403, 'ACCESS_DENIED']);
});

it('report 30: schedules of a disabled tenant wait, go on with it by their policy, and end with it', async () => {
  admin = await signInAdmin(server);
  const { body: tenant } = await server.as<{ uuid: string }>(admin, 'POST', '/tenants', {
    identifier: 'resting',
    name: 'Resting',
  });
  const theirs = await signInWith({ ...server, admin }, 'resting-admin', ['ROLE_TENANT_ADMIN'], 'resting');
  const { uuid: report } = await server.report('resting', {}, theirs);
  const { uuid } = await server.schedule(report, { cron: '0 * * * *' }, theirs);
  const stateOf = async () =>
    (
      await query<{ held: boolean; enabled: boolean }>(
        server,
        'SELECT held, enabled FROM report_schedule WHERE uuid = $1',
        [uuid],
      )
    )[0];
  const toHold = (held: boolean) => eventually(stateOf, (row) => row?.held === held);
  await server.as(admin, 'POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  await toHold(true);
  server.clock.advance(3 * 3_600_000);
  admin = await signInAdmin(server);
  expect(await server.runsOf(uuid)).toEqual([]);
  await server.as(admin, 'POST', `/tenants/activate/by-uuid/${tenant.uuid}`);
  await toHold(false);
  expect(await server.runsEnded(uuid, 1)).toMatchObject([{ status: 'SUCCEEDED' }]);
  await server.as(admin, 'DELETE', `/users/by-uuid/${await userOf('resting-admin')}`);
  await server.as(admin, 'POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
  expect((await server.as(admin, 'DELETE', `/tenants/by-uuid/${tenant.uuid}`)).status).toBe(200);
  await eventually(stateOf, (row) => row === undefined);
});
