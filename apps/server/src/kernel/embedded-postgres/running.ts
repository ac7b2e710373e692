// Finds the embedded database that another program on this machine runs, for a command beside it.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile } from '../process/private-file.ts';
import { PASSWORD_FILE_NAME, socketDirectoryOf } from './cluster.ts';
import { CLUSTER_DIRECTORY_NAME } from './data-directory.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { PROGRAM_DATABASE } from './owner.ts';
import { inspectPostmaster } from './state.ts';

/** Says whether a start has set up a database in the data directory before. */
export function holdsEmbeddedDatabase(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, CLUSTER_DIRECTORY_NAME));
}

/** Says how to connect to the running server, null while none runs. Throws a sentence when its password is gone. */
export function findRunningPostgres(dataDirectory: string): EmbeddedPostgres['connection'] | null {
  if (!holdsEmbeddedDatabase(dataDirectory)) return null;
  const real = realpathSync(dataDirectory);
  const held = inspectPostmaster(join(real, CLUSTER_DIRECTORY_NAME));
  if (held.kind !== 'living') return null;
  const path = join(real, PASSWORD_FILE_NAME);
  const password = readPrivateFile(path)?.trim();
  if (password === undefined)
    throw new Error(`The password of the running database, "${path}", is gone. Restore that file.`);
  const host = process.platform === 'win32' ? '127.0.0.1' : socketDirectoryOf(real);
  return { host, port: held.file.port, user: PROGRAM_DATABASE, password, database: PROGRAM_DATABASE };
}
