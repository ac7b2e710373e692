// Proves what a connection does between the direct road and node's, over real sockets.
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpResponse, RequestParts } from '../exchange/http-message.ts';
import { createRoutes } from '../routes.ts';
import { createDirectConnections, type DirectConnections, type DirectGround } from './direct-connections.ts';

/** Answers the request; what stands in `text` comes from the direct road. */
type Answer = (request: RequestParts, response: HttpResponse) => void;

function answerText(text: string, over: readonly string[] = []): Answer {
  return (_, response) => {
    response.writeHead(200, ['content-length', String(Buffer.byteLength(text)), ...over]);
    response.end(text);
  };
}

interface Running {
  readonly server: Server;
  readonly connections: DirectConnections;
  readonly port: number;
}

const running: Running[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server, connections } of running.splice(0)) {
    connections.closeAll();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Node's own answers say `node` and the method and address of the request. */
async function start(answer: Answer, over: Partial<DirectGround> = {}): Promise<Running> {
  const server = createServer({ keepAlive: true }, (request, response) => {
    request.resume();
    request.on('end', () => response.end(`node ${request.method} ${request.url}`));
  });
  const routes = createRoutes(() => undefined);
  routes.add('POST', '/thing/{id}', { isDirect: true, serve: answer });
  routes.add('POST', '/thing/streamed', { isDirect: false, serve: answer });
  const connections = createDirectConnections({
    server,
    routes,
    headBytesMax: 16_384,
    firstRequestMs: 60_000,
    keepAliveMs: 60_000,
    checkMs: 1_000,
    ...over,
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const started = { server, connections, port: (server.address() as AddressInfo).port };
  running.push(started);
  return started;
}

interface Client {
  readonly socket: Socket;
  /** Holds what came so far. */
  text(): string;
  /** Resolves once the text holds this. */
  until(text: string): Promise<void>;
  readonly ended: Promise<void>;
}

async function open({ port }: Running): Promise<Client> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  sockets.push(socket);
  let text = '';
  let check = (): void => undefined;
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      text += chunk.toString('utf8');
      check();
    });
  const ended = new Promise<void>((resolve) => void socket.on('close', () => resolve()));
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (text.includes(wanted)) resolve();
      };
      check();
    });
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, text: () => text, until, ended };
}

