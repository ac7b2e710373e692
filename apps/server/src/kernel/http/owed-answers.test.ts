// Proves that answers come in the order of their requests, and what becomes of connections whose bodies are framed oddly.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { anyValue, closed, publicAccess, text } from '@keelson/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { op, startTestHttp, type TestHttp } from './http-server.fixture.ts';

let http: TestHttp;
/** Let the handlers of `/held` answer, in the order in which they were called. */
const held: (() => void)[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  http = await startTestHttp({
    env: { KEELSON_REQUEST_TIMEOUT_MS: '1000' },
    operations: {
      held: op({ path: '/held/{name}', access: publicAccess, params: closed({ name: text('Name.') }) }),
      take: op({
        path: '/take',
        method: 'POST',
        access: publicAccess,
        body: { kind: 'any', schema: anyValue('Any.') },
      }),
    },
    handlers: {
      held: () => new Promise<void>((resolve) => held.push(resolve)),
      take: async () => undefined,
    },
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => http.stop());

interface Conversation {
  readonly socket: Socket;
  /** Resolves with the statuses of all answers once there are so many, or the connection has ended. */
  statuses(count: number): Promise<readonly number[]>;
}

async function say(bytes: string): Promise<Conversation> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(http.url).port) }).setNoDelay(true);
  sockets.push(socket);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  const found = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return {
    socket,
    async statuses(count) {
      while (found().length < count && !socket.readableEnded && !socket.destroyed) {
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
      return found();
    },
  };
}

async function whenHeld(count: number): Promise<void> {
  while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
}

const get = (name: string): string => `GET /held/${name} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('an answer that is owed comes first', () => {
  it.each([
    ['what is no request', 'nonsense\r\n\r\n', 400],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 404],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: a\r\nLarge: ${'x'.repeat(17_000)}\r\n\r\n`, 413],
    ['a body in broken chunks', 'POST /take HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['a head that does not arrive in time', 'GET /held/late HTTP/1.1\r\nHost: a\r\n', 503],
    ['a body that does not arrive in time', 'POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{', 503],
  ])('before that of %s', async (_, second, status) => {
    const { statuses } = await say(get('one') + get('two') + second);
    await whenHeld(2);
    // Longer than any of these would be given: it is answered now or waits.
    if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1_300));
    // Answered behind the other one, though it was done before.
    held.pop()!();
    held.pop()!();
    expect(await statuses(3)).toEqual([200, 200, status]);
  });

  it('and nothing is logged of a connection whose client has gone meanwhile', async () => {
    const { socket } = await say(`${get('gone')}nonsense\r\n\r\n`);
    await whenHeld(1);
    socket.resetAndDestroy();
    held.pop()!();
    expect((await fetch(`${http.url}/take`, { method: 'POST', body: '1' })).status).toBe(200);
  });
});

describe('a request has one answer', () => {
  it('also where it was refused and the rest of its body never comes', async () => {
    const { statuses, socket } = await say('PUT /take HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
    expect(await statuses(1)).toEqual([405]);
    await once(socket, 'close');
    expect(await statuses(2)).toEqual([405]);
  });
});

describe('a body in chunks', () => {
  const chunks = '1\r\n1\r\n0\r\n\r\n';
  const post = (version: string, coding: string): string =>
    `POST /take HTTP/${version}\r\nHost: a\r\nConnection: keep-alive\r\nContent-Type: application/json\r\n${coding}\r\n\r\n${chunks}`;

  it('of HTTP/1.0 is answered, and its connection ends', async () => {
    const { statuses, socket } = await say(post('1.0', 'Transfer-Encoding: chunked'));
    expect(await statuses(1)).toEqual([200]);
    await once(socket, 'close');
  });

  it('is taken whatever the case of its coding, and one that is coded further is 501', async () => {
    const codings: readonly (readonly [string, number])[] = [
      ['Transfer-Encoding: Chunked', 200],
      ['Transfer-Encoding: gzip, chunked', 501],
      ['Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked', 501],
      ['Transfer-Encoding: gzip', 400],
      ['Transfer-Encoding: xchunked', 400],
    ];
    for (const [coding, status] of codings) {
      const { statuses } = await say(post('1.1', coding));
      expect(await statuses(1), coding).toEqual([status]);
    }
    const told = await fetch(`${http.url}/take`, { method: 'POST', body: '1' });
    expect(told.status).toBe(200);
  });
});
