// Drives one subject with wrk for some seconds, and reads what wrk counted.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Teardown } from './teardown.ts';

/** Names a script of `workloads/` and its arguments. */
export interface Drive {
  /** Holds scheme, host and port. */
  readonly origin: string;
  readonly script: 'post' | 'user-task' | 'one-by-one' | 'mix' | 'numbered' | 'fetch-complete' | 'get' | 'get-paced';
  readonly args: readonly string[];
}

/** Its connections have to know what they asked for last, which wrk keeps by the thread. */
const THREADED: Drive['script'] = 'one-by-one';

export interface DriveResult {
  /** Counts the instances brought to their end, or answers where there are no instances. */
  readonly completed: number;
  /** Counts answers of 300 and more, and answers that were not what the step expects. */
  readonly failed: number;
  /** Counts completions that were refused because another one of the same instance came first, and were sent again. */
  readonly refused: number;
  readonly socketErrors: number;
  readonly requests: number;
  readonly seconds: number;
  /** These are the percentiles of single requests. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Holds the first failed answer, for the person; empty without one. */
  readonly firstFailure: string;
}

export interface DriveLoad {
  readonly connections: number;
  readonly seconds: number;
}

/** A cold JVM may take seconds for its first answers. */
const REQUEST_TIMEOUT = '15s';
const ARGUMENT_LENGTH_MAX = 65_536;

/** Throws one sentence where there is no wrk. */
export async function requireWrk(): Promise<void> {
  const child = spawn('wrk', ['--version'], { stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(new Error('The benchmark needs wrk, which is not installed (on Debian: apt install wrk).')),
    );
    child.once('exit', () => resolve());
  });
}

/** Drives with one thread where it can: a second one would take more of the processors from what is measured than it adds load. */
export function drive(
  { origin, script, args }: Drive,
  { connections, seconds }: DriveLoad,
  teardown: Teardown,
): Promise<DriveResult> {
  const file = fileURLToPath(new URL(`./workloads/${script}.lua`, import.meta.url));
  const options = [
    `-t${script === THREADED ? connections : 1}`,
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    REQUEST_TIMEOUT,
    '-s',
    file,
    origin,
    '--',
    ...args.map((argument) => handedOver(argument, teardown)),
  ];
  // It gets a group of its own: at Ctrl-C the teardown stops it first.
  const child = spawn('wrk', options, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  teardown.add(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      const result = parseDriveResult(output, errors);
      if (result === null) reject(new Error(`wrk printed no result of ${origin}: ${output}${errors}`));
      else resolve(result);
    });
  });
}

/** A program takes no argument of more than 128 KiB (Linux): a longer body lies in a file, named behind `@`. */
function handedOver(argument: string, teardown: Teardown): string {
  if (argument.length < ARGUMENT_LENGTH_MAX) return argument;
  const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'body');
  writeFileSync(path, argument);
  return `@${path}`;
}

/** Answers null where the scripts' line is missing. */
export function parseDriveResult(output: string, errors: string): DriveResult | null {
  const line = /^RESULT (\{.*\})$/m.exec(output)?.[1];
  if (line === undefined) return null;
  // One script alone has anything that is refused.
  const counted = JSON.parse(line) as Omit<DriveResult, 'firstFailure' | 'refused'> & Partial<DriveResult>;
  return { ...counted, refused: counted.refused ?? 0, firstFailure: errors.trim() };
}
