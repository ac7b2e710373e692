// Runs commands of the command line in a test, beside programs that it starts.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { readConfig, startConfigured } from '../app-process.ts';
import type { ConnectionSettings } from '../kernel/database/database.ts';
import { createLogger } from '../kernel/process/logger.ts';
import { ADMIN_PASSWORD } from '../testing/sign-in.ts';
import { runCommand } from './cli-command.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const commandLine = fileURLToPath(new URL('../cli.ts', import.meta.url));
/** A start sets up a database: a second or two on an idle machine. */
export const START_TIMEOUT_MS = 60_000;

export interface CommandOutcome {
  readonly status: number;
  readonly printed: readonly string[];
  readonly explained: string;
}

/** Runs a command with these keys of the configuration; `input` is what stands on standard input. */
export async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandOutcome> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const printed: string[] = [];
  const explained: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    explain: (line: string) => void explained.push(line),
    read: async () => input,
  };
  try {
    const status = await runCommand(words, terminal);
    return { status, printed, explained: explained.join('\n') };
  } finally {
    // The keys would reach the tests behind this one, in other files, too.
    vi.unstubAllEnvs();
  }
}

export function urlOf(settings: ConnectionSettings): string {
  if ('url' in settings) return settings.url;
  const { database, ...account } = settings;
  // A socket has no place in the authority of an address.
  return `postgresql:///${database}?${new URLSearchParams({ ...account, port: String(account.port) })}`;
}

/** Answers the sentence with which a start in this process ends, with these keys of the configuration. */
export async function refusalOfStart(env: Readonly<Record<string, string>>): Promise<string> {
  const given = { DATABASE_URL: undefined, KEELSON_SECRET_KEYS: undefined, KEELSON_LISTEN: '127.0.0.1:0', ...env };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  try {
    const { config } = readConfig();
    const app = await startConfigured(config, createLogger('silent'));
    await app.stop();
    return 'The program starts.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Answers what a process says whose start ends with a sentence; the rest of the environment is empty. */
export async function startRefused(
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }> {
  const environment = { PATH: process.env.PATH ?? '', KEELSON_LISTEN: '127.0.0.1:0', ...env };
  // No env file lies there.
  const child = spawn(process.execPath, [main], {
    cwd: tmpdir(),
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, said };
}

/** Runs the command line as a process of its own, with these keys of the configuration and this on standard input. */
export async function runProcess(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const environment = { PATH: process.env.PATH ?? '', ...env };
  const child = spawn(process.execPath, [commandLine, ...words], { cwd: tmpdir(), env: environment, stdio: 'pipe' });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString('utf8');
  });
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, ...said };
}

export interface StartedProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs programs on data directories below one of their own. */
export function createPrograms() {
  // The uid that PostgreSQL runs as when this is root must be able to go there.
  const directory = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'keelson-command-'));
  chmodSync(directory, 0o711);
  const running: ChildProcess[] = [];
  return {
    directory,
    /** Starts the program on the data directory; resolves when it listens. */
    start(data: string): Promise<StartedProgram> {
      const env = {
        PATH: process.env.PATH ?? '',
        KEELSON_DATA: data,
        KEELSON_LISTEN: '127.0.0.1:0',
        KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD,
        // Its pages are looked for beside the start, and a status that comes earlier warns of that.
        KEELSON_CONSOLE: 'off',
      };
      const child = spawn(process.execPath, [main], { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
      running.push(child);
      const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM');
        await ended;
      };
      return new Promise((resolve, reject) => {
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString('utf8');
          const url = /"url":"([^"]+)"/.exec(output)?.[1];
          if (url !== undefined) resolve({ url, stop });
        });
        child.once('exit', () => reject(new Error(output)));
      });
    },
    killAll(): void {
      for (const child of running.splice(0)) child.kill('SIGKILL');
    },
    remove: (): void => rmSync(directory, { recursive: true, force: true }),
  };
}
