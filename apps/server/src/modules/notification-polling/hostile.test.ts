// Tests what somebody sends who means no good, or does not know better: nothing of it is stored.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PollingServer, query, signInWith, startPollingServer } from './polling-server.fixture.ts';

const NAMES = 1_000;

let server: PollingServer;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
  await query(
    server,
    `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 'default', 'Known' || n, 'known' || n, '', '', now(), now() FROM generate_series(1, $1::int) n`,
    [NAMES],
  );
});
afterAll(() => server?.stop());

const names = (count: number) => Array.from({ length: count }, (_, n) => `known${n + 1}`);
const post = (path: string, body: object) => server.as(server.admin, 'POST', path, body);
const announcement = (model: object) => post('/polling/announcement/send', { title: 'x', content: 'y', ...model });
const rowsOf = async (table: string) => (await query(server, `SELECT FROM ${table}`)).length;

it('notification-polling 29: one name among a thousand that nobody has is told alone, and nobody is told anything', async () => {
  const users = [...names(NAMES - 1), 'known-to-nobody'];
  const refused = await post('/polling/notification/send', { users, title: 'x' });
  expect([refused.status, refused.error?.errorCode]).toEqual([422, 'USER_UNKNOWN']);
  expect(refused.error?.errorArguments).toEqual([{ username: 'known-to-nobody' }]);
  expect((await announcement({ audience: { users } })).error?.errorArguments).toEqual([
    { username: 'known-to-nobody' },
  ]);
  expect([await rowsOf('polling_notification'), await rowsOf('polling_announcement')]).toEqual([0, 0]);
  const sent = await post('/polling/notification/send', { users, title: 'x', ignoreUnknown: true });
  expect(sent.body).toEqual({ stored: NAMES - 1, duplicates: 0, unknown: ['known-to-nobody'] });
  const many = await post('/polling/notification/send', { users: [...names(NAMES), 'one-more'], title: 'x' });
  expect(many.error?.errorArguments).toMatchObject([{ field: 'users', code: 'TOO_LONG' }]);
});

it('notification-polling 16: an audience of nobody, an end before the start, and what is not one line are refused and stored nowhere', async () => {
  const before = await rowsOf('polling_announcement');
  const at = (ms: number) => new Date(server.clock.now() + ms).toISOString();
  expect((await announcement({ audience: {} })).error?.errorCode).toBe('AUDIENCE_EMPTY');
  expect((await announcement({ audience: { users: [] } })).error?.errorCode).toBe('AUDIENCE_EMPTY');
  const dates = await announcement({ startDate: at(2 * HOUR_MS), endDate: at(HOUR_MS) });
  expect(dates.error?.errorArguments).toMatchObject([{ field: 'endDate', code: 'RANGE_INVALID' }]);
  for (const title of ['a\r\nb', 'a\u0000b', '\u202ea']) expect((await announcement({ title })).status).toBe(400);
  expect(await rowsOf('polling_announcement')).toBe(before);
});

it('notification-polling 25: what runs scripts reaches neither contentHtml nor a link', async () => {
  const person = await signInWith(server, 'reader');
  const content = '<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><script>alert(1)</script><b>kept</b>';
  for (const contentType of ['TEXT', 'MARKDOWN', 'HTML']) {
    expect((await announcement({ content, contentType })).status).toBe(200);
  }
  const page = await server.as<{ data: { contentHtml: string }[] }>(person, 'POST', '/polling/announcement/page', {});
  expect(page.body.data).toHaveLength(3);
  for (const { contentHtml } of page.body.data)
    expect(contentHtml).not.toMatch(/<script|<img|<[^>]*(javascript:|onerror)/i);
  for (const actionUrl of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x']) {
    const { error } = await announcement({ actionUrl });
    expect(error?.errorArguments, actionUrl).toMatchObject([{ field: 'actionUrl', code: 'URL_INVALID' }]);
  }
});

it('notification-polling 11: somebody else’s count needs the authority, whether or not there is such a person', async () => {
  const [plain, entitled] = [
    await signInWith(server, 'plain'),
    await signInWith(server, 'entitled', ['USER_NOTIFICATION_VIEW_ANY']),
  ];
  const count = (token: string, name: string) => server.as(token, 'GET', `/polling/user/unread/by-user/${name}`);
  const refused = [await count(plain, 'known1'), await count(plain, 'known-to-nobody')];
  expect(refused.map(({ status, error }) => [status, error?.errorCode, error?.errorMessage])).toEqual([
    [403, 'ACCESS_DENIED', refused[0]?.error?.errorMessage],
    [403, 'ACCESS_DENIED', refused[0]?.error?.errorMessage],
  ]);
  expect((await count(entitled, 'KNOWN1')).body).toBeGreaterThanOrEqual(1);
  expect((await count(entitled, 'known-to-nobody')).error?.errorCode).toBe('USER_NOT_FOUND');
});
