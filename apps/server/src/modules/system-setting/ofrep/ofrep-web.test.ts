// Tests settings as flags in a page, judged by the published web provider: bulk, 304, changes as they happen.
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/web-sdk';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import { TestEventSource } from './event-source.fixture.ts';

let server: SettingServer;
let user: string;
let statuses: number[];

beforeAll(async () => {
  vi.stubGlobal('EventSource', TestEventSource);
  server = await startSettingServer({ modules: ['system-setting', 'session', 'authentication'] });
  user = await signInWith(server, 'ursula');
  await server.define({ code: 'web.boolean', type: 'BOOLEAN', defaultValue: true });
  await server.define({ code: 'web.number', type: 'NUMBER', defaultValue: 1 });
  await server.define({ code: 'web.text', type: 'STRING', defaultValue: 'a' });
  await server.define({ code: 'web.json', type: 'JSON', defaultValue: { a: [1] } });
  await server.define({ code: 'web.off', type: 'BOOLEAN', defaultValue: true, enabled: false });
  await server.define({ code: 'web.open', type: 'NUMBER', defaultValue: 1, visibility: 'PUBLIC' });
});
afterEach(() => OpenFeature.clearProviders());
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

interface ProviderOptions {
  readonly token?: string | null;
  readonly changeDetection?: 'sse' | 'polling';
}

/** Makes a client of a provider of its own, whose answers are counted. */
async function connect(domain: string, { token = user, changeDetection = 'sse' }: ProviderOptions = {}) {
  statuses = [];
  const provider = new OFREPWebProvider({
    baseUrl: server.url,
    cacheMode: 'disabled',
    changeDetection,
    ...(changeDetection === 'polling' ? { pollInterval: 20 } : {}),
    headers: token === null ? [] : [['Authorization', `Bearer ${token}`]],
    async fetchImplementation(input: Parameters<typeof fetch>[0], init?: RequestInit) {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    },
  });
  await OpenFeature.setContext(domain, { targetingKey: 'ursula' });
  // Its declaration says `hooks?: Hook[] | undefined`, which the SDK's own interface does not.
  await OpenFeature.setProviderAndWait(domain, provider as Provider);
  return OpenFeature.getClient(domain);
}
const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 5 });
/** Does the change, and waits until it is heard of, which takes less than a second. */
const hear = (change: () => Promise<unknown>, condition: () => boolean) =>
  doneWithin(1_000, asked, () => change().then(() => until(condition)));
const asked = plainRequest(() => server.as(user, 'GET', '/session'));

it('system-setting 16: the web provider loads each type, and the default of the code where a flag is disabled', async () => {
  const client = await connect('types');
  expect(client.getBooleanValue('web.boolean', false)).toBe(true);
  expect(client.getNumberValue('web.number', 7)).toBe(1);
  expect(client.getStringValue('web.text', 'z')).toBe('a');
  expect(client.getObjectValue('web.json', {})).toEqual({ a: [1] });
  expect(client.getBooleanDetails('web.off', false)).toMatchObject({ value: false });
  expect(client.getNumberDetails('web.number', 7).flagMetadata).toMatchObject({ type: 'NUMBER', unit: 'NONE' });
});

it('system-setting 16: it keeps what it has over 304, and gets a change by asking again', async () => {
  const client = await connect('polling', { changeDetection: 'polling' });
  await until(() => statuses.length > 3);
  expect([statuses[0], new Set(statuses.slice(1))]).toEqual([200, new Set([304])]);
  expect(client.getNumberValue('web.number', 7)).toBe(1);
  await server.put('web.number', 2);
  await until(() => client.getNumberValue('web.number', 7) === 2);
});

it('system-setting 16: it gets a change by its stream within a second, and keeps the stream', async () => {
  const client = await connect('stream');
  const changed: string[] = [];
  client.addHandler(
    ProviderEvents.ConfigurationChanged,
    (details) => void changed.push(...(details?.flagsChanged ?? [])),
  );
  const opened = TestEventSource.opened.length;
  expect(opened).toBeGreaterThan(0);
  await hear(
    () => server.put('web.text', 'b'),
    () => client.getStringValue('web.text', 'z') === 'b',
  );
  expect(changed).toContain('web.text');
  await hear(
    () => server.put('web.text', 'c', { version: 1 }),
    () => client.getStringValue('web.text', 'z') === 'c',
  );
  expect(TestEventSource.opened).toHaveLength(opened);
});

it('system-setting 16: a page that nobody has signed in to gets changes too', async () => {
  const client = await connect('anonymous', { token: null });
  expect(client.getNumberValue('web.open', 7)).toBe(1);
  expect(client.getNumberDetails('web.number', 7)).toMatchObject({ value: 7, errorCode: 'FLAG_NOT_FOUND' });
  await hear(
    () => server.put('web.open', 2),
    () => client.getNumberValue('web.open', 7) === 2,
  );
});

it('system-setting 16: another context never gives 304', async () => {
  await connect('context');
  for (const attribute of ['one', 'two', 'one']) {
    await OpenFeature.setContext('context', { targetingKey: 'ursula', attribute });
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(statuses.length).toBeGreaterThanOrEqual(4);
});
