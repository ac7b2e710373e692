// Tests what holds at each step of the chain, asked over HTTP, in process and as a flag; numbers and refusals to their edges.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  booleanSetting,
  decimalSetting,
  jsonSetting,
  numberSetting,
  type SettingValue,
  textSetting,
} from '../../../kernel/settings/settings.ts';
import { createTenant, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { call } from '../../../testing/sign-in.ts';

const many = Number.MAX_SAFE_INTEGER;
const options = { name: 'x', userOverridable: true };
/** Each type has a default, a global value, one of the tenant and one of the user. */
const kinds = [
  ['BOOLEAN', 'boolean-setting', [true, false, true, false]],
  ['NUMBER', 'number-setting', [1, -many, many, 0]],
  ['DECIMAL', 'decimal-setting', [1.5, -0.1, 123_456_789_012.345, 0]],
  ['STRING', 'string-setting', ['one', '', ' \u00e9\u{1f600}', 'four']],
  ['JSON', 'json-setting', [{ a: 1 }, {}, { a: [null, { b: 'c' }] }, { d: false }]],
] as const;
const group = {
  BOOLEAN: booleanSetting('chain.boolean', { ...options, default: true }),
  NUMBER: numberSetting('chain.number', { ...options, unit: 'NONE', default: 1, min: -many, max: many }),
  DECIMAL: decimalSetting('chain.decimal', { ...options, unit: 'NONE', default: 1.5, min: -many, max: many }),
  STRING: textSetting('chain.string', { ...options, default: 'one' }),
  JSON: jsonSetting('chain.json', { ...options, default: { a: 1 } }),
};

let server: SettingServer;
let user: string;
let manager: string;
let northern: string;
let key: string;

beforeAll(async () => {
  server = await startSettingServer();
  await createTenant(server, 'north');
  user = await signInWith(server, 'ursula');
  manager = await signInWith(server, 'mira', ['SETTING_VIEW', 'SETTING_MANAGE']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  for (const [type, , [defaultValue]] of kinds) {
    await server.define({ code: group[type].code, type, defaultValue, userOverridable: true });
    await server.define({ code: `pair.${type}`, type, defaultValue, visibility: 'PUBLIC' });
  }
  await server.define({ code: 'pair.SECRET', type: 'SECRET' });
  const authorityList = ['SETTING_VIEW', 'SETTING_MANAGE', 'SETTING_SECRET_MANAGE'];
  const made = await server.as<{ key: string }>(northern, 'POST', '/api-keys', { name: 'north', authorityList });
  key = made.body.key;
});
afterAll(() => server.stop());

interface Flag {
  readonly value?: unknown;
  readonly variant?: string;
  readonly reason: string;
}

async function flagOf(code: string): Promise<Flag> {
  const response = await fetch(`${server.url}/ofrep/v1/evaluate/flags/${code}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user}` },
    body: JSON.stringify({ context: { targetingKey: 'ursula' } }),
  });
  return (await response.json()) as Flag;
}

describe('system-setting 1: the chain', () => {
  it.each(kinds)('the chain of a %s holds over HTTP, in process and as a flag', async (type, segment, steps) => {
    const { code } = group[type];
    const [standard, global, tenant, own] = steps;
    const handle = server.kernel.settings.bind({ handle: group[type] }).handle;
    const read = async (path: string) => (await server.as(user, 'GET', `/settings/${path}/by-code/${code}`)).body;
    /** Expects what holds for all, for the tenant and for the user. */
    const expectHolding = async (
      [ofAll, ofTenant, ofUser]: readonly [SettingValue, SettingValue, SettingValue],
      source: string,
    ) => {
      expect([await read(segment), await read(`${segment}-with-tenant`)]).toEqual([ofAll, ofTenant]);
      const view = await server.kernel.settings.forUser('ursula', 'default');
      // These reads serve whatever type the row of the table is.
      const inProcess = [handle.get(null), handle.get('default'), view.get<SettingValue>(handle as never)];
      expect(inProcess).toEqual([ofAll, ofTenant, ofUser]);
      expect(handle.get('north')).toEqual(ofAll);
      const path = `/settings/effective/by-code/${code}?username=ursula`;
      expect((await server.as(manager, 'GET', path)).body).toMatchObject({ value: ofUser, source });
      const reason = ['USER', 'TENANT'].includes(source) ? 'TARGETING_MATCH' : 'STATIC';
      expect(await flagOf(code)).toMatchObject({ value: ofUser, variant: source.toLowerCase(), reason });
    };
    await expectHolding([standard, standard, standard], 'DEFAULT');
    await server.put(code, global);
    await expectHolding([global, global, global], 'GLOBAL');
    await server.put(code, tenant, { scope: 'TENANT' }, manager);
    await expectHolding([global, tenant, tenant], 'TENANT');
    await server.as(user, 'PUT', '/settings/user/value', { code, value: own });
    await expectHolding([global, tenant, own], 'USER');
    await server.as(user, 'DELETE', `/settings/user/value/by-code/${code}?version=1`);
    await expectHolding([global, tenant, tenant], 'TENANT');
    await server.as(manager, 'DELETE', `/settings/value/by-code/${code}?scope=TENANT&version=1`);
    await expectHolding([global, global, global], 'GLOBAL');
    await server.as(server.admin, 'DELETE', `/settings/value/by-code/${code}?version=1`);
    await expectHolding([standard, standard, standard], 'DEFAULT');
  });
});

