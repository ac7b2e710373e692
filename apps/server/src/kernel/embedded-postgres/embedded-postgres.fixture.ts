// Helps the tests of the embedded database: directories, a ready-made cluster to copy, queries and programs to kill.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { ProgramLine, ProgramOptions } from './program.fixture.ts';

const PROGRAM = fileURLToPath(new URL('./program.fixture.ts', import.meta.url));
const WAIT_TIMEOUT_MS = 15_000;
const WAIT_POLL_MS = 10;

/** Says whether the tests run as root, where the database runs as another user. */
export const isRoot = process.getuid?.() === 0;

/** Every user may go here; a plain user's own TMPDIR often forbids it. */
export const OPEN_PLACE = process.platform === 'win32' ? tmpdir() : '/tmp';

/** A test that runs as root itself takes this uid for a plain user. */
export const PLAIN_UID = 65_534;

/** Holds the messages of the supervisor's log, each behind its level. */
export interface RecordedLog {
  lines: string[];
  log: Record<'info' | 'warn' | 'error', (o: object, m: string) => void>;
}

/** Creates a log that a test can read. */
export function recordLog(): RecordedLog {
  const lines: string[] = [];
  const write = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } };
}

/** Polls a condition that another process brings about. */
export async function waitFor(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT_POLL_MS));
  }
}

/** Runs one query on a connection of its own. */
export async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    // Where the server has gone meanwhile, what the query says of it counts.
    await client.end().catch(() => undefined);
  }
}

/** Runs the database in a process of its own. */
export interface Program {
  child: ChildProcess;
  line: ProgramLine;
  ended: Promise<number | null>;
}

/** What one test file starts and makes, with one order to end and remove all of it. */
export interface Workshop {
  directory(name?: string): string;
  /** Copies the data directory that was set up once: set-up takes most of the time of a start. */
  copyOf(template: string): string;
  start(options: {
    dataDirectory: string;
    packageDirectory?: string;
    settings?: Record<string, string>;
  }): Promise<EmbeddedPostgres & RecordedLog>;
  program(options: ProgramOptions): Promise<Program>;
  /** Ends at the close as well; for processes that are started otherwise. */
  adopt(child: ChildProcess): ChildProcess;
  close(): Promise<void>;
}

/** Makes an empty workshop. */
export function createWorkshop(): Workshop {
  // As root the database runs as another user, who must pass; a TMPDIR of root's own may be closed.
  const root = mkdtempSync(join(isRoot ? OPEN_PLACE : tmpdir(), 'keelson-embedded-'));
  chmodSync(root, 0o711);
  const databases: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];
  // The socket of a deep data directory lies elsewhere.
  const socketDirectories = new Set<string>();
  let count = 0;
  const directory = (name = 'data'): string => {
    count += 1;
    return join(root, String(count), name);
  };
  return {
    directory,
    copyOf(template) {
      const copy = directory();
      mkdirSync(dirname(copy), { mode: 0o711 });
      execFileSync('cp', ['-a', template, copy]);
      return copy;
    },
    async start(options) {
      const recorded = recordLog();
      const database = await startEmbeddedPostgres({ ...options, log: recorded.log });
      databases.push(database);
      socketDirectories.add(database.connection.host);
      return { ...database, ...recorded };
    },
    async program(options) {
      const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const line = await new Promise<ProgramLine>((resolve, reject) => {
        createInterface({ input: child.stdout! }).once('line', (text) => resolve(JSON.parse(text) as ProgramLine));
        child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
      });
      return { child, line, ended };
    },
    adopt(child) {
      children.push(child);
      return child;
    },
    async close() {
      await Promise.all(databases.map((database) => database.stop()));
      for (const child of children) child.kill('SIGKILL');
      // What a failed test left: killed servers take their own children along.
      for (const pid of processesOf(root)) process.kill(pid, 'SIGKILL');
      await waitFor('all servers end', () => processesOf(root).every(isGone));
      for (const path of socketDirectories) rmSync(path, { recursive: true, force: true });
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Finds the servers and watchdogs whose command line names this directory. */
export function processesOf(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && readProcess(pid, 'cmdline').includes(`${directory}/`));
}

/** Finds the watchdogs of a data directory. */
export function watchdogsOf(directory: string): number[] {
  return processesOf(directory).filter((pid) => readProcess(pid, 'cmdline').includes('keelson-watchdog'));
}

/** Says whether the process has ended, be it reaped or not. */
export function isGone(pid: number): boolean {
  const status = readProcess(pid, 'stat');
  return status === '' || / Z /.test(status.slice(status.lastIndexOf(')')));
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
