// Proves each kind of reply on the wire: JSON, prepared JSON, Void, redirects, files, pages, headers and cookies.
import { gzipSync } from 'node:zlib';
import { closed, list, nullable, optional, text } from '@keelson/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp, tokenOf } from '../http-server.fixture.ts';

let http: TestHttp;
let unchecked: TestHttp;
let answer: unknown;

const row = closed({ name: text('Name.'), note: nullable(text('Note.')), tags: list(text('Tag.'), 'Tags.') }, 'Row');
const model = closed(
  { rows: list(row, 'Rows.'), first: nullable(row), extra: optional(Type.Unsafe<unknown>({})) },
  'Model',
);
const cookie = { name: '__Host-svc-session', value: 'svc_x', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' };
const bytes = { bytes: new TextEncoder().encode('<xml/>'), mediaType: 'application/xml', fileName: 'çay "1".xml' };

beforeAll(async () => {
  const mediaTypes = ['application/xml', 'application/octet-stream'];
  const operations = {
    json: op({ path: '/json', reply: { kind: 'json', schema: model } }),
    any: op({ path: '/any', reply: { kind: 'json', schema: Type.Unsafe<unknown>({}) } }),
    headers: op({ path: '/headers', reply: { kind: 'json', schema: Type.Integer(), headers: { 'x-svc-a': 'A.' } } }),
    conditional: op({
      path: '/conditional',
      reply: { kind: 'json', schema: model, conditional: true, headers: { etag: 'Tag.' } },
    }),
    voidHeaders: op({ path: '/void', reply: { kind: 'void', headers: { 'cache-control': 'C.' } } }),
    redirect: op({ path: '/redirect', reply: { kind: 'redirect-or-void' } }),
    file: op({ path: '/file', reply: { kind: 'json-or-bytes', schema: text('Base64.'), mediaTypes } }),
    model: op({ path: '/model', reply: { kind: 'json-or-bytes', schema: list(text('Node.'), 'Nodes.'), mediaTypes } }),
    page: op({ path: '/page', reply: { kind: 'html' } }),
  };
  const handlers = Object.fromEntries(Object.keys(operations).map((key) => [key, async () => answer]));
  http = await startTestHttp({ operations, handlers, env: { KEELSON_ALLOWED_ORIGINS: 'https://friend.example' } });
  unchecked = await startTestHttp({ operations, handlers, checkReplies: false });
});
afterAll(() => Promise.all([http.stop(), unchecked.stop()]));

const get = (path: string, headers: Record<string, string> = {}) => http.call(path, { headers });
const body = { rows: [{ name: 'ü"\n', note: null, tags: ['a'] }], first: null, extra: { deep: [1, null] } };

it('a body comes out as it went in, nulls included', async () => {
  answer = body;
  expect((await get('/json')).json).toEqual({ body, errorDetail: null });
  expect((await unchecked.call('/json')).json).toEqual({ body, errorDetail: null });
});

it('any value is an answer, null and undefined too', async () => {
  for (const [given, expected] of [
    [null, null],
    [undefined, null],
    [5, 5],
    ['x', 'x'],
    [{ a: [1] }, { a: [1] }],
  ]) {
    answer = given;
    expect((await get('/any')).json).toEqual({ body: expected, errorDetail: null });
  }
});

it('prepared text goes out as it is, and is held against the schema all the same', async () => {
  answer = { preparedJson: '{"rows":[ ],"first":null}' };
  expect((await get('/json')).text).toBe('{"body":{"rows":[ ],"first":null},"errorDetail":null}');
  answer = { preparedJson: '{"rows":[]}' };
  expect((await get('/json')).status).toBe(500);
});

describe('a whole answer in bytes', () => {
  const headers = { etag: '"tag"' };
  const whole = '{"body":{"rows":[ ],"first":null},"errorDetail":null}';

  it('goes out as it is, compressed or not', async () => {
    answer = { headers, body: { preparedAnswer: Buffer.from(whole), encoding: null } };
    const plain = await get('/conditional');
    expect([plain.text, plain.headers['content-encoding'], plain.headers.etag]).toEqual([whole, undefined, '"tag"']);
    answer = { headers, body: { preparedAnswer: gzipSync(whole), encoding: 'gzip' } };
    const packed = await fetch(`${http.url}/conditional`, { headers: { authorization: `Bearer ${tokenOf('a')}` } });
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['gzip', whole]);
  });

  it('is held against the schema all the same', async () => {
    answer = { headers, body: { preparedAnswer: gzipSync('{"body":{"rows":[]}}'), encoding: 'gzip' } };
    expect((await get('/conditional')).status).toBe(500);
  });

  it('need not be made for a client that has it, and only then', async () => {
    answer = { headers, body: { unchanged: true } };
    expect((await get('/conditional', { 'if-none-match': 'W/"tag"' })).status).toBe(304);
    expect((await get('/conditional', { 'if-none-match': '"other"' })).status).toBe(500);
  });
});

