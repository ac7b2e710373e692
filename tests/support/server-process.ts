// Starts the program as people do, as a process of its own, and ends it in every way a process can end.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { recordAnsweredCodesOf } from '../../apps/server/src/testing/answered-codes.ts';
import { START_FLAGS } from './start-flags.ts';
import { until } from './until.ts';

const ownProgram = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** Is the same program, whose hashes of passwords cost next to nothing: for tests that make many people. */
export const CHEAP_PROGRAM = fileURLToPath(new URL('./cheap-program.ts', import.meta.url));
const LISTENING = /"url":"(http:[^"]+)".*"msg":"listening"/;
/** So many lines are kept for the sentence of a failed start. */
const LINES_MAX = 2_000;

/** Every server that tests start has this password of its administrator. */
export const ADMIN_PASSWORD = 'seven quiet otters under one bridge';

export interface ServerProcess {
  /** Has no trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** Counts the milliseconds from spawning to listening. */
  readonly startMs: number;
  readonly logLines: readonly string[];
  /** Answers the process id of the embedded database's postmaster; undefined when there is none at the moment. */
  databasePid(): number | undefined;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or with the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface ServerOptions {
  /** Names the directory of the embedded database; with `databaseUrl` nothing lies in it. */
  readonly directory?: string;
  readonly databaseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces this repository's own program. */
  readonly program?: string;
}

/** Makes a directory that the database's user can reach too when the tests run as root. */
export function makeDataDirectory(): string {
  const directory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-run-'));
  chmodSync(directory, 0o711);
  return directory;
}

export function removeDataDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

export function makeSecretKeys(): string {
  return `test:${randomBytes(32).toString('base64url')}`;
}

/** Answers the machine's environment without what would configure the program. */
function plainEnvironment(): Record<string, string | undefined> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([key]) => key !== 'DATABASE_URL' && !key.startsWith('KEELSON_')));
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resolves when the server listens; rejects with its last words when it ends before. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { directory, databaseUrl, environment = {}, program = ownProgram } = options;
  const began = performance.now();
  const child = spawn(process.execPath, [...START_FLAGS, program], {
    cwd: directory ?? tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...plainEnvironment(),
      KEELSON_LISTEN: '127.0.0.1:0',
      KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD,
      // Only a test of the console needs its pages, which a clone may not have built.
      KEELSON_CONSOLE: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(directory === undefined ? {} : { KEELSON_DATA: join(directory, 'data') }),
      ...environment,
    },
  });
  running.add(child);
  const logLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      logLines.push(line);
      if (logLines.length > LINES_MAX) logLines.shift();
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? 0);
    });
  });
  const url = await until('the server to listen', () => {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended instead of listening:\n${logLines.slice(-20).join('\n')}`);
    }
    for (const line of logLines) {
      const found = LISTENING.exec(line)?.[1];
      if (found !== undefined) return found;
    }
    return null;
  });
  const startMs = performance.now() - began;
  const pid = child.pid ?? -1;
  return {
    url,
    pid,
    startMs,
    logLines,
    ended,
    databasePid: () => (directory === undefined ? undefined : databasePidIn(directory)),
    signal: (signal) => void child.kill(signal),
    async stop() {
      await recordAnsweredCodesOf(url);
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Reads the first line of the postmaster's own file. */
function databasePidIn(directory: string): number | undefined {
  try {
    const [first = ''] = readFileSync(join(directory, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return /^\d+$/.test(first) ? Number(first) : undefined;
  } catch {
    return undefined;
  }
}