describe('system-setting 3: a read by another type', () => {
  const segments = kinds.map(([type, segment]) => [type, segment] as const);
  const defaults = { BOOLEAN: 'true', NUMBER: '7', DECIMAL: '0.5', STRING: 'x', JSON: '{}' } as const;
  const pairs = segments.flatMap(([type, segment]) =>
    ['BOOLEAN', 'NUMBER', 'DECIMAL', 'STRING', 'JSON', 'SECRET']
      .filter((actual) => actual !== type)
      .map((actual) => [segment, actual, type] as const),
  );
  it('has a case for each of the pairs off the diagonal', () => expect(pairs.length).toBe(25));
  it.each(pairs)('%s of a %s for a tenant is 409, with a default too', async (segment, actual, type) => {
    const code = `pair.${actual}`;
    for (const more of ['', '&tenant=', '&tenant=north', `&default=${encodeURIComponent(defaults[type])}`]) {
      const path = `/settings/${segment}-with-tenant/by-code/${code}?${more.slice(1)}`;
      const { status, error } = await server.as(server.admin, 'GET', path);
      expect([status, error?.errorArguments]).toEqual([409, [{ code, expected: type, actual }]]);
    }
  });
  it('a read of a public setting is 409 for an anonymous caller too', async () => {
    const { status } = await server.as(null, 'GET', '/settings/number-setting/by-code/pair.BOOLEAN?default=1');
    expect(status).toBe(409);
  });
});

