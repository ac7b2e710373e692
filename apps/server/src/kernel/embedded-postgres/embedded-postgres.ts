// Runs a real PostgreSQL as a supervised child of this program: the door to the embedded database.
import { join } from 'node:path';
import { locatePostgresPackage, preparePostgresBinaries } from './binaries.ts';
import { initializeCluster, loadDatabasePassword, prepareClusterPlace, prepareEndpoint } from './cluster.ts';
import { SYSTEM_PLACE } from './data-directory.ts';
import { PROGRAM_DATABASE } from './owner.ts';
import type { SupervisorLog } from './server-process.ts';
import { createSupervisor } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  /** Made when it is missing; the database lies in `postgres/` inside, its password beside it. */
  dataDirectory: string;
  /** Takes the server's own lines too, as messages with `source: 'postgres'`. */
  log: SupervisorLog;
  /** Adds server settings, such as `shared_preload_libraries`, whose extensions are then made. */
  settings?: Record<string, string>;
  /** Says where the package with the binaries lies, when it is not the one that npm installed. */
  packageDirectory?: string;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  /**
   * Holds client settings of `pg`: `host` is the directory of the socket (on Windows the loopback address). The role owns the
   * database and may make others, but is no superuser. Stays the same across restarts of the server.
   */
  readonly connection: { host: string; port: number; user: string; password: string; database: string };
  /** Answers the process id of the server, undefined while there is none. */
  readonly pid: () => number | undefined;
  /** Stops the server fast (at most 10 s), then immediately; resolves when it and all its processes have ended. */
  stop(): Promise<void>;
  /** Calls back at each change after the start: `down` when the server ends or drops its connections. */
  /** `reason` says why the last try to start it again failed. */
  onStateChange(listener: (state: 'ready' | 'down', reason?: string) => void): void;
}

/** Makes the data directory; throws a sentence where it cannot be made, written or reached by the database's user. */
export function prepareDataDirectory(dataDirectory: string): void {
  prepareClusterPlace(dataDirectory, process.getuid?.());
}

/**
 * Starts the database, setting it up on first use, and resolves when it takes connections and the program's database
 * exists. From then on it is restarted whenever it dies, until `stop`. Throws a sentence for the operator when another
 * program uses the directory, when the database's user cannot reach it, and when the server does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  const place = prepareClusterPlace(options.dataDirectory, process.getuid?.());
  const binaries = await preparePostgresBinaries({
    packageDirectory: options.packageDirectory ?? locatePostgresPackage(),
    linkDirectory: join(place.dataDirectory, 'library-links'),
    copyDirectory: join(SYSTEM_PLACE, 'binaries'),
    user: place.user,
  });
  const password = loadDatabasePassword(place);
  const endpoint = await prepareEndpoint(place);
  if (await initializeCluster(place, binaries, password)) {
    log.info({ cluster: place.cluster, user: place.user?.name }, 'set up a new embedded database');
  }
  const supervisor = createSupervisor({ place, binaries, endpoint, settings, log }, password);
  await supervisor.start();
  return {
    connection: { ...endpoint, user: PROGRAM_DATABASE, password, database: PROGRAM_DATABASE },
    pid: supervisor.pid,
    stop: supervisor.stop,
    onStateChange: supervisor.onStateChange,
  };
}
