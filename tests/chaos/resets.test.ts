// Resets and half-closes connections after every kind of request and in every moment of an answer: the process goes on.
import { METHODS } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';

const GROUP_TIMEOUT_MS = 60_000;
/** So many connections of a group are open at a time. */
const CONNECTIONS = 64;

let directory: string;
let server: ServerProcess;
let admin: Person;

beforeAll(async () => {
  directory = makeDataDirectory();
  server = await startServerProcess({ directory });
  admin = await signInAdmin(server.url);
});
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

/** Answers only once the server has read what was sent to it before. */
async function isAlive(): Promise<boolean> {
  // The second one is sent when the first has been answered: between them lies a turn of the server's loop.
  for (const _ of [1, 2]) if (!(await fetch(`${server.url}/health/live`)).ok) return false;
  return true;
}

/** Resolves with the first bytes of an answer, or once the connection has ended or nothing more is to be expected. */
async function answerBegan(socket: Socket): Promise<void> {
  const began = new Promise<void>((resolve) => {
    socket.once('data', () => resolve()).once('close', () => resolve());
  });
  await Promise.race([began, isAlive()]);
}

/** What a client does with its connection once the bytes of its request are written. */
const endings: Readonly<Record<string, (socket: Socket) => Promise<void>>> = {
  'a reset at once': async (socket) => {
    socket.resetAndDestroy();
  },
  'a reset when the request was read': async (socket) => {
    await isAlive();
    socket.resetAndDestroy();
  },
  'a reset at the first bytes of the answer': async (socket) => {
    await answerBegan(socket);
    socket.resetAndDestroy();
  },
  'a half-close and then a reset': async (socket) => {
    socket.end();
    await answerBegan(socket);
    socket.resetAndDestroy();
  },
  'more bytes when it was answered, and then a reset': async (socket) => {
    await answerBegan(socket);
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n\u0000garbage');
    await isAlive();
    socket.resetAndDestroy();
  },
  'a close that leaves the answer unread': async (socket) => {
    await isAlive();
    socket.destroy();
  },
};

function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    socket.once('connect', () => resolve(socket.off('error', reject).on('error', () => undefined)));
    socket.once('error', reject);
  });
}

async function breakOff(bytes: string | Buffer, ending: (socket: Socket) => Promise<void>): Promise<void> {
  const socket = await open();
  await new Promise((resolve) => socket.write(bytes, resolve));
  await ending(socket);
  socket.destroy();
}

const request = (line: string, fields: readonly string[] = [], body = ''): string =>
  `${[`${line} HTTP/1.1`, 'Host: a', ...fields].join('\r\n')}\r\n\r\n${body}`;
const signedIn = (line: string, fields: readonly string[] = [], body = ''): string =>
  request(line, [`Authorization: Bearer ${admin.token}`, ...fields], body);

const json = 'Content-Type: application/json';
const form = 'Content-Type: multipart/form-data; boundary=x';
const part = '--x\r\nContent-Disposition: form-data; name="xmlFile"; filename="a.bpmn"\r\n\r\n<definitions';
const longPoll = '{"workerId":"w","maxTasks":1,"waitMillis":25000,"topics":[{"topic":"t","lockMillis":60000}]}';
const streams = [
  '/event/tail',
  '/cache/changes',
  '/settings/changes',
  '/menu-items/changes',
  '/session/events',
  '/polling/stream',
  '/notification/mail/stream',
  '/report-executions/stream',
];

/** Made when a test runs, because they carry a token. */
const groups: Readonly<Record<string, () => readonly (string | Buffer)[]>> = {
  'every method': () =>
    [...METHODS, 'BREW'].flatMap((method) =>
      ['a:1', '/health/live', '/session', '/nothing', '*'].map((target) => request(`${method} ${target}`)),
    ),
  'every kind of reply': () => [
    ...['/session', '/health/ready', '/metrics', '/docs', '/v3/api-docs'].map((path) => signedIn(`GET ${path}`)),
    ...streams.map((path) => signedIn(`GET ${path}`, ['Accept: text/event-stream'])),
    signedIn('POST /event/export', [json, 'Content-Length: 19'], '{"format":"NDJSON"}'),
    signedIn('POST /ofrep/v1/evaluate/flags', [json, 'Content-Length: 2'], '{}'),
    signedIn('POST /v1/logs', ['Content-Type: application/x-protobuf', 'Content-Length: 1'], '\u0000'),
    signedIn('POST /external-task/fetch-and-lock', [json, `Content-Length: ${longPoll.length}`], longPoll),
  ],
  'half an upload': () => [
    signedIn('POST /repository/deploy', [form, 'Content-Length: 9999'], part),
    signedIn('POST /repository/deploy', [form, 'Transfer-Encoding: chunked'], `${part.length.toString(16)}\r\n${part}`),
    signedIn('POST /ofrep/v1/evaluate/flags', [json, 'Content-Length: 9999'], '{"context":'),
    signedIn('POST /session/begin', [json, 'Transfer-Encoding: chunked'], '5\r\n{"a":\r\n'),
    signedIn('POST /session/begin', [json, 'Content-Length: 9', 'Expect: 100-continue']),
    signedIn('POST /v1/logs', [json, 'Content-Encoding: gzip', 'Content-Length: 999'], '\u001f\u008b\u0008'),
    request('POST /session/begin', [json, 'Content-Length: 9999999999'], '{'),
  ],
  'a pipeline': () => [
    signedIn('GET /session').repeat(50),
    signedIn('GET /v3/api-docs').repeat(8),
    signedIn('GET /session') + request('CONNECT a:1') + signedIn('GET /session'),
    signedIn('GET /event/tail') + signedIn('GET /session'),
    `${signedIn('GET /session')}\u0000`,
  ],
  'another protocol': () => [
    ...['GET', 'POST', 'CONNECT'].flatMap((method) =>
      ['websocket', 'h2c', 'tls'].map((protocol) =>
        signedIn(`${method} /session`, ['Connection: Upgrade', `Upgrade: ${protocol}`]),
      ),
    ),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET /session HTTP/1.0\r\n\r\n',
    'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET /session HTTP/1.1\r\nHost: a\r\n\r\n',
    Buffer.from('16030100f1010000ed0303', 'hex'),
    Buffer.alloc(100_000, 0xff),
    Buffer.alloc(100_000, 'a'),
    'GET',
    '\r\n',
    '',
  ],
};

const cases = Object.keys(groups).flatMap((group) => Object.keys(endings).map((ending) => [ending, group] as const));

describe('a client that goes away ends nothing but its connection', () => {
  it.each(cases)(
    'by %s, in %s',
    async (ending, group) => {
      const waiting = [...groups[group]!()];
      const work = async (): Promise<void> => {
        for (let bytes = waiting.pop(); bytes !== undefined; bytes = waiting.pop()) {
          await breakOff(bytes, endings[ending]!);
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
      expect(await isAlive()).toBe(true);
      expect((await admin.client.session.get()).ok).toBe(true);
    },
    GROUP_TIMEOUT_MS,
  );

  it('and none of it is reported as a defect', async () => {
    const told = server.logLines.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(told).toEqual([]);
  });
});
