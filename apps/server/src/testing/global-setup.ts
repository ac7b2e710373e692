// Starts a PostgreSQL for each worker of a test run, or takes the one that DATABASE_URL names, and clears up after it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { type ConnectionSettings, createDatabase, sql } from '../kernel/database/database.ts';
import { withDatabase } from '../kernel/database/database-client.ts';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres/embedded-postgres.ts';
import { findUnansweredCodes, findUnwrittenKinds } from './answered-codes.ts';
import { leftOutLine } from './outside-programs.ts';

/** A test file makes its database with these. */
export interface TestPostgres {
  readonly settings: ConnectionSettings;
  /** Databases of this run begin with it. */
  readonly prefix: string;
  /** Templates begin as this database: it may have extensions that only a superuser can make. */
  readonly origin: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Each worker has one, in the order of `VITEST_POOL_ID`. */
    postgres: readonly TestPostgres[];
  }
}

// Each test file has a pool of ten, and a worker may keep a few files' open.
const CONNECTIONS_MAX = '200';
// Tests count statements with it; it can only be loaded at start.
const STATISTICS = 'pg_stat_statements';
// The program is let into the databases of the tests: the hash of its password costs more than the rest of a connection.
const ACCESS = [
  'local "/^keelson_test_" keelson trust',
  'host "/^keelson_test_" keelson 127.0.0.1/32 trust',
  'local all all scram-sha-256',
  'host all all 127.0.0.1/32 scram-sha-256',
  'host all all ::1/128 scram-sha-256',
];
const IN_MEMORY = '/dev/shm';
/** The templates, the databases of a file and the log of one server come to less than 1 GB. */
const DATA_BYTES = 4 * 1_024 ** 3;
/** The tests of these projects of vitest.config.ts start servers; together they provoke every code. */
const SERVER_PROJECTS: readonly string[] = ['server', 'apart'];

/** vitest calls this once a run and project; it answers the clearing up. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { vitest } = project;
  // All projects of the run share it: what one of them provokes, none of the others has to.
  const answeredCodes = join(tmpdir(), `keelson-answered-${process.pid}`);
  mkdirSync(answeredCodes, { recursive: true });
  vitest.onClose(() => rmSync(answeredCodes, { recursive: true, force: true }));
  project.provide('answeredCodes', answeredCodes);
  const clearUp = await provideDatabase(project);
  return async () => {
    await clearUp();
    await sayLeftOut(project);
    // This runs once a run; every project has run its files before the first one is cleared up.
    if (project !== serverProjects(vitest)[0]) return;
    const asked = await modulesAsked(vitest);
    if (asked === 'none') return;
    const unanswered = findUnansweredCodes(answeredCodes, asked);
    const unwritten = findUnwrittenKinds(answeredCodes, asked);
    const complaints = [
      ...(unanswered.length === 0
        ? []
        : ['No test has provoked these codes, which operations declare:', ...unanswered]),
      ...(unwritten.length === 0 ? [] : ['No test has provoked these kinds of events:', ...unwritten]),
    ];
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  };
}

/** Keeps those whose tests start servers, of the projects that the command line leaves. */
function serverProjects({ projects }: Vitest): readonly TestProject[] {
  return projects.filter(({ name }) => SERVER_PROJECTS.includes(name));
}

/** Answers the modules that the environment names; after a whole run all of them: undefined. */
async function modulesAsked(vitest: Vitest): Promise<readonly string[] | undefined | 'none'> {
  const named = process.env.KEELSON_CODES_OF;
  if (named !== undefined && named !== '') return named.split(',');
  return (await ranWhole(vitest)) ? undefined : 'none';
}

/** Says whether every file with a server was run, and no test filtered out by its name. */
async function ranWhole(vitest: Vitest): Promise<boolean> {
  const projects = serverProjects(vitest);
  return projects.length === SERVER_PROJECTS.length && ranAll(vitest, projects);
}

/** Ends a run of whole projects, be they those of `npm test` or the long ones, with what was left out of them. */
async function sayLeftOut({ name, vitest }: TestProject): Promise<void> {
  const projects = vitest.projects.filter((one) => one.name !== 'packages');
  const line = leftOutLine();
  if (line !== null && name === projects[0]?.name && (await ranAll(vitest, projects)))
    process.stdout.write(`${line}\n`);
}

async function ranAll(vitest: Vitest, projects: readonly TestProject[]): Promise<boolean> {
  if (vitest.config.testNamePattern !== undefined) return false;
  const ran = new Set(vitest.state.getTestModules().map(({ moduleId }) => moduleId));
  const wanted = await Promise.all(projects.map((project) => project.globTestFiles()));
  return wanted.every(({ testFiles }) => testFiles.every((file) => ran.has(file)));
}

async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `keelson_test_${process.pid}_`;
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') {
    project.provide('postgres', [{ settings: { url }, prefix, origin: 'template1' }]);
    return () => dropDatabases({ url }, prefix);
  }
  const started = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startPostgres(prefix)));
  project.provide(
    'postgres',
    started.map(({ postgres }) => postgres),
  );
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

async function startPostgres(prefix: string) {
  const dataDirectory = mkdtempSync(join(placeOfData(), 'keelson-test-'));
  chmodSync(dataDirectory, 0o711);
  const access = join(dataDirectory, 'access.conf');
  writeFileSync(access, ACCESS.map((line) => `${line}\n`).join(''));
  // The user of the database reads it, whatever the mask of this one.
  chmodSync(access, 0o644);
  const embedded = await startEmbeddedPostgres({
    dataDirectory,
    log: { info() {}, warn: report, error: report },
    // Nothing here outlives the run, and no test pulls the plug: fsync and page images would only make it slow.
    settings: {
      shared_preload_libraries: STATISTICS,
      max_connections: CONNECTIONS_MAX,
      fsync: 'off',
      full_page_writes: 'off',
      max_wal_size: '256MB',
      hba_file: access,
      // A server opens some twenty connections, whose sign-ins cost this process most with the default of 4,096.
      scram_iterations: '1',
    },
  });
  const { database: origin, ...account } = embedded.connection;
  const postgres: TestPostgres = { settings: { ...account, database: 'postgres' }, prefix, origin };
  return {
    postgres,
    async stop() {
      await embedded.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * Answers a directory in memory where there is room: each test has a database of some thousand files, which a disk that
 * has just removed as many makes within half a second, and memory within twenty milliseconds.
 */
function placeOfData(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) >= DATA_BYTES) return IN_MEMORY;
  } catch {
    // No system but Linux has it.
  }
  // The uid that PostgreSQL runs as when this is root must be able to go there, whatever TMPDIR says.
  return process.getuid?.() === 0 ? '/tmp' : tmpdir();
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
