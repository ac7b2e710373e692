// Makes a backup of the database and of what belongs to it, beside running programs or without any.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { KEY_FILE_NAME } from '../app-kernel.ts';
import type { BackupManifest } from '../kernel/backup/backup-format.ts';
import { type Surroundings, takeBackup } from '../kernel/backup/take-backup.ts';
import { holdsEmbeddedDatabase } from '../kernel/embedded-postgres/running.ts';
import type { Config } from '../kernel/process/config.ts';
import { loadSecretKeys } from '../kernel/secrets/secret-keys.ts';
import { onDatabase } from './cli-database.ts';
import type { Command } from './cli-terminal.ts';

export const BACKUP_USAGE = 'keelson backup <directory> [--without-keys]';

const MEBIBYTE = 1_048_576;

/** Answers null for words that it does not understand. */
export function parseBackupCommand(args: readonly string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'without-keys': { type: 'boolean' } },
    });
    const [directory, ...others] = positionals;
    if (directory === undefined || others.length > 0) return null;
    return async (config, terminal) => {
      if (config.databaseUrl === null && !holdsEmbeddedDatabase(config.dataDirectory)) {
        throw new Error(`There is no database in "${config.dataDirectory}" yet.`);
      }
      const { loggerSpoolDirectory: spoolDirectory, settingsFile } = config;
      const { signal, forget } = abortOnSignals();
      const given = { ...keysOf(config, values['without-keys'] === true), spoolDirectory, settingsFile };
      try {
        const manifest = await onDatabase(config, terminal, (settings) =>
          takeBackup({ settings, directory, program: `keelson ${packageFile.version}`, signal, ...given }),
        );
        terminal.print(`${sizesOf(manifest)} in "${directory}"`);
      } finally {
        forget();
      }
      return 0;
    };
  } catch {
    return null;
  }
}

/** Keys that the environment gives stay there; the file beside an embedded database is useless without it, and it without the file. */
export function keysOf(
  { secretKeys, databaseUrl, dataDirectory }: Config,
  withoutFile: boolean,
): Pick<Surroundings, 'keyIds' | 'keyFile'> {
  const keyFile = join(dataDirectory, KEY_FILE_NAME);
  const isFile = secretKeys === null && databaseUrl === null && existsSync(keyFile);
  if (secretKeys === null && !isFile) return { keyIds: null, keyFile: null };
  const keys = loadSecretKeys(isFile ? { keyFile } : { environmentValue: secretKeys ?? '' });
  const keyIds = keys.deriveAll('backup').map(({ id }) => id);
  return { keyIds, keyFile: isFile && !withoutFile ? keyFile : null };
}

function abortOnSignals(): { readonly signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, abort);
  return {
    signal: controller.signal,
    forget() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, abort);
    },
  };
}

/** Says how much a backup holds. */
export function sizesOf({ takenAt, tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...files].reduce((sum, file) => sum + file.bytes, 0);
  return `backup of ${takenAt}: ${tables.length} tables, ${rows} rows, ${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
