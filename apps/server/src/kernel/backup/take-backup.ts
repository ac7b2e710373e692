// Writes everything that a database and its surroundings hold into a new directory, while servers go on.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ConnectionSettings } from '../database/database-client.ts';
import { syncDirectory } from '../process/private-file.ts';
import {
  type BackupConnection,
  beginReading,
  isProgramDatabase,
  openBackupConnection,
  readRows,
  readSequences,
  readSurroundings,
} from './backup.store.ts';
import {
  type BackupManifest,
  KEYS_FILE,
  type KeptFile,
  type KeptTable,
  SETTINGS_FILE,
  SPOOL_FOLDER,
  TABLE_FOLDER,
  writeManifest,
} from './backup-format.ts';

/** What belongs to the database and lies outside of it. */
export interface Surroundings {
  /** Ids of the secret keys; null where there are none. */
  readonly keyIds: readonly string[] | null;
  /** The file of secret keys that is kept along; null: they are elsewhere. */
  readonly keyFile: string | null;
  /** Events that were accepted and are not stored yet; it need not exist. */
  readonly spoolDirectory: string;
  /** The file of pinned settings. */
  readonly settingsFile: string | null;
}

export interface BackupOrder extends Surroundings {
  readonly settings: ConnectionSettings;
  /** Must not exist; its parents are made. */
  readonly directory: string;
  readonly program: string;
  /** Ends the work, and leaves nothing behind. */
  readonly signal: AbortSignal;
}

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Level of gzip: the next one takes twice the processor for a tenth less. */
const LEVEL = 1;
/** Shows that a backup is not complete; such a directory can be removed when nobody works on it. */
const UNFINISHED = '.unfinished-';

/**
 * Makes a backup that has its name only when all of it is on disk. Throws a sentence where the directory is there, where the
 * database is not one of this program, and where the disk is full; then nothing is left.
 */
export async function takeBackup(order: BackupOrder): Promise<BackupManifest> {
  const directory = resolve(order.directory);
  if (existsSync(directory)) throw new Error(`"${directory}" is there already: a backup overwrites nothing.`);
  const draft = join(dirname(directory), `${basename(directory)}${UNFINISHED}${randomUUID()}`);
  try {
    mkdirSync(join(draft, TABLE_FOLDER), { recursive: true, mode: 0o700 });
    const manifest = await fill(draft, order);
    for (const folder of foldersUnder(draft)) syncDirectory(folder);
    // An empty directory of that name would be replaced, any other one refuses.
    renameSync(draft, directory);
    syncDirectory(dirname(directory));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw explain(error, directory, order.signal);
  }
}

function explain(error: unknown, directory: string, { aborted }: AbortSignal): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (aborted) return new Error('The backup was broken off, and nothing is left of it.', { cause: error });
  if (NO_ROOM.has(code)) {
    return new Error(`The disk of "${directory}" is full: no backup was made, and what was written is removed.`, {
      cause: error,
    });
  }
  return error;
}

function foldersUnder(directory: string): readonly string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return [
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
    directory,
  ];
}

async function fill(draft: string, order: BackupOrder): Promise<BackupManifest> {
  const client = await openBackupConnection(order.settings);
  // A statement that waits for a lock fails, too.
  order.signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
  try {
    if (!(await isProgramDatabase(client))) {
      throw new Error('The database is not one of this program, or a restore into it was cut off.');
    }
    // Events leave the spool once they are stored: what the spool lacks now, the rows below have.
    const files = await keepSurroundings(draft, order);
    const listed = await beginReading(client);
    const takenAt = new Date().toISOString();
    const { databaseId, migrations, partitions } = await readSurroundings(client);
    const tables: KeptTable[] = [];
    for (const table of listed) tables.push(await keepTable(client, draft, table, order.signal));
    const sequences = await readSequences(client);
    const { program, keyIds } = order;
    const manifest = { program, takenAt, databaseId, migrations, partitions, tables, sequences, keyIds, files };
    writeManifest(draft, manifest);
    return { format: 1, ...manifest };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function keepTable(
  client: BackupConnection,
  draft: string,
  { name, columns }: Pick<KeptTable, 'name' | 'columns'>,
  signal: AbortSignal,
): Promise<KeptTable> {
  const rows = readRows(client, { name, columns });
  const kept = await keep(draft, `${TABLE_FOLDER}/${encodeURIComponent(name)}.copy.gz`, rows, signal);
  // The number of rows comes behind the last of them.
  await client.query('');
  return { name, columns, rows: rows.rowCount ?? 0, ...kept };
}

/** Keeps copies of the files; of the spool those that are there: a running server writes and removes its files meanwhile. */
async function keepSurroundings(
  draft: string,
  { keyFile, settingsFile, spoolDirectory, signal }: BackupOrder,
): Promise<readonly KeptFile[]> {
  const files: KeptFile[] = [];
  if (keyFile !== null) files.push(await keep(draft, KEYS_FILE, createReadStream(keyFile), signal));
  if (settingsFile !== null) files.push(await keep(draft, SETTINGS_FILE, createReadStream(settingsFile), signal));
  if (!existsSync(spoolDirectory)) return files;
  for (const entry of readdirSync(spoolDirectory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = join(entry.parentPath, entry.name);
    const path = posix.join(SPOOL_FOLDER, ...relative(spoolDirectory, place).split(sep));
    mkdirSync(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
    try {
      files.push(await keep(draft, path, createReadStream(place), signal));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      rmSync(join(draft, path), { force: true });
    }
  }
  return files;
}

/** Writes a file of mode 0600 to disk, packed where its name says so. */
async function keep(draft: string, path: string, source: Readable, signal: AbortSignal): Promise<KeptFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(draft, path), { mode: 0o600, flags: 'wx', flush: true });
  if (path.endsWith('.gz')) await pipeline(source, createGzip({ level: LEVEL }), measure, file, { signal });
  else await pipeline(source, measure, file, { signal });
  return { path, bytes, sha256: hash.digest('hex') };
}
