// Proves that a directory event that a module refuses holds up nothing but what follows of its own user or tenant, on two processes.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DirectoryEvent } from '../../../../kernel/directory/directory-event.ts';
import {
  call,
  createActiveUser,
  endNameReservations,
  eventually,
  query,
  renameUser,
  signInAdmin,
  startDirectory,
  untilModulesHeard,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

const env = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };
let first: TestServer;
let second: TestServer;
let admin: string;
/** Says what the module `strict` refuses. */
let isRefused: (event: DirectoryEvent) => boolean = () => false;
const heard: Record<'strict' | 'easy', DirectoryEvent[]> = { strict: [], easy: [] };

beforeAll(async () => {
  first = await startDirectory({ env });
  second = await startDirectory({ env, sharedDatabase: first.database, clock: first.clock });
  for (const { apis } of [first, second]) {
    for (const module of ['strict', 'easy'] as const) {
      apis.authentication.registerDirectoryHandler(module, async (_tx, event) => {
        if (module === 'strict' && isRefused(event)) throw new Error('not now');
        heard[module].push(event);
      });
    }
  }
  admin = await signInAdmin(first);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});
beforeEach(async () => {
  await takeAll();
  for (const list of Object.values(heard)) list.length = 0;
});

const send = <T = SvcUserModel>(method: string, path: string, body?: unknown, server = first) =>
  call<T>(server, method, path, body === undefined ? { token: admin } : { token: admin, body });
const createUser = (username: string) => createActiveUser(first, admin, { username });
const createTenant = async (identifier: string) =>
  (await send<{ uuid: string }>('POST', '/tenants', { identifier, name: identifier })).body.uuid;
const brief = ({ kind, username, tenantIdentifier }: DirectoryEvent) => `${kind} ${username ?? tenantIdentifier}`;
const until = (module: keyof typeof heard, event: string) =>
  eventually(
    async () => heard[module].map(brief),
    (events) => events.includes(event),
  );
const warningsOf = async (server: TestServer) => {
  const response = await fetch(`${server.url}/health/ready`);
  const { warnings } = (await response.json()) as { warnings: Record<string, string> };
  return [response.status, warnings['directory-events-undelivered'] ?? null] as const;
};

/** Lets whatever was refused be told again, as after some minutes. */
async function takeAll(): Promise<void> {
  isRefused = () => false;
  first.clock.advance(300_000);
  admin = await signInAdmin(first);
  first.jobs.find(({ name }) => name === 'directory-events')?.wake();
  expect(await untilModulesHeard(first)).toEqual([]);
}

it('authentication 40: what a module refuses of one user keeps back from it what follows of that user, and nothing else', async () => {
  const stuck = await createUser('stuck');
  const tenant = await createTenant('going');
  isRefused = ({ kind, username }) => kind === 'user-renamed' && username === 'stuck-on';
  await renameUser(first, admin, 'stuck', 'stuck-on');
  await send('POST', `/users/deactivate/by-uuid/${stuck.uuid}`, undefined, second);
  await createUser('beside');
  await renameUser(second, admin, 'beside', 'beside-on');
  await send('POST', `/tenants/deactivate/by-uuid/${tenant}`);
  await send('DELETE', `/tenants/by-uuid/${tenant}`, undefined, second);
  const others = ['user-renamed beside-on', 'tenant-deactivated going', 'tenant-deleted going'];
  expect(await until('strict', 'tenant-deleted going')).toEqual(others);
  expect(await until('easy', 'tenant-deleted going')).toEqual([
    'user-renamed stuck-on',
    'user-deactivated stuck-on',
    ...others,
  ]);
  await takeAll();
  expect(heard.strict.map(brief)).toEqual([...others, 'user-renamed stuck-on', 'user-deactivated stuck-on']);
  expect(heard.easy).toHaveLength(5);
});

