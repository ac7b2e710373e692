// Opens a connection to the database of an adapter: at an address that was checked, encrypted as its URL says, and never to the own database.
import type { LookupAddress } from 'node:dns';
import { Socket, type TcpSocketConnectOpts } from 'node:net';
import pg from 'pg';
import { type AddressGuard, pinned } from '../../../../kernel/outbound/address-guard.ts';
import { parseAllowList } from '../../../../kernel/outbound/allow-list.ts';
import { AdapterError, toAdapterError } from './adapter-error.ts';
import type { AdapterAddress } from './adapter-url.ts';
import { readIdentity } from './foreign.store.ts';
import type { OwnDatabase } from './own-database.ts';

/** Target of a connection, with the secret in plain text. */
export interface AdapterTarget extends AdapterAddress {
  readonly username: string;
  readonly secret: string;
  readonly allowedHostList: readonly string[];
  /** Certificate that is trusted in place of those of the system. */
  readonly caCertificate: string | null;
}

export interface AdapterConnection {
  readonly client: pg.Client;
  /** Closes the connection once more bytes than that arrive from now on; null: without a bound. */
  boundBytes(bytesMax: number | null): void;
  /** Ends the connection: with `destroy` at once, else with a message to the server. It is never used again. */
  end(destroy: boolean): Promise<void>;
}

export interface ConnectParts {
  readonly guard: AddressGuard;
  readonly own: OwnDatabase;
}

/**
 * Bytes that a server may send until the connection is open: greetings and one row; more is the work of an attacker.
 */
const GREETING_BYTES_MAX = 1_048_576;
/** Time for a server to close a connection after the message. */
const LEAVE_MS = 1_000;

/** Connects to the addresses that were checked and to no other, both families side by side (RFC 8305). */
function createSocket(addresses: readonly LookupAddress[]): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (options: TcpSocketConnectOpts) => Socket;
  // `pg` calls the function with these arguments.
  const connectPinned = (port: number, host: string): Socket =>
    connect({ port, host, autoSelectFamily: true, lookup: pinned(addresses) });
  return Object.assign(socket, { connect: connectPinned }) as Socket;
}

function clientOf(target: AdapterTarget, addresses: readonly LookupAddress[], withinMs: number): pg.Client {
  const { host, port, database, username, secret, tls, caCertificate } = target;
  const trusted = caCertificate === null ? {} : { ca: caCertificate };
  return new pg.Client({
    host,
    port,
    database,
    user: username,
    // A function, since `pg` would look for an empty text in the environment and the home of this process.
    password: () => secret,
    ssl: tls === 'DISABLE' ? false : { ...trusted, rejectUnauthorized: tls === 'VERIFY_FULL' },
    sslnegotiation: 'postgres',
    stream: () => createSocket(addresses),
    connectionTimeoutMillis: withinMs,
    keepAlive: true,
    application_name: 'keelson-report',
    client_encoding: 'UTF8',
  });
}

/** Answers the function that sets the bound of bytes; the connection is closed beyond it. */
function byteBoundOf({ connection }: pg.Client): AdapterConnection['boundBytes'] {
  let left = 0;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) connection.stream.destroy(new AdapterError('ANSWER_INVALID'));
  };
  // The stream changes when it is encrypted.
  const follow = (): void => void connection.stream.on('data', count);
  return (bytesMax) => {
    connection.off('sslconnect', follow);
    connection.stream.off('data', count);
    if (bytesMax === null) return;
    left = bytesMax;
    connection.on('sslconnect', follow);
    connection.stream.on('data', count);
  };
}

/** Ends a connection without waiting for a server that does not close it. */
async function leave(client: pg.Client, destroy: boolean): Promise<void> {
  const ended = client.end().catch(() => undefined);
  const drop = (): void => void client.connection.stream.destroy();
  if (destroy) drop();
  const timer = setTimeout(drop, LEAVE_MS);
  await ended;
  clearTimeout(timer);
}

async function addressesOf(target: AdapterTarget, guard: AddressGuard): Promise<readonly LookupAddress[]> {
  const checked = await guard.check(target.host, parseAllowList(target.allowedHostList.join(' ')));
  if (checked.outcome === 'unknown') throw new AdapterError('HOST_UNKNOWN');
  if (checked.outcome === 'refused') throw new AdapterError('HOST_NOT_ALLOWED');
  return checked.addresses;
}

/**
 * Opens a connection within the time, milliseconds; rejects with an `AdapterError` where that fails or the database
 * cannot be used. A failure of the own database is 503.
 */
export async function connectAdapter(
  { guard, own }: ConnectParts,
  target: AdapterTarget,
  withinMs: number,
): Promise<AdapterConnection> {
  const begun = performance.now();
  const leftMs = (): number => Math.max(1, withinMs - (performance.now() - begun));
  const addresses = await within(addressesOf(target, guard), withinMs);
  const client = clientOf(target, addresses, leftMs());
  // The loss of a connection fails the statement that waits; without a listener it would end the process.
  client.on('error', () => undefined);
  const boundBytes = byteBoundOf(client);
  boundBytes(GREETING_BYTES_MAX);
  const end = (destroy: boolean): Promise<void> => leave(client, destroy);
  try {
    await client.connect().catch(refuse);
    if (await own.isReachedBy((lock) => readIdentity(client, lock, leftMs()).catch(refuse))) {
      throw new AdapterError('OWN_DATABASE');
    }
    boundBytes(null);
    return { client, boundBytes, end };
  } catch (error) {
    void end(true);
    throw error;
  }
}

function refuse(error: unknown): never {
  throw toAdapterError(error);
}

/** Bounds work such as a resolver's, which has no timeout that could be set. */
async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new AdapterError('TIMED_OUT')), timeoutMs);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
