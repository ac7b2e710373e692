// Tests what a hostile or careless client sends to settings: texts, names, numbers, patterns, lists, headers and parameters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costUntil } from '../../../../../../packages/bpmn-core/src/testing/cost.ts';
import { query, type SettingServer, signInWith, startSettingServer } from '../../../testing/setting-server.ts';
import { call } from '../../../testing/sign-in.ts';

let server: SettingServer;
let user: string;

beforeAll(async () => {
  server = await startSettingServer();
  user = await signInWith(server, 'ursula');
  await server.define({ code: 'demo.text', type: 'STRING', defaultValue: 'x' });
  await server.define({ code: 'demo.json', type: 'JSON' });
  await server.define({ code: 'demo.number', type: 'NUMBER', defaultValue: 1 });
  await server.define({ code: 'demo.own', type: 'JSON', userOverridable: true });
  await server.define({ code: 'demo.secret', type: 'SECRET' });
});
afterAll(() => server.stop());

const raw = (method: string, path: string, text: string) =>
  call(server, method, path, { token: server.admin, raw: text });
const refusal = ({ status, error }: Awaited<ReturnType<typeof raw>>) => [
  status,
  error?.errorCode,
  error?.errorArguments[0]?.code,
];

const definition = (more: string) => `{"code":"demo.new","name":"x","type":"JSON"${more}}`;
const document = (definitions: string, values: string) =>
  `{"formatVersion":1,"definitionList":[${definitions}],"valueList":[${values}]}`;
const anyUuid = '00000000-0000-4000-8000-000000000000';

/** `@` stands for the text. */
const values = [
  ['PUT', '/settings/value', '{"code":"demo.text","value":"@"}'],
  ['PUT', '/settings/value', '{"code":"demo.secret","value":"@"}'],
  ['PUT', '/settings/value', '{"code":"demo.json","value":{"a":["@"]}}'],
  ['PUT', '/settings/value', '{"code":"demo.json","value":{"@":1}}'],
  ['PUT', '/settings/values', '[{"code":"demo.text","value":"@"}]'],
  ['PUT', '/settings/user/value', '{"code":"demo.own","value":{"@":1}}'],
] as const;
const others = [
  ['PUT', '/settings/value', '{"code":"demo.text","value":"z","reason":"@"}'],
  ['PUT', '/settings/values', '[{"code":"demo.text","value":"z","reason":"@"}]'],
  ['PUT', '/settings/value', '{"code":"@","value":1}'],
  ['PUT', '/settings/value', '{"code":"demo.text","scope":"TENANT","tenantIdentifier":"@","value":"z"}'],
  ['POST', '/settings/values/validate', '[{"code":"demo.text","value":"z","reason":"@"}]'],
  ['POST', `/settings/history/rollback/by-uuid/${anyUuid}`, '{"version":1,"reason":"@"}'],
  ['POST', '/settings', definition(',"description":"@"')],
  ['POST', '/settings', definition(',"nameMap":{"en":"@"}')],
  ['POST', '/settings', definition(',"defaultValue":{"a":"@"}')],
  ['POST', '/settings', '{"code":"demo.new","name":"@","type":"STRING","pattern":"@","allowedValueList":["@"]}'],
  ['POST', '/settings/data/page', '{"searchText":"@"}'],
  ['POST', '/settings/history/data/page', '{"updatedBy":"@"}'],
  ['POST', '/settings/import', document(definition(',"description":"@"'), '')],
  ['POST', '/settings/import', document(definition(',"descriptionMap":{"en":"@"}'), '')],
  ['POST', '/settings/import', document(definition(',"defaultValue":{"a":"@"}'), '')],
] as const;

describe('a text that PostgreSQL cannot hold', () => {
  it.each(values)('is refused as a value: %s %s %s', async (method, path, text) => {
    expect(refusal(await raw(method, path, text.replaceAll('@', 'a\\u0000')))).toEqual([
      422,
      'SETTING_VALUE_INVALID',
      'NUL_CHARACTER',
    ]);
  });
  it.each(others)('is refused beside the value: %s %s %s', async (method, path, text) => {
    const answer = await raw(method, path, text.replaceAll('@', 'a\\u0000'));
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', 'PATTERN']);
  });
  it.each([...values, ...others])('half of a surrogate pair is refused: %s %s %s', async (method, path, text) => {
    for (const bad of ['a\\ud800', '\\udc00z', '\\ud83d\\ud83d\\ude00']) {
      expect(refusal(await raw(method, path, text.replaceAll('@', bad)))).toEqual([
        400,
        'VALIDATION_FAILED',
        'PATTERN',
      ]);
    }
  });
  it('such a text in an import is reported as a problem of its entry', async () => {
    const text = document('', '{"code":"demo.text","scope":"GLOBAL","value":"a\\u0000"}');
    const answer = await raw('POST', '/settings/import', text);
    expect([answer.status, answer.error?.errorArguments[0]]).toMatchObject([
      422,
      { problemList: [{ field: 'valueList[0]', errorCode: 'SETTING_VALUE_INVALID' }] },
    ]);
  });
  it('whole pairs and every other character come back as they were', async () => {
    const value = ' \u{1f468}\u200d\u{1f469}\u202e\ufeff\u2028"\\/\u007f\n';
    expect((await server.put('demo.text', value)).body.value).toBe(value);
    expect((await server.as(user, 'GET', '/settings/string-setting/by-code/demo.text')).body).toBe(value);
  });
});

