// Proves how bodies of each kind are read, what is refused, and that all problems are reported at once.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { anyCaseChoice, closed, list, nullable, optional, text, type UnreadBody } from '@keelson/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { op, problemsIn, sendRaw, startTestHttp, type TestHttp, tokenOf } from '../http-server.fixture.ts';

const person = closed({ username: text('Name.', { maxLength: 5 }) }, 'Person');
const model = closed(
  {
    name: text('Name.', { minLength: 2, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    when: Type.Optional(Type.String({ format: 'date-time' })),
    owner: Type.Optional(nullable(person)),
    tags: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]+$' }))),
    attributes: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    pageable: optional(
      closed({
        sort: closed({
          properties: Type.Array(
            Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'], 'x-argument-code': 'SORT_PROPERTY_UNKNOWN' }),
          ),
        }),
      }),
    ),
    action: optional(anyCaseChoice(['SET_NAME', 'GO'], 'What is done.')),
    actions: optional(list(anyCaseChoice(['SET_NAME', 'GO'], 'What is done.'), 'What is done.')),
  },
  'Model',
);

/** More than the buffers of a connection take. */
const FAR_TOO_LARGE = 12_000_000;

const body = (kind: object) => ({ method: 'POST' as const, body: kind as never });
const operations = {
  json: op({ path: '/json', ...body({ kind: 'json', schema: model, limitBytes: 200_000 }) }),
  optional: op({
    path: '/optional',
    ...body({ kind: 'json', schema: closed({ a: optional(text('')) }), optional: true }),
  }),
  string: op({ path: '/string', ...body({ kind: 'string', schema: text('Text.', { maxLength: 50 }) }) }),
  names: op({ path: '/names', ...body({ kind: 'list', schema: text('Name.', { maxLength: 5 }) }) }),
  people: op({ path: '/people', ...body({ kind: 'list', schema: person }) }),
  any: op({ path: '/any', ...body({ kind: 'any', schema: Type.Unsafe<unknown>({}) }) }),
  bytes: op({
    path: '/bytes',
    ...body({
      kind: 'bytes',
      mediaTypes: ['application/json', 'application/x-other'],
      schema: text('Anything.'),
      limitBytes: 1_000,
      unpackedBytes: 100_000,
    }),
  }),
  form: op({
    path: '/form',
    ...body({ kind: 'form', schema: closed({ version: Type.Integer(), name: Type.Optional(Type.String()) }) }),
  }),
};

let http: TestHttp;
let lenient: TestHttp;
let received: unknown;

beforeAll(async () => {
  const handler = async (request: { body: unknown }) => {
    received = request.body;
    return undefined;
  };
  const handlers = Object.fromEntries(Object.keys(operations).map((key) => [key, handler]));
  http = await startTestHttp({ operations, handlers });
  lenient = await startTestHttp({ operations, handlers, env: { KEELSON_UNKNOWN_FIELDS: 'ignore' } });
});
afterAll(() => Promise.all([http.stop(), lenient.stop()]));

const posted = async (path: string, text: string, type = 'application/json') => {
  received = 'unset';
  const answer = await http.post(path, text, { 'content-type': type });
  if (answer.status === 200) return received;
  const { errorCode } = answer.json.errorDetail;
  return errorCode === 'VALIDATION_FAILED' ? problemsIn(answer) : errorCode;
};

describe('JSON', () => {
  it('all problems are reported at once, with dotted paths and indexes', async () => {
    const wrong = {
      name: 'x',
      count: 0,
      when: '2026-02-30T00:00:00Z',
      owner: { username: 'toolong', extra: 1 },
      tags: ['ok', 'NO'],
      pageable: { sort: { properties: ['c'], more: true } },
      unknown: 1,
    };
    expect(await posted('/json', JSON.stringify(wrong))).toEqual([
      'count OUT_OF_RANGE',
      'name TOO_SHORT',
      'owner.extra UNKNOWN_FIELD',
      'owner.username TOO_LONG',
      'pageable.sort.more UNKNOWN_FIELD',
      'pageable.sort.properties[0] SORT_PROPERTY_UNKNOWN',
      'tags[1] PATTERN',
      'unknown UNKNOWN_FIELD',
      'when FORMAT',
    ]);
  });
  it('a misspelt field is reported with the one that was meant, at every depth', async () => {
    const wrong = JSON.stringify({ name: 'ok', tgas: [], owner: { usrename: 'a' }, else: 1 });
    const { json } = await http.post('/json', wrong, { 'content-type': 'application/json' });
    const told = json.errorDetail.errorArguments as { field: string; code: string; message: string }[];
    const unknown = told.filter(({ code }) => code === 'UNKNOWN_FIELD');
    expect(Object.fromEntries(unknown.map(({ field, message }) => [field, message]))).toEqual({
      tgas: 'Is not a field of this request; did you mean tags?',
      'owner.usrename': 'Is not a field of this request; did you mean username?',
      else: 'Is not a field of this request.',
    });
    const headers = { 'content-type': 'application/json', 'accept-language': 'tr' };
    const turkish = await http.post('/json', '{"name":"ok","tgas":[]}', headers);
    expect(turkish.json.errorDetail.errorArguments[0].message).toBe(
      'Bu isteğin böyle bir alanı yoktur; tags mi demek istediniz?',
    );
  });
  it('a choice that was in lower case once is read in any case, and handed on as it is declared', async () => {
    for (const action of ['SET_NAME', 'setName', 'set_name', 'setname', 'SetName']) {
      const sent = JSON.stringify({ name: 'ok', action, actions: ['go', action] });
      expect(await posted('/json', sent)).toMatchObject({ action: 'SET_NAME', actions: ['GO', 'SET_NAME'] });
    }
    expect(await posted('/json', '{"name":"ok","action":null}')).toMatchObject({ action: null });
    expect(await posted('/json', '{"name":"ok","action":"set-name","actions":["no",1]}')).toEqual([
      'action NOT_ALLOWED',
      'actions[0] NOT_ALLOWED',
      'actions[1] NOT_ALLOWED',
      'actions[1] TYPE',
    ]);
  });
  it('nothing is coerced: "5" is no number, 5 no text, null no object', async () => {
    expect(await posted('/json', '{"name":5,"count":"5","tags":null}')).toEqual([
      'count TYPE',
      'name TYPE',
      'tags TYPE',
    ]);
    expect(await posted('/json', 'null')).toEqual([' TYPE']);
    expect(await posted('/json', '[]')).toEqual([' TYPE']);
    expect(await posted('/json', '{"name":"ab","count":1e999}')).toEqual(['count TYPE']);
  });
  it('dates take any offset that a time zone can have, and only days that exist', async () => {
    for (const when of [
      '2026-01-01T00:00:00.123+05:30',
      '2024-02-29T23:59:59Z',
      '2026-01-01T10:00Z',
      '2026-01-01T10:00:00+15:59',
      '2026-01-01T10:00:00-15:59',
    ]) {
      expect(await posted('/json', JSON.stringify({ name: 'ab', when }))).toEqual({ name: 'ab', when });
    }
    for (const when of [
      '2026-01-01',
      '2026-01-01T00:00:00',
      '2026-01-01 00:00:00Z',
      '2026-01-01T24:01:00Z',
      '0000-01-01T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-01-01T00:00:00+99:99',
      '2026-01-01T00:00:00+16:00',
      '2026-01-01T00:00:00-23:59',
    ]) {
      expect(await posted('/json', JSON.stringify({ name: 'ab', when })), when).toEqual(['when FORMAT']);
    }
  });
  it('a name that stands twice in one object is refused at every depth, however it is written', async () => {
    expect(await posted('/json', '{"name":"ab","count":1,"n\\u0061me":"cd"}')).toEqual(['name DUPLICATE']);
    expect(await posted('/any', '{"a":[{"b":1},{"b":{"c":1,"d":"\\\\","c":2}}],"a:":1}')).toEqual([
      'a[1].b.c DUPLICATE',
    ]);
    expect(await posted('/people', '[{"username":"x"},{"username":"y","username":"y"}]')).toEqual([
      '[1].username DUPLICATE',
    ]);
    const once = { a: { a: [{ a: ':"\\"' }, { a: '\\' }] }, 'b:c': '"a":1,"a":1', constructor: 1, toString: null };
    expect(await posted('/any', JSON.stringify(once))).toEqual(once);
  });
  it('what is no JSON or no UTF-8 is MALFORMED_BODY', async () => {
    expect(await posted('/json', '{"name":')).toBe('MALFORMED_BODY');
    const told = async (body: string | Buffer, headers = {}) => {
      const { errorCode, errorArguments } = (await http.post('/json', body, headers)).json.errorDetail;
      return [errorCode, errorArguments];
    };
    expect(await told('{\n  "name": "ab",\n}')).toEqual([
      'MALFORMED_BODY',
      [{ line: 3, column: 1, message: 'Is no JSON from line 3, column 1 on.' }],
    ]);
    expect(await told('{"name":', { 'accept-language': 'tr' })).toEqual([
      'MALFORMED_BODY',
      [{ line: 1, column: 9, message: '1. satırın 9. sütunundan sonrası JSON değil.' }],
    ]);
    const bytes = Buffer.concat([Buffer.from('{"a": "\uFFFD",\n"name": "'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await told(bytes)).toEqual([
      'MALFORMED_BODY',
      [{ line: 2, column: 10, message: 'Is no UTF-8 from line 2, column 10 on.' }],
    ]);
  });
  it('an absent body is REQUIRED, or {} where it is optional', async () => {
    expect(await posted('/json', '')).toEqual([' REQUIRED']);
    expect(await posted('/optional', '')).toEqual({});
    expect(await posted('/optional', ' \n')).toEqual({});
    expect((await http.call('/optional', { method: 'POST' })).status).toBe(200);
  });
  it('media types with UTF-8 are taken, others are 415', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect(await posted('/json', '{"name":"ab"}', type)).toEqual({ name: 'ab' });
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'nonsense',
      '',
    ]) {
      expect(await posted('/json', '{"name":"ab"}', type), type).toBe('UNSUPPORTED_MEDIA_TYPE');
    }
    const told = async (path: string, headers: Record<string, string>) => {
      const { status, json } = await http.post(path, 'x', headers);
      const { errorMessage, errorArguments } = json.errorDetail;
      return [status, errorMessage, errorArguments.map(({ taken }: { taken: string }) => taken)];
    };
    expect(await told('/json', { 'content-encoding': 'gzip' })).toEqual([
      415,
      'The media type Content-Encoding: gzip is not taken here, but identity.',
      ['identity'],
    ]);
    expect(await told('/string', { 'content-type': 'application/xml' })).toEqual([
      415,
      'The media type application/xml is not taken here, but application/json, text/plain.',
      ['application/json', 'text/plain'],
    ]);
    expect(
      await told('/json', { 'content-type': 'application/json; charset=latin1', 'accept-language': 'tr' }),
    ).toEqual([
      415,
      'application/json; charset=latin1 ortam türü burada kabul edilmiyor; kabul edilen: application/json; charset=utf-8.',
      ['application/json; charset=utf-8'],
    ]);
  });
});