it.each([
  ['a missing field', { first: null }],
  ['another type', { rows: 'none', first: null }],
  ['a field too many', { rows: [], first: null, password: 'x' }],
])('%s is a defect, with its place in the log', async (_what, wrong) => {
  answer = wrong;
  const failed = await get('/json');
  expect(failed.json.errorDetail.errorCode).toBe('INTERNAL_ERROR');
  const line = http.logs.find((each) => each.requestId === failed.headers['x-request-id']);
  expect(line.err.message).toContain('reply is not what the contract promises');
});

it('without the check a field too many never leaves the program', async () => {
  answer = { rows: [], first: null, password: 'x' };
  expect((await unchecked.call('/json')).json.body).toEqual({ rows: [], first: null });
});

it('headers and cookies are written, and a handler overrides the standard ones', async () => {
  answer = {
    body: 7,
    headers: { 'x-svc-a': '1' },
    cookies: [
      { ...cookie, maxAgeSeconds: 0 },
      { ...cookie, name: 'b' },
    ],
  };
  const { headers, json } = await get('/headers');
  expect([json.body, headers['x-svc-a']]).toEqual([7, '1']);
  expect(headers['set-cookie']).toEqual([
    '__Host-svc-session=svc_x; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
    'b=svc_x; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
  answer = { body: undefined, headers: { 'cache-control': 'private' } };
  expect((await get('/void')).headers['cache-control']).toBe('private');
});

it('a header or cookie that would split the answer is a defect, not an answer', async () => {
  answer = { body: 7, headers: { 'x-svc-a': 'a\r\nset-cookie: x=1' } };
  expect((await get('/headers')).status).toBe(500);
  answer = { body: 7, headers: {}, cookies: [{ ...cookie, value: 'a;b' }] };
  expect((await get('/headers')).status).toBe(500);
});

it('a redirect is 302 without a body, no location is Void', async () => {
  answer = { location: '/auth/login', headers: { 'clear-site-data': '"cache"' }, cookies: [cookie] };
  const redirect = await get('/redirect', { accept: 'text/html' });
  expect([redirect.status, redirect.text]).toEqual([302, '']);
  expect(redirect.headers).toMatchObject({ location: '/auth/login', 'clear-site-data': '"cache"' });
  expect(redirect.headers['set-cookie']).toHaveLength(1);
  answer = { location: null, headers: {}, cookies: [] };
  expect((await get('/redirect')).text).toBe('{"body":{},"errorDetail":null}');
});

it('a file goes out raw, to be saved and to run nothing', async () => {
  answer = bytes;
  const file = await get('/file');
  expect([file.status, file.text]).toEqual([200, '<xml/>']);
  expect(file.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': `attachment; filename="_ay _1_.xml"; filename*=UTF-8''%C3%A7ay%20%221%22.xml`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect((await get('/file', { accept: 'application/json' })).json).toEqual({ body: 'PHhtbC8+', errorDetail: null });
});

it('of a model JSON comes first, the file where it is asked for, and 406 where neither is', async () => {
  answer = ['node'];
  expect((await get('/model', { accept: '*/*' })).json.body).toEqual(['node']);
  answer = bytes;
  expect((await get('/model', { accept: 'application/xml' })).text).toBe('<xml/>');
  expect((await get('/model', { accept: 'image/png' })).json.errorDetail.errorCode).toBe('NOT_ACCEPTABLE');
});

it('a page has a policy that lets nothing in', async () => {
  answer = { html: '<p>x</p>', headers: {} };
  const page = await get('/page');
  expect([page.text, page.headers['content-type']]).toEqual(['<p>x</p>', 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

it('pages of allowed origins may read, others are told nothing', async () => {
  answer = body;
  const friend = await get('/json', { origin: 'https://friend.example' });
  expect(friend.headers).toMatchObject({ 'access-control-allow-origin': 'https://friend.example', vary: 'Origin' });
  expect(friend.headers['access-control-expose-headers']).toContain('x-svc-a');
  expect(
    (await get('/json', { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
  ).toBeUndefined();
  const ask = { origin: 'https://friend.example', 'access-control-request-method': 'GET' };
  const preflight = await http.call('/json', { method: 'OPTIONS', headers: ask });
  expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET']);
  expect(
    (await http.call('/json', { method: 'OPTIONS', headers: { ...ask, origin: 'https://evil.example' } })).status,
  ).toBe(405);
});
