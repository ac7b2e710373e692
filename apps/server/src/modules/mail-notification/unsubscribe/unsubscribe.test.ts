// Tests that whoever has the link of a mail ends the mails of its group, and that nobody does so by accident.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { loadSecretKeys } from '../../../kernel/secrets/secret-keys.ts';
import { joinSettingServer, query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const [old, young] = [keyOf('old'), keyOf('young')];
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const DAYS_90_MS = 90 * 86_400_000;
const PATH = '/notification/unsubscribe/';

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer({ env: { KEELSON_SECRET_KEYS: old }, clock: createManualClock() });
});
afterAll(() => server?.stop());

const tokens = createUnsubscribeTokens(loadSecretKeys({ environmentValue: old }));
const tokenFor = (address: string, group = 'news', tenantIdentifier = 'default') =>
  tokens.write({ tenantIdentifier, address, group });

interface Sent {
  readonly body?: string | URLSearchParams | FormData;
  readonly headers?: Record<string, string>;
}
const get = (token: string, headers: Record<string, string> = {}) => fetch(`${server.url}${PATH}${token}`, { headers });
const post = (token: string, { body = new URLSearchParams(oneClick), headers = {} }: Sent = {}, url = server.url) =>
  fetch(`${url}${PATH}${token}`, { method: 'POST', body, headers, redirect: 'manual' });
const oneClick = { 'List-Unsubscribe': 'One-Click' };
const groupsOf = async (address: string) =>
  (
    await query<{ group: string }>(
      server,
      `SELECT group_name AS "group" FROM mail_suppression WHERE address = $1 AND reason = 'UNSUBSCRIBE' ORDER BY 1`,
      [address],
    )
  ).map(({ group }) => group);
const codeOf = async (response: Response) =>
  ((await response.json()) as { errorDetail: { errorCode: string } }).errorDetail.errorCode;

it('mail-notification 16: opening the link changes nothing, posting to it does, with and without cookies, once', async () => {
  const token = tokenFor('ada@mail.example');
  const cookie = {
    cookie: `svc-session=${server.admin}`,
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  };
  for (const headers of [{}, BROWSER, cookie]) expect((await get(token, headers)).status).toBe(200);
  expect(await groupsOf('ada@mail.example')).toEqual([]);
  const answers = [await post(token), await post(token, { headers: cookie })];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([200, { body: {}, errorDetail: null }]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(await groupsOf('ada@mail.example')).toEqual(['news']);
  const events = await query<{ username: string }>(
    server,
    `SELECT username FROM log_event e WHERE event_name = 'mail.unsubscribed' AND strpos(e::text, 'ada@mail.example') > 0`,
  );
  expect(events).toEqual([{ username: 'ada@mail.example' }]);
});

it('mail-notification 16: a browser is shown a page in its language, without script and without the whole address', async () => {
  const token = tokenFor('grace.hopper@mail.example', '<b>news</b>');
  const asked = await get(token, BROWSER);
  const page = await asked.text();
  expect(asked.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain('lang="en"');
  expect(page).toContain('g•••@mail.example');
  expect(page).toContain('&lt;b&gt;news&lt;/b&gt;');
  expect(page).toContain('name="List-Unsubscribe" value="One-Click"');
  expect(page).not.toMatch(/hopper|<script|<b>/);
  const done = await post(token, { headers: { ...BROWSER, 'accept-language': 'tr' } });
  expect(await done.text()).toContain('Abonelikten çıkıldı');
  expect(await groupsOf('grace.hopper@mail.example')).toEqual(['<b>news</b>']);
});

it('mail-notification 26: one click is understood as multipart and as urlencoded, and as nothing else', async () => {
  const address = 'clicks@mail.example';
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await post(tokenFor(address, 'by form'), { body: form })).status).toBe(200);
  const more = new URLSearchParams({ ...oneClick, campaign: '7' });
  expect((await post(tokenFor(address, 'by pairs'), { body: more })).status).toBe(200);
  expect(await groupsOf(address)).toEqual(['by form', 'by pairs']);
  const refused = async (sent: Sent) => {
    const answer = await post(tokenFor(address, 'never'), sent);
    return [answer.status, await codeOf(answer)];
  };
  const typed = (type: string, body: string) => refused({ body, headers: { 'content-type': type } });
  expect(await typed('application/json', '{"List-Unsubscribe":"One-Click"}')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(await typed('text/plain', 'List-Unsubscribe=One-Click')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  expect(await typed('multipart/form-data; boundary=x', 'List-Unsubscribe=One-Click')).toEqual([400, 'MALFORMED_BODY']);
  expect(await refused({ body: new URLSearchParams() })).toEqual([400, 'VALIDATION_FAILED']);
  expect(await refused({ body: new URLSearchParams({ 'List-Unsubscribe': 'Maybe' }) })).toEqual([
    400,
    'VALIDATION_FAILED',
  ]);
  const file = new FormData();
  file.set('List-Unsubscribe', new Blob(['One-Click']), 'x.txt');
  expect(await refused({ body: file })).toEqual([400, 'VALIDATION_FAILED']);
  expect(await refused({ body: new URLSearchParams({ x: 'x'.repeat(20_000) }) })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await groupsOf(address)).toEqual(['by form', 'by pairs']);
});

it('mail-notification 26: a link works after 90 days and after the key was rotated', async () => {
  const token = tokenFor('patient@mail.example');
  server.clock.advance(DAYS_90_MS);
  const rotated = await joinSettingServer(server, { KEELSON_SECRET_KEYS: `${young},${old}` });
  try {
    expect((await post(token, {}, rotated.url)).status).toBe(200);
    expect(await groupsOf('patient@mail.example')).toEqual(['news']);
  } finally {
    await rotated.stop();
  }
});

it('mail-notification 26: a link that was changed, or is of a tenant that is no more, opens nothing and tells nothing', async () => {
  const token = tokenFor('safe@mail.example');
  const other = createUnsubscribeTokens(loadSecretKeys({ environmentValue: young }));
  const foreign = other.write({ tenantIdentifier: 'default', address: 'safe@mail.example', group: 'news' });
  const cut = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const bad of [cut, token.slice(0, 20), foreign, 'x', tokenFor('safe@mail.example', 'news', 'gone')]) {
    for (const answer of [await get(bad), await post(bad)]) {
      const text = await answer.clone().text();
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'UNSUBSCRIBE_TOKEN_NOT_FOUND']);
      expect(text).not.toContain(bad.length > 4 ? bad : 'safe@');
    }
    const page = await get(bad, { ...BROWSER, 'accept-language': 'tr' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Bu bağlantı bize ait değil');
  }
  expect(await groupsOf('safe@mail.example')).toEqual([]);
});
