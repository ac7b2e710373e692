// Tests what stops a start, what wins from a start on, and what ends by itself while two processes run.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOfStart, START_TIMEOUT_MS, urlOf } from '../../../cli/cli-command.fixture.ts';
import { numberSetting, secretSetting } from '../../../kernel/settings/settings.ts';
import { joinSettingServer, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { eventually } from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;
const env = { KEELSON_SECRET_KEYS: key('k1') };
const definitions = {
  size: numberSetting('demo.size', { name: 'Size', unit: 'COUNT', default: 1, min: 0, max: 100 }),
  secret: secretSetting('demo.secret', { name: 'Secret' }),
};
/** Lies between the date of a value and its end. */
const EXPIRY_BAR_MS = 1_000;

let first: SettingServer;
let second: SettingServer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'setting-start-'));
  first = await startSettingServer({ env });
  second = await joinSettingServer(first, env);
  await first.define({ code: 'demo.size', type: 'NUMBER', defaultValue: 1, maxValue: 100 });
  await first.define({ code: 'demo.secret', type: 'SECRET' });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await rm(directory, { recursive: true });
});

const file = (content: string): string => {
  const path = join(directory, randomBytes(4).toString('hex'));
  writeFileSync(path, content);
  return path;
};
const startPinned = (content: unknown) =>
  joinSettingServer(first, { ...env, KEELSON_SETTINGS_FILE: file(JSON.stringify(content)) });
const sizeOf = ({ kernel }: SettingServer, tenant: string | null = null) =>
  kernel.settings.bind(definitions).size.get(tenant);

describe('system-setting 15: a value with an expiry date', () => {
  it('is gone within a second of it on both processes, in process and over HTTP, once in the history', async () => {
    const asked = plainRequest(() => first.as(first.admin, 'GET', '/session'));
    for (let round = 1; round <= 3; round += 1) {
      const expiryDate = new Date(first.clock.now() + 60_000).toISOString();
      const set = await first.put('demo.size', 10 + round, { tenantIdentifier: 'north', expiryDate, version: 0 });
      expect(set.status).toBe(200);
      const held = (server: SettingServer) =>
        eventually(
          async () => sizeOf(server, 'north'),
          (value) => value === 10 + round,
        );
      expect([await held(first), await held(second)]).toEqual([10 + round, 10 + round]);
      const ended = (server: SettingServer) =>
        eventually(
          async () => sizeOf(server, 'north'),
          (value) => value === 1,
        );
      const left = await doneWithin(EXPIRY_BAR_MS, asked, () => {
        first.clock.advance(60_000);
        return Promise.all([first, second].map(ended));
      });
      expect(left).toEqual([1, 1]);
    }
    for (const server of [first, second]) {
      const path = '/settings/effective/by-code/demo.size?tenant=north';
      expect((await server.as(server.admin, 'GET', path)).body).toMatchObject({ source: 'DEFAULT', value: 1 });
    }
    const history = await first.as<{ data: { action: string }[] }>(first.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.size',
    });
    const actions = history.body.data.map(({ action }) => action).filter((action) => action !== 'DEFINE');
    expect(actions).toEqual(['EXPIRE', 'SET', 'EXPIRE', 'SET', 'EXPIRE', 'SET']);
  });
});

describe('system-setting 15: a pin', () => {
  it('wins over tenant and global values in this process alone, refuses writes, and ends with the file', async () => {
    await first.put('demo.size', 20);
    await first.put('demo.size', 30, { tenantIdentifier: 'south', version: 0 });
    const pinned = await startPinned({
      'demo.size': 7,
      'bpmn-engine.strictness': 'spec',
      tenants: { south: { 'demo.size': 8 } },
    });
    // A choice is read in any case.
    const choice = await pinned.as(pinned.admin, 'GET', '/settings/effective/by-code/bpmn-engine.strictness');
    expect(choice.body).toMatchObject({ source: 'PINNED', value: 'SPEC' });
    expect([null, 'north', 'south'].map((tenant) => sizeOf(pinned, tenant))).toEqual([7, 7, 8]);
    for (const more of [{ version: 1 }, { version: 1, tenantIdentifier: 'south' }]) {
      expect(await pinned.put('demo.size', 9, more)).toMatchObject({
        status: 409,
        error: { errorCode: 'SETTING_PINNED' },
      });
    }
    await pinned.stop();
    const without = await joinSettingServer(first, env);
    expect([null, 'south'].map((tenant) => sizeOf(without, tenant))).toEqual([20, 30]);
    await without.stop();
  });
  it('a pin of a secret is a file of its own; as text it stops the start, which does not repeat it', async () => {
    const pinned = await startPinned({ 'demo.secret': { file: file('hunter2\n') } });
    const { settings } = pinned.kernel;
    expect(settings.secret(settings.bind(definitions).secret, 'north')?.reveal()).toBe('hunter2');
    const shown = await pinned.as(pinned.admin, 'GET', '/settings/effective/by-code/demo.secret');
    expect(shown.body).toMatchObject({ source: 'PINNED', value: '***', chain: [{ level: 'PINNED', value: '***' }] });
    expect([shown.text, ...pinned.logLines].filter((line) => line.includes('hunter2'))).toEqual([]);
    await pinned.stop();
    const refused = await startPinned({ 'demo.secret': 'hunter2' }).catch((error: Error) => error.message);
    expect(refused).toBe('The settings file gives the secret demo.secret as text; write {"file": "/path"} instead.');
  });
  it('a pin that is unknown, of another type or outside the limits stops the start, all of them told at once', async () => {
    const wrong = { 'demo.nothing': 1, 'demo.size': 101, tenants: { north: { 'demo.size': 'x' } } };
    await expect(startPinned(wrong)).rejects.toThrow(
      /demo\.nothing, which is no setting.*\n.*demo\.size .*: MAX\.\n.*demo\.size .*: TYPE\./,
    );
  });
  it('a pin that breaks a rule is taken, said in the log, and a warning of readiness', async () => {
    const pinned = await startPinned({ 'session.idle-timeout': 1_440 });
    expect(pinned.logLines.filter((line) => line.includes('a rule between settings does not hold'))).toEqual([
      expect.stringContaining('session.'),
    ]);
    const ready = await fetch(`${pinned.url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('rules do not hold: session.')]);
    await pinned.stop();
  });
});

describe('system-setting 25: a process', { timeout: START_TIMEOUT_MS }, () => {
  it('a process with DATABASE_URL and no KEELSON_SECRET_KEYS does not start, and says how to make some', async () => {
    const said = await refusalOfStart({ DATABASE_URL: urlOf(first.database.settings) });
    expect(said).toMatch(/^KEELSON_SECRET_KEYS is not set, .*Make a key with: node -e/);
  });
  it('a process with other bytes under a known key id does not start, names the id and not the key', async () => {
    const other = key('k1');
    const said = await refusalOfStart({
      DATABASE_URL: urlOf(first.database.settings),
      KEELSON_SECRET_KEYS: other,
    });
    expect(said).toContain('The key "k1" of KEELSON_SECRET_KEYS is not the one that this database knows under that id');
    expect(said).not.toContain(other.slice(3));
    // It is refused also as an older key beside a new one.
    await expect(joinSettingServer(first, { KEELSON_SECRET_KEYS: `${key('k2')},${other}` })).rejects.toThrow('"k1"');
  });
});
