// Proves how files are answered that are known before they are read: length, tag, parts, and base64 for clients of JSON alone.
import type { Download } from '@keelson/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp } from '../http-server.fixture.ts';

const TAG = '"3a7bd3e2"';
const BASE64_MAX = 100;

let http: TestHttp;
let bytes: Buffer;
let chunkLength: number;
let read: number;
let returned: number;

async function* chunks(): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < bytes.length; at += chunkLength) {
      read += 1;
      yield bytes.subarray(at, at + chunkLength);
    }
  } finally {
    returned += 1;
  }
}

beforeAll(async () => {
  const mediaTypes = ['application/xml'] as const;
  const file = { kind: 'download', mediaTypes, description: 'A file.', base64Max: BASE64_MAX } as const;
  const unknown = async (): Promise<Download> => ({
    mediaType: 'application/xml',
    fileName: 'a.xml',
    chunks: chunks(),
  });
  http = await startTestHttp({
    operations: {
      known: op({ path: '/known', reply: { ...file, known: true } }),
      unknown: op({ path: '/unknown', reply: file }),
    },
    handlers: {
      known: async () => ({ ...(await unknown()), size: bytes.length, etag: TAG.slice(1, -1) }),
      unknown,
    },
  });
});
afterAll(() => http.stop());
beforeEach(() => {
  bytes = Buffer.from('0123456789'.repeat(10));
  [chunkLength, read, returned] = [7, 0, 0];
});

const get = (path: string, headers: Record<string, string> = {}) => http.call(path, { headers });

it('a known file has its length and its tag, runs nothing in a browser, and is not sent to whoever has it', async () => {
  const answer = await get('/known');
  expect([answer.status, answer.text]).toEqual([200, bytes.toString()]);
  expect(answer.headers).toMatchObject({
    'content-length': '100',
    etag: TAG,
    'accept-ranges': 'bytes',
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  read = 0;
  for (const known of [TAG, `W/${TAG}`, `"other", ${TAG}`, '*']) {
    const unchanged = await get('/known', { 'if-none-match': known });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag, read]).toEqual([304, '', TAG, 0]);
  }
  expect((await get('/known', { 'if-none-match': '"other"' })).status).toBe(200);
});

it('a range is answered as the bytes of that range, whatever the chunks are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(99), fc.nat(120), fc.integer({ min: 1, max: 130 }), async (first, more, length) => {
      chunkLength = length;
      const part = await get('/known', { range: `bytes=${first}-${first + more}` });
      const last = Math.min(99, first + more);
      expect([part.status, part.text]).toEqual([206, bytes.subarray(first, last + 1).toString()]);
      expect(part.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/100`,
        'content-length': String(last + 1 - first),
      });
    }),
    { numRuns: 30 },
  );
  expect((await get('/known', { range: 'bytes=95-' })).text).toBe('56789');
  expect((await get('/known', { range: 'bytes=-3' })).text).toBe('789');
  expect((await get('/known', { range: 'bytes=-1000' })).text).toBe(bytes.toString());
  [chunkLength, read] = [1, 0];
  await get('/known', { range: 'bytes=0-4' });
  expect(read).toBeLessThan(8);
});

it('a range of a file that has changed, of another unit or of several parts is answered with the whole file', async () => {
  for (const headers of [
    { range: 'bytes=0-4', 'if-range': '"older"' },
    { range: 'bytes=0-4', 'if-range': `W/${TAG}` },
    { range: 'lines=0-4' },
    { range: 'bytes=0-4,6-8' },
    { range: 'bytes=4-2' },
    { range: 'bytes=-' },
    { range: `bytes=0-${'9'.repeat(400)}` },
  ]) {
    expect([(await get('/known', headers)).status, headers]).toEqual([200, headers]);
  }
  expect((await get('/known', { range: 'bytes=0-4', 'if-range': TAG })).status).toBe(206);
});

it('a range behind the end is 416 and says how many bytes there are', async () => {
  for (const range of ['bytes=100-', 'bytes=4000-5000', 'bytes=-0']) {
    const { status, headers, json } = await get('/known', { range });
    expect([status, headers['content-range'], json.errorDetail.errorCode]).toEqual([
      416,
      'bytes */100',
      'RANGE_NOT_SATISFIABLE',
    ]);
  }
  bytes = Buffer.alloc(0);
  expect((await get('/known', { range: 'bytes=0-' })).status).toBe(416);
  expect((await get('/known')).headers['content-length']).toBe('0');
});

it('a client that takes JSON alone gets base64 up to the bound, and beyond it 406 with nothing left open', async () => {
  const json = { accept: 'application/json' };
  for (const path of ['/known', '/unknown']) {
    const answer = await get(path, json);
    expect(answer.json).toEqual({ body: bytes.toString('base64'), errorDetail: null });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
  }
  bytes = Buffer.alloc(BASE64_MAX + 1);
  [read, returned] = [0, 0];
  expect((await get('/known', json)).json.errorDetail.errorCode).toBe('NOT_ACCEPTABLE');
  expect([read, returned]).toEqual([0, 0]);
  chunkLength = BASE64_MAX;
  expect((await get('/unknown', json)).status).toBe(406);
  expect(returned).toBe(1);
  expect((await get('/unknown')).text).toHaveLength(BASE64_MAX + 1);
});
