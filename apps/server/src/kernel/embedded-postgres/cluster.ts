// Makes the directories of the embedded database: the cluster itself (initdb), the socket's place and the password.
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateFileOnce, readPrivateFile, syncDirectory } from '../process/private-file.ts';
import type { PostgresBinaries } from './binaries.ts';
import { CLUSTER_DIRECTORY_NAME } from './data-directory.ts';
import { type DatabaseUser, databaseUserFor, MAY_ENTER, mayUse } from './user.ts';

const PASSWORD_BYTES = 24;
/** Name of the file in the data directory. */
export const PASSWORD_FILE_NAME = 'database-password';
const INITIALIZING_PREFIX = 'initializing-';
// The bound is that of sockaddr_un.sun_path without its closing zero: 108 bytes on Linux, 104 on macOS.
const SOCKET_PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;
const SOCKET_HASH_LENGTH = 16;
const SHORT_SOCKET_PLACE = '/tmp';
// The name of a socket file; nothing listens on a network port of this number.
const SOCKET_PORT = 5432;
// About 1 s on an idle machine; a slow disk may take long to sync a thousand files.
const INITDB_TIMEOUT_MS = 120_000;

/** The superuser, for the supervisor alone; the program connects with a role that owns its database and no more. */
export const SUPERUSER_NAME = 'postgres';

/** Says where everything of one embedded database lies. Paths are real paths: they are compared with command lines. */
export interface ClusterPlace {
  dataDirectory: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  user: DatabaseUser | undefined;
}

/** Says where the server listens: `host` is the socket's directory, on Windows the loopback address. */
export interface Endpoint {
  host: string;
  port: number;
}

/** Makes the data directory. Throws a sentence where it cannot be made or the database's user could not reach it. */
export function prepareClusterPlace(dataDirectory: string, processUid: number | undefined): ClusterPlace {
  const firstMade = makeDataDirectory(dataDirectory);
  const real = realpathSync(dataDirectory);
  const cluster = join(real, CLUSTER_DIRECTORY_NAME);
  const user = databaseUserFor(processUid, cluster);
  if (user) {
    // Others may pass through what is ours to what they own inside, and list nothing.
    letPass(real);
    if (firstMade !== undefined)
      for (let path = real; path !== realpathSync(firstMade); letPass(path)) path = dirname(path);
    if (!mayUse(real, user, MAY_ENTER)) {
      throw new Error(
        `PostgreSQL does not run as root, and the user "${user.name}" that it runs as cannot enter "${real}". ` +
          'Open the directories above it (chmod o+x), or name another place in KEELSON_DATA.',
      );
    }
  }
  const ownerUid = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const runsAs = (user?.uid ?? processUid ?? 0) >>> 0;
  if (process.platform !== 'win32' && ownerUid !== undefined && ownerUid !== runsAs) {
    throw new Error(
      `"${cluster}" belongs to the user id ${ownerUid}, and PostgreSQL would run as ${runsAs}. ` +
        'Start this program as that user, give the directory to the other one, or name another place in KEELSON_DATA.',
    );
  }
  return { dataDirectory: real, cluster, user };
}

/** Answers the first directory that had to be made. */
function makeDataDirectory(dataDirectory: string): string | undefined {
  let firstMade: string | undefined;
  try {
    firstMade = makeDirectories(resolve(dataDirectory));
  } catch (cause) {
    throw unusable(dataDirectory, 'made', cause);
  }
  try {
    accessSync(dataDirectory, constants.W_OK);
  } catch (cause) {
    throw unusable(dataDirectory, 'written', cause);
  }
  return firstMade;
}

function unusable(dataDirectory: string, what: 'made' | 'written', cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException;
  return new Error(
    `The data directory "${dataDirectory}" cannot be ${what} (${code}). Name another place in KEELSON_DATA.`,
    { cause },
  );
}

/** Makes one after the other: Node's own way never ends below a directory that denies holding others, such as /proc. */
function makeDirectories(path: string): string | undefined {
  const missing: string[] = [];
  let present = path;
  for (; !existsSync(present); present = dirname(present)) missing.unshift(present);
  if (!statSync(present).isDirectory()) throw Object.assign(new Error(`"${present}" is a file`), { code: 'ENOTDIR' });
  for (const directory of missing) makeDirectory(directory);
  return missing[0];
}

