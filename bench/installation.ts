// Measures what the suite takes of a machine: packages and bytes of an installation, time of its first start and of later ones, memory at rest.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@keelson/time-zone/units';
import { familyOf, memoryOfFamily } from '../tests/support/process-group.ts';
import { makeDataDirectory, removeDataDirectory } from '../tests/support/server-process.ts';
import { until } from '../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from './bars/bar.ts';
import { median } from './bars/statistics.ts';
import { findFreePort } from './processes.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const MEBIBYTE = 1_048_576;
const MEGABYTE = 1_000_000;
/** Once it rests the program gives back what its start took. */
const REST_MS = 20_000;
const READY_MS = 60_000;

interface Installed {
  readonly packages: number;
  readonly bytes: number;
}

/** Counts the packages below a folder, each place a package lies in once, and the bytes of its files; a link has none. */
function sizeOf(folder: string): Installed {
  let [packages, bytes] = [0, 0];
  const walk = (place: string, mayBePackage: boolean): void => {
    const entries = readdirSync(place, { withFileTypes: true });
    if (mayBePackage && entries.some(({ name }) => name === 'package.json')) packages += 1;
    const holdsPackages = /(^|\/)node_modules(\/@[^/]+)?$/.test(place);
    for (const entry of entries) {
      const path = join(place, entry.name);
      if (entry.isDirectory()) walk(path, holdsPackages && !entry.name.startsWith('.'));
      else if (entry.isFile()) bytes += statSync(path).size;
    }
  };
  walk(folder, false);
  return { packages, bytes };
}

interface Start {
  readonly readyMs: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts the clone as a person does, to the first answer that it is ready. */
async function start(clone: string, data: string): Promise<Start> {
  const port = await findFreePort();
  const kept = Object.entries(process.env).filter(([key]) => key !== 'DATABASE_URL' && !key.startsWith('KEELSON_'));
  const env = { ...Object.fromEntries(kept), KEELSON_LISTEN: `127.0.0.1:${port}`, KEELSON_DATA: data };
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the program to be ready', isReady, { timeoutMs: READY_MS });
  const readyMs = performance.now() - began;
  const pids = familyOf(child.pid!);
  return {
    readyMs,
    pids,
    async stop() {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    },
  };
}

const shown = ({ packages, bytes }: Installed): string => `${packages} packages, ${numberText(bytes / MEBIBYTE)} MiB`;

/** Answers the memory of npm and all it started, and of all but npm, in MB. */
function memoryOf([npm, ...started]: readonly number[]): { readonly whole: number; readonly withoutNpm: number } {
  return { whole: memoryOfFamily(npm!) / MEGABYTE, withoutNpm: memoryOfFamily(started[0]!) / MEGABYTE };
}

async function measure({ rounds, print, teardown }: BarRun): Promise<readonly Figure[]> {
  // The user of the database reads its programs there, too, where root measures.
  const place = makeDataDirectory();
  teardown.add(() => removeDataDirectory(place));
  const [clone, data] = [join(place, 'clone'), join(place, 'data')];
  const run = (...args: string[]) => void execFileSync('npm', args, { cwd: clone, stdio: 'ignore' });
  execFileSync('git', ['clone', '--quiet', '--local', root, clone]);
  run('ci', '--prefer-offline');
  const whole = sizeOf(join(clone, 'node_modules'));
  print(`npm ci: ${shown(whole)}`);
  run('run', 'trim');
  const trimmed = sizeOf(join(clone, 'node_modules'));
  print(`npm run trim: ${shown(trimmed)}`);
  const first = await start(clone, data);
  await first.stop();
  print(`first start: ${numberText(first.readyMs)} ms`);
  const later: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const again = await start(clone, data);
    later.push(again.readyMs);
    await again.stop();
    print(`later start: ${numberText(again.readyMs)} ms`);
  }
  const resting = await start(clone, data);
  await rest(REST_MS);
  const memory = memoryOf(resting.pids);
  await resting.stop();
  const bar = 'footprint';
  return [
    {
      bar,
      what: 'packages after npm run trim',
      unit: '',
      value: trimmed.packages,
      reference: `npm ci ${whole.packages}`,
    },
    {
      bar,
      what: 'node_modules after npm run trim',
      unit: 'MiB',
      value: trimmed.bytes / MEBIBYTE,
      reference: `npm ci ${numberText(whole.bytes / MEBIBYTE)} MiB`,
    },
    { bar, what: 'first start, ready', unit: 's', atMost: 6, value: first.readyMs / SECOND_MS },
    { bar, what: 'later start, ready', unit: 's', atMost: 2, value: median(later) / SECOND_MS },
    {
      bar,
      what: 'npm, server and database at rest (Pss)',
      unit: 'MB',
      atMost: 350,
      value: memory.whole,
      reference: `without npm ${numberText(memory.withoutNpm)} MB`,
    },
  ];
}

await runBar({ rounds: 5, seconds: 1 }, measure);
