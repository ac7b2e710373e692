// Writes a backup into the empty database of the configuration, and checks before that everything it needs is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KEY_FILE_NAME } from '../app-kernel.ts';
import { moduleMigrations } from '../app-modules.ts';
import {
  type BackupManifest,
  KEYS_FILE,
  readManifest,
  SETTINGS_FILE,
  verifyFiles,
} from '../kernel/backup/backup-format.ts';
import { restoreBackup } from '../kernel/backup/restore-backup.ts';
import { prepareDataDirectory } from '../kernel/embedded-postgres/embedded-postgres.ts';
import { holdsEmbeddedDatabase } from '../kernel/embedded-postgres/running.ts';
import type { Config } from '../kernel/process/config.ts';
import { makePrivateFileOnce } from '../kernel/process/private-file.ts';
import { keysOf, sizesOf } from './cli-backup.ts';
import { onDatabase } from './cli-database.ts';
import type { Command, CommandTerminal } from './cli-terminal.ts';

export const RESTORE_USAGE = 'keelson restore <directory> [--check]';

/** Answers null for words that it does not understand. */
export function parseRestoreCommand(args: readonly string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean' } },
    });
    const [directory, ...others] = positionals;
    if (directory === undefined || others.length > 0) return null;
    return async (config, terminal) => {
      const manifest = readManifest(directory);
      await verifyFiles(directory, manifest);
      if (values.check === true) terminal.print(`whole: ${sizesOf(manifest)}`);
      else await restore(directory, manifest, config, terminal);
      return 0;
    };
  } catch {
    return null;
  }
}

async function restore(
  directory: string,
  manifest: BackupManifest,
  config: Config,
  terminal: CommandTerminal,
): Promise<void> {
  placeKeys(directory, manifest, config);
  const left = await onDatabase(config, terminal, (settings) =>
    restoreBackup({
      directory,
      manifest,
      settings,
      migrations: moduleMigrations,
      spoolDirectory: config.loggerSpoolDirectory,
    }),
  );
  for (const name of left) terminal.explain(`The table "${name}" is none of this program and was left out.`);
  explainSettingsFile(directory, manifest, config, terminal);
  terminal.print(`restored: ${sizesOf(manifest)}`);
}

/** Throws a sentence where what the backup holds could not be opened afterwards; keys are never replaced. */
function placeKeys(directory: string, { keyIds, files }: BackupManifest, config: Config): void {
  const { databaseUrl, dataDirectory, secretKeys } = config;
  const isKept = files.some(({ path }) => path === KEYS_FILE);
  const keyFile = join(dataDirectory, KEY_FILE_NAME);
  if (databaseUrl === null && secretKeys === null && isKept) {
    if (holdsEmbeddedDatabase(dataDirectory) && !existsSync(keyFile)) {
      throw new Error(`"${dataDirectory}" holds a database: a restore overwrites nothing.`);
    }
    prepareDataDirectory(dataDirectory);
    const kept = readFileSync(join(directory, KEYS_FILE), 'utf8');
    if (makePrivateFileOnce(keyFile, kept).text !== kept) {
      throw new Error(`"${keyFile}" holds other keys than the backup: a restore overwrites nothing.`);
    }
    return;
  }
  const own = keysOf(config, true).keyIds ?? [];
  const missing = (keyIds ?? []).filter((id) => !own.includes(id));
  if (missing.length === 0) return;
  const where = isKept ? `The backup has them in "${join(directory, KEYS_FILE)}".` : 'The backup does not hold them.';
  throw new Error(
    `Without the secret keys ${missing.join(', ')} nothing that they have sealed can be opened: give them as KEELSON_SECRET_KEYS. ${where}`,
  );
}

/** The file is the operator's, and named by the configuration: it is compared and never written. */
function explainSettingsFile(
  directory: string,
  { files }: BackupManifest,
  { settingsFile }: Config,
  { explain }: CommandTerminal,
): void {
  if (!files.some(({ path }) => path === SETTINGS_FILE)) return;
  const kept = join(directory, SETTINGS_FILE);
  const isSame =
    settingsFile !== null && existsSync(settingsFile) && readFileSync(settingsFile).equals(readFileSync(kept));
  if (!isSame) explain(`Settings were pinned by "${kept}", and KEELSON_SETTINGS_FILE names nothing like it.`);
}
