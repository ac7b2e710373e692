// Proves the metrics of settings, and what readiness says of them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../../kernel/process/metrics.ts';
import { createReadiness } from '../../../kernel/process/readiness.ts';
import { createSettings, defineRule, numberSetting } from '../../../kernel/settings/settings.ts';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { registerSettingHealth } from './setting-health.ts';

let server: SettingServer;

beforeAll(async () => {
  server = await startSettingServer({ env: { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` } });
  await server.define({ code: 'demo.on', type: 'BOOLEAN', defaultValue: false });
  await server.define({ code: 'demo.size', type: 'NUMBER', defaultValue: 1, maxValue: 100, visibility: 'PUBLIC' });
});
afterAll(() => server.stop());

/** Reads the metric with exactly these labels; 0 where nothing was counted. */
async function metric(name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`keelson_setting_${name}${labels} `));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')));
}

const get = (path: string) => server.as(server.admin, 'GET', path);

describe('the metrics of settings', () => {
  it('they count reads by type and by the level that gave the value, however many codes a request has', async () => {
    const count = () =>
      Promise.all([
        metric('reads_total', '{type="BOOLEAN",source="DEFAULT"}'),
        metric('reads_total', '{type="NUMBER",source="DEFAULT"}'),
        metric('reads_total', '{type="NUMBER",source="TENANT"}'),
      ]);
    const before = await count();
    await get('/settings/boolean-setting/by-code/demo.on');
    await server.put('demo.size', 5, { scope: 'TENANT' });
    await get('/settings/number-setting/by-code/demo.size');
    await get('/settings/number-setting-with-tenant/by-code/demo.size');
    await server.as(server.admin, 'POST', '/settings/values/by-codes', { codeList: ['demo.on', 'demo.size'] });
    await fetch(`${server.url}/settings/public`);
    expect((await count()).map((value, index) => value - before[index]!)).toEqual([2, 2, 2]);
  });
  it('they count codes that do not exist and reads by another type', async () => {
    const before = [await metric('unknown_total'), await metric('type_mismatch_total')];
    await get('/settings/boolean-setting/by-code/demo.missing');
    await get('/settings/boolean-setting/by-code/demo.missing?default=true');
    await server.as(server.admin, 'POST', '/settings/values/by-codes', { codeList: ['demo.missing', 'demo.on'] });
    await get('/settings/boolean-setting/by-code/demo.size');
    expect([await metric('unknown_total'), await metric('type_mismatch_total')]).toEqual([
      before[0]! + 3,
      before[1]! + 1,
    ]);
  });
  it('they count changes by what was done, and nothing where a write changes nothing or is rolled back', async () => {
    const count = () =>
      Promise.all(['SET', 'REVERT', 'ROLLBACK'].map((one) => metric('writes_total', `{action="${one}"}`)));
    const before = await count();
    await server.put('demo.on', true);
    await server.put('demo.on', true, { version: 1 });
    await server.as(server.admin, 'PUT', '/settings/values', [
      { code: 'demo.on', value: false, version: 1, scope: 'GLOBAL' },
      { code: 'demo.size', value: 101, scope: 'GLOBAL' },
    ]);
    await server.as(server.admin, 'DELETE', '/settings/value/by-code/demo.on?scope=GLOBAL&version=1');
    const history = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
      code: 'demo.on',
      actionList: ['REVERT'],
    });
    const back = `/settings/history/rollback/by-uuid/${history.body.data[0]?.uuid}`;
    expect((await server.as(server.admin, 'POST', back, { version: 0 })).status).toBe(200);
    expect((await count()).map((value, index) => value - before[index]!)).toEqual([1, 1, 1]);
  });
  it('they show the revision, the listener, the age, open streams and the length of reads', async () => {
    expect(await metric('revision')).toBe(server.apis.systemSetting.revision());
    expect(await metric('listener_up')).toBe(1);
    expect(await metric('staleness_seconds')).toBeLessThan(60);
    expect(await metric('refresh_seconds_count')).toBeGreaterThan(0);
    expect(await metric('refresh_seconds_sum')).toBeGreaterThan(0);
    const streams = await metric('streams');
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${server.admin}`, accept: 'text/event-stream' };
    const stream = await fetch(`${server.url}/settings/changes`, { headers, signal: leave.signal });
    expect(stream.status).toBe(200);
    await expect.poll(() => metric('streams')).toBe(streams + 1);
    leave.abort();
    await expect.poll(() => metric('streams')).toBe(streams);
  });
  it('they show stored values that no longer fit, which readiness names and which take nothing out of service', async () => {
    await server.put('demo.size', 90);
    expect(await metric('invalid')).toBe(0);
    const raised = `WITH r AS (UPDATE system_setting_state SET revision = revision + 1 RETURNING revision),
      n AS (SELECT pg_notify('keelson_setting', revision::text) FROM r)
      UPDATE system_setting_definition SET max_value = 50, revision = r.revision FROM r, n WHERE code = 'demo.size'`;
    await query(server, raised);
    await expect.poll(() => metric('invalid')).toBe(1);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('demo.size')]);
  });
});

describe('readiness', () => {
  const limit = numberSetting('demo.limit', { name: 'Limit', unit: 'COUNT', default: 1, min: 0, max: 9 });
  /** Answers the health alone, of a snapshot that says so. */
  function healthOf(state: { stalenessSeconds: number }) {
    const settings = createSettings();
    settings.bind({ limit });
    settings.addRule(defineRule('demo.never', [limit.code], () => 'never holds'));
    const readiness = createReadiness();
    const index = { invalidCount: 0, all: () => [], find: () => undefined, read: () => 1 };
    // Holds the parts of a snapshot that health looks at.
    const snapshot = {
      index,
      revision: 1,
      stalenessSeconds: () => state.stalenessSeconds,
    } as unknown as SettingSnapshot;
    const notify = { alive: true, listen() {}, send() {}, onReconnect() {}, onDown() {} };
    const metrics = createMetrics();
    registerSettingHealth({ snapshot, settings, readiness, metrics, notify, streamCount: () => 0 });
    metrics.stop();
    return readiness;
  }
  it('system-setting 11: names settings that have not been compared with the database for two probes', () => {
    const state = { stalenessSeconds: 11.9 };
    const readiness = healthOf(state);
    expect(readiness.report().warnings).not.toHaveProperty('settings-stale');
    state.stalenessSeconds = 12;
    expect(readiness.report()).toMatchObject({
      ready: true,
      warnings: { 'settings-stale': 'settings are 12 s old: the database does not answer' },
    });
  });
  it('names rules that do not hold, and serves all the same', () => {
    expect(healthOf({ stalenessSeconds: 0 }).report()).toMatchObject({
      ready: true,
      warnings: { 'settings-rules': 'rules do not hold: demo.never' },
    });
  });
});
