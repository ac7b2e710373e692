// Does harm to the running cluster under load, and tells whether everything that was acknowledged is there, once.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cases } from './chaos/cases.ts';
import { startPressure, type Verdict } from './chaos/load.ts';
import { defaultDirectory, readLayout } from './cluster/layout.ts';
import { findPrograms } from './cluster/programs.ts';

const HELP = `node deploy/chaos.ts CASE... [--directory DIR]

${Object.entries(cases)
  .map(([name, { title }]) => `  ${name.padEnd(22)} ${title}`)
  .join('\n')}
  all                    all of them but rolling-upgrade

The cluster runs already (node deploy/cluster.ts start). Exit status: 0 everything agrees, 1 something does not, 2 not understood.`;

/** So many answers show that the load goes on. */
const ACKNOWLEDGEMENTS = 60;
/** Of a list of differences so many are printed. */
const DIFFERENCES_MAX = 20;

function print(name: string, verdict: Verdict, seconds: number): void {
  const { acknowledged, instances, events, longestPauseMs, differences } = verdict;
  console.log(
    `${differences.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${seconds} s, ${acknowledged} calls, ${instances} instances, ` +
      `${events} events; longest time without an answer ${longestPauseMs} ms; ${differences.length} differences`,
  );
  for (const difference of differences.slice(0, DIFFERENCES_MAX)) console.log(`     ${difference}`);
}

async function runCase(name: string, directory: string): Promise<boolean> {
  const layout = readLayout(directory);
  if (layout === null) throw new Error(`There is no cluster in ${directory}: node deploy/cluster.ts start.`);
  const began = performance.now();
  const say = (line: string): void => console.log(`     ${line}`);
  console.log(`     ${name}: ${cases[name]?.title}`);
  const pressure = await startPressure(layout);
  await pressure.goOn(ACKNOWLEDGEMENTS);
  await cases[name]?.strike({ layout, programs: findPrograms(), say });
  await pressure.goOn(ACKNOWLEDGEMENTS);
  const verdict = await pressure.finish();
  print(name, verdict, Math.round((performance.now() - began) / 1_000));
  return verdict.differences.length === 0;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { directory: { type: 'string', default: defaultDirectory } },
  });
  const everyCase = Object.keys(cases).filter((name) => name !== 'rolling-upgrade');
  const names = positionals.flatMap((name) => (name === 'all' ? everyCase : [name]));
  if (names.length === 0 || names.some((name) => cases[name] === undefined)) {
    console.log(HELP);
    process.exitCode = 2;
    return;
  }
  for (const name of names) {
    if (!(await runCase(name, resolve(values.directory)))) process.exitCode = 1;
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // The load of a case that broke off would go on.
  process.exit(1);
}
