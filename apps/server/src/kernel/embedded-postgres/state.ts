// Reads who holds a database directory: the lock file of PostgreSQL and the process that it names.
import { execFileSync } from 'node:child_process';
import { linkSync, readdirSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Custom setting on the command line of every server we start: process id of the program that started it. */
export const OWNER_SETTING = 'keelson.owner';

const LOCK_FILE_NAME = 'postmaster.pid';
const POSTMASTER_PROGRAM = /(^|[\\/])postgres(\.exe)?$/;
// These are line numbers, from 0, of postmaster.pid (PostgreSQL's utils/pidfile.h).
const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Holds what PostgreSQL has written about itself. Fields that are not written yet are 0 or empty. */
export interface LockFile {
  text: string;
  pid: number;
  port: number;
  /** PostgreSQL writes `starting`, `ready`, `stopping` or `standby`. */
  status: string;
}

/** `living` also says whether the program that started the server is still its parent. */
export type HeldState = { kind: 'stale'; file: LockFile } | { kind: 'living'; file: LockFile; hasLivingOwner: boolean };

/** The lock file of a database directory, or undefined where there is none. */
export function readLockFile(cluster: string): LockFile | undefined {
  return parseLockFile(join(cluster, LOCK_FILE_NAME));
}

/** Whether a server holds the directory: a dead process, a zombie and somebody else's process id do not. */
export function inspectPostmaster(cluster: string): HeldState | { kind: 'none' } {
  const file = readLockFile(cluster);
  if (!file) return { kind: 'none' };
  const holder = findProcess(file.pid);
  if (!holder || !isPostmasterOf(holder, cluster)) return { kind: 'stale', file };
  const owner = ownerOf(holder);
  return { kind: 'living', file, hasLivingOwner: owner !== undefined && owner === holder.parentPid };
}

/** Says whether the process has ended; a zombie has. */
export function hasEnded(pid: number): boolean {
  const process = findProcess(pid);
  return process === undefined || isZombie(process);
}

/**
 * Removes the lock files that no living server of this directory holds. PostgreSQL does so itself for a process id that
 * is gone, but takes a zombie, or another program that was given the number, for a server.
 */
export function removeStaleLockFiles(cluster: string, socketDirectory: string): void {
  const socketLocks = readdirSync(socketDirectory).filter((name) => name.endsWith('.lock'));
  const paths = [...socketLocks.map((name) => join(socketDirectory, name)), join(cluster, LOCK_FILE_NAME)];
  for (const path of paths) {
    const file = parseLockFile(path);
    if (!file) continue;
    const holder = findProcess(file.pid);
    if (!holder || !isPostmasterOf(holder, cluster)) removeIfUnchanged(path, file.text);
  }
}

/** Moves the file away before deleting it: a fresh one, made by a second starter meanwhile, is put back. */
function removeIfUnchanged(path: string, text: string): void {
  const moved = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, moved);
    if (readFileSync(moved, 'utf8') !== text) linkSync(moved, path);
    unlinkSync(moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function parseLockFile(path: string): LockFile | undefined {
  const text = readOptional(path);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return {
    text,
    pid: Number.parseInt(lines[PID_LINE] ?? '', 10) || 0,
    port: Number.parseInt(lines[PORT_LINE] ?? '', 10) || 0,
    status: lines[STATUS_LINE] ?? '',
  };
}

interface SystemProcess {
  /** The first letter of the state in ps(1); undefined where the system does not say. */
  state: string | undefined;
  parentPid: number | undefined;
  /** Holds a list on Linux, one text elsewhere; undefined where the system does not say. */
  commandLine: string[] | undefined;
}

function findProcess(pid: number): SystemProcess | undefined {
  if (pid <= 0) return undefined;
  if (process.platform === 'linux') return findLinuxProcess(pid);
  return process.platform === 'win32' ? findWindowsProcess(pid) : findUnixProcess(pid);
}

function findLinuxProcess(pid: number): SystemProcess | undefined {
  const status = readOptional(`/proc/${pid}/stat`);
  const commandLine = readOptional(`/proc/${pid}/cmdline`);
  if (status === undefined || commandLine === undefined) return undefined;
  // The program's name in brackets may itself contain brackets and blanks.
  const [state, parentPid] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return { state, parentPid: Number(parentPid), commandLine: commandLine.split('\0') };
}

function findUnixProcess(pid: number): SystemProcess | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const match = /^(\S)\S*\s+(\d+)\s+(.*)$/.exec(line);
    return match ? { state: match[1], parentPid: Number(match[2]), commandLine: match[3]!.split(' ') } : undefined;
  } catch (error) {
    // Without `ps` every server would look dead, and a second one would be started on its files.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('The program "ps" is missing, which shows who uses a database. Install it.', { cause: error });
    }
    // ps exits with 1 when there is no such process.
    return undefined;
  }
}

function findWindowsProcess(pid: number): SystemProcess | undefined {
  try {
    process.kill(pid, 0);
    return { state: undefined, parentPid: undefined, commandLine: undefined };
  } catch {
    return undefined;
  }
}

function isZombie({ state }: SystemProcess): boolean {
  return state === 'Z' || state === 'X';
}

function isPostmasterOf(candidate: SystemProcess, cluster: string): boolean {
  if (isZombie(candidate)) return false;
  const { commandLine } = candidate;
  if (commandLine === undefined) return true;
  if (!POSTMASTER_PROGRAM.test(commandLine[0] ?? '')) return false;
  const option = commandLine.indexOf('-D');
  // Started by hand without the option: taken for this directory's, because that does no harm.
  // Joined, because ps cuts a path with blanks into pieces.
  return option === -1 || `${commandLine.slice(option + 1).join(' ')} `.startsWith(`${cluster} `);
}

function ownerOf({ commandLine }: SystemProcess): number | undefined {
  const argument = commandLine?.find((part) => part.startsWith(`${OWNER_SETTING}=`));
  return argument === undefined ? undefined : Number(argument.slice(OWNER_SETTING.length + 1));
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ESRCH: the process ended between opening and reading its entry.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