const post = (path: string, body = '{}'): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('a connection', () => {
  it('is served directly, request after request, with its parameters, query and body', async () => {
    const seen: unknown[] = [];
    const server = await start((request, response) => {
      const { params, query, raw } = request;
      seen.push({ params: { ...(params as object) }, query, method: raw.method });
      answerText(`direct ${seen.length}`)(request, response);
    });
    const client = await open(server);
    client.socket.write(post('/thing/a%20b?x=1'));
    await client.until('direct 1');
    client.socket.write(post('/thing/2'));
    await client.until('direct 2');
    expect(seen).toEqual([
      { params: { id: 'a b' }, query: 'x=1', method: 'POST' },
      { params: { id: '2' }, query: '', method: 'POST' },
    ]);
    expect(client.text()).not.toContain('node');
  });

  it('becomes node’s with a request that has no direct route, and stays so', async () => {
    const client = await open(await start(answerText('direct')));
    client.socket.write(post('/thing/1'));
    await client.until('direct');
    client.socket.write(post('/thing/streamed'));
    await client.until('node POST /thing/streamed');
    client.socket.write(post('/thing/1'));
    await client.until('node POST /thing/1');
  });

  it('becomes node’s with a request in two pieces, of which nothing is lost', async () => {
    const client = await open(await start(answerText('direct')));
    const bytes = post('/thing/1');
    client.socket.write(bytes.slice(0, -1));
    // Its head is answered by nobody, so that only time tells that it was read.
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.socket.write(bytes.slice(-1));
    await client.until('node POST /thing/1');
  });

  it('becomes node’s with two requests in one piece, which are answered in their order', async () => {
    const client = await open(await start(answerText('direct')));
    client.socket.write(post('/thing/1') + post('/thing/2'));
    await client.until('node POST /thing/2');
    expect(client.text().indexOf('/thing/1')).toBeLessThan(client.text().indexOf('/thing/2'));
  });

  it('answers what came while a request was under way behind it, in order', async () => {
    const waiting: HttpResponse[] = [];
    const server = await start((request, response) => {
      const { id } = request.params as { readonly id: string };
      if (id === '1') waiting.push(response);
      else answerText(`direct ${id}`)(request, response);
    });
    const client = await open(server);
    client.socket.write(post('/thing/1'));
    await expect.poll(() => waiting.length).toBe(1);
    client.socket.write(post('/thing/2'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.text()).toBe('');
    answerText('direct 1')(null as unknown as RequestParts, waiting[0]!);
    await client.until('direct 2');
    expect(client.text().indexOf('direct 1')).toBeLessThan(client.text().indexOf('direct 2'));
  });

  it('ends when nothing is asked on it in time, first or later, and not while a request is under way', async () => {
    const slow: HttpResponse[] = [];
    const server = await start((_, response) => void slow.push(response), {
      firstRequestMs: 50,
      keepAliveMs: 100,
      checkMs: 10,
    });
    await (await open(server)).ended;
    const client = await open(server);
    client.socket.write(post('/thing/1'));
    await expect.poll(() => slow.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 250));
    answerText('late')(null as unknown as RequestParts, slow[0]!);
    await client.until('late');
    await client.ended;
  });

  it('notices that its client has hung up while a request is under way', async () => {
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<HttpResponse>();
    const server = await start(({ raw }, response) => {
      raw.socket.once('close', () => closed.resolve());
      begun.resolve(response);
    });
    const client = await open(server);
    client.socket.write(post('/thing/1'));
    const response = await begun.promise;
    client.socket.end();
    await closed.promise;
    expect(response.destroyed).toBe(true);
  });

  it('reads nothing more of a client that does not read its answers', async () => {
    let served = 0;
    const large = 'x'.repeat(16 * 1024 * 1024);
    const server = await start((request, response) => {
      served += 1;
      answerText(large)(request, response);
    });
    const client = await open(server);
    client.socket.pause();
    client.socket.write(post('/thing/1'));
    await expect.poll(() => served).toBe(1);
    client.socket.write(post('/thing/2'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(served).toBe(1);
    client.socket.resume();
    await expect.poll(() => served).toBe(2);
  });
});

describe('a server that closes', () => {
  it('ends idle connections at once, and one with a request under way behind its answer', async () => {
    const begun = Promise.withResolvers<HttpResponse>();
    const server = await start((_, response) => begun.resolve(response));
    const [idle, busy] = [await open(server), await open(server)];
    busy.socket.write(post('/thing/1'));
    const response = await begun.promise;
    await expect
      .poll(() => new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count))))
      .toBe(2);
    server.connections.close();
    await idle.ended;
    expect(busy.socket.destroyed).toBe(false);
    answerText('last words')(null as unknown as RequestParts, response);
    await busy.ended;
    expect(busy.text()).toContain('Connection: close\r\n');
    expect(busy.text()).toContain('last words');
  });
});

describe('an answer', () => {
  it('is not cut off while its client still takes it, neither for idleness nor by the end of the server', async () => {
    const large = 'x'.repeat(32 * 1024 * 1024);
    const server = await start(answerText(large), { keepAliveMs: 20, checkMs: 10 });
    const [first, last] = [await open(server), await open(server)];
    for (const { socket } of [first, last]) socket.pause();
    for (const { socket } of [first, last]) socket.write(post('/thing/1'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    first.socket.resume();
    await first.ended;
    server.connections.close();
    last.socket.resume();
    await last.ended;
    for (const { text } of [first, last]) expect(text().length).toBeGreaterThan(large.length);
  });

  it.each<[string, string | Uint8Array]>([
    ['plain text', 'abc'],
    ['text beyond ASCII', 'ğüşiöç € 𝄞'],
    ['Latin-1 alone', 'äöü'],
    ['bytes', new Uint8Array([0x41, 0x42])],
    ['nothing', ''],
  ])('of %s arrives whole', async (_, payload) => {
    const server = await start((__, response) => {
      response.writeHead(200, ['content-length', String(Buffer.byteLength(payload))]);
      response.end(payload);
    });
    const body = await new Promise<Buffer>((resolve, reject) => {
      const options = {
        port: server.port,
        method: 'POST',
        path: '/thing/1',
        headers: { connection: 'keep-alive', 'content-length': 0 },
      };
      const request = httpRequest(options, async (response) => resolve(Buffer.concat(await response.toArray())));
      request.on('error', reject).end();
    });
    expect(body).toEqual(Buffer.from(payload as string));
  });

  it('whose header would begin another one is not written', async () => {
    const thrown = Promise.withResolvers<unknown>();
    const server = await start((request, response) => {
      try {
        response.writeHead(200, ['x-name', 'a\r\nset-cookie: b=c']);
      } catch (error) {
        thrown.resolve(error);
      }
      expect(response.headersSent).toBe(false);
      answerText('instead')(request, response);
    });
    const client = await open(server);
    client.socket.write(post('/thing/1'));
    await client.until('instead');
    expect(String(await thrown.promise)).toContain('x-name');
    expect(client.text()).not.toContain('set-cookie');
  });
});
