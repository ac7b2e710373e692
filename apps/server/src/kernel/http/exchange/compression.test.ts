// Proves which answers are compressed, for whom, and that they are what they were.
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { list, text } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp, tokenOf } from '../http-server.fixture.ts';
import { COMPRESSED_FROM_BYTES } from './compression.ts';

let http: TestHttp;
let answer: unknown;

beforeAll(async () => {
  const schema = list(text('Row.'), 'Rows.');
  const operations = {
    rows: op({ path: '/rows', reply: { kind: 'json', schema } }),
    told: op({ path: '/told', reply: { kind: 'json', schema, headers: { etag: 'Tag.', vary: 'V.' } } }),
    known: op({ path: '/known', reply: { kind: 'json', schema, conditional: true, headers: { etag: 'Tag.' } } }),
    page: op({ path: '/page', reply: { kind: 'html' } }),
  };
  const handlers = Object.fromEntries(Object.keys(operations).map((key) => [key, async () => answer]));
  http = await startTestHttp({ operations, handlers });
});
afterAll(() => http.stop());

/** Answers the bytes as they travel. */
async function ask(path: string, headers: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; headers: Headers; bytes: Buffer }>();
  const authorization = `Bearer ${tokenOf('a')}`;
  request(http.url + path, { headers: { authorization, ...headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const told = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      resolve({ status: response.statusCode ?? 0, headers: new Headers(told), bytes: Buffer.concat(chunks) });
    });
  }).end();
  return promise;
}

const long = Array.from({ length: 2_000 }, (_, number) => `row ${number} of ürün`);

describe('long answers', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.9', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('travel in the shortest coding that the client takes (%s)', async (accepted, coding, open) => {
    answer = long;
    const { headers, bytes } = await ask('/rows', { 'accept-encoding': accepted });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([coding, 'Accept-Encoding']);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(JSON.parse(open(bytes).toString())).toEqual({ body: long, errorDetail: null });
    expect(bytes.length).toBeLessThan(COMPRESSED_FROM_BYTES);
  });

  it.each([undefined, 'identity', '*', 'gzip;q=0'])(
    'travel as they are to whoever names no coding (%s)',
    async (accepted) => {
      answer = long;
      const { headers, bytes } = await ask('/rows', accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
      expect(JSON.parse(bytes.toString()).body).toEqual(long);
    },
  );

  it('keep what their headers say, and their tag becomes a weak one, by which they are known again', async () => {
    answer = { body: long, headers: { etag: '"7"', vary: 'Authorization' } };
    const told = await ask('/told', { 'accept-encoding': 'br' });
    expect([told.headers.get('etag'), told.headers.get('vary')]).toEqual(['W/"7"', 'Authorization, Accept-Encoding']);
    const again = await ask('/known', { 'accept-encoding': 'br', 'if-none-match': 'W/"7"' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('are compressed as pages, too', async () => {
    answer = { html: `<p>${long.join('</p><p>')}</p>`, headers: {} };
    const { headers, bytes } = await ask('/page', { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toContain('<p>row 1999 of ürün</p>');
  });
});

it('a short answer, as those are that tell a token, travels as it is', async () => {
  answer = ['svc_token'];
  const { headers, bytes } = await ask('/rows', { 'accept-encoding': 'br, gzip' });
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  expect(JSON.parse(bytes.toString()).body).toEqual(answer);
});
