// Starts and stops the programs that are measured, and reads what they cost from /proc.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { familyOf } from '../tests/support/process-group.ts';
import { until } from '../tests/support/until.ts';
import type { Teardown } from './teardown.ts';

const POLL_MS = 100;
const STOP_TIMEOUT_MS = 15_000;
/** So much of what a program said last is kept for the sentence when it does not start. */
const KEPT_OUTPUT_LENGTH = 4_000;
/** The unit of /proc/<pid>/stat is USER_HZ: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const KIBIBYTES_PER_MEBIBYTE = 1_024;

export interface Program {
  readonly pid: number;
  /** Answers its last output when it has ended, else null. */
  ended(): string | null;
}

export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Is the whole environment but PATH and HOME. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches this program alone. */
export function startProgram({ command, args, env, cwd }: ProgramOptions, teardown: Teardown): Promise<Program> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastOutput = followOutput(child.stdout, child.stderr);
  teardown.add(() => stopProgram(child));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () =>
      resolve({
        pid: child.pid as number,
        ended: () => (child.exitCode === null && child.signalCode === null ? null : lastOutput()),
      }),
    );
  });
}

/** Reads the streams to their end, which a program needs to go on, and answers their last lines. */
export function followOutput(...streams: readonly Readable[]): () => string {
  let output = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT_LENGTH);
    });
  }
  return () => output;
}

async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(force);
}

/** Waits for an answer of 2xx, or says what the program said when it ended instead. */
export async function waitUntilAnswers(program: Program, url: string, timeoutMs: number): Promise<void> {
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(`an answer of ${url}`, async () => program.ended() !== null || answers(), { timeoutMs, pollMs: POLL_MS });
  const output = program.ended();
  if (output !== null) throw new Error(`The program behind ${url} ended:\n${output}`);
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Answers an empty list where there is no /proc. */
function treeOf(pid: number): readonly number[] {
  return process.platform === 'linux' ? familyOf(pid) : [];
}

/** Counts the time of a process and of those of its children that have ended; 0 when it has gone. */
function ticksOf(pid: number): number {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  // The name, in parentheses, may hold anything; what follows it begins with field 3 of proc(5). Fields 14 to 17: the
  // user's and the system's time of itself and of its children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(14 - 3, 17 - 3 + 1).reduce((sum, field) => sum + Number(field), 0);
}

/** Counts the processor seconds of a process and all its children so far, ended ones included; null where there is no /proc. */
export function cpuSeconds(pid: number): number | null {
  const tree = treeOf(pid);
  return tree.length === 0 ? null : tree.reduce((sum, member) => sum + ticksOf(member), 0) / TICKS_PER_SECOND;
}

export interface MemoryMebibytes {
  readonly rss: number;
  /** Shared pages are divided among those who share them. */
  readonly pss: number;
}

/** Measures the memory of a process and all its children; null where it cannot be read. */
export function memoryOf(pid: number): MemoryMebibytes | null {
  let [rss, pss] = [0, 0];
  for (const member of treeOf(pid)) {
    try {
      const text = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8');
      rss += Number(/^Rss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
      pss += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
    } catch {
      // It has ended meanwhile, or is not ours to read.
    }
  }
  if (rss === 0) return null;
  return { rss: Math.round(rss / KIBIBYTES_PER_MEBIBYTE), pss: Math.round(pss / KIBIBYTES_PER_MEBIBYTE) };
}
