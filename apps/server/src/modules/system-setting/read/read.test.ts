// Reads by type over HTTP: what holds, for whom, and what an answer gives away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';

const kinds = [
  ['BOOLEAN', 'boolean-setting', 'demo.flag', true, false, 'true'],
  ['NUMBER', 'number-setting', 'demo.number', 1, 2, '7'],
  ['DECIMAL', 'decimal-setting', 'demo.decimal', 1.5, 2.25, '0.5'],
  ['STRING', 'string-setting', 'demo.text', 'one', 'two', 'seven'],
  ['JSON', 'json-setting', 'demo.json', { a: 1 }, { a: [2] }, '{"b":1}'],
] as const;

let server: SettingServer;
let user: string;
let manager: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  for (const [type, , code, standard] of kinds) await server.define({ code, type, defaultValue: standard });
  await server.define({ code: 'demo.open', type: 'BOOLEAN', visibility: 'PUBLIC', defaultValue: true });
  await server.define({ code: 'demo.hidden', type: 'BOOLEAN', visibility: 'RESTRICTED', defaultValue: true });
  await server.define({ code: 'demo.empty', type: 'BOOLEAN' });
  await server.define({ code: 'demo.secret', type: 'SECRET' });
  await server.define({ code: 'demo.off', type: 'BOOLEAN', defaultValue: true, enabled: false });
});
afterAll(() => server.stop());

describe('system-setting 1: the chain', () => {
  it.each(kinds)(
    'the chain of a %s gives default, global, tenant, and back again',
    async (_type, segment, code, standard, other) => {
      const plain = `/settings/${segment}/by-code/${code}`;
      const tenant = `/settings/${segment}-with-tenant/by-code/${code}`;
      const read = async (path: string) => (await server.as(user, 'GET', path)).body;
      const source = async () =>
        (await server.as<{ source: string }>(manager, 'GET', `/settings/effective/by-code/${code}`)).body.source;
      expect([await read(plain), await read(tenant), await source()]).toEqual([standard, standard, 'DEFAULT']);
      const global = await server.put(code, other);
      expect(global.status).toBe(200);
      expect([await read(plain), await read(tenant), await source()]).toEqual([other, other, 'GLOBAL']);
      const own = await server.put(code, standard, { scope: 'TENANT' }, manager);
      expect(own.status).toBe(200);
      expect([await read(plain), await read(tenant), await source()]).toEqual([other, standard, 'TENANT']);
      const back = await server.as(manager, 'DELETE', `/settings/value/by-code/${code}?scope=TENANT&version=1`);
      expect([back.status, await read(tenant), await source()]).toEqual([200, other, 'GLOBAL']);
      await server.as(server.admin, 'DELETE', `/settings/value/by-code/${code}?scope=GLOBAL&version=1`);
      expect([await read(plain), await source()]).toEqual([standard, 'DEFAULT']);
    },
  );
});

describe('system-setting 2: an unknown code', () => {
  it.each(['demo.nothing', 'demo.off'])('%s is 404, and its default where one is given', async (code) => {
    const path = `/settings/boolean-setting/by-code/${code}`;
    const missing = await server.as(user, 'GET', path);
    expect([missing.status, missing.error?.errorCode]).toEqual([404, 'SETTING_NOT_FOUND']);
    const given = await server.as(user, 'GET', `${path}?default=false`);
    expect([given.status, given.body]).toEqual([200, false]);
    expect((await server.as(user, 'GET', `${path}?default=1`)).status).toBe(400);
    expect((await server.as(user, 'GET', `${path}?default=true&default=false`)).status).toBe(400);
  });
  it('a code without a value at any level says so', async () => {
    const path = '/settings/boolean-setting/by-code/demo.empty';
    const missing = await server.as(user, 'GET', path);
    expect([missing.status, missing.error?.errorArguments[0]?.code]).toEqual([404, 'NO_VALUE']);
    expect((await server.as(user, 'GET', `${path}?default=true`)).body).toBe(true);
  });
});

describe('system-setting 3: a read by another type', () => {
  const pairs = kinds.flatMap(([type, segment, , , , fallback]) =>
    [...kinds.map(([actual, , code]) => [actual, code] as const), ['SECRET', 'demo.secret'] as const]
      .filter(([actual]) => actual !== type)
      .map(([actual, code]) => [segment, actual, code, fallback, type] as const),
  );
  it.each(pairs)('%s of a %s is 409, also with a default', async (segment, actual, code, fallback, type) => {
    const token = manager;
    for (const query of ['', `?default=${encodeURIComponent(fallback)}`]) {
      const answer = await server.as(token, 'GET', `/settings/${segment}/by-code/${code}${query}`);
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'SETTING_TYPE_MISMATCH']);
      expect(answer.error?.errorArguments).toEqual([{ code, expected: type, actual }]);
    }
  });
});

