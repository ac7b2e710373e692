// Tests several processes on one database: what one changes the others read, whatever happens to their connections.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSetting, numberSetting, type SettingChange } from '../../../kernel/settings/settings.ts';
import { joinSettingServer, query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { eventually } from '../../../testing/sign-in.ts';

const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
const size = numberSetting('demo.size', { name: 'Size', unit: 'COUNT', default: 1, min: 0, max: 1_000_000 });
const themeSetting = numberSetting('demo.theme', {
  name: 'Theme',
  unit: 'NONE',
  default: 1,
  min: 0,
  max: 9,
  userOverridable: true,
});
const shape = jsonSetting('demo.shape', { name: 'Shape', default: { a: [1] } });

let first: SettingServer;
let second: SettingServer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'settings-'));
  first = await startSettingServer({ env });
  second = await joinSettingServer(first, env);
  await first.define({ code: 'demo.size', type: 'NUMBER', defaultValue: 1 });
  await first.define({ code: 'demo.other', type: 'NUMBER', defaultValue: 1 });
  await first.define({ code: 'demo.theme', type: 'NUMBER', defaultValue: 1, userOverridable: true });
  await first.define({ code: 'demo.shape', type: 'JSON', defaultValue: { a: [1] } });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await rm(directory, { recursive: true });
});

const path = '/settings/number-setting/by-code/demo.size';
const version = async (code: string) =>
  (await query<{ version: number }>(first, 'SELECT version FROM system_setting_value WHERE code = $1', [code]))[0]
    ?.version ?? 0;

