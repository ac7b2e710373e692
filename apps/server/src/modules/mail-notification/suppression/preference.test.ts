// Tests what people do not want to get, and that it stays theirs whatever they are called.
import type { SvcNotificationMailPreferenceModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import {
  beforeModulesHear,
  eventually,
  renameUser,
  signIn,
  USER_PASSWORD,
  untilModulesHeard,
} from '../../../testing/sign-in.ts';
import { createReadRefusals } from './feature.ts';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

const PATH = '/notification/preference/user';
const find = async (token: string) => (await server.as<SvcNotificationMailPreferenceModel[]>(token, 'GET', PATH)).body;
const save = (token: string, body: unknown) =>
  server.as<SvcNotificationMailPreferenceModel[]>(token, 'PUT', PATH, body);
const entry = (more: Partial<SvcNotificationMailPreferenceModel>) => ({
  category: null,
  group: null,
  enabled: false,
  ...more,
});
const letter = { sensitive: false, category: 'reports', unsubscribeGroup: 'news' };
const refusedFor = async (username: string) => {
  const recipient = { address: 'somebody@mail.example', username };
  const refusals = await createReadRefusals(server.kernel.database)(
    server.kernel.database,
    'default',
    [recipient],
    server.clock.now(),
  );
  return refusals.of(letter, recipient)?.status ?? null;
};
const rowsOf = () =>
  query<{ name: string }>(server, 'SELECT username_folded AS name FROM mail_preference ORDER BY 1').then((rows) =>
    rows.map(({ name }) => name),
  );

it('mail-notification 28: a list takes the place of the one before, and can be sent back as it was answered', async () => {
  const person = await signInWith(server, 'chooser');
  expect(await find(person)).toEqual([]);
  const saved = await save(person, [{ group: 'news', enabled: false }, entry({ category: 'reports', enabled: true })]);
  expect(saved.body).toEqual([entry({ category: 'reports', enabled: true }), entry({ group: 'news' })]);
  expect(await refusedFor('CHOOSER')).toBe('SKIPPED');
  expect((await save(person, saved.body)).body).toEqual(await find(person));
  expect((await save(person, { category: 'reports', enabled: true })).body).toHaveLength(1);
  expect(await refusedFor('chooser')).toBeNull();
  expect((await save(person, [])).body).toEqual([]);
  expect(await rowsOf()).not.toContain('chooser');
});

it('mail-notification 28: an entry about both, about neither or about the same once more is refused, with its place', async () => {
  const person = await signInWith(server, 'careless');
  const twice = [entry({ group: 'news' }), entry({ category: 'news' }), entry({ group: 'news', enabled: true })];
  expect((await save(person, twice)).error?.errorArguments).toMatchObject([{ field: '[2]', code: 'DUPLICATE' }]);
  const wrong = await save(person, [entry({}), entry({ group: 'a', category: 'b' })]);
  expect(wrong.error?.errorArguments).toMatchObject([
    { field: '[0]', code: 'REQUIRED' },
    { field: '[1]', code: 'NOT_ALLOWED' },
  ]);
  const many = Array.from({ length: 201 }, (_, index) => entry({ group: `g${index}` }));
  expect((await save(person, many)).error?.errorArguments).toMatchObject([{ code: 'TOO_LONG' }]);
  expect(await find(person)).toEqual([]);
});

it('mail-notification 28: what a person wants stays with a rename, ends with the person, and is nobody else’s', async () => {
  const person = await signInWith(server, 'former');
  await save(person, [entry({ category: 'reports' })]);
  expect(await find(await signInWith(server, 'bystander'))).toEqual([]);
  const { body } = await server.as<SvcUserModel>(server.admin, 'GET', '/users/by-username/former');
  const { uuid, version } = body;
  expect((await server.as(server.admin, 'PUT', '/users', { uuid, version, username: 'latter' })).status).toBe(200);
  expect(await eventually(rowsOf, (names) => names.includes('latter'))).toEqual(['latter']);
  expect(await find(await signIn(server, 'latter', USER_PASSWORD))).toEqual([entry({ category: 'reports' })]);
  expect([await refusedFor('latter'), await refusedFor('former')]).toEqual(['SKIPPED', null]);
  await server.as(server.admin, 'DELETE', `/users/by-uuid/${uuid}`);
  expect(await eventually(rowsOf, (names) => names.length === 0)).toEqual([]);
});

it('mail-notification 28: what a renamed person said before the module heard of it counts first, and nothing said before is lost', async () => {
  const person = await signInWith(server, 'quick');
  const entries = [entry({ category: 'bills', enabled: true }), entry({ category: 'news' }), entry({ group: 'news' })];
  await save(person, entries);
  await beforeModulesHear([server], async () => {
    await renameUser(server, server.admin, 'quick', 'quicker');
    const token = await signIn(server, 'quicker', USER_PASSWORD);
    expect(await find(token)).toEqual([]);
    await save(token, [entry({ category: 'bills' }), entry({ category: 'reports' })]);
  });
  expect(await untilModulesHeard(server)).toEqual([]);
  const token = await signIn(server, 'quicker', USER_PASSWORD);
  const names = ['bills', 'reports', 'news'].map((category) => entry({ category }));
  expect(await find(token)).toEqual([...names, entry({ group: 'news' })]);
  expect((await save(token, await find(token))).status).toBe(200);
  for (const one of [token, await signIn(server, 'bystander', USER_PASSWORD)]) await save(one, []);
});

it('mail-notification 28: with a tenant everything goes that it kept about addresses and people', async () => {
  const created = await server.as<{ uuid: string }>(server.admin, 'POST', '/tenants', {
    identifier: 'passing',
    name: 'Passing',
  });
  for (const tenant of ['passing', 'default']) {
    await query(
      server,
      `INSERT INTO mail_suppression (uuid, version, tenant_identifier, address, address_folded, reason, created_by, updated_by,
         date_created, date_updated)
       SELECT gen_random_uuid(), 0, $1, n::text, n::text, 'MANUAL', '', '', now(), now() FROM generate_series(1, 1500) n`,
      [tenant],
    );
    await query(server, `INSERT INTO mail_preference VALUES ($1, 'left-over', '[]')`, [tenant]);
    await query(
      server,
      `INSERT INTO mail_event_untold (module, subject, tenant_identifier, event, attempts, refused_at, next_at)
       VALUES ('other', '', $1, '{}', 1, now(), 'infinity')`,
      [tenant],
    );
    await query(
      server,
      `INSERT INTO mail_calendar_event (uuid, version, tenant_identifier, uid, sequence, told_sequence, status, all_day, time_zone,
         start_date, end_date, summary, detail, organizer_address, stamp, created_by, created_by_folded, updated_by, date_created, date_updated)
       VALUES (gen_random_uuid(), 0, $1, 'a', 0, 0, 'CONFIRMED', false, 'UTC', now(), now(), '', '{}', '', now(), '', '', '', now(), now())`,
      [tenant],
    );
  }
  const path = (verb: string) => `/tenants/${verb}by-uuid/${created.body.uuid}`;
  expect((await server.as(server.admin, 'POST', path('deactivate/'))).status).toBe(200);
  expect((await server.as(server.admin, 'DELETE', path(''))).status).toBe(200);
  const open = () =>
    query(
      server,
      `SELECT FROM auth_directory_event WHERE handled_date IS NULL
       UNION ALL SELECT FROM kernel_directory_change WHERE module = 'mail-notification'`,
    );
  expect(await eventually(open, (rows) => rows.length === 0)).toHaveLength(0);
  const left = await query(
    server,
    `SELECT tenant_identifier AS tenant, count(*)::int AS count FROM mail_suppression GROUP BY 1
     UNION ALL SELECT tenant_identifier, count(*)::int FROM mail_preference GROUP BY 1
     UNION ALL SELECT tenant_identifier, count(*)::int FROM mail_calendar_event GROUP BY 1
     UNION ALL SELECT tenant_identifier, count(*)::int FROM mail_event_untold GROUP BY 1`,
  );
  expect(left).toEqual([
    { tenant: 'default', count: 1_500 },
    { tenant: 'default', count: 1 },
    { tenant: 'default', count: 1 },
    { tenant: 'default', count: 1 },
  ]);
});
