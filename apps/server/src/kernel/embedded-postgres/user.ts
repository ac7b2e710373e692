// Decides as which system user the embedded PostgreSQL runs, and where that user may go.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

// PostgreSQL refuses to run as root; this account exists on every Linux and macOS and owns nothing.
const UNPRIVILEGED_NAME = 'nobody';
const ROOT_UID = 0;
// The uid and the gid are the third and fourth field of a line `name:password:uid:gid:...` (passwd(5)).
const PASSWD_LINE = /^([^:]+):[^:]*:(-?\d+):(-?\d+):/;

/** A system user other than the one this process runs as. */
export interface DatabaseUser {
  name: string;
  uid: number;
  gid: number;
}

/** Bits of one class of a file mode. */
export const MAY_READ = 4;
export const MAY_ENTER = 1;

/**
 * Answers the user to switch to, or undefined when the database runs as this process's own user: everywhere but as root.
 * An existing database directory decides, so that what a plain user made is not taken away by a later start as root.
 * `processUid` is negative or undefined on systems without user ids.
 */
export function databaseUserFor(processUid: number | undefined, cluster?: string): DatabaseUser | undefined {
  if (process.platform === 'win32' || processUid !== ROOT_UID) return undefined;
  const ownerUid = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false })?.uid;
  const users = readPasswd();
  const user =
    ownerUid === undefined || ownerUid === ROOT_UID
      ? users.find(({ name }) => name === UNPRIVILEGED_NAME)
      : users.find(({ uid }) => uid >>> 0 === ownerUid >>> 0);
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and /etc/passwd has no entry for ${ownerUid ? `user ${ownerUid}, who owns "${cluster}"` : `"${UNPRIVILEGED_NAME}"`}. ` +
      'Add one, or start this program as a plain user.',
  );
}

/**
 * Says whether this user may enter all directories above `path` and use `path` itself with these bits. Modes only:
 * access lists are not read, so a directory opened by one counts as closed.
 */
export function mayUse(path: string, user: { uid: number; gid: number }, bits: number): boolean {
  let current = realpathSync(path);
  let wanted = bits;
  for (;;) {
    if (!modeAllows(current, user, wanted)) return false;
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
    wanted = MAY_ENTER;
  }
}

function modeAllows(path: string, user: { uid: number; gid: number }, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid >>> 0 ? 6 : gid === user.gid >>> 0 ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

function readPasswd(): DatabaseUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = PASSWD_LINE.exec(line);
      return match ? [{ name: match[1]!, uid: Number(match[2]), gid: Number(match[3]) }] : [];
    });
}