describe('system-setting 11: a change of one process', () => {
  it('is read by another one at once, and by a client that sends the revision along', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const written = await first.put('demo.size', round, { version: await version('demo.size') });
      const headers = { 'x-svc-setting-revision': written.headers.get('x-svc-setting-revision') ?? '' };
      expect((await second.as(second.admin, 'GET', path, undefined, headers)).body).toBe(round);
    }
    await first.put('demo.size', 50, { version: await version('demo.size') });
    expect(
      await eventually(
        async () => (await second.as(second.admin, 'GET', path)).body,
        (value) => value === 50,
      ),
    ).toBe(50);
  });
  it('is read after the listening connection was cut', async () => {
    await query(
      first,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'keelson %' AND datname = current_database()`,
    );
    await first.put('demo.size', 60, { version: await version('demo.size') });
    expect(
      await eventually(
        async () => (await second.as(second.admin, 'GET', path)).body,
        (value) => value === 60,
      ),
    ).toBe(60);
  });
  it('is told to listeners of the other process, a revision in one call, after it holds', async () => {
    const heard: { changes: readonly SettingChange[]; value: number }[] = [];
    const { size: handle } = second.kernel.settings.bind({ size });
    second.kernel.settings.onChange('demo.', () => {
      throw new Error('a listener that fails');
    });
    second.kernel.settings.onChange('demo.', (changes) => void heard.push({ changes, value: handle.get(null) }));
    const body = [
      { code: 'demo.size', value: 70, version: await version('demo.size') },
      { code: 'demo.other', value: 71 },
    ];
    const written = await first.as(first.admin, 'PUT', '/settings/values', body);
    const revision = Number(written.headers.get('x-svc-setting-revision'));
    await second.apis.systemSetting.waitForRevision(revision, 2_000);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      value: 70,
      changes: [
        { code: 'demo.size', tenantIdentifier: null, oldValue: 60, newValue: 70, revision },
        { code: 'demo.other', oldValue: 1, newValue: 71, revision },
      ],
    });
  });
});

describe('system-setting 12: a reader', () => {
  it('never misses a writer that began earlier and commits later', async () => {
    await first.define({ code: 'demo.early', type: 'NUMBER' });
    await first.define({ code: 'demo.late', type: 'NUMBER' });
    await second.apis.systemSetting.waitForRevision(first.apis.systemSetting.revision(), 2_000);
    const { database } = first.database;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = (): void => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const early = database.transaction(async (tx) => {
      await tx.rows({ name: '', text: 'SELECT revision FROM system_setting_state FOR UPDATE' });
      locked();
      await held;
    });
    await isLocked;
    const late = Promise.all([first.put('demo.early', 1), second.put('demo.late', 2)]);
    release();
    await early;
    expect((await late).map(({ status }) => status)).toEqual([200, 200]);
    const codeList = ['demo.early', 'demo.late'];
    for (const server of [first, second]) {
      const read = async () =>
        (await server.as<{ valueMap: object }>(server.admin, 'POST', '/settings/values/by-codes', { codeList })).body
          .valueMap;
      const values = await eventually(read, (map) => Object.keys(map).length === 2);
      expect(values).toEqual({ 'demo.early': 1, 'demo.late': 2 });
    }
  });
});

describe('system-setting 15: a value', () => {
  it('a value with an expiry date is gone on both processes after it, and the history says so', async () => {
    const expiryDate = new Date(first.clock.now() + 60_000).toISOString();
    const set = await first.put('demo.other', 99, { version: await version('demo.other'), expiryDate });
    expect(set.body.expiryDate).toBe(expiryDate);
    first.clock.advance(60_000);
    const read = (server: SettingServer) => async () =>
      (await server.as(server.admin, 'GET', '/settings/number-setting/by-code/demo.other')).body;
    for (const server of [first, second]) expect(await eventually(read(server), (value) => value === 1)).toBe(1);
    const history = await first.as<{ data: object[] }>(first.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.other',
    });
    expect(history.body.data[0]).toMatchObject({ action: 'EXPIRE', oldValue: 99, newValue: null, updatedBy: 'system' });
    const past = await first.put('demo.other', 1, { expiryDate: new Date(first.clock.now()).toISOString() });
    expect(past.error?.errorArguments[0]).toMatchObject({ field: 'expiryDate', code: 'OUT_OF_RANGE' });
  });
});

describe('system-setting 29: a pin', () => {
  const startPinned = (content: unknown) => {
    const file = join(directory, `${randomBytes(4).toString('hex')}.json`);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return joinSettingServer(first, { ...env, KEELSON_SETTINGS_FILE: file });
  };
  it('wins over everything, refuses writes, and changed over a restart is no stale 304', async () => {
    const one = await startPinned({ 'demo.size': 7, 'demo.theme': 5, tenants: { north: { 'demo.size': 8 } } });
    const before = await one.as(one.admin, 'GET', path);
    expect(before.body).toBe(7);
    // The pin wins also over what a user chose.
    await query(
      first,
      `INSERT INTO system_setting_user_value VALUES ('default', 'admin', 'demo.theme', gen_random_uuid(), 1, '3', false, now())`,
    );
    const { theme } = one.kernel.settings.bind({ theme: themeSetting });
    expect((await one.kernel.settings.forUser('admin', 'default')).get(theme)).toBe(5);
    const north = await one.as(one.admin, 'GET', '/settings/effective/by-code/demo.size?tenant=north');
    expect(north.body).toMatchObject({
      source: 'PINNED',
      value: 8,
      chain: [{ level: 'PINNED' }, { level: 'GLOBAL' }, { level: 'DEFAULT' }],
    });
    expect((await one.put('demo.size', 9, { version: 1 })).error?.errorCode).toBe('SETTING_PINNED');
    const removed = await one.as(one.admin, 'DELETE', '/settings/value/by-code/demo.size?scope=GLOBAL&version=1');
    expect(removed.error?.errorCode).toBe('SETTING_PINNED');
    const history = await one.as<{ data: { uuid: string }[] }>(one.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.size',
    });
    const back = `/settings/history/rollback/by-uuid/${history.body.data[0]?.uuid}`;
    expect((await one.as(one.admin, 'POST', back, { version: 1 })).error?.errorCode).toBe('SETTING_PINNED');
    await one.stop();
    const two = await startPinned({ 'demo.size': 9 });
    const after = await two.as(two.admin, 'GET', path, undefined, {
      'if-none-match': before.headers.get('etag') ?? '',
    });
    expect([after.status, after.body]).toEqual([200, 9]);
    await two.stop();
  });
  it.each([
    [{ nothing: 1 }, /names nothing, which is no setting/],
    [{ 'demo.size': 'x' }, /demo\.size .* does not fit: TYPE/],
    ['{', /is no JSON/],
  ])('a pin that is wrong stops the start: %j', async (content, sentence) => {
    await expect(startPinned(content)).rejects.toThrow(sentence);
  });
  it('system-setting 25: a pin of a process with other bytes under the same key id stops the start', async () => {
    const other = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
    await expect(joinSettingServer(first, other)).rejects.toThrow('The key "k1" of KEELSON_SECRET_KEYS is not the one');
  });
});

describe('system-setting 19: several codes of a request', () => {
  it('they are of one revision while two values change together', async () => {
    await first.define({ code: 'pair.a', type: 'NUMBER', defaultValue: 0 });
    await first.define({ code: 'pair.b', type: 'NUMBER', defaultValue: 0 });
    await second.apis.systemSetting.waitForRevision(first.apis.systemSetting.revision(), 2_000);
    const codeList = ['pair.a', 'pair.b'];
    const write = async (round: number): Promise<void> => {
      const body = codeList.map((code) => ({ code, value: round + 1, version: round }));
      const { status, text } = await first.as(first.admin, 'PUT', '/settings/values', body);
      if (status !== 200) throw new Error(text);
    };
    const seen = new Set<number>();
    const read = async (server: SettingServer): Promise<void> => {
      const path = '/settings/values/by-codes';
      const { body } = await server.as<{ valueMap: Record<string, number> }>(server.admin, 'POST', path, { codeList });
      expect(body.valueMap['pair.a']).toBe(body.valueMap['pair.b']);
      seen.add(body.valueMap['pair.a'] ?? 0);
    };
    for (let round = 0; round < 1_000; round += 1) {
      await Promise.all([write(round), read(first), read(second), read(second)]);
    }
    expect(seen.size).toBeGreaterThan(100);
  }, 120_000);
});

describe('system-setting 22: a JSON value that was read in process', () => {
  it('cannot be edited', async () => {
    const { shape: handle } = first.kernel.settings.bind({ shape });
    await first.put('demo.shape', { a: [{ b: 1 }] });
    const value = handle.get(null) as unknown as { a: { b: number }[] };
    expect(() => {
      value.a[0]!.b = 2;
    }).toThrow(TypeError);
    expect(() => value.a.push({ b: 3 })).toThrow(TypeError);
    expect(handle.get(null)).toEqual({ a: [{ b: 1 }] });
  });
});