describe('bounds of JSON', () => {
  it('64 levels are taken, 65 are not, and a very deep one does no harm', async () => {
    const nested = (levels: number) => `{"name":"ab","attributes":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect(await posted('/json', nested(63))).toMatchObject({ name: 'ab' });
    expect(await posted('/json', nested(64))).toEqual([' TOO_LONG']);
    expect(await posted('/any', '['.repeat(200_000) + ']'.repeat(200_000))).toEqual([' TOO_LONG']);
  });
  it('10,000 entries are taken and one more is not, wherever they stand', async () => {
    expect(await posted('/any', `[${'1,'.repeat(9_999)}1]`)).toHaveLength(10_000);
    expect(await posted('/any', `{"a":[${'1,'.repeat(10_000)}1]}`)).toEqual(['a TOO_LONG']);
  });
  it('the limit of bytes holds with and without a declared length', async () => {
    const large = JSON.stringify({ name: 'ab', attributes: { a: 'x'.repeat(200_000) } });
    const answer = await http.post('/json', large);
    expect([answer.status, answer.json.errorDetail.errorMessage]).toEqual([
      413,
      'The request is larger than 200000 bytes.',
    ]);
    const chunk = 'x'.repeat(250_000);
    const head = `POST /json HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokenOf('a')}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const raw = await sendRaw(http.url, `${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    expect(raw).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close/);
  });
  it.each([
    ['declared', () => `content-length: ${FAR_TOO_LARGE}\r\n\r\n${'x'.repeat(FAR_TOO_LARGE)}`],
    [
      'in chunks',
      () =>
        `transfer-encoding: chunked\r\n\r\n${FAR_TOO_LARGE.toString(16)}\r\n${'x'.repeat(FAR_TOO_LARGE)}\r\n0\r\n\r\n`,
    ],
  ])('whoever sends far too much, %s, before he reads gets the answer, not a broken connection', async (_how, rest) => {
    const head = `POST /json HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokenOf('a')}\r\ncontent-type: application/json\r\n`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendRaw(http.url, head + rest())));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*connection: close/);
  });
  it('a second value of a name and __proto__ are refused and change nothing', async () => {
    expect(await posted('/json', '{"name":"toolong","name":"ab"}')).toEqual(['name DUPLICATE']);
    expect(await posted('/json', '{"name":"ab","attributes":{"__proto__":{"admin":true}}}')).toEqual([
      'attributes.__proto__ NOT_ALLOWED',
    ]);
    expect(await posted('/any', '{"\\u005f_proto__":1}')).toEqual(['__proto__ NOT_ALLOWED']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
  it('U+0000 is refused in values and in names', async () => {
    expect(await posted('/json', '{"name":"a\\u0000"}')).toEqual(['name PATTERN']);
    expect(await posted('/any', '{"a\\u0000b":1}')).toEqual([' PATTERN']);
    expect(await posted('/any', '"\\u00e9"')).toBe('é');
  });
  it('half of a surrogate pair is refused in values and in names, a whole one is taken', async () => {
    expect(await posted('/json', '{"name":"a\\ud800"}')).toEqual(['name PATTERN']);
    expect(await posted('/any', '{"a":{"\\udc00":1}}')).toEqual(['a PATTERN']);
    expect(await posted('/string', '"\\ud83d"')).toEqual([' PATTERN']);
    expect(await posted('/any', '"\\ud83d\\ude00"')).toBe('😀');
  });
});

describe('string bodies', () => {
  it.each([
    ['"abc"', 'application/json', 'abc'],
    ['abc', 'application/json', 'abc'],
    ['abc', 'text/plain', 'abc'],
    ['"abc"', 'text/plain; charset=utf-8', 'abc'],
    ['4711', 'application/json', '4711'],
    ['0012', 'application/json', '0012'],
    ['true', 'application/json', 'true'],
    ['null', 'application/json', 'null'],
    [' abc \n', 'application/json', 'abc'],
    ['"a\\"b"', 'application/json', 'a"b'],
    ['"open', 'text/plain', '"open'],
    ['{"a":1}', 'text/plain', '{"a":1}'],
  ])('%j as %s is %j', async (sent, type, expected) => {
    expect(await posted('/string', sent, type)).toBe(expected);
  });
  it('the raw text needs no media type', async () => {
    const answer = await http.call('/string', { method: 'POST', body: 'abc' });
    expect([answer.status, received]).toEqual([200, 'abc']);
  });
  it('empty is REQUIRED, an object is no text, an open quote is malformed, another media type is 415', async () => {
    expect(await posted('/string', '')).toEqual([' REQUIRED']);
    expect(await posted('/string', '  ')).toEqual([' REQUIRED']);
    expect(await posted('/string', '{"identifier":"x"}')).toEqual([' TYPE']);
    expect(await posted('/string', '"open')).toBe('MALFORMED_BODY');
    expect(await posted('/string', 'abc', 'application/xml')).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await posted('/string', 'x'.repeat(51))).toEqual([' TOO_LONG']);
    expect(await posted('/string', 'a\u0000b')).toEqual([' PATTERN']);
  });
});

describe('lists', () => {
  it('one bare string or object counts as a list of one', async () => {
    expect(await posted('/names', '["a","b"]')).toEqual(['a', 'b']);
    expect(await posted('/names', '"abc"')).toEqual(['abc']);
    expect(await posted('/names', 'abc', 'text/plain')).toEqual(['abc']);
    expect(await posted('/names', '4711')).toEqual(['4711']);
    expect(await posted('/people', '{"username":"anna"}')).toEqual([{ username: 'anna' }]);
    expect(await posted('/names', '[]')).toEqual([]);
  });
  it('problems name the index', async () => {
    expect(await posted('/names', '["a",5,"toolong"]')).toEqual(['[1] TYPE', '[2] TOO_LONG']);
    expect(await posted('/people', '[{"username":"anna"},{"user":1}]')).toEqual([
      '[1].user UNKNOWN_FIELD',
      '[1].username REQUIRED',
    ]);
    expect(await posted('/people', 'null')).toEqual(['[0] TYPE']);
    expect(await posted('/names', '')).toEqual([' REQUIRED']);
  });
});

it('any value is taken as it is, text/plain as a string', async () => {
  for (const value of [null, true, 0, 'x', [1], { a: null }])
    expect(await posted('/any', JSON.stringify(value))).toEqual(value);
  expect(await posted('/any', '5', 'text/plain')).toBe('5');
  expect(await posted('/any', '')).toEqual([' REQUIRED']);
  expect(await posted('/any', 'raw')).toBe('MALFORMED_BODY');
});

it('forms are converted to the declared types and nothing else is taken', async () => {
  const type = 'application/x-www-form-urlencoded';
  expect(await posted('/form', 'version=5&name=a+b%26c', type)).toEqual({ version: 5, name: 'a b&c' });
  expect(await posted('/form', 'version=5x&other=1&name=a&name=b', type)).toEqual([
    'name DUPLICATE',
    'other UNKNOWN_FIELD',
    'version TYPE',
  ]);
  expect(await posted('/form', 'name=%FF', type)).toEqual(['name FORMAT', 'version REQUIRED']);
  expect(await posted('/form', '__proto__=1&version=1', type)).toEqual(['__proto__ UNKNOWN_FIELD']);
});

it('unknown fields are taken out and named where the configuration says so; everything else is still refused', async () => {
  const answer = await lenient.post(
    '/json',
    '{"name":"ab","x":1,"owner":{"username":"u","y ü":2},"attributes":{"free":1}}',
  );
  expect([answer.status, answer.headers['x-svc-ignored-fields']]).toEqual([200, 'x, owner.y%20%C3%BC']);
  expect(received).toEqual({ name: 'ab', owner: { username: 'u' }, attributes: { free: 1 } });
  expect(problemsIn(await lenient.post('/json', '{"x":1}'))).toEqual(['name REQUIRED']);
  expect((await lenient.post('/json', '{"name":"ab"}')).headers['x-svc-ignored-fields']).toBeUndefined();
  // A field that was meant as the one that is missing is among them.
  const refused = await lenient.post('/json', '{"nmae":"ab","x":1}');
  expect([refused.status, refused.headers['x-svc-ignored-fields']]).toEqual([400, 'nmae, x']);
});

describe('bytes', () => {
  const send = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const answer = await fetch(`${http.url}/bytes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf('a')}`, ...headers },
      body,
    });
    const { errorDetail } = (await answer.json()) as { errorDetail: { errorCode: string } | null };
    if (errorDetail !== null) return errorDetail.errorCode;
    const { mediaType, bytes } = received as UnreadBody;
    return [mediaType, bytes.length];
  };
  const type = (mediaType: string) => ({ 'content-type': mediaType });
  const packed = { ...type('application/x-other'), 'content-encoding': 'gzip' };

  it('are handed over as they came, with their media type, and unpacked within a bound', async () => {
    expect(await send(Buffer.from([0, 255]), type('application/x-other; a=b'))).toEqual(['application/x-other', 2]);
    expect(await send(Buffer.from('{}'), {})).toEqual(['application/json', 2]);
    expect(await send(gzipSync(Buffer.alloc(100_000)), packed)).toEqual(['application/x-other', 100_000]);
    expect(await send(gzipSync(Buffer.alloc(100_001)), packed)).toBe('PAYLOAD_TOO_LARGE');
    expect(await send(Buffer.alloc(1_001), type('application/x-other'))).toBe('PAYLOAD_TOO_LARGE');
  });
  it('are refused where they are of no such type, packed otherwise, or no gzip', async () => {
    expect(await send(Buffer.from('x'), type('text/plain'))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await send(Buffer.from('x'), { ...packed, 'content-encoding': 'br' })).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await send(Buffer.from('x'), packed)).toBe('MALFORMED_BODY');
    expect(await send(Buffer.from(gzipSync(randomBytes(500)).subarray(0, 400)), packed)).toBe('MALFORMED_BODY');
  });
});

it('a whole number that a double cannot hold is refused with its place, wherever it stands, and every other is taken', async () => {
  const inexact = (...fields: string[]) => fields.map((field) => `${field} OUT_OF_RANGE`);
  const of = async (path: string, text: string) => problemsIn(await http.post(path, text));
  expect(await of('/json', '{"name":"ab","attributes":{"a":[{"b":9007199254740993},-12345678901234567890]}}')).toEqual(
    inexact('attributes.a[0].b', 'attributes.a[1]'),
  );
  expect(await of('/any', '9007199254740993')).toEqual(inexact(''));
  expect(await of('/any', ' [1, 9007199254740993 ]')).toEqual(inexact('[1]'));
  for (const taken of ['9007199254740992', '100000000000000000000', '1e300', '0.12345678901234567890'])
    expect((await http.post('/any', `{"a":"x, 1234567890123456789","b":${taken}}`)).status).toBe(200);
});