it('authentication 40: what a module refuses of a tenant keeps back from it what follows of the tenant alone, in order', async () => {
  const held = await createTenant('held');
  const user = await createActiveUser(first, admin, { username: 'inside', tenantIdentifier: 'held' });
  isRefused = ({ kind, tenantIdentifier }) => kind === 'tenant-deactivated' && tenantIdentifier === 'held';
  await send('POST', `/tenants/deactivate/by-uuid/${held}`);
  await send('POST', `/tenants/activate/by-uuid/${held}`);
  await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
  await send('POST', `/tenants/deactivate/by-uuid/${await createTenant('free')}`);
  expect(await until('strict', 'tenant-deactivated free')).toEqual([
    'user-deactivated inside',
    'tenant-deactivated free',
  ]);
  await takeAll();
  expect(heard.strict.map(brief).slice(2)).toEqual(['tenant-deactivated held', 'tenant-activated held']);
});

it('authentication 40: a refusal is one line of the log, and readiness and metrics of every process name it while it lasts', async () => {
  await createUser('seen');
  isRefused = ({ username }) => username === 'seen-on';
  const since = new Date(first.clock.now()).toISOString();
  await renameUser(first, admin, 'seen', 'seen-on');
  const [event] = await query<{ id: number }>(first, "SELECT id FROM auth_directory_event WHERE username = 'seen-on'");
  const named = `strict has not taken user-renamed (event ${event!.id}) since ${since}`;
  for (const server of [first, second]) {
    // The other process looks every few seconds by itself.
    if (server === second) server.jobs.find(({ name }) => name === 'directory-events-undelivered')?.wake();
    const warning = await eventually(
      () => warningsOf(server),
      ([, text]) => text === named,
    );
    expect(warning).toEqual([200, named]);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('keelson_directory_undelivered_events{module="strict"} 1');
  }
  const attempts = async () =>
    (await query<{ attempts: number }>(first, 'SELECT attempts FROM auth_directory_event_untold'))[0]?.attempts;
  for (let round = 2; round < 6; round += 1) {
    first.clock.advance(300_000);
    for (const { jobs } of [first, second]) jobs.find(({ name }) => name === 'directory-events')?.wake();
    await eventually(attempts, (count) => count === round);
  }
  expect(await attempts()).toBe(5);
  const lines = [first, second].flatMap(({ logLines }) => logLines.filter((line) => line.includes('"strict"')));
  expect(lines.filter((line) => line.includes(`"event":"${event!.id}"`))).toHaveLength(1);
  await takeAll();
  for (const server of [first, second]) {
    server.jobs.find(({ name }) => name === 'directory-events-undelivered')?.wake();
    const [, warning] = await eventually(
      () => warningsOf(server),
      ([, text]) => text === null,
    );
    expect(warning).toBeNull();
  }
});

it('authentication 37: a name stays reserved while one module has not taken the rename, whatever the others did', async () => {
  await createUser('kept');
  isRefused = ({ username }) => username === 'kept-on';
  const { uuid } = await renameUser(first, admin, 'kept', 'kept-on');
  await until('easy', 'user-renamed kept-on');
  await endNameReservations(first);
  const take = () => send('POST', '/users', { username: 'KEPT' }, second);
  expect((await take()).error?.errorCode).toBe('USERNAME_RESERVED');
  // Who had it takes it back and leaves it again: both renames wait behind the first.
  await renameUser(second, admin, 'kept-on', 'kept');
  await renameUser(first, admin, 'kept', 'kept-later');
  await endNameReservations(first);
  for (const username of ['kept', 'kept-on']) {
    expect((await send('POST', '/users', { username })).error?.errorCode).toBe('USERNAME_RESERVED');
  }
  await takeAll();
  expect(heard.strict.filter(({ userUuid }) => userUuid === uuid).map(brief)).toEqual([
    'user-renamed kept-on',
    'user-renamed kept',
    'user-renamed kept-later',
  ]);
  await endNameReservations(first);
  for (const username of ['kept', 'kept-on']) expect((await send('POST', '/users', { username })).status).toBe(200);
});
