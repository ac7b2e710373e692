// Proves that the command line prints a working link: beside a running program, on its own, and on another database.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { createManualClock } from '../kernel/database/clock.ts';
import {
  call,
  createActiveUser,
  createTenant,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  tokenOf,
  USER_PASSWORD,
} from '../testing/sign-in.ts';
import { createPrograms, run, START_TIMEOUT_MS, urlOf } from './cli-command.fixture.ts';

const LIFETIME = 'It works once, within 24 hours.';
const NEW_PASSWORD = 'seven otters under the bridge';

const programs = createPrograms();
const { directory } = programs;
afterEach(() => {
  vi.unstubAllEnvs();
  programs.killAll();
});
afterAll(() => programs.remove());

const activate = (url: string, link: string, newPassword = NEW_PASSWORD) =>
  call({ url }, 'POST', '/auth/activate', { body: { activationToken: tokenOf(link), newPassword } });

it.each([[[]], [['admin-link', '--nobody']], [['admin-link', 'ada']], [['status', 'now']]])(
  'answers what it does not understand with its usage: %j',
  async (words) => {
    const { status, printed, explained } = await run(words, {});
    expect([status, printed]).toEqual([2, []]);
    expect(explained).toMatch(/^Usage: keelson status/);
  },
);

it('names a command that it does not have, beside those that it has', async () => {
  const { status, printed, explained } = await run(['statsu', '--json'], {});
  expect([status, printed]).toEqual([2, []]);
  expect(explained).toMatch(/^There is no command "statsu"\./);
  for (const name of ['status', 'admin-link', 'setting']) expect(explained).toContain(` keelson ${name}`);
  expect((await run(['toString'], {})).explained).toContain('There is no command "toString".');
});

it.each([[['--help']], [['-h']], [['help']], [['admin-link', '--help']], [['setting', 'set', '-h']]])(
  'prints how to ask for whoever wants help, as a result: %j',
  async (words) => {
    const { status, printed, explained } = await run(words, {});
    expect([status, explained]).toEqual([0, '']);
    expect(printed[0]).toMatch(/^Usage: keelson status/);
  },
);

it('prints its version, and takes a value behind "--" for no question', async () => {
  expect(await run(['--version'], {})).toEqual({
    status: 0,
    printed: [`keelson ${packageFile.version}`],
    explained: '',
  });
  const none = { KEELSON_DATA: join(directory, 'none') };
  expect((await run(['setting', 'set', 'a.b', '--', '--help'], none)).status).toBe(1);
});

it('without a database, and with a wrong configuration, it says what to do', async () => {
  const empty = await run(['admin-link'], { KEELSON_DATA: join(directory, 'none') });
  expect([empty.status, empty.explained]).toEqual([1, expect.stringContaining('Start the program first')]);
  const wrong = await run(['admin-link'], { KEELSON_LISTN: 'x' });
  expect([wrong.status, wrong.explained]).toEqual([
    1,
    expect.stringContaining('KEELSON_LISTN is not a configuration key'),
  ]);
});