/** Makes one directory; another process that starts may have made it meanwhile. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function letPass(directory: string): void {
  chmodSync(directory, statSync(directory).mode | 0o111);
}

/** The database's password, made on first start. Throws a sentence when it is lost, because it cannot be made again. */
export function loadDatabasePassword({ dataDirectory, cluster }: ClusterPlace): string {
  const path = join(dataDirectory, PASSWORD_FILE_NAME);
  if (existsSync(cluster) && readPrivateFile(path) === undefined) {
    throw new Error(`"${cluster}" holds a database, but its password "${path}" is gone. Restore that file.`);
  }
  return makePrivateFileOnce(path, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`).text.trim();
}

/**
 * Makes the cluster unless there is one. It is made under a name of its own and renamed when complete and on disk: of
 * two starters the first to rename wins, and one that was killed half-way leaves nothing that looks like a cluster.
 */
export async function initializeCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  password: string,
): Promise<boolean> {
  if (existsSync(place.cluster)) return false;
  const draft = join(place.dataDirectory, `${INITIALIZING_PREFIX}${randomUUID()}`);
  try {
    makeOwnDirectory(draft, place.user);
    await runInitdb(place, binaries, draft, password);
    renameSync(join(draft, CLUSTER_DIRECTORY_NAME), place.cluster);
    syncDirectory(place.dataDirectory);
    return true;
  } catch (error) {
    if (existsSync(place.cluster)) return false;
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes what killed starters left half-made. For the owner of the database: nobody else is making a cluster then. */
export function removeUnfinishedClusters(dataDirectory: string): void {
  for (const name of readdirSync(dataDirectory)) {
    if (name.startsWith(INITIALIZING_PREFIX)) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  }
}

/** Chooses where the server listens and makes the socket's directory, closed to everybody else. */
export async function prepareEndpoint({ dataDirectory, user }: ClusterPlace): Promise<Endpoint> {
  // Node has no sockets in the file system on Windows.
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await findFreePort() };
  const host = socketDirectoryOf(dataDirectory);
  makeOwnDirectory(host, user);
  const status = lstatSync(host);
  const ownerUid = user?.uid ?? process.getuid?.() ?? 0;
  if (!status.isDirectory() || status.uid !== ownerUid >>> 0 || (status.mode & 0o077) !== 0) {
    throw new Error(`"${host}" must be a directory of mode 0700 that belongs to the user id ${ownerUid}. Remove it.`);
  }
  return { host, port: SOCKET_PORT };
}

/** Says where the server of a data directory (a real path) has its socket. */
export function socketDirectoryOf(dataDirectory: string): string {
  const near = join(dataDirectory, 'socket');
  return fitsSocket(near) ? near : join(SHORT_SOCKET_PLACE, `keelson-${hashOf(dataDirectory)}`);
}

function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX;
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, SOCKET_HASH_LENGTH);
}

/**
 * Makes a directory that belongs to the database's user; one of another owner keeps it, as when two processes start at
 * once.
 */
function makeOwnDirectory(path: string, user: DatabaseUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user && lstatSync(path).uid === process.getuid?.()) lchownSync(path, user.uid, user.gid);
}

async function runInitdb(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  draft: string,
  password: string,
): Promise<void> {
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid);
  const options = ['-D', join(draft, CLUSTER_DIRECTORY_NAME), '-U', SUPERUSER_NAME, '--no-instructions'];
  // The provider built into PostgreSQL sorts by code point: no index depends on the system's library and its version.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await promisify(execFile)(binaries.initdb, [...options, ...locale, ...access], {
      ...postgresProcessOptions(place, binaries),
      timeout: INITDB_TIMEOUT_MS,
    });
  } catch (cause) {
    const { code, stderr } = cause as { code?: unknown; stderr?: string };
    throw new Error(`The embedded PostgreSQL could not be set up (initdb: ${code}): ${(stderr ?? '').trim()}`, {
      cause,
    });
  }
}

/** Answers the options of a process of PostgreSQL: its user, a directory that user can be in, an environment without ours. */
export function postgresProcessOptions({ dataDirectory, user }: ClusterPlace, binaries: PostgresBinaries) {
  return {
    cwd: dataDirectory,
    // A fixed zone and locale spare initdb the search for the system's, and keep messages readable by program.
    env: { TZ: 'UTC', LC_ALL: 'C', PATH: '/usr/bin:/bin', ...binaries.environment },
    windowsHide: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
