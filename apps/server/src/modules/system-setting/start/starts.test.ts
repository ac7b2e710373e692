// Starts beside a running process: what a start registers, leaves alone, and survives.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';

const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
let first: SettingServer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'settings-starts-'));
  first = await startSettingServer({ env });
});
afterAll(async () => {
  await first.stop();
  await rm(directory, { recursive: true });
});

const beside = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({ ...options, sharedDatabase: first.database, clock: first.clock, env: { ...env, ...options.env } });

/** Reads as the module that declares it does, served or not. */
function read(server: TestServer, code: string, tenantIdentifier: string | null): unknown {
  const definition = server.kernel.settings.definitions().find((one) => one.code === code);
  if (definition === undefined || definition.type === 'SECRET') throw new Error(`${code} is not registered`);
  return server.kernel.settings.bind({ definition }).definition.get(tenantIdentifier);
}

/** Reads everything that a start could change. */
const stored = async () => ({
  revision: (await query<{ revision: number }>(first, 'SELECT revision FROM system_setting_state'))[0]?.revision,
  definitions: await query(
    first,
    'SELECT code, version, retired, deleted, registered_hash, revision FROM system_setting_definition ORDER BY code',
  ),
  history: (await query<{ n: number }>(first, 'SELECT count(*)::int AS n FROM system_setting_history'))[0]?.n,
});

describe('system-setting 13: an unchanged start', () => {
  it('a start of five processes at once raises no revision and writes nothing', async () => {
    const before = await stored();
    expect(before.definitions.length).toBeGreaterThan(40);
    const servers = await Promise.all(Array.from({ length: 5 }, () => beside()));
    expect(await stored()).toEqual(before);
    await Promise.all(servers.map((server) => server.stop()));
    expect(await stored()).toEqual(before);
  }, 60_000);
});

describe('system-setting 24: a process that serves fewer modules', () => {
  it('starts beside one that serves all, ten times in turn: nothing is retired, its pins of other modules hold', async () => {
    const file = join(directory, 'pins.json');
    writeFileSync(
      file,
      JSON.stringify({ 'bpmn-engine.limit.queue': 7, tenants: { north: { 'auth.lock.threshold': 4 } } }),
    );
    const before = await stored();
    for (let turn = 0; turn < 10; turn += 1) {
      const server =
        turn % 2 === 0 ? await beside({ modules: ['session'], env: { KEELSON_SETTINGS_FILE: file } }) : await beside();
      const held = [read(server, 'bpmn-engine.limit.queue', null), read(server, 'auth.lock.threshold', 'north')];
      expect(held).toEqual(turn % 2 === 0 ? [7, 4] : [256, 10]);
      expect(await stored()).toEqual(before);
      await server.stop();
    }
    expect(before.definitions.filter((row) => (row as { retired: boolean }).retired)).toEqual([]);
  }, 120_000);
});

describe('system-setting 14: a stored value that no longer fits', () => {
  it('stops no start: the default is used, the value stays and is shown as invalid, readiness and a metric say so', async () => {
    const code = 'session.idle-timeout';
    await first.change(code, 45);
    // The value is as an older version with a wider range has left it.
    await query(first, `UPDATE system_setting_value SET value = '5000' WHERE code = $1`, [code]);
    const server = await beside();
    const read = await fetch(`${server.url}/settings/by-code/${code}`, {
      headers: { authorization: `Bearer ${first.admin}` },
    });
    const { body } = (await read.json()) as { body: object };
    expect(body).toMatchObject({ invalid: true, value: 5_000, effectiveValue: 30, source: 'DEFAULT' });
    const session = await fetch(`${server.url}/session/expiry`, {
      headers: { authorization: `Bearer ${first.admin}` },
    });
    expect(session.status).toBe(200);
    const ready = await fetch(`${server.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(JSON.stringify(await ready.json())).toContain(code);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^keelson_setting_invalid 1$/m);
    await server.stop();
  }, 30_000);
});

describe('system-setting 15: a pin that breaks a rule together with what is stored', () => {
  it('is taken, since it is the emergency brake, and readiness names the rule', async () => {
    const file = join(directory, 'brake.json');
    writeFileSync(file, JSON.stringify({ tenants: { north: { 'session.absolute-timeout': 20 } } }));
    const server = await beside({ env: { KEELSON_SETTINGS_FILE: file } });
    expect(read(server, 'session.absolute-timeout', 'north')).toBe(20);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringContaining('session.idle-not-above-absolute'),
    ]);
    await server.stop();
    const plain = await fetch(`${first.url}/health/ready`);
    expect(await plain.text()).not.toContain('session.idle-not-above-absolute');
  });
});
