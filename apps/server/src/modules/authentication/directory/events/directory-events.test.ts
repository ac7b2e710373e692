// Proves that other modules hear what happened to users and tenants, and that a name set free waits for all of them.
import type { SvcUserModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import type { DirectoryEvent } from '../../../../kernel/directory/directory-event.ts';
import {
  call,
  createActiveUser,
  createTenant,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;
/** Holds the usernames and tenants whose events a handler of the test refuses for now. */
const refused = new Set<string>();
const heard: DirectoryEvent[] = [];

beforeAll(async () => {
  server = await startDirectory();
  server.apis.authentication.registerDirectoryHandler('test', async (_tx, event) => {
    if (refused.has(event.previousUsername ?? event.tenantIdentifier)) throw new Error('not now');
    heard.push(event);
  });
  admin = await signInAdmin(server);
  await createTenant(server, 'beside');
});
afterAll(() => server.stop());

const send = <T = SvcUserModel>(method: string, path: string, body?: unknown) =>
  call<T>(server, method, path, body === undefined ? { token: admin } : { token: admin, body });
const heardOf = (username: string) =>
  eventually(
    async () => heard.filter((event) => event.username === username),
    (events) => events.length > 0,
  );
describe('directory events', () => {
  it('user-deactivated, user-deleted, authorities-changed and user-renamed are reported with the names', async () => {
    const user = await createActiveUser(server, admin, { username: 'heard' });
    await send('PUT', `/users/roles/by-uuid/${user.uuid}`, { roleList: ['ROLE_TENANT_ADMIN'], version: user.version });
    await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
    const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
    await send('PUT', '/users', { uuid: user.uuid, version, username: 'heard-again' });
    await send('DELETE', `/users/by-uuid/${user.uuid}`);
    await eventually(
      async () => heard,
      (events) => events.some(({ kind }) => kind === 'user-deleted'),
    );
    const common = { tenantIdentifier: 'default', userUuid: user.uuid };
    expect(heard.filter(({ userUuid }) => userUuid === user.uuid)).toMatchObject([
      { ...common, kind: 'authorities-changed', username: 'heard', previousUsername: null },
      { ...common, kind: 'user-deactivated', username: 'heard', previousUsername: null },
      { ...common, kind: 'user-renamed', username: 'heard-again', previousUsername: 'heard' },
      { ...common, kind: 'user-deleted', username: 'heard-again', previousUsername: null },
    ]);
  });

  it('a change that is refused leaves no event', async () => {
    const user = (await send('POST', '/users', { username: 'unchanged' })).body;
    const before = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM auth_directory_event');
    const stale = { uuid: user.uuid, version: 9, username: 'changed' };
    expect((await send('PUT', '/users', stale)).error?.errorCode).toBe('VERSION_CONFLICT');
    const after = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM auth_directory_event');
    expect(after).toEqual(before);
  });

  it('tenant-deactivated and tenant-deleted are told', async () => {
    const tenant = (await send<{ uuid: string }>('POST', '/tenants', { identifier: 'gone', name: 'Gone' })).body;
    await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
    await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`);
    const told = await eventually(
      async () => heard.filter(({ tenantIdentifier }) => tenantIdentifier === 'gone').map(({ kind }) => kind),
      (kinds) => kinds.length === 2,
    );
    expect(told).toEqual(['tenant-deactivated', 'tenant-deleted']);
  });
});

const rename = async (uuid: string, username: string) => {
  const { version } = (await send('GET', `/users/by-uuid/${uuid}`)).body;
  return send('PUT', '/users', { uuid, version, username });
};
/** Reads the rows, whatever the processes remember. */
const reservations = async (usernameFolded: string) => {
  const text = 'SELECT event_id IS NULL AS followed FROM auth_released_name WHERE username_folded = $1';
  return (await query<{ followed: boolean }>(server, text, [usernameFolded])).map(({ followed }) => followed);
};

describe('a name freed by a rename', () => {
  it('authentication 37: is reserved for 90 days under each of its spellings, then usable, and inherits nothing', async () => {
    const roleList = ['ROLE_TENANT_ADMIN'];
    const user = await createActiveUser(server, admin, { username: 'Işıl', roleList });
    const token = await signIn(server, 'ışıl', USER_PASSWORD);
    await rename(user.uuid, 'moved-on');
    const reservedUntilDate = new Date(server.clock.now() + 90 * DAY_MS).toISOString();
    await eventually(
      () => reservations('işil'),
      ([followed]) => followed === true,
    );
    const other = (await send('POST', '/users', { username: 'would-be' })).body;
    const refusals = () =>
      Promise.all([
        send('POST', '/users', { username: 'IŞIL' }),
        send('POST', '/users', { username: 'İşil' }),
        rename(other.uuid, 'işil'),
      ]);
    for (const answer of await refusals()) {
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'USERNAME_RESERVED']);
      expect(answer.error?.errorArguments).toMatchObject([{ field: 'username', reservedUntilDate }]);
    }
    for (const search of ['', '?dryRun=true']) {
      const imported = await send('POST', `/users/import${search}`, [{ username: 'fine' }, { username: 'ışıl' }]);
      expect(imported.status).toBe(400);
      expect(imported.error?.errorArguments).toMatchObject([{ field: '[1].username', code: 'DUPLICATE' }]);
    }
    expect((await send('POST', '/users', { username: 'işil', tenantIdentifier: 'beside' })).status).toBe(200);
    server.clock.advance(90 * DAY_MS - 1);
    admin = await signInAdmin(server);
    for (const answer of await refusals()) expect(answer.error?.errorCode).toBe('USERNAME_RESERVED');
    server.clock.advance(1);
    const taken = await send('POST', '/users', { username: 'IŞIL' });
    expect(taken.body).toMatchObject({ roleList: ['ROLE_USER'], passwordSet: false });
    expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
    // The next delivery clears it away.
    await rename(taken.body.uuid, 'moved-too');
    const left = await eventually(
      () => reservations('işil'),
      (rows) => rows.length === 1 && rows[0] === true,
    );
    expect(left).toEqual([true]);
  });

  it('authentication 37: stays reserved beyond that until every handler has heard of it', async () => {
    refused.add('slowly-freed');
    const user = (await send('POST', '/users', { username: 'slowly-freed' })).body;
    await rename(user.uuid, 'gone-slowly');
    server.clock.advance(91 * DAY_MS);
    admin = await signInAdmin(server);
    const take = () => send('POST', '/users', { username: 'SLOWLY-FREED' });
    expect((await take()).error?.errorCode).toBe('USERNAME_RESERVED');
    const imported = await send('POST', '/users/import', [{ username: 'slowly-freed' }]);
    expect(imported.status).toBe(400);
    refused.clear();
    server.clock.advance(300_000);
    await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
    await heardOf('gone-slowly');
    const taken = await eventually(take, ({ status }) => status === 200);
    expect(taken.status).toBe(200);
  });

  it('authentication 37: is taken back at any time by whoever had it, and by nobody while that user is deleted', async () => {
    const user = (await send('POST', '/users', { username: 'there-and-back' })).body;
    await rename(user.uuid, 'on-the-way');
    const back = await rename(user.uuid, 'There-And-Back');
    expect([back.status, back.body?.username]).toEqual([200, 'There-And-Back']);
    expect((await send('POST', '/users', { username: 'on-the-way' })).error?.errorCode).toBe('USERNAME_RESERVED');
    await send('DELETE', `/users/by-uuid/${user.uuid}`);
    for (const username of ['on-the-way', 'there-and-back']) {
      expect((await send('POST', '/users', { username })).error?.errorCode).toBe('USERNAME_RESERVED');
    }
    await send('POST', `/users/restore/by-uuid/${user.uuid}`);
    expect((await rename(user.uuid, 'on-the-way')).status).toBe(200);
  });

  it('authentication 37: is not imported by a list that was looked through before the rename was done', async () => {
    const user = (await send('POST', '/users', { username: 'leaving' })).body;
    let answer: ReturnType<typeof send> | undefined;
    await server.kernel.database.transaction(async (tx) => {
      // Writes a rename, committed once the import waits for the name.
      const reserve = `INSERT INTO auth_released_name (tenant_identifier, username_folded, user_uuid, reserved_until_date)
        VALUES ('default', 'arriving', '${user.uuid}', '2999-01-01')`;
      const insert = `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, created_by, updated_by,
          date_created, date_updated) VALUES (gen_random_uuid(), 'default', 'arriving', 'arriving', 'test', 'test', now(), now())`;
      await tx.execute(sql('test_take_arriving', insert));
      answer = send('POST', '/users/import', [{ username: 'arriving' }]);
      const waiting = () =>
        query<{ count: number }>(
          server,
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      expect((await eventually(waiting, ([row]) => row!.count > 0))[0]?.count).toBe(1);
      await tx.execute(
        sql('test_leave_arriving', "UPDATE auth_user SET username_folded = 'left' WHERE username = 'arriving'"),
      );
      await tx.execute(sql('test_reserve_arriving', reserve));
    });
    const imported = await answer!;
    expect([imported.status, imported.error?.errorCode]).toEqual([409, 'USERNAME_RESERVED']);
  });
});
