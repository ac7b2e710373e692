// Starts one PostgreSQL for a whole test run, or takes the one that DATABASE_URL names, and clears up after it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ConnectionSettings, createDatabase, sql } from '../kernel/database/database.ts';
import { withDatabase } from '../kernel/database/database-client.ts';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres/embedded-postgres.ts';

/** What a test file needs to make its database. */
export interface TestPostgres {
  readonly settings: ConnectionSettings;
  /** Databases of this run begin with it. */
  readonly prefix: string;
  /** The database that templates begin as: it may have extensions that only a superuser can make. */
  readonly origin: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

// Each test file has a pool of ten, and a worker may keep a few files' open.
const CONNECTIONS_MAX = '200';
// Tests count statements with it; it can only be loaded at start.
const STATISTICS = 'pg_stat_statements';

/** Called by vitest once a run; answers the clearing up. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `keelson_test_${process.pid}_`;
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') {
    project.provide('postgres', { settings: { url }, prefix, origin: 'template1' });
    return () => dropDatabases({ url }, prefix);
  }
  // The uid that PostgreSQL runs as when this is root must be able to go there, whatever TMPDIR says.
  const dataDirectory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-test-'));
  chmodSync(dataDirectory, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    log: { info() {}, warn: report, error: report },
    // Nothing here outlives the run, and no test pulls the plug: fsync and page images would only make it slow.
    settings: {
      shared_preload_libraries: STATISTICS,
      max_connections: CONNECTIONS_MAX,
      fsync: 'off',
      full_page_writes: 'off',
    },
  });
  const { database, ...account } = postgres.connection;
  const settings = { ...account, database: 'postgres' };
  project.provide('postgres', { settings, prefix, origin: database });
  return async () => {
    await postgres.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}

// Ends one connection, as tests do on purpose; what ends the server is a PANIC or a signal.
const EXPECTED = 'FATAL:';

function report(details: object, message: string): void {
  if (message.startsWith(EXPECTED)) return;
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
}

async function dropDatabases(settings: ConnectionSettings, prefix: string): Promise<void> {
  const database = createDatabase({ settings: withDatabase(settings, 'postgres') });
  const list = sql('test_databases', 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)');
  for (const { name } of await database.rows<{ name: string }>(list, [prefix])) {
    await database.withConnection((connection) => connection.script(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
  }
  await database.close();
}
