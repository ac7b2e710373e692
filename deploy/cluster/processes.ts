// Starts processes that outlive the command, remembers them by id and time of start, and ends those and no others.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../tests/support/until.ts';
import type { Layout } from './layout.ts';

export interface ProcessDefinition {
  /** Names its file of the log and of its id. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Says whether it does its work; asked until it does. */
  isReady(): Promise<boolean>;
}

interface Remembered {
  readonly pid: number;
  /** Distinguishes this process from a later one with the same id. */
  readonly startTicks: string;
}

const POLL_MS = 100;
const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 60_000;
/** Of a program that ends at once so much of its log is shown. */
const LAST_WORDS_LENGTH = 2_000;

/** Answers the time of its start in ticks of the machine, field 22 of proc(5); undefined when it has ended. */
function startTicksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[22 - 3];
  } catch {
    return undefined;
  }
}

const idFile = (name: string): string => join('run', `${name}.json`);
const logFile = (name: string): string => join('log', `${name}.log`);

/** Answers the id of the process that was started under this name, as long as it lives. */
export function pidOf(layout: Layout, name: string): number | undefined {
  try {
    const text = readFileSync(join(layout.directory, idFile(name)), 'utf8');
    const { pid, startTicks } = JSON.parse(text) as Remembered;
    return startTicksOf(pid) === startTicks ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Starts it unless it runs, and waits until it is ready. Throws the end of its log when it ends instead. */
export async function startProcess(layout: Layout, definition: ProcessDefinition): Promise<void> {
  const { name, isReady } = definition;
  if (pidOf(layout, name) === undefined) launch(layout, definition);
  await until(
    `${name} to be ready; its log is ${join(layout.directory, logFile(name))}`,
    () => {
      if (pidOf(layout, name) !== undefined) return isReady();
      throw new Error(`${name} ended by itself:\n${readLog(layout, name).slice(-LAST_WORDS_LENGTH)}`);
    },
    { timeoutMs: READY_MS_MAX, pollMs: POLL_MS },
  );
}

function launch(layout: Layout, { name, command, args, environment = {} }: ProcessDefinition): void {
  layout.makeDirectory('run');
  layout.makeDirectory('log');
  const log = openSync(join(layout.directory, logFile(name)), 'a', 0o600);
  const child = spawn(command, args, {
    ...layout.account,
    cwd: layout.directory,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', HOME: layout.directory, LANG: 'C.UTF-8', ...environment },
  });
  // What cannot be started has no id.
  child.on('error', () => undefined);
  child.unref();
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started as ${name}.`);
  layout.writeFile(idFile(name), JSON.stringify({ pid, startTicks: startTicksOf(pid) ?? '' }));
}

export function readLog(layout: Layout, name: string): string {
  try {
    return readFileSync(join(layout.directory, logFile(name)), 'utf8');
  } catch {
    return '';
  }
}

export function signalProcess(layout: Layout, name: string, signal: NodeJS.Signals): void {
  const pid = pidOf(layout, name);
  if (pid === undefined) throw new Error(`${name} does not run.`);
  sendSignal(pid, signal);
}

/** Does nothing where the process has ended meanwhile. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function waitForEnd(layout: Layout, name: string): Promise<void> {
  await until(`the end of ${name}`, () => pidOf(layout, name) === undefined, {
    timeoutMs: STOP_MS_MAX,
    pollMs: POLL_MS,
  });
  rmSync(join(layout.directory, idFile(name)), { force: true });
}

/** Asks it to stop and waits; one that does not run is stopped already. */
export async function stopProcess(layout: Layout, name: string): Promise<void> {
  const pid = pidOf(layout, name);
  if (pid === undefined) return;
  // One that was stopped by SIGSTOP hears nothing else before it goes on.
  for (const signal of ['SIGCONT', 'SIGTERM'] as const) sendSignal(pid, signal);
  await waitForEnd(layout, name);
}
