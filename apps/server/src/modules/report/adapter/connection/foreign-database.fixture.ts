// Makes databases that adapters lead to: on the PostgreSQL of the tests, over TCP, with a role that may read and one that may do everything.
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import { partsOf } from '../../../../testing/database-proxy.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../../../../testing/other-side.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../../testing/test-database.ts';

/** Takes connections over TCP; `silent` ones are taken and never answered. */
export interface Door {
  readonly port: number;
  /** Counts the connections so far. */
  readonly connections: number;
  /** Counts those that were open at the same time, at most so far. */
  readonly mostOpen: number;
  /** Lets connections that come from now on lead to another database server, or be cut or kept waiting. */
  script: (incoming: Socket) => void;
  stop(): Promise<void>;
}

export interface Account {
  readonly username: string;
  readonly secret: string;
}

export interface ForeignDatabase {
  readonly name: string;
  readonly door: Door;
  /** Is `postgresql://127.0.0.1:<port>/<name>`, without encryption. */
  readonly url: string;
  readonly reader: Account;
  readonly owner: Account;
  readonly superuser: Account;
  /** Runs statements as the superuser. */
  run(text: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** Closes connections at once, as where nothing listens any more. */
export const hangUp = (incoming: Socket): void => void incoming.destroy();
export const staySilent = (): void => undefined;

function pipe(incoming: Socket | TLSSocket, outgoing: Socket): void {
  incoming.pipe(outgoing).pipe(incoming);
  for (const socket of [incoming, outgoing]) {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => [incoming, outgoing].forEach((one) => void one.destroy()));
  }
}

/** Leads connections to the server of a test database. */
export function leadTo(test: Pick<TestDatabase, 'settings'>): (incoming: Socket) => void {
  const { host, port } = partsOf(test);
  const open = (): Socket => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host));
  return (incoming) => pipe(incoming, open());
}

/** Encrypts with the certificate of erp.example before it leads on: SSLRequest, `S`, handshake. */
export function encrypt(test: Pick<TestDatabase, 'settings'>): (incoming: Socket) => void {
  const { host, port } = partsOf(test);
  const secureContext = createSecureContext({ key: PRIVATE_KEY, cert: CERTIFICATE });
  return (incoming) => {
    incoming.once('data', () => {
      incoming.write('S');
      const secure = new TLSSocket(incoming, { isServer: true, secureContext });
      secure.on('error', () => incoming.destroy());
      pipe(secure, host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host));
    });
  };
}

export async function openDoor(script: (incoming: Socket) => void): Promise<Door> {
  const open = new Set<Socket>();
  let connections = 0;
  let mostOpen = 0;
  const server: Server = createServer((incoming) => {
    connections += 1;
    open.add(incoming);
    mostOpen = Math.max(mostOpen, open.size);
    incoming.on('error', () => incoming.destroy());
    incoming.on('close', () => open.delete(incoming));
    door.script(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: Door = {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    get mostOpen() {
      return mostOpen;
    },
    script,
    stop() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return door;
}

async function superuserOf(test: TestDatabase): Promise<pg.Client> {
  const { host, port, user, password, database } = partsOf(test);
  // The embedded server's superuser has the password of the program's role; who names a server names one who may make roles.
  for (const name of ['postgres', user]) {
    const client = new pg.Client({ host, port, user: name, password, database });
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    if (isIn) return client;
  }
  throw new Error('nobody may make roles');
}

/** Has a table `orders` of three rows with a comment, which `reader` may read, and one that he may not. */
export async function startForeignDatabase(): Promise<ForeignDatabase> {
  const test = await createEmptyDatabase();
  const client = await superuserOf(test);
  const { user, password, database: name } = partsOf(test);
  const reader = { username: `reader_${randomBytes(6).toString('hex')}`, secret: randomBytes(9).toString('hex') };
  await client.query(`CREATE ROLE ${reader.username} LOGIN PASSWORD '${reader.secret}';
    CREATE TABLE orders (id bigint PRIMARY KEY, customer text NOT NULL, total numeric(12,2), placed timestamptz);
    COMMENT ON TABLE orders IS 'What was ordered';
    COMMENT ON COLUMN orders.total IS 'With taxes';
    INSERT INTO orders SELECT one, 'customer ' || one, one * 10, '2026-03-01T00:00:00Z' FROM generate_series(1, 3) one;
    CREATE TABLE wages (name text, amount numeric);
    GRANT SELECT ON orders TO ${reader.username};`);
  const door = await openDoor(leadTo(test));
  return {
    name,
    door,
    url: `postgresql://127.0.0.1:${door.port}/${name}?sslmode=disable`,
    reader,
    owner: { username: user, secret: password },
    superuser: { username: client.user!, secret: password },
    run: (text) => client.query(text),
    async close() {
      await door.stop();
      await client.query(`DROP OWNED BY ${reader.username}; DROP ROLE ${reader.username}`);
      await client.end();
      await test.close();
    },
  };
}
