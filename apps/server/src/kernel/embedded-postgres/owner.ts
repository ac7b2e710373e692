// Claims an embedded database for this program by an advisory lock held in it, and sets up what the program needs there.
import pg from 'pg';
import { EMBEDDED_DATABASE_OWNER_LOCK } from '../database/advisory-locks.ts';
import { type Endpoint, SUPERUSER_NAME } from './cluster.ts';

/** The database and the role of the program bear this name. */
export const PROGRAM_DATABASE = 'keelson';

// A stopped or overloaded server takes the connection and does not answer.
const CONNECT_TIMEOUT_MS = 5_000;
const TOO_MANY_CONNECTIONS = '53300';
const INVALID_PASSWORD = '28P01';

/** The connection that holds the lock; it is lost with the server and must then be claimed again. */
export interface Ownership {
  /** Resolves when the connection has ended, for whatever reason. */
  readonly lost: Promise<void>;
  /** Makes the program's role and database, and the extensions of preloaded libraries, unless they are there. */
  prepareDatabase(preloadedLibraries: string[]): Promise<void>;
  release(): Promise<void>;
}

/** `silent`: nobody listens. `busy`: a server that starts, stops or does not answer. `owned`: another program's. */
export type OwnershipAnswer = { kind: 'granted'; ownership: Ownership } | { kind: 'silent' | 'busy' | 'owned' };

/** Asks the server at this place for the owner's lock, without waiting for it. Throws a sentence on a wrong password. */
export async function claimOwnership(endpoint: Endpoint, password: string): Promise<OwnershipAnswer> {
  const client = createClient(endpoint, password, 'postgres');
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // Without a listener the end of the server would end this program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ granted: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS granted', [
      EMBEDDED_DATABASE_OWNER_LOCK.class,
      EMBEDDED_DATABASE_OWNER_LOCK.key,
    ]);
    if (rows[0]?.granted) return { kind: 'granted', ownership: createOwnership(client, lost, endpoint, password) };
  } catch (error) {
    await client.end().catch(() => undefined);
    return { kind: judgeRefusal(error) };
  }
  await client.end();
  return { kind: 'owned' };
}

function judgeRefusal(error: unknown): 'silent' | 'busy' | 'owned' {
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'silent';
  // All places of connections are taken, so that a program is working with it.
  if (code === TOO_MANY_CONNECTIONS) return 'owned';
  if (code === INVALID_PASSWORD) {
    throw new Error('The embedded PostgreSQL does not accept the password in "database-password". Restore that file.', {
      cause: error,
    });
  }
  // It is 57P03 (starting up, shutting down), or one of the ways in which a connection breaks when the server goes away.
  return 'busy';
}

function createOwnership(client: pg.Client, lost: Promise<void>, endpoint: Endpoint, password: string): Ownership {
  return {
    lost,
    release: () => client.end().catch(() => undefined),
    async prepareDatabase(preloadedLibraries) {
      await makeRoleAndDatabase(client, password);
      if (preloadedLibraries.length > 0) await makeExtensions(endpoint, password, preloadedLibraries);
    },
  };
}

async function makeRoleAndDatabase(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [PROGRAM_DATABASE],
  );
  const name = client.escapeIdentifier(PROGRAM_DATABASE);
  if (!rows[0]?.role) {
    // The role is no superuser: what gets a statement of its own into the program must not get at files and programs.
    await client.query(`BEGIN;
      CREATE ROLE ${name} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)};
      GRANT pg_monitor, pg_checkpoint TO ${name};
      COMMIT`);
  }
  if (!rows[0]?.database)
    await client.query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING 'UTF8'`);
}

/** Extensions such as pg_stat_statements belong to a preloaded library and only a superuser may make them. */
async function makeExtensions(endpoint: Endpoint, password: string, libraries: string[]): Promise<void> {
  const client = createClient(endpoint, password, PROGRAM_DATABASE);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM pg_available_extensions WHERE name = ANY ($1) AND installed_version IS NULL',
      [libraries],
    );
    for (const { name } of rows) await client.query(`CREATE EXTENSION ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function createClient(endpoint: Endpoint, password: string, database: string): pg.Client {
  return new pg.Client({
    ...endpoint,
    user: SUPERUSER_NAME,
    password,
    database,
    application_name: 'keelson supervisor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
}
