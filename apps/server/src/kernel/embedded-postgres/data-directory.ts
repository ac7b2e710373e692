// Chooses the directory that holds the embedded database, the key file and the spools.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { databaseUserFor, MAY_ENTER, mayUse } from './user.ts';

/** The file system hierarchy standard keeps a program's state here; serves a program that runs as root, and all its clones. */
export const SYSTEM_PLACE = '/var/lib/keelson';
const ROOT_UID = 0;
// 48 bits distinguish the clones of one machine.
const CLONE_HASH_LENGTH = 12;

/** The database's own directory has this name inside the data directory. */
export const CLUSTER_DIRECTORY_NAME = 'postgres';

/**
 * The absolute path of the data directory; it need not exist. `keelsonData` is the operator's choice (KEELSON_DATA) and
 * wins. Else it is `.keelson/` in the clone, or, where the clone cannot be written or the uid that the database runs as
 * cannot go there, a directory of this clone's own in the system's place (root) or in the user's home. `uid` is the
 * process's; for root the database's unprivileged one is looked up. Throws a sentence when the clone already holds a
 * database that has become unreachable: starting with an empty one elsewhere would look like a loss of all data.
 */
export function chooseDataDirectory(config: { keelsonData?: string; cloneRoot: string; uid: number }): string {
  if (config.keelsonData !== undefined && config.keelsonData !== '') return resolve(config.keelsonData);
  const cloneRoot = realpathSync(config.cloneRoot);
  const inClone = join(cloneRoot, '.keelson');
  if (process.platform === 'win32' || (isWritable(cloneRoot) && isReachable(cloneRoot, config.uid))) return inClone;
  if (existsSync(join(inClone, CLUSTER_DIRECTORY_NAME, 'PG_VERSION'))) {
    throw new Error(
      `"${inClone}" holds a database, but the user that PostgreSQL runs as cannot go there any more. ` +
        'Open the directories above it (chmod o+x), or move it and name its new place in KEELSON_DATA.',
    );
  }
  const hash = createHash('sha256').update(cloneRoot).digest('hex').slice(0, CLONE_HASH_LENGTH);
  const place = config.uid === ROOT_UID ? SYSTEM_PLACE : join(homedir(), '.local', 'state', 'keelson');
  return join(place, `${basename(cloneRoot) || 'root'}-${hash}`);
}

function isReachable(cloneRoot: string, uid: number): boolean {
  const user = databaseUserFor(uid, join(cloneRoot, '.keelson', CLUSTER_DIRECTORY_NAME));
  // A plain user who starts this program from the clone has reached it already.
  return user === undefined || mayUse(cloneRoot, user, MAY_ENTER);
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
