// Measures what the console adds to an installation: `npm ci` of a clone as it is, beside one of everything but the console.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@keelson/time-zone/units';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { median } from '../bars/statistics.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const CONSOLE = 'apps/console';
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly workspaces: readonly string[];
};
/** The packages come from npm's own store, which the first installation fills: a registry's speed is no part of it. */
const COMMON = ['ci', '--prefer-offline', '--no-audit', '--no-fund'] as const;
const WITHOUT = [
  ...COMMON,
  '--ignore-scripts',
  '--include-workspace-root',
  ...workspaces.filter((workspace) => workspace !== CONSOLE).map((workspace) => `--workspace=${workspace}`),
];

/** Installs into a clone of its own; answers how many seconds it took. */
function install(scratch: string, args: readonly string[]): number {
  const folder = mkdtempSync(join(scratch, 'clone-'));
  execFileSync('git', ['clone', '--quiet', '--local', root, folder]);
  const began = performance.now();
  execFileSync('npm', [...args], { cwd: folder, stdio: 'ignore' });
  const seconds = (performance.now() - began) / SECOND_MS;
  rmSync(folder, { recursive: true, force: true });
  return seconds;
}

async function measure({ rounds, scratchDirectory, print }: BarRun): Promise<readonly Figure[]> {
  install(scratchDirectory, COMMON);
  const [whole, without]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    whole.push(install(scratchDirectory, COMMON));
    without.push(install(scratchDirectory, WITHOUT));
    print(`round ${round}: ${numberText(whole.at(-1)!)} s, without the console ${numberText(without.at(-1)!)} s`);
  }
  return [
    {
      bar: 'console installation',
      what: 'longer `npm ci`, pages built',
      unit: 's',
      atMost: 20,
      value: median(whole.map((seconds, index) => seconds - without[index]!)),
      reference: `without the console ${numberText(median(without))} s`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
