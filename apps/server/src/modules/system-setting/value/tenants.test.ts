// Tests an API key of one tenant that may do everything in it, sent through every way in: nothing of another tenant comes back.
import { modules, systemSettingModule } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import { createTenant, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { call } from '../../../testing/sign-in.ts';

const MARK = 'nobody-else-reads-this';
let server: SettingServer;
let key: string;
let person: string;
let historyUuid: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  const northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  const everything = modules
    .flatMap(({ authorities }) => authorities)
    .filter(({ level }) => level === 'TENANT')
    .map(({ authority }) => authority);
  const made = await server.as<{ key: string }>(northern, 'POST', '/api-keys', {
    name: 'everything',
    authorityList: everything,
  });
  expect(made.status, made.text).toBe(200);
  key = made.body.key;
  person = await signInWith(server, 'ursula');
  await server.define({ code: 'ours.text', type: 'STRING', defaultValue: 'x', userOverridable: true });
  await server.define({ code: 'ours.json', type: 'JSON', defaultValue: {} });
  await server.put('ours.text', MARK, { scope: 'TENANT', reason: MARK });
  await server.put('ours.json', { [MARK]: MARK }, { scope: 'TENANT' });
  await server.as(person, 'PUT', '/settings/user/value', { code: 'ours.text', value: MARK });
  const rows = await server.as<{ data: { uuid: string }[] }>(server.admin, 'POST', '/settings/history/data/page', {
    code: 'ours.text',
    scopeList: ['TENANT'],
  });
  historyUuid = rows.body.data[0]?.uuid ?? '';
});
afterAll(() => server.stop());

const codeList = ['ours.text', 'ours.json'];
/** Lists each way in with and without the name of the other tenant. */
const requests = (): readonly (readonly [method: string, path: string, body?: unknown])[] => [
  ...['string-setting', 'json-setting'].flatMap((segment) =>
    codeList.flatMap((code) => [
      ['GET', `/settings/${segment}/by-code/${code}`] as const,
      ...['', 'north', 'default'].map(
        (tenant) => ['GET', `/settings/${segment}-with-tenant/by-code/${code}?tenant=${tenant}`] as const,
      ),
    ]),
  ),
  ...[{}, { tenant: 'north' }, { tenant: 'default' }].map(
    (more) => ['POST', '/settings/values/by-codes', { codeList, ...more }] as const,
  ),
  ...['', '?tenant=default'].map((more) => ['GET', `/settings/public${more}`] as const),
  ...['', '?tenant=default', '?username=ursula', '?tenant=default&username=ursula'].map(
    (more) => ['GET', `/settings/effective/by-code/ours.text${more}`] as const,
  ),
  ['GET', '/settings/by-code/ours.text'],
  ['POST', '/settings/data/page', { overridden: true }],
  ['POST', '/settings/data/list', { searchText: 'ours' }],
  ['GET', '/settings/groups'],
  ['GET', '/settings/revision'],
  ...['/settings/value/data/page', '/settings/history/data/page', '/settings/export'].flatMap((path) =>
    [{}, { tenantIdentifier: 'default' }, { tenantIdentifier: 'default', codePrefix: 'ours.' }].map(
      (body) => ['POST', path, body] as const,
    ),
  ),
  ['POST', '/settings/history/data/page', { updatedBy: 'ursula', scopeList: ['USER'] }],
  ['GET', '/settings/user/values'],
  ['POST', `/settings/history/rollback/by-uuid/${historyUuid}`, { version: 1 }],
  ['PUT', '/settings/value', { code: 'ours.text', value: 'z', version: 1, tenantIdentifier: 'default' }],
  ['PUT', '/settings/value', { code: 'ours.text', value: 'z', version: 1, scope: 'GLOBAL' }],
  ['PUT', '/settings/values', [{ code: 'ours.text', value: 'z', version: 1, tenantIdentifier: 'default' }]],
  ['POST', '/settings/values/validate', [{ code: 'ours.text', value: 'z', tenantIdentifier: 'default' }]],
  ['DELETE', '/settings/value/by-code/ours.text?tenant=default&version=1'],
  ['DELETE', '/settings/value/by-code/ours.text?scope=GLOBAL'],
  ['PUT', '/settings/user/value', { code: 'ours.text', value: 'z' }],
  ['DELETE', '/settings/user/value/by-code/ours.text'],
  ['POST', '/settings', { code: 'ours.more', name: 'x', type: 'BOOLEAN' }],
  ['POST', '/settings/import', { formatVersion: 1, definitionList: [], valueList: [] }],
  ['POST', '/settings/secrets/reencrypt'],
  ...[
    {},
    { tenantIdentifier: 'default' },
    { targetingKey: 'ursula' },
    { targetingKey: 'ursula', tenantIdentifier: 'default' },
  ].flatMap((context) => [
    ['POST', '/ofrep/v1/evaluate/flags', { context }] as const,
    ['POST', '/ofrep/v1/evaluate/flags/ours.text', { context }] as const,
  ]),
];

describe('system-setting 26: an API key of another tenant', () => {
  it('learns and changes nothing, whatever it asks', async () => {
    const seen = new Set<string>();
    for (const [method, path, body] of requests()) {
      const answer = await call(server, method, path, { token: key, ...(body === undefined ? {} : { body }) });
      expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(500);
      expect(answer.text, `${method} ${path}`).not.toContain(MARK);
      if (answer.status === 200) seen.add(path.split('?')[0] ?? path);
    }
    // It reads what is its own, so an answer without the mark is no refusal of everything.
    expect(seen.size).toBeGreaterThan(12);
    const own = '/settings/string-setting-with-tenant/by-code/ours.text';
    expect((await server.as(key, 'GET', own)).body).toBe('x');
    expect((await server.as(person, 'GET', own)).body).toBe(MARK);
  });

  it('hears of the own tenant alone', async () => {
    const stream = await readEvents(`${server.url}/settings/changes`, { authorization: `Bearer ${key}` });
    try {
      await stream.until((one) => one.lastEventId() !== '');
      await server.put('ours.text', `${MARK}-again`, { scope: 'TENANT', version: 1 });
      await server.put('ours.text', 'northern', { tenantIdentifier: 'north' });
      await stream.until((one) => one.text().includes('northern'));
      expect(stream.text()).not.toContain(MARK);
      expect(stream.text().match(/event: setting-changed/g)).toHaveLength(1);
    } finally {
      stream.close();
    }
  });

  it('is sent through every operation that reads', () => {
    const shapeOf = (path: string) => path.split('?')[0]?.replace(/(by-(?:code|uuid)|flags)\/.+$/, '$1/{}');
    const tried = new Set(requests().map(([method, path]) => `${method} ${shapeOf(path)}`));
    const missing = Object.values(systemSettingModule.operations)
      .map(({ method, path }) => `${method} ${shapeOf(path)}`)
      .filter((shape) => !tried.has(shape));
    // The rest are other types than those of the values, platform-wide definitions, and streams.
    expect(missing.filter((shape) => !/(boolean|number|decimal)-setting|activate|PUT \/settings$/.test(shape))).toEqual(
      ['GET /settings/by-uuid/{}', 'DELETE /settings/by-uuid/{}', 'GET /settings/changes', 'GET /ofrep/v1/events'],
    );
  });
});
