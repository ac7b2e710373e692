// Proves that a request is read directly only where node's parser would read the same in it, and which are left to node.
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readDirectRequest } from './direct-request.ts';

/** Many more run with KEELSON_FUZZ_RUNS. */
const RUNS = Number(process.env.KEELSON_FUZZ_RUNS ?? 3_000);
const HEAD_BYTES_MAX = 16_384;
const socket = null as unknown as Socket;

interface Read {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

function readDirectly(bytes: Buffer): Read | null {
  const request = readDirectRequest(bytes, socket, HEAD_BYTES_MAX);
  if (request === null) return null;
  const { method, url, headers, rawHeaders, body } = request;
  return { method, url, headers: { ...headers }, rawHeaders, body: body.toString('latin1') };
}

const server = createServer({ maxHeaderSize: HEAD_BYTES_MAX });
afterAll(() => void server.close());

/** Answers every request that node reads in these bytes, and 'refused' where it gives up. */
async function readByNode(bytes: Buffer): Promise<readonly (Read | 'refused')[]> {
  const [client, side] = duplexPair();
  const read: (Read | 'refused')[] = [];
  const pending: Promise<void>[] = [];
  const onRequest = (request: IncomingMessage, response: { end(): void }): void => {
    if (request.socket !== (side as unknown as Socket)) return;
    const chunks: Buffer[] = [];
    const { method, url, headers, rawHeaders } = request;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    pending.push(
      new Promise((resolve) => {
        request.on('end', () => {
          read.push({
            method,
            url,
            headers: { ...headers },
            rawHeaders,
            body: Buffer.concat(chunks).toString('latin1'),
          });
          response.end();
          resolve();
        });
        request.on('error', () => resolve());
      }),
    );
  };
  const onError = (_error: Error, failed: unknown): void => {
    if (failed === side) read.push('refused');
  };
  server.on('request', onRequest).on('clientError', onError);
  server.emit('connection', side);
  client.resume();
  await new Promise<void>((resolve) => client.write(bytes, () => setImmediate(resolve)));
  await Promise.all(pending);
  server.off('request', onRequest).off('clientError', onError);
  client.destroy();
  side.destroy();
  return read;
}

/** Usually gives what is ordinary, now and then one of the oddities. */
function mostly<T>(ordinary: fc.Arbitrary<T>, odd: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: ordinary, weight: 12 }, { arbitrary: fc.constantFrom(...odd), weight: 1 });
}

const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH');
const target = mostly(fc.stringMatching(/^\/[!"$-~]{0,20}$/), [
  '/',
  '/%41%2f',
  '/ü',
  '/a b',
  '/a#b',
  '//',
  'http://h/a',
  '*',
  'a',
  '',
]);
const name = mostly(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/), [
  'cookie',
  '__proto__',
  'constructor',
  'Set-Cookie',
  'Content-Type',
  'Te',
  'Trailer',
  'x y',
  '',
]);
const value = mostly(fc.stringMatching(/^[\t -~]{0,12}$/), [
  '\u00e4\u00ff',
  'a\u0000b',
  'a\u007f',
  'a\rb',
  'a\nb',
  ' \u00a0a\u00a0',
  '\u0001',
]);
const space = mostly(fc.constantFrom(': ', ':', ':\t '), [' : ', ' ']);
const lineEnd = mostly(fc.constant('\r\n'), ['\n', '\r', '\r\n ']);
const field = fc.tuple(name, space, value, lineEnd).map((parts) => parts.join(''));
const framing = mostly(fc.constantFrom('', 'Connection: keep-alive\r\n', 'connection: KEEP-ALIVE\r\n'), [
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'Connection: upgrade\r\n',
  'Content-Length: 3\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: x\r\n',
  'Proxy-Connection: close\r\n',
]);
const length = mostly(fc.constantFrom('right', 'spaced'), ['absent', 'plus', 'hex', 'twice', 'list', 'short', 'long']);
const body = fc.stringMatching(/^[ -~]{0,12}$/);

function lengthLines(kind: string, bytes: number): string {
  const lines: Readonly<Record<string, string>> = {
    absent: '',
    right: `Content-Length: ${bytes}\r\n`,
    plus: `Content-Length: +${bytes}\r\n`,
    hex: `Content-Length: 0x${bytes}\r\n`,
    twice: `Content-Length: ${bytes}\r\nContent-Length: ${bytes}\r\n`,
    list: `Content-Length: ${bytes}, ${bytes}\r\n`,
    short: `Content-Length: ${Math.max(0, bytes - 1)}\r\n`,
    long: `Content-Length: ${bytes + 1}\r\n`,
    spaced: `Content-Length:  ${bytes}\t\r\n`,
  };
  return lines[kind]!;
}

