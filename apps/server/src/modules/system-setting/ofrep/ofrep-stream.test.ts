// Tests streams of flags over HTTP: whose changes they tell, how they begin and end, and what keeps them apart.
import { randomBytes } from 'node:crypto';
import { type ErrorCode, errorDefinition, type SvcApiKeyModel } from '@keelson/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventReader } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  createTenant,
  joinSettingServer,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';
import { askFlags, openStream, saidBy, streamUriOf } from './ofrep.fixture.ts';

const modules = ['system-setting', 'session', 'authentication'] as const;
const PERIOD_MS = 12 * 3_600_000;
const env = {
  KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}`,
  KEELSON_LOG_LEVEL: 'trace',
  KEELSON_LOG_SAMPLE_EVERY: '1',
};

let server: SettingServer;
let user: string;
let northern: string;
let readers: EventReader[] = [];

beforeAll(async () => {
  server = await startSettingServer({ env, modules });
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  await server.define({ code: 'flow.any', type: 'NUMBER', defaultValue: 0, userOverridable: true });
  await server.define({ code: 'flow.open', type: 'NUMBER', defaultValue: 0, visibility: 'PUBLIC' });
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(() => server.stop());

async function follow(uri: string, headers: Record<string, string> = {}, at = server): Promise<EventReader> {
  const reader = await openStream(at, uri, headers);
  readers.push(reader);
  return reader;
}
/** Opens a stream that stands in the present. */
async function followAs(token: string | null, context: object = {}): Promise<EventReader> {
  const reader = await follow(await streamUriOf(server, token, context));
  expect(reader.status, reader.text()).toBe(200);
  return reader.until((one) => one.lastEventId() !== '');
}
const apiKey = async (body: object, token = server.admin): Promise<SvcApiKeyModel> => {
  const created = await server.as<SvcApiKeyModel>(token, 'POST', '/api-keys', body);
  expect(created.status, created.text).toBe(200);
  return created.body;
};
/** Answers how the protocol tells of a failure: by its sentence, without a code. */
const detailsOf = (code: ErrorCode) => ({ errorDetails: errorDefinition(code).en });
/** Told of this revision. */
const told = (reader: EventReader, revision: number) =>
  reader.until(({ events }) => events.some(({ data }) => data.etag === `"r${revision}"`));

describe('system-setting 17: a stream', () => {
  it('says nothing but heartbeats when another tenant changes something', async () => {
    const [south, north] = [await followAs(user), await followAs(northern)];
    const before = saidBy(north);
    await told(south, await server.change('flow.any', 1, 'default'));
    expect(saidBy(north)).toBe(before);
    // The stream tells nothing of what a user chose: it has no revision.
    const own = { code: 'flow.any', value: 3 };
    expect((await server.as(northern, 'PUT', '/settings/user/value', own)).status).toBe(200);
    expect(saidBy(north)).toBe(before);
    const revision = await server.change('flow.any', 2);
    await told(north, revision);
    const said = saidBy(north).slice(before.length);
    expect(said).toMatch(new RegExp(`^id: ${revision}\ndata: .*\n\n$`));
    expect(north.events.at(-1)).toEqual({
      event: 'message',
      data: { type: 'refetchEvaluation', etag: `"r${revision}"`, lastModified: Math.floor(server.clock.now() / 1_000) },
    });
  });
  it('ends with the session, whose ticket opens no other', async () => {
    const token = await signInWith(server, 'lena');
    const uri = await streamUriOf(server, token);
    const reader = await follow(uri);
    expect((await server.as(token, 'POST', '/auth/logout')).status).toBe(200);
    await reader.until((one) => one.ended());
    const refused = await follow(uri);
    await refused.until((one) => one.ended());
    expect([refused.status, JSON.parse(refused.text())]).toEqual([401, detailsOf('SESSION_EXPIRED')]);
  });
  it('is refused to whoever may no longer look into the other tenant that it tells of', async () => {
    const token = await signInWith(server, 'wide', ['TENANT_ALL', 'SETTING_VIEW']);
    const uri = await streamUriOf(server, token, { tenantIdentifier: 'north' });
    const { data } = (
      await server.as<{ data: { uuid: string; version: number }[] }>(server.admin, 'POST', '/users/data/page', {
        username: 'wide',
      })
    ).body;
    const { uuid, version } = data[0]!;
    const roles = { roleList: ['ROLE_USER'], version };
    expect((await server.as(server.admin, 'PUT', `/users/roles/by-uuid/${uuid}`, roles)).status).toBe(200);
    const refused = await follow(uri);
    await refused.until((one) => one.ended());
    expect([refused.status, JSON.parse(refused.text())]).toEqual([403, detailsOf('ACCESS_DENIED')]);
  });
  it('ends with the API key', async () => {
    const { key, uuid } = await apiKey({ name: 'ending', authorityList: ['SETTING_VIEW'] });
    const uri = await streamUriOf(server, key ?? '');
    const reader = await follow(uri);
    expect(reader.status).toBe(200);
    expect((await server.as(server.admin, 'DELETE', `/api-keys/by-uuid/${uuid}`)).status).toBe(200);
    await reader.until((one) => one.ended());
    expect((await follow(uri)).status).toBe(401);
  });
  it('is opened by no address without a ticket, with a changed one or by a token in its place', async () => {
    const uri = await streamUriOf(server, user);
    for (const bad of ['/ofrep/v1/events', `${uri}A`, `/ofrep/v1/events?ticket=${user}`]) {
      const refused = await follow(bad, { authorization: `Bearer ${user}` });
      await refused.until((one) => one.ended());
      expect([bad, refused.status, JSON.parse(refused.text())]).toEqual([
        bad,
        401,
        detailsOf('AUTHENTICATION_REQUIRED'),
      ]);
    }
    expect((await follow(`/ofrep/v1/events?ticket=${'A'.repeat(2_000)}`)).status).toBe(400);
  });
  it('leaves its ticket in no line of the log and in no metric', async () => {
    const uri = await streamUriOf(server, user);
    const reader = await follow(uri);
    await told(reader, await server.change('flow.any', Math.floor(Math.random() * 1e9)));
    await follow(`${uri}A`);
    await follow(`${uri}${'A'.repeat(2_000)}`);
    const ticket = uri.split('=')[1] ?? '';
    expect(ticket.length).toBeGreaterThan(80);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^keelson_setting_streams 1$/m);
    expect(server.logLines.length).toBeGreaterThan(10);
    expect([...server.logLines, metrics].filter((text) => text.includes(ticket.slice(0, 60)))).toEqual([]);
  });
});

describe('a client', () => {
  it('a client that comes back to another process hears once of what it missed', async () => {
    const other = await joinSettingServer(server, env);
    try {
      const uri = await streamUriOf(server, user);
      const present = await follow(uri, {}, other);
      await present.until((one) => one.lastEventId() !== '');
      const before = await followAs(user);
      const seen = before.lastEventId();
      before.close();
      await server.change('flow.any', 7, 'north');
      await server.change('flow.open', 7);
      const revision = await server.change('flow.any', 7);
      // Who comes back before the other process has heard of the last change would rightly hear of that one by itself.
      await told(present, revision);
      const behind = await follow(uri, { 'last-event-id': seen }, other);
      await told(behind, revision);
      expect(behind.events).toHaveLength(1);
      const current = await follow(uri, { 'last-event-id': String(revision) }, other);
      await current.until((one) => one.lastEventId() === String(revision));
      expect(current.events).toEqual([]);
    } finally {
      await other.stop();
    }
  });
  it('has as many streams as an operator allows, whatever session they belong to', async () => {
    await server.change('setting.stream.max-per-user', 2);
    const uri = await streamUriOf(server, user);
    expect([(await follow(uri)).status, (await follow(uri)).status]).toEqual([200, 200]);
    const refused = await follow(uri);
    await refused.until((one) => one.ended());
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(Object.keys(JSON.parse(refused.text()))).toEqual(['errorDetails']);
    await server.change('setting.stream.max-per-user', 10);
    expect((await follow(uri)).status).toBe(200);
  });
  it('a client that nobody has signed in for hears of what is public, and has a hundred streams of an address', async () => {
    const reader = await followAs(null);
    await server.change('flow.any', 11);
    const revision = await server.change('flow.open', 11);
    await told(reader, revision);
    const uri = await streamUriOf(server, null);
    for (let count = 1; count < 100; count += 1) expect((await follow(uri)).status).toBe(200);
    const refused = await follow(uri);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await follow(await streamUriOf(server, user))).status).toBe(200);
  });
  it('finds nothing once the protocol is switched off, and its stream ends', async () => {
    const uri = await streamUriOf(server, user);
    const reader = await follow(uri);
    await server.change('setting.ofrep.enabled', false);
    await reader.until((one) => one.ended());
    const refused = await follow(uri);
    await refused.until((one) => one.ended());
    const told = { errorDetails: 'There is no operation OFREP.' };
    expect([refused.status, JSON.parse(refused.text())]).toEqual([404, told]);
    for (const path of ['', '/flow.any']) {
      const { status, json } = await askFlags(server, user, path, { context: {} });
      expect([status, json]).toEqual([404, told]);
    }
    await server.change('setting.ofrep.enabled', true);
    expect((await follow(uri)).status).toBe(200);
  });
});

it('system-setting 26: an API key of a tenant with everything reads and hears nothing of another over OFREP', async () => {
  const admin = await signInWith(server, 'nadja', ['ROLE_TENANT_ADMIN', 'ROLE_USER'], 'north');
  const authorityList = ['SETTING_VIEW', 'SETTING_MANAGE', 'SETTING_SECRET_MANAGE'];
  const key = (await apiKey({ name: 'northern', authorityList }, admin)).key ?? '';
  await server.change('flow.any', 4711, 'default');
  await server.change('flow.any', 12, 'north');
  const elsewhere = { context: { tenantIdentifier: 'default', targetingKey: 'una' } };
  expect((await askFlags(server, key, '/flow.any', elsewhere)).status).toBe(403);
  expect((await askFlags(server, key, '', elsewhere)).status).toBe(403);
  const all = await askFlags(server, key, '', { context: { targetingKey: 'una' } });
  expect(JSON.stringify(all.json)).not.toContain('4711');
  const reader = await followAs(key);
  const before = saidBy(reader);
  await server.change('flow.any', 4712, 'default');
  await told(reader, await server.change('flow.any', 13, 'north'));
  expect(saidBy(reader).slice(before.length).match(/data:/g)).toHaveLength(1);
});

// This test comes last, because every session has run out after it.
it('system-setting 17: the address of a stream is the same in all answers of a period, and another one in the next', async () => {
  const key = (await apiKey({ name: 'constant', authorityList: ['SETTING_VIEW'] })).key ?? '';
  const first = await streamUriOf(server, key);
  expect(await streamUriOf(server, key, { attribute: 1 })).toBe(first);
  server.clock.advance(PERIOD_MS);
  expect(await streamUriOf(server, key)).not.toBe(first);
  expect((await follow(first)).status).toBe(200);
  server.clock.advance(PERIOD_MS);
  expect((await follow(first)).status).toBe(401);
});
