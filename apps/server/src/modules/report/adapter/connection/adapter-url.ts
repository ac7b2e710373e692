// Reads the address of an adapter's database: where it is, and how the connection to it is protected.
import { isIP } from 'node:net';

/** DISABLE: nothing is encrypted. REQUIRE: encrypted, whoever answers. VERIFY_FULL: a certificate proves the host. */
export type AdapterTls = 'DISABLE' | 'REQUIRE' | 'VERIFY_FULL';

export interface AdapterAddress {
  /** A name as the network spells it, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: AdapterTls;
}

export type ReadAddress = { readonly address: AdapterAddress } | { readonly problem: string };

const STANDARD_PORT = 5432;
/** Bytes of a database's name, of which PostgreSQL cuts longer ones (NAMEDATALEN). */
const DATABASE_BYTES_MAX = 63;
const SCHEME = /^postgres(ql)?:/i;
const TLS_OF: Readonly<Record<string, AdapterTls>> = {
  disable: 'DISABLE',
  require: 'REQUIRE',
  'verify-full': 'VERIFY_FULL',
};
/** Characters below U+0020 and U+007F. */
const CONTROL = /\p{Cc}/u;

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * Answers the host in the spelling of the network, `0x7f.1` too: the URL is read as one of http, as the host of an
 * unknown scheme stays as it was written.
 */
function hostOf({ hostname }: URL): string | null {
  if (hostname === '') return null;
  const spelt = parse(`http://${hostname}/`)?.hostname;
  const host = spelt?.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host === undefined || host === '') return null;
  return isIP(host) !== 0 || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host) ? host : null;
}

function databaseOf({ pathname }: URL): string | null {
  try {
    const database = decodeURIComponent(pathname.slice(1));
    const isName = database !== '' && !database.includes('/') && !CONTROL.test(database);
    return isName && Buffer.byteLength(database) <= DATABASE_BYTES_MAX ? database : null;
  } catch {
    return null;
  }
}

/** Reads a URL as `postgresql://host:5432/database?sslmode=verify-full`, or answers a sentence about its problem. */
export function readAdapterUrl(text: string): ReadAddress {
  const url = SCHEME.test(text) && !CONTROL.test(text) ? parse(text) : null;
  if (url === null) return { problem: 'Must be a URL as postgresql://host:5432/database.' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'Must hold neither user nor password; they are fields of their own.' };
  const host = hostOf(url);
  if (host === null) return { problem: 'Must name a host or an address.' };
  const database = databaseOf(url);
  if (database === null) return { problem: 'Must name one database, of at most 63 bytes.' };
  const others = [...url.searchParams.keys()].filter((name) => name !== 'sslmode');
  if (others.length > 0 || url.hash !== '' || url.searchParams.getAll('sslmode').length > 1)
    return { problem: 'Must have no parameter but sslmode, once.' };
  const tls = TLS_OF[url.searchParams.get('sslmode') ?? 'verify-full'];
  if (tls === undefined) return { problem: 'sslmode must be disable, require or verify-full.' };
  const port = url.port === '' ? STANDARD_PORT : Number(url.port);
  return port === 0 ? { problem: 'Must have a port from 1 to 65535.' } : { address: { host, port, database, tls } };
}