describe('a number inside a JSON value', () => {
  it.each(['-9007199254740992', '1e20', '1e400'])('is refused beyond 2^53-1: %s', async (text) => {
    const answer = await raw('PUT', '/settings/value', `{"code":"demo.json","value":{"a":[{"b":${text}}]}}`);
    expect(refusal(answer)).toEqual([422, 'SETTING_VALUE_INVALID', 'OUT_OF_RANGE']);
  });
  it('is refused before it is read where no double holds it', async () => {
    const answer = await raw('PUT', '/settings/value', '{"code":"demo.json","value":{"a":[{"b":9007199254740993}]}}');
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', 'OUT_OF_RANGE']);
  });
  it('comes back as it was', async () => {
    const text = '{"a":[9007199254740991,-9007199254740991,0.1,1.7976931348623157e-308,5e-324,-0.5]}';
    await raw('PUT', '/settings/value', `{"code":"demo.json","value":${text}}`);
    const read = await server.as(user, 'GET', '/settings/json-setting/by-code/demo.json');
    expect(JSON.stringify(read.body)).toBe(JSON.stringify(JSON.parse(text)));
  });
});

describe('a name that objects have already', () => {
  it('is a code like any other, and pollutes nothing', async () => {
    const codeList = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];
    const none = await server.as<{ missingList: string[] }>(user, 'POST', '/settings/values/by-codes', { codeList });
    expect(none.body.missingList).toEqual(codeList);
    for (const code of codeList) await server.define({ code, type: 'NUMBER', defaultValue: 5, visibility: 'PUBLIC' });
    const found = await server.as<{ valueMap: object }>(user, 'POST', '/settings/values/by-codes', { codeList });
    const expected = Object.fromEntries(codeList.map((code) => [code, 5]));
    expect(Object.entries(found.body.valueMap)).toEqual(Object.entries(expected));
    expect((await server.as<object>(null, 'GET', '/settings/public')).body).toMatchObject(expected);
  });
  it('is a key like any other inside a JSON value, but for __proto__', async () => {
    const value = { constructor: { prototype: 1 }, toString: 2, hasOwnProperty: null };
    await server.define({ code: 'demo.keys', type: 'JSON' });
    expect((await server.put('demo.keys', value)).body.value).toEqual(value);
    for (const text of ['{"__proto__":{"a":1}}', '{"b":{"\\u005f_proto__":1}}']) {
      const answer = await raw('PUT', '/settings/value', `{"code":"demo.keys","value":${text},"version":1}`);
      expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', 'NOT_ALLOWED']);
    }
    expect(({} as { a?: number }).a).toBeUndefined();
  });
  it('is no locale', async () => {
    const model = { code: 'demo.locale', name: 'x', type: 'BOOLEAN', nameMap: { constructor: 'y' } };
    expect((await server.as(server.admin, 'POST', '/settings', model)).status).toBe(400);
  });
});

describe('a pattern', () => {
  it.each(['((a{100}){100})', '(((x{1000}){1000}){1000})', '[', '(?=a)', '\\1(a)', 'a'.repeat(201)])(
    'a pattern that would take too much, or is none, is refused: %s',
    async (pattern) => {
      const model = { code: 'demo.pattern', name: 'x', type: 'STRING', pattern };
      expect([400, 422]).toContain((await server.as(server.admin, 'POST', '/settings', model)).status);
    },
  );
  it('is matched in linear time, whatever an attacker writes', async () => {
    for (const [at, pattern] of ['(a*)*b', '(a|aa)+$b', '((a?){30}a{30}){30}'].entries()) {
      await server.define({ code: `slow.pattern-${at}`, type: 'STRING', pattern });
      const { result, references } = await costUntil(() => server.put(`slow.pattern-${at}`, 'a'.repeat(8_192)));
      expect(result.status).toBe(422);
      expect(references).toBeLessThan(12_000);
    }
  });
});