const anyRequest = fc
  .record({
    method,
    target,
    version: mostly(fc.constant('HTTP/1.1'), ['HTTP/1.0', 'HTTP/1.2', 'http/1.1']),
    host: mostly(fc.constant('Host: a\r\n'), ['Host:\r\n', '']),
    fields: fc.array(field, { maxLength: 3 }),
    framing,
    length,
    body,
    follows: mostly(fc.constant(''), ['\r\n', 'GET /b HTTP/1.1\r\nHost: b\r\n\r\n']),
    flip: fc.oneof(
      { arbitrary: fc.constant(null), weight: 2 },
      { arbitrary: fc.tuple(fc.nat(), fc.nat(255)), weight: 1 },
    ),
  })
  .map((parts) => {
    const head = `${parts.method} ${parts.target} ${parts.version}\r\n${parts.host}${parts.fields.join('')}`;
    const text = `${head}${parts.framing}${lengthLines(parts.length, parts.body.length)}\r\n${parts.body}${parts.follows}`;
    const bytes = Buffer.from(text, 'latin1');
    if (parts.flip !== null) bytes[parts.flip[0] % bytes.length] = parts.flip[1];
    return bytes;
  });

function request(over: { line?: string; fields?: readonly string[]; body?: string } = {}): Buffer {
  const { line = 'POST /a?b=c HTTP/1.1', fields = ['Host: a', 'Content-Length: 2'], body: text = '{}' } = over;
  return Buffer.from(`${[line, ...fields].join('\r\n')}\r\n\r\n${text}`, 'latin1');
}

describe('a request that is read directly', () => {
  it('is read by node in the same sense, whatever its bytes are', async () => {
    let taken = 0;
    const property = fc.asyncProperty(anyRequest, async (bytes) => {
      const direct = readDirectly(bytes);
      if (direct === null) return;
      taken += 1;
      expect(await readByNode(bytes)).toEqual([direct]);
    });
    await fc.assert(property, { numRuns: RUNS });
    // A reader that takes nothing would agree with everybody.
    expect(taken).toBeGreaterThan(RUNS / 5);
  }, 120_000);

  it('has its method, target, headers in lower case and as they were written, and its body', () => {
    const bytes = request({ fields: ['Host: a', 'X-Odd:\t ä \t', 'content-length: 2', 'Connection: Keep-Alive'] });
    expect(readDirectly(bytes)).toEqual({
      method: 'POST',
      url: '/a?b=c',
      headers: { host: 'a', 'x-odd': 'ä', 'content-length': '2', connection: 'Keep-Alive' },
      rawHeaders: ['Host', 'a', 'X-Odd', 'ä', 'content-length', '2', 'Connection', 'Keep-Alive'],
      body: '{}',
    });
  });

  it('may have no body, and no length of one', () => {
    expect(readDirectly(request({ line: 'GET / HTTP/1.1', fields: ['Host: a'], body: '' }))).toMatchObject({
      body: '',
    });
  });
});

describe('node is left', () => {
  it.each<[string, Parameters<typeof request>[0]]>([
    ['a request that is not whole', { body: '{' }],
    ['a request that another one follows', { body: '{}GET / HTTP/1.1' }],
    ['a body whose length is reported twice', { fields: ['Host: a', 'Content-Length: 2', 'Content-Length: 2'] }],
    ['a body in chunks', { fields: ['Host: a', 'Transfer-Encoding: chunked', 'Content-Length: 2'] }],
    ['a body for which leave is asked', { fields: ['Host: a', 'Content-Length: 2', 'Expect: 100-continue'] }],
    ['another protocol', { fields: ['Host: a', 'Content-Length: 2', 'Upgrade: h2c', 'Connection: Upgrade'] }],
    ['the last request of a connection', { fields: ['Host: a', 'Content-Length: 2', 'Connection: close'] }],
    ['a name that stands twice', { fields: ['Host: a', 'Content-Length: 2', 'Cookie: a=1', 'cookie: b=2'] }],
    ['a request without a host', { fields: ['Content-Length: 2'] }],
    ['an older version', { line: 'POST / HTTP/1.0' }],
    ['a whole address as target', { line: 'POST http://a/b HTTP/1.1' }],
    ['a folded line', { fields: ['Host: a', 'X-Odd: a', ' b', 'Content-Length: 2'] }],
    ['a space before the colon', { fields: ['Host: a', 'Content-Length : 2'] }],
    ['a line that ends in LF alone', { fields: ['Host: a\nX-Odd: b', 'Content-Length: 2'] }],
    ['a NUL', { fields: ['Host: a', 'X-Odd: \u0000', 'Content-Length: 2'] }],
    [
      'more headers than anybody sends',
      { fields: ['Host: a', ...Array.from({ length: 200 }, (_, n) => `X-${n}: a`), 'Content-Length: 2'] },
    ],
    ['a head that is too long', { fields: ['Host: a', `X-Odd: ${'a'.repeat(HEAD_BYTES_MAX)}`, 'Content-Length: 2'] }],
  ])('%s', (_, over) => {
    expect(readDirectly(request())).not.toBeNull();
    expect(readDirectly(request(over))).toBeNull();
  });
});
