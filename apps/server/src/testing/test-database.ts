// Gives a test a fresh, migrated database of its own within a tenth of a second.
import { createHash, randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { TEST_TEMPLATE_LOCK } from '../kernel/database/advisory-locks.ts';
import { type ConnectionSettings, createDatabase, type Database, sql } from '../kernel/database/database.ts';
import { withDatabase } from '../kernel/database/database-client.ts';
import { kernelMigrations, type MigrationSource, migrate } from '../kernel/schema/migrate.ts';
import { readMigrationFiles } from '../kernel/schema/migration-files.ts';
import type { TestPostgres } from './global-setup.ts';
import { preparePartitions } from './test-events.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Serves code that opens connections of its own. */
  readonly settings: ConnectionSettings;
  readonly name: string;
  /** Closes the pool and drops the database, whoever is still connected. */
  close(): Promise<void>;
}

// Tests hold a few transactions open at once.
const POOL_MAX = 10;

const tryLock = sql('test_template_lock', 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked');
const findDatabase = sql('test_template_find', 'SELECT 1 AS found FROM pg_database WHERE datname = $1');

/** PostgreSQL answers with this SQLSTATE (appendix A) where FORCE would end a connection of the superuser. */
const INSUFFICIENT_PRIVILEGE = '42501';

let maintenance: Database | null = null;
// The files of one worker look for their template once.
const templates = new Map<string, Promise<string>>();
// A server has written its first start into these.
const startedTemplates = new Map<string, Promise<string>>();

/** Makes a database with the kernel's tables and those of the modules, cloned from a template that one worker migrated. */
export async function createTestDatabase(modules: readonly MigrationSource[] = []): Promise<TestDatabase> {
  const postgres = postgresOfWorker();
  const key = modules.map(({ directory }) => directory.href).join(' ');
  const template = templates.get(key) ?? ensureTemplate(postgres, modules);
  templates.set(key, template);
  return cloneDatabase(postgres, await template);
}

/**
 * Makes a database in which a server has started and stopped before, cloned from a template that the first call of a worker makes
 * with `start`: what a first start writes costs as much as the rest of it. One name stands for one way to start.
 */
export async function createStartedDatabase(
  name: string,
  modules: readonly MigrationSource[],
  start: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const postgres = postgresOfWorker();
  const template = startedTemplates.get(name) ?? ensureStartedTemplate(postgres, name, modules, start);
  startedTemplates.set(name, template);
  return cloneDatabase(postgres, await template);
}

/** Answers keys of a run: servers of one template open what another one has sealed. */
export function secretKeysOfRun(): string {
  const key = createHash('sha256').update(postgresOfWorker().prefix).digest('base64url');
  return `test:${key}`;
}

/** No other worker makes it: each has a PostgreSQL for itself, and with a `DATABASE_URL` there is one worker. */
async function ensureStartedTemplate(
  postgres: TestPostgres,
  name: string,
  modules: readonly MigrationSource[],
  start: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  const template = `${postgres.prefix}started_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
  const administration = createDatabase({ settings: withDatabase(postgres.settings, 'postgres'), connectionsMax: 1 });
  try {
    if ((await administration.rows(findDatabase, [template])).length > 0) return template;
    const first = await createTestDatabase(modules);
    await start(first);
    await first.database.close();
    await run(administration, `ALTER DATABASE "${first.name}" RENAME TO "${template}"`);
  } finally {
    await administration.close();
  }
  return template;
}

/** Makes a database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  const postgres = postgresOfWorker();
  return cloneDatabase(postgres, postgres.origin);
}

function postgresOfWorker(): TestPostgres {
  const postgres = inject('postgres')[Number(process.env.VITEST_POOL_ID) - 1];
  if (postgres === undefined) throw new Error(`no PostgreSQL was started for worker ${process.env.VITEST_POOL_ID}`);
  return postgres;
}

async function cloneDatabase(postgres: TestPostgres, template: string): Promise<TestDatabase> {
  const name = `${postgres.prefix}${randomBytes(6).toString('hex')}`;
  await maintain(postgres, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY ${strategyOf(postgres)}`);
  const settings = withDatabase(postgres.settings, name);
  const database = createDatabase({ settings, connectionsMax: POOL_MAX });
  let closed = false;
  return {
    database,
    settings,
    name,
    async close() {
      if (closed) return;
      closed = true;
      await database.close();
      await dropDatabase(postgres, name);
    },
  };
}

/** Copying the files costs a third less than writing every page into the log, unless each has to reach a disk. */
function strategyOf({ settings }: TestPostgres): 'FILE_COPY' | 'WAL_LOG' {
  return 'url' in settings ? 'WAL_LOG' : 'FILE_COPY';
}

/** A worker of autovacuum belongs to the superuser, whom FORCE may not end; the plain form ends it and waits. */
async function dropDatabase(postgres: TestPostgres, name: string): Promise<void> {
  const text = `DROP DATABASE IF EXISTS "${name}"`;
  try {
    await maintain(postgres, `${text} WITH (FORCE)`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await maintain(postgres, text);
  }
}

async function ensureTemplate(postgres: TestPostgres, modules: readonly MigrationSource[]): Promise<string> {
  const sources = [kernelMigrations, ...modules];
  const hash = createHash('sha256');
  for (const file of sources.flatMap(readMigrationFiles)) hash.update(`${file.module} ${file.file} ${file.checksum}\n`);
  const template = `${postgres.prefix}template_${hash.digest('hex').slice(0, 12)}`;
  const maintenance = createDatabase({ settings: withDatabase(postgres.settings, 'postgres'), connectionsMax: 2 });
  try {
    while (!(await makeTemplate(maintenance, postgres, template, modules))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await maintenance.close();
  }
  return template;
}

/** Answers false while another worker holds the lock. The name appears last, so that nobody clones half a template. */
function makeTemplate(
  maintenance: Database,
  postgres: TestPostgres,
  template: string,
  modules: readonly MigrationSource[],
): Promise<boolean> {
  return maintenance.transaction(async (holder) => {
    if ((await holder.rows(findDatabase, [template])).length > 0) return true;
    const [row] = await holder.rows<{ locked: boolean }>(tryLock, [TEST_TEMPLATE_LOCK.class, TEST_TEMPLATE_LOCK.key]);
    if (row?.locked !== true) return false;
    if ((await holder.rows(findDatabase, [template])).length > 0) return true;
    const draft = `${template}_draft`;
    await run(maintenance, `DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`);
    await run(maintenance, `CREATE DATABASE "${draft}" TEMPLATE "${postgres.origin}"`);
    const database = createDatabase({ settings: withDatabase(postgres.settings, draft), connectionsMax: 2 });
    try {
      // Where the role may not make it, only the tests that count statements fail, and say so.
      await run(database, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements').catch(() => undefined);
      await migrate(database, modules);
      await preparePartitions(database);
    } finally {
      await database.close();
    }
    await run(maintenance, `ALTER DATABASE "${draft}" RENAME TO "${template}"`);
    return true;
  });
}

/** The files of one worker share a connection: a new one has first to touch what it copies. */
function maintain(postgres: TestPostgres, text: string): Promise<void> {
  maintenance ??= createDatabase({ settings: withDatabase(postgres.settings, 'postgres'), connectionsMax: 1 });
  return run(maintenance, text);
}

function run(database: Database, text: string): Promise<void> {
  return database.withConnection((connection) => connection.script(text));
}