describe('a list', () => {
  const entries = (count: number) => `[${Array(count).fill('{"code":"demo.number","value":2}').join(',')}]`;
  it.each([
    ['PUT', '/settings/values', 101],
    ['PUT', '/settings/values', 0],
    ['POST', '/settings/values/validate', 101],
    ['PUT', '/settings/values', 10_001],
    ['POST', '/settings/values/validate', 10_001],
  ])('%s %s of %d entries is refused', async (method, path, count) => {
    const answer = await raw(method, path, entries(count));
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', count === 0 ? 'TOO_SHORT' : 'TOO_LONG']);
  });
  it('a list of a hundred is checked', async () => {
    const answer = await raw('POST', '/settings/values/validate', entries(100));
    expect([answer.status, (answer.body as unknown[]).length]).toEqual([200, 1]);
  });
  it('a list of codes is bounded', async () => {
    const ask = (codeList: readonly string[]) => server.as(user, 'POST', '/settings/values/by-codes', { codeList });
    expect((await ask(Array(201).fill('demo.text'))).status).toBe(400);
    expect((await ask([])).status).toBe(400);
    expect((await ask(Array(200).fill('demo.text'))).status).toBe(200);
  });
});

describe('system-setting 1: parameters of a read', () => {
  const path = '/settings/number-setting-with-tenant/by-code/demo.number';
  it.each([
    '?tenant=&tenant=default',
    '?tenant=default&tenant=default',
    '?default=1&default=1',
    '?default=',
    '?default=1.0',
    '?default=9007199254740992',
    '?default=%2B1',
    '?tenant=%00',
    '?tenant=a%20b',
    '?tenant=%ZZ',
    `?tenant=${'a'.repeat(65)}`,
    '?tenants=default',
  ])('%s is refused', async (query) => {
    const answer = await server.as(user, 'GET', path + query);
    expect([answer.status, answer.error?.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    // Before anything is known of the caller, and also where there is no such setting.
    expect((await server.as(null, 'GET', `${path}x${query}`)).status).toBe(400);
  });
  it.each(['[1]', 'null', '', '{', '{"a":1e400}', '{"a":"\\u0000"}', '{"a":9007199254740993}'])(
    'a default for JSON that could be no value is refused: %s',
    async (text) => {
      const none = `/settings/json-setting/by-code/demo.none?default=${encodeURIComponent(text)}`;
      expect((await server.as(user, 'GET', none)).status).toBe(400);
    },
  );
  it('a revision that no process has is waited for half a second, and rubbish not at all', async () => {
    for (const revision of ['1e308', 'NaN', '-1', '', 'rubbish']) {
      const answer = await server.as(user, 'GET', path, undefined, { 'x-svc-setting-revision': revision });
      expect([answer.status, answer.body]).toEqual([200, 1]);
    }
  });
});

describe('what caches learn', () => {
  const path = '/settings/number-setting/by-code/demo.number';
  const headersOf = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await server.as(user, 'GET', address, undefined, headers);
    const of = (name: string) => answer.headers.get(name);
    return { status: answer.status, cache: of('cache-control'), vary: of('vary'), tagged: of('etag') !== null };
  };
  it('an answer and its 304 vary by the caller, and what the request gave itself has no tag', async () => {
    const private_ = { cache: 'private, no-cache', vary: 'Authorization, Cookie' };
    expect(await headersOf(path)).toEqual({ status: 200, ...private_, tagged: true });
    expect(await headersOf(path, { 'if-none-match': '*' })).toEqual({ status: 304, ...private_, tagged: true });
    const none = `${path}x?default=1`;
    expect(await headersOf(none, { 'if-none-match': '*' })).toEqual({ status: 200, ...private_, tagged: false });
    expect(await headersOf(path, { 'if-none-match': ', ,"",W/' })).toMatchObject({ status: 200 });
  });
  it('a refusal is kept nowhere', async () => {
    for (const address of [`${path}x`, path.replace('number-', 'boolean-'), `${path}?default=x`]) {
      expect(await headersOf(address, { 'if-none-match': '*' })).toMatchObject({ cache: 'no-store', tagged: false });
    }
  });
  it('a tag is of one code and one tenant', async () => {
    await server.define({ code: 'demo.twin', type: 'NUMBER', defaultValue: 1, aliasList: ['demo.twin-before'] });
    const tagOf = async (address: string) => (await server.as(server.admin, 'GET', address)).headers.get('etag');
    const ofTenant = '/settings/number-setting-with-tenant/by-code/demo.twin?tenant=';
    const tags = [path, path.replace('demo.number', 'demo.twin'), `${ofTenant}north`, `${ofTenant}south`];
    expect(new Set(await Promise.all(tags.map(tagOf))).size).toBe(tags.length);
    const alias = path.replace('demo.number', 'demo.twin-before');
    expect(await tagOf(alias)).toBe(await tagOf(path.replace('demo.number', 'demo.twin')));
  });
});

it('nothing of this left a row behind that nobody asked for', async () => {
  const rows = await query<{ code: string }>(
    server,
    "SELECT code FROM system_setting_value WHERE code = 'demo.secret'",
  );
  expect(rows).toEqual([]);
});
