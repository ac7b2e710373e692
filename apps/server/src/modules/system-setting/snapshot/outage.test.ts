// Proves what a process reads when its connections to the database are gone: cut, silent, or all of them with the database.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { numberSetting, type SettingHandle } from '../../../kernel/settings/settings.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../testing/database-proxy.ts';
import { type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import { startDirectory } from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest, stretchedBar } from '../../../testing/stretched-bar.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const env = { KEELSON_SECRET_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
const size = numberSetting('demo.size', { name: 'Size', unit: 'COUNT', default: 1, min: 0, max: 1_000_000 });
/** Allows a probe every 5 s and what it takes; whoever waited for the silent connection alone would need up to 8. */
const SEEN_MS = 5_500;
/** Lies far below the interval of the probes. */
const HEARD_MS = 500;
/** Whoever waits for so long waits in vain. */
const PATIENCE_MS = 60_000;

let first: SettingServer;
let second: TestServer;
let proxy: DatabaseProxy;
let handle: SettingHandle<number>;
let version = 0;

beforeAll(async () => {
  first = await startSettingServer({ env });
  await first.define({ code: 'demo.size', type: 'NUMBER', defaultValue: 1, visibility: 'PUBLIC' });
  proxy = await startDatabaseProxy(first.database);
  const throughProxy = { ...first.database, settings: proxy.settings };
  second = await startDirectory({ sharedDatabase: throughProxy, clock: first.clock, env });
  handle = second.kernel.settings.bind({ size }).size;
});
afterAll(async () => {
  await second.stop();
  await proxy.close();
  await first.stop();
});

async function change(value: number): Promise<void> {
  const written = await first.put('demo.size', value, { version });
  expect(written.status, written.text).toBe(200);
  version = written.body.version!;
}

/** Is answered from memory, also where the database is silent. */
const asked = plainRequest(() => fetch(`${second.url}/health/live`));

/** Reads in process: reads over HTTP without a session are limited by address. */
const read = (): number => handle.get(null);

async function readOverHttp(): Promise<unknown> {
  const answer = await fetch(`${second.url}/settings/number-setting/by-code/demo.size`);
  return ((await answer.json()) as { readonly body: unknown }).body;
}

async function readiness() {
  const answer = await fetch(`${second.url}/health/ready`);
  return { status: answer.status, text: await answer.text() };
}

const gauge = async (name: string): Promise<number> => {
  const text = await (await fetch(`${second.url}/metrics`)).text();
  return Number(new RegExp(`^keelson_setting_${name} (.+)$`, 'm').exec(text)?.[1]);
};

describe('system-setting 11: a process', () => {
  it('sees a change within a probe though its listening connection is silent, and hears again on a new one', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    await change(10);
    await expect.poll(read, { timeout: PATIENCE_MS }).toBe(10);
    expect(proxy.silence('LISTEN keelson_setting')).toBe(1);
    await doneWithin(SEEN_MS, asked, async () => {
      await change(11);
      await expect.poll(read, { timeout: PATIENCE_MS, interval: 20 }).toBe(11);
    });
    // The silent connection is found and left: changes are heard of at once again, long before a probe.
    const hearsOne = async (): Promise<boolean> => {
      const value = version + 20;
      await change(value);
      const soon = { timeout: await stretchedBar(HEARD_MS, asked), interval: 5 };
      return vi
        .waitFor(async () => expect(await read()).toBe(value), soon)
        .then(
          () => true,
          () => false,
        );
    };
    // A probe may see one of them by chance, and no two so close together.
    const hears = async (): Promise<boolean> => (await hearsOne()) && (await hearsOne());
    await expect.poll(hears, { timeout: PATIENCE_MS }).toBe(true);
    expect(await gauge('listener_up')).toBe(1);
  });
  it('reads on from memory while the database is stopped, says so, and catches up when it is back', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    await change(500);
    await expect.poll(read, { timeout: PATIENCE_MS }).toBe(500);
    expect((await readiness()).status).toBe(200);
    await proxy.stop();
    await change(501);
    expect([read(), await readOverHttp()]).toEqual([500, 500]);
    await expect.poll(async () => (await readiness()).status, { timeout: PATIENCE_MS }).toBe(503);
    // Where a write failed before the pulse did, that is told for a moment.
    await expect
      .poll(async () => (await readiness()).text)
      .toMatch(/the database does not answer|nobody listens at the address of the database/);
    expect([read(), await readOverHttp()]).toEqual([500, 500]);
    expect(await gauge('listener_up')).toBe(0);
    // Readiness tells sooner than that.
    await expect.poll(() => gauge('staleness_seconds'), { timeout: PATIENCE_MS }).toBeGreaterThan(1);
    await proxy.resume();
    await expect.poll(read, { timeout: PATIENCE_MS }).toBe(501);
    await expect.poll(async () => (await readiness()).status, { timeout: PATIENCE_MS }).toBe(200);
  });
});
