// Does harm to the running cluster under load, and checks whether everything that was acknowledged is there, once.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, cases } from './chaos/cases.ts';
import { type Pressure, startPressure, type Verdict } from './chaos/load.ts';
import { defaultDirectory, type Layout, readLayout } from './cluster/layout.ts';
import { findPrograms } from './cluster/programs.ts';

const HELP = `node deploy/chaos.ts CASE... [--directory DIR]

${Object.entries(cases)
  .map(([name, { title }]) => `  ${name.padEnd(22)} ${title}`)
  .join('\n')}
  all                    all of them but those that say otherwise: rolling-upgrade and control

The cluster runs already (node deploy/cluster.ts start). Exit status: 0 everything agrees, 1 something does not, 2 not understood.`;

/** So many answers show that the load goes on. */
const ACKNOWLEDGEMENTS = 60;
/** Of a list of differences so many are printed. */
const DIFFERENCES_MAX = 20;
const SECOND_MS = 1_000;

function print(name: string, verdict: Verdict, seconds: number): void {
  const { acknowledged, instances, events, longestPauseMs, differences } = verdict;
  console.log(
    `${differences.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${seconds} s, ${acknowledged} calls, ${instances} instances, ` +
      `${events} events; longest time without an answer ${longestPauseMs} ms; ${differences.length} differences`,
  );
  for (const difference of differences.slice(0, DIFFERENCES_MAX)) console.log(`     ${difference}`);
}

async function harm({ strike }: Case, layout: Layout): Promise<Pressure> {
  const say = (line: string): void => console.log(`     ${line}`);
  const pressure = await startPressure(layout);
  await pressure.goOn(ACKNOWLEDGEMENTS);
  await strike({ layout, programs: findPrograms(), say });
  return pressure;
}

/** Answers whether the ledger has found that something is gone. */
async function runControl(name: string, asked: Case, layout: Layout): Promise<boolean> {
  const missed = await (await harm(asked, layout)).finishBroken();
  console.log(
    `${missed.length > 0 ? 'ok  ' : 'FAIL'} ${name}: ${missed.length} differences, of which there must be some`,
  );
  for (const difference of missed.slice(0, DIFFERENCES_MAX)) console.log(`     ${difference}`);
  return missed.length > 0;
}

/** Answers whether the case ended as it must. Throws what a clerk could not get over. */
async function runCase(name: string, asked: Case, layout: Layout): Promise<boolean> {
  const began = performance.now();
  console.log(`     ${name}: ${asked.title}`);
  if (asked.mustLose !== undefined) return runControl(name, asked, layout);
  const pressure = await harm(asked, layout);
  await pressure.goOn(ACKNOWLEDGEMENTS);
  const verdict = await pressure.finish();
  print(name, verdict, Math.round((performance.now() - began) / SECOND_MS));
  return verdict.differences.length === 0;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { directory: { type: 'string', default: defaultDirectory } },
  });
  const everyCase = Object.keys(cases).filter((name) => cases[name]?.apart === undefined);
  const names = positionals.flatMap((name) => (name === 'all' ? everyCase : [name]));
  const known = names.flatMap((name) => (cases[name] === undefined ? [] : [[name, cases[name]] as const]));
  if (names.length === 0 || known.length < names.length) {
    console.log(HELP);
    process.exitCode = 2;
    return;
  }
  for (const [name, asked] of known) {
    const layout = readLayout(resolve(values.directory));
    if (layout === null) throw new Error(`There is no cluster in ${values.directory}: node deploy/cluster.ts start.`);
    if (!(await runCase(name, asked, layout))) process.exitCode = 1;
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // The load of a case that broke off would go on.
  process.exit(1);
}
