// Says what lies in the directory of a backup, and reads and writes the list of it.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AppliedMigration } from '../schema/migrate.ts';

/** Number of the form; a program reads this one alone. */
const FORMAT = 1;
/** Is written last, so that a directory without it is no backup. */
const MANIFEST_FILE = 'backup.json';

/** Names of what is kept from outside of the database. */
export const KEYS_FILE = 'secret-keys';
export const SETTINGS_FILE = 'settings-file.json';
export const SPOOL_FOLDER = 'logger-spool';
export const TABLE_FOLDER = 'tables';

/** A file of the backup, with what it must hold. `path` has slashes and no dots. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** The rows of one table, as COPY writes them, packed with gzip. */
export interface KeptTable extends KeptFile {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** A partition that no migration makes. */
export interface KeptPartition {
  readonly name: string;
  readonly parent: string;
  /** SQL behind `PARTITION OF`, such as `FOR VALUES FROM (...) TO (...)`. */
  readonly bound: string;
  /** Storage parameters, such as `fillfactor=75`. */
  readonly options: readonly string[];
  /** SQL that makes each of its own triggers. */
  readonly triggers: readonly string[];
}

export interface KeptSequence {
  readonly name: string;
  readonly value: string;
}

export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** The program that made the backup, for people. */
  readonly program: string;
  /** ISO 8601. */
  readonly takenAt: string;
  readonly databaseId: string;
  readonly migrations: readonly AppliedMigration[];
  readonly partitions: readonly KeptPartition[];
  readonly tables: readonly KeptTable[];
  readonly sequences: readonly KeptSequence[];
  /** Ids of the secret keys that the backup was made with; null where it was made without any. */
  readonly keyIds: readonly string[] | null;
  /** Lists what is kept from outside of the database. */
  readonly files: readonly KeptFile[];
}

/** Writes the list to disk. */
export function writeManifest(directory: string, manifest: Omit<BackupManifest, 'format'>): void {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  writeFileSync(join(directory, MANIFEST_FILE), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** Reads the list; throws a sentence where the directory holds no backup that this program reads. */
export function readManifest(directory: string): BackupManifest {
  const path = join(directory, MANIFEST_FILE);
  if (!existsSync(path)) {
    throw new Error(`"${directory}" is no backup, or one that was cut off: it has no "${MANIFEST_FILE}".`);
  }
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
  } catch (cause) {
    throw new Error(`"${path}" cannot be read: the backup is damaged.`, { cause });
  }
  if (manifest.format !== FORMAT) {
    throw new Error(`The backup has the form ${manifest.format}, and this program reads the form ${FORMAT} alone.`);
  }
  // A path decides where a file of a restore is written.
  if (manifest.files.some(({ path }) => path.split('/').includes('..'))) {
    throw new Error(`"${path}" names a file outside of the backup.`);
  }
  return manifest;
}

/** Throws a sentence that names the first file which is not what was written. */
export async function verifyFiles(directory: string, { tables, files }: BackupManifest): Promise<void> {
  for (const { path, bytes, sha256 } of [...tables, ...files]) {
    const place = join(directory, path);
    const found = statSync(place, { throwIfNoEntry: false })?.size;
    if (found !== bytes || (await hashFile(place)) !== sha256) {
      throw new Error(`"${place}" is not what the backup wrote: the backup is damaged.`);
    }
  }
}

async function hashFile(path: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
