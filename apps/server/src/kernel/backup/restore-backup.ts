// Writes a backup into an empty database and to its surroundings, all of it or nothing.
import { chmodSync, copyFileSync, createReadStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ConnectionSettings, createDatabase } from '../database/database.ts';
import { type MigrationSource, migrate } from '../schema/migrate.ts';
import {
  type BackupConnection,
  beginWriting,
  clearTheWay,
  endWriting,
  listTables,
  makePartitions,
  markRestore,
  openBackupConnection,
  setSequences,
  writeRows,
} from './backup.store.ts';
import { type BackupManifest, type KeptTable, SPOOL_FOLDER } from './backup-format.ts';

export interface RestoreOrder {
  readonly directory: string;
  /** The list of the backup, whose files have been verified. */
  readonly manifest: BackupManifest;
  readonly settings: ConnectionSettings;
  /** All modules of the program. */
  readonly migrations: readonly MigrationSource[];
  readonly spoolDirectory: string;
}

/**
 * Makes the schema as it was, and writes all rows in one transaction. Throws a sentence where the database is not empty, where it is
 * newer than this program, and where something does not fit; a restore that was cut off is simply repeated, and no server starts on
 * what it left. Answers the tables of the backup that the program does not have, which are left out.
 */
export async function restoreBackup(order: RestoreOrder): Promise<readonly string[]> {
  const { directory, manifest, settings } = order;
  const client = await openBackupConnection(settings);
  try {
    const present = await markRestore(client);
    if (present !== null) {
      throw new Error(`The database is not empty (it has the table "${present}"): a restore overwrites nothing.`);
    }
    await makeSchema(order);
    restoreSpool(order);
    await beginWriting(client);
    await makePartitions(client, manifest.partitions);
    const own = await listTables(client);
    const left = await writeTables(client, directory, manifest, own);
    await setSequences(client, manifest.sequences);
    await endWriting(client);
    return left;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeSchema({ settings, migrations, manifest }: RestoreOrder): Promise<void> {
  const database = createDatabase({ settings, connectionsMax: 2 });
  try {
    await migrate(database, migrations, { upTo: manifest.migrations });
  } finally {
    await database.close();
  }
}

/** Takes the events that were accepted and not stored; a start stores them, each once. */
function restoreSpool({ directory, manifest, spoolDirectory }: RestoreOrder): void {
  for (const { path } of manifest.files) {
    if (!path.startsWith(`${SPOOL_FOLDER}/`)) continue;
    const place = join(spoolDirectory, path.slice(SPOOL_FOLDER.length + 1));
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    copyFileSync(join(directory, path), place);
    chmodSync(place, 0o600);
  }
}

async function writeTables(
  client: BackupConnection,
  directory: string,
  { tables }: BackupManifest,
  own: readonly Pick<KeptTable, 'name'>[],
): Promise<readonly string[]> {
  const names = new Set(own.map(({ name }) => name));
  const kept = new Set(tables.map(({ name }) => name));
  const missing = own.find(({ name }) => !kept.has(name));
  if (missing !== undefined) throw new Error(`The backup lacks the table "${missing.name}".`);
  const putBack = await clearTheWay(
    client,
    tables.filter(({ name }) => names.has(name)),
  );
  for (const table of tables) if (names.has(table.name)) await writeTable(client, directory, table);
  await putBack();
  return tables.flatMap(({ name }) => (names.has(name) ? [] : [name]));
}

async function writeTable(client: BackupConnection, directory: string, table: KeptTable): Promise<void> {
  const rows = writeRows(client, table);
  await pipeline(createReadStream(join(directory, table.path)), createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new Error(`The table "${table.name}" has ${rows.rowCount} rows, and the backup says ${table.rows}.`);
  }
}
