// Stands between a client and PostgreSQL, and changes what PostgreSQL answers.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { partsOf } from '../../../testing/database-proxy.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../../../testing/other-side.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import type { ConnectionSettings } from '../database-client.ts';

/** Takes what PostgreSQL sent in place of the client, to whom it writes what it likes. */
export type Answering = (bytes: Buffer, client: Socket) => void;

export interface WireProxy {
  readonly settings: ConnectionSettings;
  /** Takes the answers from now on; with null they go on as they are. */
  answer: Answering | null;
  close(): Promise<void>;
}

const SSL_REQUEST_BYTES = 8;

/** With `tls` the client has to encrypt; the way on to PostgreSQL is plain. */
export async function startWireProxy(test: Pick<TestDatabase, 'settings'>, { tls = false } = {}): Promise<WireProxy> {
  const { host, port, user, password, database } = partsOf(test);
  const sockets = new Set<Socket>();
  const proxy: { answer: Answering | null } = { answer: null };
  const join = (client: Socket): void => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    client.pipe(server);
    server.on('data', (bytes: Buffer) => (proxy.answer === null ? client.write(bytes) : proxy.answer(bytes, client)));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  };
  const listener = createServer((incoming) => {
    incoming.setNoDelay(true);
    if (!tls) return join(incoming);
    incoming.once('readable', () => {
      incoming.read(SSL_REQUEST_BYTES);
      incoming.write('S');
      join(new TLSSocket(incoming, { isServer: true, key: PRIVATE_KEY, cert: CERTIFICATE }));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const own = (listener.address() as AddressInfo).port;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const url = `postgres://${account}@127.0.0.1:${own}/${database}${tls ? '?sslmode=no-verify' : ''}`;
  return Object.assign(proxy, {
    settings: { url },
    close: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