describe('the order of the checks of a read', () => {
  const at = (code: string, more = '') => `/settings/number-setting-with-tenant/by-code/${code}?${more}`;
  const answer = async (token: string | null, path: string, headers?: Record<string, string>) => {
    const { status, error } = await server.as(token, 'GET', path, undefined, headers);
    return [status, error?.errorCode];
  };
  beforeAll(async () => {
    await server.define({ code: 'order.hidden', type: 'BOOLEAN', visibility: 'RESTRICTED' });
    await server.define({ code: 'order.open', type: 'BOOLEAN', visibility: 'PUBLIC' });
    await server.define({ code: 'order.empty', type: 'NUMBER' });
    await server.define({ code: 'order.off', type: 'BOOLEAN', visibility: 'PUBLIC', enabled: false });
  });
  it('1: the shape comes before the credential', async () => {
    expect(await answer('rubbish', at('order.open', 'tenant=a/b'))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await answer('rubbish', at('no code'))).toEqual([400, 'VALIDATION_FAILED']);
  });
  it('2: the credential before what is asked for, and before a default', async () => {
    expect(await answer('rubbish', at('order.open', 'default=1'))).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    const headers = { 'x-api-key': `svc_key_${'a'.repeat(43)}` };
    expect(await answer(null, at('order.none', 'default=1'), headers)).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
  it('3: who is nobody before the tenant, the type and the default', async () => {
    for (const code of ['order.hidden', 'order.empty', 'order.off', 'order.none']) {
      const path = at(code, 'tenant=north&default=1');
      expect(await answer(null, path)).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    }
  });
  it('4: the tenant before existence, visibility and type, for a key like for a person', async () => {
    for (const code of ['order.hidden', 'order.empty', 'order.off', 'order.none']) {
      expect(await answer(user, at(code, 'tenant=north&default=1'))).toEqual([403, 'ACCESS_DENIED']);
      expect(await answer(key, at(code, 'tenant=default&default=1'))).toEqual([403, 'ACCESS_DENIED']);
    }
    expect(await answer(key, at('order.empty', 'tenant=north&default=1'))).toEqual([200, undefined]);
    expect(await answer(user, at('order.open', 'tenant=north'))).toEqual([409, 'SETTING_TYPE_MISMATCH']);
  });
  it('5 and 6: existence before visibility, visibility before the type', async () => {
    expect(await answer(user, at('order.none'))).toEqual([404, 'SETTING_NOT_FOUND']);
    expect(await answer(user, at('order.off', 'default=1'))).toEqual([200, undefined]);
    expect(await answer(user, at('order.hidden', 'default=1'))).toEqual([403, 'ACCESS_DENIED']);
  });
  it('7 and 8: the type before the value', async () => {
    expect(await answer(user, at('order.open', 'default=1'))).toEqual([409, 'SETTING_TYPE_MISMATCH']);
    const empty = await server.as(user, 'GET', at('order.empty'));
    expect([empty.status, empty.error?.errorArguments]).toMatchObject([404, [{ code: 'NO_VALUE' }]]);
    expect(await answer(user, at('order.empty', 'default=1'))).toEqual([200, undefined]);
  });
});

describe('system-setting 5: an anonymous read', () => {
  it('answers the same to the byte for every code that is not public, at each operation', async () => {
    await server.define({ code: 'quiet.off', type: 'NUMBER', visibility: 'PUBLIC', enabled: false });
    await server.define({ code: 'quiet.hidden', type: 'JSON', visibility: 'RESTRICTED', defaultValue: {} });
    const codes = ['chain.number', 'quiet.off', 'quiet.hidden', 'pair.SECRET', 'quiet.nothing', 'constructor'];
    const operations = kinds.flatMap(([, segment]) => [segment, `${segment}-with-tenant`]);
    const shapes = new Set<string>();
    for (const operation of operations) {
      for (const code of codes) {
        const answer = await server.as(null, 'GET', `/settings/${operation}/by-code/${code}`);
        const { errorDetail } = JSON.parse(answer.text);
        const { uuid: _uuid, time: _time, ...detail } = errorDetail;
        const named = ['content-type', 'www-authenticate', 'cache-control', 'vary', 'etag', 'x-svc-setting-revision'];
        const headers = named.map((name) => answer.headers.get(name));
        shapes.add(JSON.stringify([answer.status, detail, headers]));
      }
    }
    expect([...shapes]).toEqual([expect.stringContaining('[401,')]);
  });
});

describe('system-setting 6: a number', () => {
  const write = (code: string, text: string) =>
    call(server, 'PUT', '/settings/value', { token: server.admin, raw: `{"code":"${code}","value":${text}}` });
  it.each(['1.0', '1e3', '-0', '9007199254740991', '-9007199254740991', '9.007199254740991e15'])(
    '%s is whole, and kept exactly',
    async (text) => {
      const code = `whole.n${text.replace(/[^0-9a-z]/g, '_')}`;
      await server.define({ code, type: 'NUMBER' });
      expect((await write(code, text)).status).toBe(200);
      const read = await server.as(user, 'GET', `/settings/number-setting/by-code/${code}`);
      expect(JSON.parse(read.text).body).toBe(Number(text) + 0);
    },
  );
  it.each([
    ['NUMBER', '9007199254740992'],
    ['NUMBER', '1.5'],
    ['NUMBER', '1e400'],
    ['DECIMAL', '1e400'],
    ['DECIMAL', '0.1234567890123456'],
    ['DECIMAL', '0.30000000000000004'],
  ])('a %s of %s is 422', async (type, text) => {
    const { status, error } = await write(`pair.${type}`, text);
    expect([status, error?.errorArguments[0]?.code]).toEqual([422, 'OUT_OF_RANGE']);
  });
  it.each(['NUMBER', 'DECIMAL'])('a %s of 9007199254740993 is refused as any body with such a number', async (type) => {
    const { status, error } = await write(`pair.${type}`, '9007199254740993');
    expect([status, error?.errorArguments[0]]).toMatchObject([400, { field: 'value', code: 'OUT_OF_RANGE' }]);
  });
  it.each(['0.1', '1e-7', '123456789.012345', '-1e300', '5e-324'])('%s is a decimal that comes back', async (text) => {
    const code = `tenth.d${text.replace(/[^0-9a-z]/g, '_')}`;
    await server.define({ code, type: 'DECIMAL' });
    expect((await write(code, text)).status).toBe(200);
    expect((await server.as(user, 'GET', `/settings/decimal-setting/by-code/${code}`)).body).toBe(Number(text));
  });
  it('a number as a text is none, nor is 1 a truth', async () => {
    for (const [code, text] of [
      ['pair.NUMBER', '"1"'],
      ['pair.BOOLEAN', '"true"'],
      ['pair.BOOLEAN', '1'],
      ['pair.DECIMAL', '"0.5"'],
    ] as const) {
      expect((await write(code, text)).error?.errorCode).toBe('SETTING_TYPE_MISMATCH');
    }
  });
});
