// Runs one server process of the embedded PostgreSQL: start, readiness, log lines and stop.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { type ClusterPlace, type Endpoint, postgresProcessOptions } from './cluster.ts';
import { settingArguments } from './settings.ts';
import { OWNER_SETTING, readLockFile } from './state.ts';

/** Where the supervisor writes; every line of the server goes there too. */
export interface SupervisorLog {
  info(o: object, m: string): void;
  warn(o: object, m: string): void;
  error(o: object, m: string): void;
}

/** Options of a server, which stay the same for each restart. */
export interface ServerOptions {
  place: ClusterPlace;
  binaries: PostgresBinaries;
  endpoint: Endpoint;
  settings: Record<string, string>;
  log: SupervisorLog;
}

/** A server process that this program started itself. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves with how it ended and its last lines, once its own children, which share its output, have ended too. */
  readonly exited: Promise<ServerExit>;
  /** Says how it ended, undefined while it runs. */
  exit(): ServerExit | undefined;
}

/**
 * How a server ended. `isHeldByOther`: it found another server, or the memory of one that is still ending, on its
 * directory.
 */
export interface ServerExit {
  reason: string;
  isHeldByOther: boolean;
}

const READY_POLL_MS = 5;
const STOP_POLL_MS = 20;
const FAST_STOP_TIMEOUT_MS = 10_000;
// The server itself kills what does not follow an immediate stop after 5 s.
const IMMEDIATE_STOP_TIMEOUT_MS = 6_000;
// Enough for the reason of a failed start; a server that writes more must not fill our memory.
const KEPT_LINE_COUNT = 12;
// Each stop says this once for every open connection.
const END_OF_CONNECTION = 'terminating connection due to administrator command';
const HELD_BY_OTHER = /lock file .* already exists|pre-existing shared memory block/;

/*
 * Waits until its input ends, which happens when this program dies in whatever way, and then stops the server if the
 * lock file still names it. Shell built-ins only. Where there is no shell the next start stops the server instead.
 */
const WATCHDOG_SCRIPT = 'read -r end; read -r pid < "$1" && [ "$pid" = "$2" ] && kill -INT "$2"';

/** Starts a server; it may still fail to come up. Throws when the program itself cannot be started. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { place, binaries, log } = options;
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...serverArguments(options)], {
    ...postgresProcessOptions(place, binaries),
    // It has a session of its own: Ctrl-C in a terminal reaches this program alone, which stops the server last.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = followLines(child, log);
  const spawned = new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  let exit: ServerExit | undefined;
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('close', (code, signal) => {
      const text = lines.join(' | ');
      exit = {
        reason: `${signal ? `signal ${signal}` : `exit code ${code}`}${text ? `: ${text}` : ''}`,
        isHeldByOther: code === 1 && HELD_BY_OTHER.test(text),
      };
      resolve(exit);
    });
  });
  await spawned;
  const pid = child.pid!;
  child.once('close', startWatchdog(options, pid));
  return { pid, exited, exit: () => exit };
}

/** Waits until this very server takes connections; answers how it ended when it does not come up. */
export async function waitUntilReady(server: ServerProcess, cluster: string): Promise<ServerExit | 'ready'> {
  // Without a limit: recovery after a crash takes the time that it takes, and its progress is in the log.
  for (;;) {
    const exit = server.exit();
    if (exit) return exit;
    const file = readLockFile(cluster);
    if (file?.pid === server.pid && file.status === 'ready') return 'ready';
    await delay(READY_POLL_MS);
  }
}

/** Stops a server, ours or an orphan: fast (10 s), then immediate, then by force, which costs only recovery. */
export async function stopServer(pid: number, binaries: PostgresBinaries, hasEnded: () => boolean): Promise<void> {
  const steps = [
    { signal: 'INT', timeoutMs: FAST_STOP_TIMEOUT_MS },
    { signal: 'QUIT', timeoutMs: IMMEDIATE_STOP_TIMEOUT_MS },
    { signal: 'KILL', timeoutMs: IMMEDIATE_STOP_TIMEOUT_MS },
  ] as const;
  for (const { signal, timeoutMs } of steps) {
    if (!hasEnded()) await sendSignal(pid, signal, binaries);
    const deadline = performance.now() + timeoutMs;
    while (!hasEnded() && performance.now() < deadline) await delay(STOP_POLL_MS);
    if (hasEnded()) return;
  }
  throw new Error(`The embedded PostgreSQL (process ${pid}) could not be stopped.`);
}

async function sendSignal(pid: number, signal: 'INT' | 'QUIT' | 'KILL', binaries: PostgresBinaries): Promise<void> {
  if (process.platform === 'win32') {
    // Fails when the process ended meanwhile, which the caller sees for itself.
    await promisify(execFile)(binaries.pgCtl, ['kill', signal, String(pid)]).catch(() => undefined);
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function serverArguments({ endpoint, settings }: ServerOptions): string[] {
  const place: Record<string, string> =
    process.platform === 'win32'
      ? { listen_addresses: endpoint.host, unix_socket_directories: '' }
      : {
          listen_addresses: '',
          // A list: unquoted, a comma in the path would separate.
          unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  return settingArguments({
    ...settings,
    ...place,
    port: String(endpoint.port),
    [OWNER_SETTING]: String(process.pid),
  });
}

/** Hands each line of the server to the log and keeps the last ones. */
function followLines(child: ChildProcess, log: SupervisorLog): string[] {
  const kept: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    kept.push(line);
    if (kept.length > KEPT_LINE_COUNT) kept.shift();
    const fields = { source: 'postgres' };
    if (line.startsWith('PANIC:')) log.error(fields, line);
    else if (/^(FATAL|ERROR|WARNING):/.test(line) && !line.endsWith(END_OF_CONNECTION)) log.warn(fields, line);
    else log.info(fields, line);
  });
  return kept;
}

function startWatchdog({ place, log }: ServerOptions, pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const lockFile = join(place.cluster, 'postmaster.pid');
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'keelson-watchdog', lockFile, String(pid)], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
  });
  watchdog.on('error', (error) =>
    log.warn({ error: error.message }, 'no shell to stop the database should we be killed'),
  );
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  return () => watchdog.kill('SIGKILL');
}
