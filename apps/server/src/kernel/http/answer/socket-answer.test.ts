// Proves what becomes of connections that never bring a whole request: they get their answer, and are held by nobody.

import dns, { type LookupAllOptions } from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestHttp, type TestHttp } from '../http-server.fixture.ts';

let http: TestHttp;
let isStopped: boolean;
const sockets: Socket[] = [];
beforeEach(async () => {
  isStopped = false;
  http = await startTestHttp({ env: { KEELSON_REQUEST_TIMEOUT_MS: '1000' } });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  if (!isStopped) await http.stop();
});

/** Keeps its side open when the server has closed its own. */
async function open(host = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host, port: Number(new URL(http.url).port), allowHalfOpen: true });
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function answerTo(bytes: string): Promise<string> {
  const socket = await open();
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) text += chunk;
  return text;
}

describe('a connection that brings no whole request', () => {
  it('holds no stop, though its client never closes it', async () => {
    const answers = await Promise.all([
      answerTo('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'),
      answerTo('nonsense\r\n\r\n'),
      answerTo('GET /nothing HTTP/1.1\r\nHost: a\r\n'),
    ]);
    expect(answers.map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400', 'HTTP/1.1 503']);
    await http.stop();
    isStopped = true;
  });

  it('gets its answer whole, however much more its client sends', async () => {
    const large = await answerTo(`GET /nothing HTTP/1.1\r\nHost: a\r\nlarge: ${'x'.repeat(5_000_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1.1 413 [\s\S]*"errorCode":"PAYLOAD_TOO_LARGE"[\s\S]*\}$/);
    const tunnel = await answerTo(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(5_000_000)}`);
    expect(tunnel).toMatch(/^HTTP\/1.1 404 [\s\S]*"errorCode":"OPERATION_NOT_FOUND"[\s\S]*\}$/);
  });

  it('of a name with several addresses comes to the one server that knows what to do with it', async () => {
    await http.stop();
    const { lookup } = dns;
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    const knowsBoth = (host: string, options: LookupAllOptions, answer: (error: null, found: unknown) => void): void =>
      host === 'localhost' ? answer(null, both) : lookup(host, options, answer as never);
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(knowsBoth as never);
    http = await startTestHttp({ listenHost: 'localhost' });
    spy.mockRestore();
    expect(await answerTo('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('OPERATION_NOT_FOUND');
    await expect(open('::1')).rejects.toThrow('ECONNREFUSED');
  });
});
