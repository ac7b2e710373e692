// Starts the one PostgreSQL that all subjects share: the embedded binaries and settings, reached by its socket or, by JDBC, over TCP.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createDatabase, type Database, sql } from '../apps/server/src/kernel/database/database.ts';
import {
  locatePostgresPackage,
  preparePostgresBinaries,
} from '../apps/server/src/kernel/embedded-postgres/binaries.ts';
import {
  type ClusterPlace,
  initializeCluster,
  loadDatabasePassword,
  postgresProcessOptions,
  prepareClusterPlace,
  SUPERUSER_NAME,
} from '../apps/server/src/kernel/embedded-postgres/cluster.ts';
import { settingArguments } from '../apps/server/src/kernel/embedded-postgres/settings.ts';
import { until } from '../tests/support/until.ts';
import { findFreePort, followOutput } from './processes.ts';
import type { Teardown } from './teardown.ts';

/** Each subject has a database of its own, and the role that owns it. */
export interface SubjectDatabase {
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Is meant for `pg`, and leads to the unix socket, as the program is shipped; the user and password stand in it. */
  readonly url: string;
  /** Is meant for JDBC, which knows no unix sockets, and has no user and password. */
  readonly jdbcUrl: string;
}

export interface BenchPostgres {
  /** Holds the process id of the postmaster. */
  readonly pid: number;
  readonly version: string;
  /** Connects as the superuser, who sees the counters of all databases. */
  readonly superuser: Database;
  createSubjectDatabase(name: string): Promise<SubjectDatabase>;
}

type ServerChild = ChildProcessByStdio<null, null, Readable>;

const HOST = '127.0.0.1';
/** The pools of both peers take 32 each, Keelson's 10 and a few of its own; the rest is room. */
const CONNECTIONS_MAX = '150';
const STOP_TIMEOUT_MS = 20_000;
const SUPERUSER_CONNECTIONS_MAX = 2;
const PASSWORD_BYTES = 18;

const versionOf = sql('bench_version', 'SHOW server_version');

/** Sets PostgreSQL up as the product ships it, but on TCP too, with statement counters, and without checkpoints in the middle of a round. */
function settings(port: number, socketDirectory: string): Record<string, string> {
  return {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: socketDirectory,
    max_connections: CONNECTIONS_MAX,
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    // After a checkpoint every page is logged whole once more; that cost would fall on whose round comes next.
    checkpoint_timeout: '1d',
    max_wal_size: '32GB',
  };
}

/** The unprivileged user that runs PostgreSQL for root must be able to pass, whatever TMPDIR says. */
function makeDataDirectory(): string {
  const directory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-bench-'));
  chmodSync(directory, 0o711);
  return directory;
}

async function spawnServer(
  place: ClusterPlace,
  linkDirectory: string,
  password: string,
  port: number,
): Promise<ServerChild> {
  const binaries = await preparePostgresBinaries({
    packageDirectory: locatePostgresPackage(),
    linkDirectory,
    copyDirectory: join(linkDirectory, 'binaries'),
    user: place.user,
  });
  await initializeCluster(place, binaries, password);
  // It is detached, since Ctrl-C in a terminal would stop it before those who use it.
  return spawn(binaries.postgres, ['-D', place.cluster, ...settingArguments(settings(port, place.cluster))], {
    ...postgresProcessOptions(place, binaries),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function stopServer(child: ServerChild): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(force);
}

/** Everything it makes is stopped and removed by the teardown. */
export async function startPostgres(teardown: Teardown): Promise<BenchPostgres> {
  const dataDirectory = makeDataDirectory();
  teardown.add(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const place = prepareClusterPlace(dataDirectory, process.getuid?.());
  const password = loadDatabasePassword(place);
  const port = await findFreePort();
  const starting = spawnServer(place, join(place.dataDirectory, 'library-links'), password, port);
  // This holds also when the run is interrupted meanwhile: what initdb still writes must not come after the removal.
  teardown.add(() => starting.then(stopServer, () => undefined));
  const child = await starting;
  const settings = { host: HOST, port, user: SUPERUSER_NAME, password, database: 'postgres' };
  const superuser = createDatabase({ settings, connectionsMax: SUPERUSER_CONNECTIONS_MAX });
  teardown.add(() => superuser.close());
  const version = await untilReady(child, superuser);
  await superuser.withConnection((connection) => connection.script('CREATE EXTENSION pg_stat_statements'));
  return {
    pid: child.pid as number,
    version,
    superuser,
    createSubjectDatabase: (name) => createSubjectDatabase(superuser, name, { socketDirectory: place.cluster, port }),
  };
}

/** Answers the server's version as soon as it takes connections. */
function untilReady(child: ServerChild, superuser: Database): Promise<string> {
  const lastOutput = followOutput(child.stderr);
  const askVersion = (): Promise<string | null> =>
    superuser.rows<{ server_version: string }>(versionOf).then(
      ([row]) => row?.server_version ?? null,
      () => null,
    );
  return until('PostgreSQL to take connections', () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${lastOutput()}`);
    return askVersion();
  });
}

async function createSubjectDatabase(
  superuser: Database,
  name: string,
  { socketDirectory, port }: { readonly socketDirectory: string; readonly port: number },
): Promise<SubjectDatabase> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await superuser.withConnection(async ({ script }) => {
    await script(`CREATE ROLE "${name}" LOGIN PASSWORD '${password}'`);
    await script(`CREATE DATABASE "${name}" OWNER "${name}"`);
  });
  const place = new URLSearchParams({ host: socketDirectory, port: String(port), user: name, password });
  const [url, jdbcUrl] = [`postgres:///${name}?${place}`, `jdbc:postgresql://${HOST}:${port}/${name}`];
  return { name, user: name, password, url, jdbcUrl };
}
