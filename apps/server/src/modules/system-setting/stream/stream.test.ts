// Tests the stream of changes: who hears what, and what a client that comes back is told.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  createTenant,
  joinSettingServer,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';

let first: SettingServer;
let second: SettingServer;
let user: string;
let viewer: string;
let northern: string;
let readers: EventReader[] = [];

beforeAll(async () => {
  const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  first = await startSettingServer({ env });
  second = await joinSettingServer(first, env);
  await createTenant(first, 'north');
  user = await signInWith(first, 'ursula');
  viewer = await signInWith(first, 'vera', ['SETTING_VIEW']);
  northern = await signInWith(first, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  await first.define({ code: 'demo.open', type: 'NUMBER', defaultValue: 0 });
  await first.define({ code: 'demo.hidden', type: 'NUMBER', visibility: 'RESTRICTED' });
  await first.define({ code: 'demo.secret', type: 'SECRET' });
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

async function follow(
  server: SettingServer,
  token: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<EventReader> {
  const url = `${server.url}/settings/changes${query}`;
  const reader = await readEvents(url, { authorization: `Bearer ${token}`, ...headers });
  readers.push(reader);
  expect(reader.status, reader.text()).toBe(200);
  return reader.until((one) => one.lastEventId() !== '');
}

describe('a stream', () => {
  it('tells a change of another process, with its value, in the order of revisions', async () => {
    const reader = await follow(second, user);
    // They come one after the other: of changes that arrive together a process sees the last one of a value.
    for (const [version, value] of [1, 2, null].entries()) {
      await first.put('demo.open', value, { version });
      await reader.until(({ events }) => events.length === version + 1);
    }
    expect(reader.events.map(({ event, data }) => [event, data.code, data.scope, data.value])).toEqual([
      ['setting-changed', 'demo.open', 'GLOBAL', 1],
      ['setting-changed', 'demo.open', 'GLOBAL', 2],
      ['setting-changed', 'demo.open', 'GLOBAL', null],
    ]);
    expect(reader.lastEventId()).toBe(String(reader.events[2]?.data.revision));
  });
  it('tells nobody what they may not see, and nobody what a secret is', async () => {
    const [ofUser, ofViewer, ofNorth] = [
      await follow(first, user),
      await follow(first, viewer),
      await follow(first, northern),
    ];
    const narrow = await follow(first, viewer, {}, '?codePrefix=demo.o');
    await first.put('demo.hidden', 7);
    await first.put('demo.secret', 'hunter2');
    await first.put('demo.open', 3, { tenantIdentifier: 'north' });
    await first.put('demo.open', 4, { tenantIdentifier: 'default' });
    const last = await first.put('demo.open', 5);
    const told = async (reader: EventReader) => {
      await reader.until((one) => one.lastEventId() === String(last.body.revision));
      return reader.events.map(({ data }) => [data.code, data.tenantIdentifier, data.value]);
    };
    const open = ['demo.open', null, 5];
    const hidden = [
      ['demo.hidden', null, 7],
      ['demo.secret', null, undefined],
    ];
    expect(await told(ofUser)).toEqual([['demo.open', 'default', 4], open]);
    expect(await told(ofViewer)).toEqual([...hidden, ['demo.open', 'default', 4], open]);
    expect(await told(ofNorth)).toEqual([...hidden, ['demo.open', 'north', 3], open]);
    expect(await told(narrow)).toEqual([['demo.open', 'default', 4], open]);
  });
  it('tells who comes back what was missed, and to begin again where that is too much', async () => {
    const reader = await follow(first, user);
    const seen = reader.lastEventId();
    reader.close();
    const versions = await query<{ version: number }>(
      first,
      `SELECT version FROM system_setting_value WHERE code = 'demo.open' AND scope = 'GLOBAL'`,
    );
    await first.put('demo.open', 6, { version: versions[0]?.version });
    await first.put('demo.open', 8, { tenantIdentifier: 'north', version: 1 });
    const again = await follow(second, user, { 'last-event-id': seen });
    await again.until(({ events }) => events.length > 0);
    expect(again.events.map(({ event, data }) => [event, data.value])).toEqual([['setting-changed', 6]]);
    for (const unknown of ['99999999', 'rubbish']) {
      const lost = await follow(first, user, { 'last-event-id': unknown });
      expect(lost.events.map(({ event }) => event)).toEqual(['resync']);
    }
    await query(
      first,
      `INSERT INTO system_setting_history (uuid, revision, code, scope, action, secret, updated_by, date)
      SELECT gen_random_uuid(), ${Number(seen) + 1}, 'demo.open', 'GLOBAL', 'SET', false, 'test', now() FROM generate_series(1, 1001)`,
    );
    const behind = await follow(first, user, { 'last-event-id': seen });
    expect(behind.events.map(({ event }) => event)).toEqual(['resync']);
  });
  it('is one of ten at most', async () => {
    for (let count = 0; count < 10; count += 1) await follow(first, viewer);
    const refused = await readEvents(`${first.url}/settings/changes`, { authorization: `Bearer ${viewer}` });
    expect(refused.status).toBe(429);
    refused.close();
  });
});
