// Opens one HTTP connection with one request at a time, cheap enough to time single requests beside what is measured.
import { createConnection, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Holds status line and headers, as they came. */
  readonly head: string;
  readonly body: string;
}

export interface RawConnection {
  /** Sends one at a time. Rejects when the connection breaks. */
  send(request: string): Promise<RawAnswer>;
  close(): void;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Writes the request as text for an origin. */
export function rawRequest(origin: string, { method, path, headers = {}, body }: RawRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: new URL(origin).host,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${text}`;
}

/** Answers null while bytes are missing. Answers without a length have no body. */
function readAnswer(bytes: Buffer): RawAnswer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const bodyStart = headEnd + HEAD_END.length;
  if (bytes.length < bodyStart + length) return null;
  const status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
  return { status, head, body: bytes.toString('utf8', bodyStart, bodyStart + length) };
}

interface Waiting {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
}

export function openConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  let waiting: Waiting | null = null;
  let received: Buffer = Buffer.alloc(0);
  const settle = (use: (waiting: Waiting) => void): void => {
    const settled = waiting;
    waiting = null;
    if (settled !== null) use(settled);
  };
  const listen = (socket: Socket): void => {
    socket.setNoDelay(true);
    socket.on('data', (part: Buffer) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const answer = readAnswer(received);
      if (answer === null) return;
      received = Buffer.alloc(0);
      settle(({ resolve }) => resolve(answer));
    });
    socket.on('close', () => settle(({ reject }) => reject(new Error(`${origin} closed a connection`))));
  };
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.on('error', (error) => {
      reject(error);
      settle((open) => open.reject(error));
    });
    socket.once('connect', () => {
      listen(socket);
      resolve({
        send: (request) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      });
    });
  });
}