it('a link for any user of any tenant, on a database named by its address; it is an event', async () => {
  const keys = `test:${randomBytes(32).toString('base64url')}`;
  const server = await startDirectory({ clock: createManualClock(Date.now()), env: { KEELSON_SECRET_KEYS: keys } });
  try {
    const admin = await signInAdmin(server);
    const tenant = { identifier: 'south', name: 'South' };
    await call(server, 'POST', '/tenants', { token: admin, body: tenant });
    await createActiveUser(server, admin, { username: 'Ada', tenantIdentifier: 'south' });
    const off = await createActiveUser(server, admin, { username: 'off' });
    await call(server, 'POST', `/users/deactivate/by-uuid/${off.uuid}`, { token: admin });
    const env = {
      DATABASE_URL: urlOf(server.database.settings),
      KEELSON_SECRET_KEYS: keys,
      KEELSON_PUBLIC_URL: 'https://keelson.example',
    };
    const first = await run(['admin-link', '--tenant', 'SOUTH', '--user', 'ADA'], env);
    const second = await run(['admin-link', '--tenant=south', '--user=ada'], env);
    expect([first.status, second.status, second.explained]).toEqual([0, 0, LIFETIME]);
    expect(second.printed).toEqual([
      expect.stringMatching(/^https:\/\/keelson\.example\/auth\/pages\/activate#token=/),
    ]);
    const [old = '', link = ''] = [...first.printed, ...second.printed];
    expect((await activate(server.url, old)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    expect((await activate(server.url, link)).status).toBe(200);
    expect((await login(server, 'ada', NEW_PASSWORD, { body: { tenantIdentifier: 'south' } })).status).toBe(200);
    const events = await query<{ actor: string; subject: string }>(
      server,
      "SELECT actor, subject FROM log_recorded_event WHERE detail->>'from' = 'COMMAND_LINE'",
    );
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ actor: expect.stringMatching(/^cli:./), subject: 'Ada' });
    for (const [words, reason] of [
      [['--user', 'nobody'], 'There is no user "nobody"'],
      [['--tenant', 'nowhere'], 'There is no tenant "nowhere"'],
      [['--user', 'off'], 'is deactivated'],
    ] as const) {
      const refused = await run(['admin-link', ...words], env);
      expect([refused.status, refused.printed, refused.explained]).toEqual([1, [], expect.stringContaining(reason)]);
    }
  } finally {
    await server.stop();
  }
});

it('a link without a name is for whoever holds ROLE_SYSTEM_ADMIN and can sign in, and it says for whom', async () => {
  const keys = `test:${randomBytes(32).toString('base64url')}`;
  const server = await startDirectory({ clock: createManualClock(Date.now()), env: { KEELSON_SECRET_KEYS: keys } });
  try {
    const admin = await signInAdmin(server);
    await createTenant(server, 'south');
    const roleList = ['ROLE_SYSTEM_ADMIN'];
    await createActiveUser(server, admin, { username: 'southern', roleList, tenantIdentifier: 'south' });
    await createActiveUser(server, admin, { username: 'second', roleList });
    const rename = "UPDATE auth_user SET username = 'root', username_folded = 'root' WHERE username = 'admin'";
    await query(server, rename);
    await createActiveUser(server, await signIn(server, 'second', USER_PASSWORD), { username: 'admin' });
    const env = { DATABASE_URL: urlOf(server.database.settings), KEELSON_SECRET_KEYS: keys };
    const whose = async (...words: string[]) => {
      const { status, printed, explained } = await run(['admin-link', ...words], env);
      return [status, new URLSearchParams(new URL(printed[0] ?? 'none:').hash.slice(1)).get('username'), explained];
    };
    const off = (username: string) =>
      query(server, 'UPDATE auth_user SET enabled = false WHERE username = $1', [username]);
    const more = (count: number) => expect.stringContaining(`${count} more hold the role`);
    expect(await whose()).toEqual([0, 'root', more(2)]);
    expect(await whose('--tenant', 'SOUTH')).toEqual([0, 'southern', expect.stringContaining('tenant "south".')]);
    await off('root');
    expect(await whose()).toEqual([0, 'second', more(1)]);
    await query(server, "UPDATE auth_user SET expiry_date = 'epoch' WHERE username = 'second'");
    expect(await whose()).toEqual([
      0,
      'southern',
      `The link is for the system administrator "southern" of the tenant "south".\n${LIFETIME}`,
    ]);
    await query(server, "UPDATE auth_user SET deleted = true WHERE username = 'southern'");
    const nobody = /^Nobody who can sign in holds ROLE_SYSTEM_ADMIN\..*by "root" of the tenant "default", "second" of/;
    expect(await whose()).toEqual([1, null, expect.stringMatching(nobody)]);
    expect(await whose('--tenant', 'south')).toEqual([1, null, expect.stringContaining('in the tenant "south".')]);
    expect(await whose('--user', 'admin')).toEqual([0, 'admin', LIFETIME]);
  } finally {
    await server.stop();
  }
});

it('gives links that work beside the program that runs the embedded database, and while it is stopped', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const data = join(directory, 'data');
  const program = await programs.start(data);
  const beside = await run(['admin-link'], { KEELSON_DATA: data });
  const sentence = 'The link is for the system administrator "admin" of the tenant "default".';
  expect([beside.status, beside.explained]).toEqual([0, `${sentence}\n${LIFETIME}`]);
  expect(beside.printed[0]).toMatch(new RegExp(`^${program.url}/auth/pages/activate#`));
  expect((await activate(program.url, beside.printed[0] ?? '')).status).toBe(200);
  expect((await login(program, 'admin', NEW_PASSWORD)).status).toBe(200);
  await program.stop();
  const alone = await run(['admin-link'], { KEELSON_DATA: data });
  expect([alone.status, alone.printed.length]).toEqual([0, 1]);
  expect(alone.explained).toContain('No process runs now; start one that is reached at http://127.0.0.1:8080.');
  const again = await programs.start(data);
  expect((await activate(again.url, alone.printed[0] ?? '', 'nine herons over the lake')).status).toBe(200);
  await again.stop();
});
