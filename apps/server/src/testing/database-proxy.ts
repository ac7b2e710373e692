// Stands between a program under test and its database, and takes its connections away in the ways in which networks do.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { ConnectionSettings } from '../kernel/database/database-client.ts';
import type { TestDatabase } from './test-database.ts';

export interface DatabaseProxy {
  /** Lead through the proxy. */
  readonly settings: ConnectionSettings;
  /** Lets open connections stay open and carry nothing any more; new ones work. With a text only those fall silent that have sent it. */
  silence(sent?: string): number;
  /** Runs a statement on the last connection and keeps its answer; nothing else may be under way on it. */
  inject(text: string): Promise<void>;
  /** Acts as a database that is stopped: every connection ends, and no new one is taken until `resume`. */
  stop(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  readonly incoming: Socket;
  readonly outgoing: Socket;
  sent: string;
}

/** Answers the settings as parts, also where a URL gave them. */
export function partsOf({ settings }: Pick<TestDatabase, 'settings'>) {
  if (!('url' in settings)) return settings;
  const { hostname: host, port, username: user, password, pathname } = new URL(settings.url);
  const database = decodeURIComponent(pathname.slice(1));
  return {
    host: decodeURIComponent(host),
    port: Number(port || 5432),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database,
  };
}

/** Writes a simple query as the protocol has it: type, length with itself, text, zero. */
function queryMessage(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(text) + 1);
  return Buffer.concat([Buffer.from('Q'), length, Buffer.from(`${text}\0`)]);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export async function startDatabaseProxy(test: Pick<TestDatabase, 'settings'>): Promise<DatabaseProxy> {
  const parts = partsOf(test);
  const { host, port } = parts;
  const pairs = new Set<Pair>();
  let last: Pair | null = null;
  const server = createServer((incoming) => {
    const outgoing = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair: Pair = { incoming, outgoing, sent: '' };
    last = pair;
    pairs.add(pair);
    incoming.on('data', (bytes: Buffer) => {
      pair.sent += bytes.toString('latin1');
    });
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => pairs.delete(pair));
    }
  });
  const own = await listen(server, 0);
  const stop = (): Promise<void> => {
    for (const { incoming, outgoing } of pairs) for (const socket of [incoming, outgoing]) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return {
    settings: { ...parts, host: '127.0.0.1', port: own },
    silence(sent = '') {
      const chosen = [...pairs].filter((pair) => pair.sent.includes(sent));
      for (const { incoming, outgoing } of chosen) for (const socket of [incoming, outgoing]) socket.unpipe().pause();
      return chosen.length;
    },
    inject(text) {
      const { incoming, outgoing } = last!;
      outgoing.unpipe(incoming);
      return new Promise((resolve) => {
        outgoing.once('data', () => {
          outgoing.pipe(incoming);
          resolve();
        });
        outgoing.resume();
        outgoing.write(queryMessage(text));
      });
    },
    stop,
    async resume() {
      await listen(server, own);
    },
    close: stop,
  };
}