describe('system-setting 4: a read for a tenant', () => {
  const path = (code: string, tenant: string) =>
    `/settings/boolean-setting-with-tenant/by-code/${code}?tenant=${tenant}`;
  it('takes the own one where none is named, and gives unknown ones the global value', async () => {
    for (const tenant of ['', 'default'])
      expect((await server.as(user, 'GET', path('demo.flag', tenant))).body).toBe(true);
    expect((await server.as(server.admin, 'GET', path('demo.flag', 'nowhere'))).body).toBe(true);
  });
  it('a read for a foreign tenant is 403 for existing and unknown codes alike, and works for public ones', async () => {
    const known = await server.as(user, 'GET', path('demo.flag', 'north'));
    const unknown = await server.as(user, 'GET', path('demo.nothing', 'north'));
    expect([known.status, known.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect([unknown.status, unknown.error?.errorMessage]).toEqual([403, known.error?.errorMessage]);
    expect((await server.as(user, 'GET', path('demo.open', 'north'))).body).toBe(true);
    expect((await server.as(user, 'GET', path('demo.flag', 'no/such'))).status).toBe(400);
  });
});

describe('system-setting 5: an anonymous read', () => {
  const path = (code: string) => `/settings/boolean-setting/by-code/${code}`;
  it('answers existing and unknown codes alike', async () => {
    const shapes = [];
    for (const code of ['demo.flag', 'demo.nothing', 'demo.hidden', 'demo.off', 'demo.secret']) {
      const { status, error } = await server.as(null, 'GET', `${path(code)}?default=true`);
      shapes.push({ status, code: error?.errorCode, message: error?.errorMessage, detail: error?.errorArguments });
    }
    expect(shapes[0]).toMatchObject({ status: 401, code: 'AUTHENTICATION_REQUIRED' });
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  });
  it('a read of a public code works, with a dead cookie too, and not with a dead token', async () => {
    expect((await server.as(null, 'GET', path('demo.open'))).body).toBe(true);
    const cookie = `svc-session=svc_${'a'.repeat(43)}`;
    expect((await server.as(null, 'GET', path('demo.open'), undefined, { cookie })).body).toBe(true);
    for (const token of [`svc_${'a'.repeat(43)}`, 'rubbish']) {
      expect((await server.as(token, 'GET', path('demo.open'))).status).toBe(401);
    }
    expect((await server.as(null, 'GET', path('demo.open'), undefined, { 'x-api-key': 'rubbish' })).status).toBe(401);
    // The shape of the request comes first.
    expect((await server.as('rubbish', 'GET', `${path('demo.open')}?default=x`)).status).toBe(400);
    expect((await server.as(null, 'GET', '/settings/public')).body).toEqual({ 'demo.open': true });
  });
  it('is limited by address', async () => {
    server.settings.set('setting.public.rate-limit', 1);
    await server.as(null, 'GET', path('demo.open'));
    const limited = await server.as(null, 'GET', path('demo.open'));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    server.settings.set('setting.public.rate-limit', 600);
  });
  it('a read of a restricted code by a signed-in caller needs the authority', async () => {
    expect((await server.as(user, 'GET', path('demo.hidden'))).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await server.as(manager, 'GET', path('demo.hidden'))).body).toBe(true);
  });
});

describe('an answer', () => {
  it('is not sent again while the value is the same', async () => {
    const path = '/settings/number-setting-with-tenant/by-code/demo.number';
    const first = await server.as(user, 'GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await server.as(user, 'GET', path, undefined, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await server.put('demo.number', 41);
    const changed = await server.as(user, 'GET', path, undefined, { 'if-none-match': etag });
    expect([changed.status, changed.body]).toEqual([200, 41]);
    expect((await server.as(user, 'GET', `${path}?default=3`)).headers.get('etag')).not.toBe(etag);
  });
  it('an answer of several codes names what is missing and what is denied', async () => {
    const codeList = ['demo.flag', 'demo.hidden', 'demo.nothing', 'demo.empty', 'demo.secret'];
    const own = await server.as(user, 'POST', '/settings/values/by-codes', { codeList });
    expect(own.body).toMatchObject({
      valueMap: { 'demo.flag': true },
      missingList: ['demo.nothing', 'demo.empty'],
      deniedList: ['demo.hidden', 'demo.secret'],
    });
    const foreign = await server.as(user, 'POST', '/settings/values/by-codes', {
      codeList: ['demo.flag', 'demo.nothing', 'demo.open'],
      tenant: 'north',
    });
    expect(foreign.body).toMatchObject({ valueMap: { 'demo.open': true }, deniedList: ['demo.flag', 'demo.nothing'] });
  });
});
