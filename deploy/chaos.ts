// Does harm to the running cluster under load, and tells whether everything that was acknowledged is there, once.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, cases } from './chaos/cases.ts';
import { startPressure, type Verdict } from './chaos/load.ts';
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

function print(outcome: string, name: string, verdict: Verdict, seconds: number): void {
  const { acknowledged, instances, events, longestPauseMs, differences } = verdict;
  console.log(
    `${outcome} ${name}: ${seconds} s, ${acknowledged} calls, ${instances} instances, ` +
      `${events} events; longest time without an answer ${longestPauseMs} ms; ${differences.length} differences`,
  );
  for (const difference of differences.slice(0, DIFFERENCES_MAX)) console.log(`     ${difference}`);
}

/** Throws what a clerk could not get over; whatever it is, something did not agree. */
async function tryCase({ strike }: Case, layout: Layout): Promise<Verdict> {
  const say = (line: string): void => console.log(`     ${line}`);
  const pressure = await startPressure(layout);
  await pressure.goOn(ACKNOWLEDGEMENTS);
  await strike({ layout, programs: findPrograms(), say });
  await pressure.goOn(ACKNOWLEDGEMENTS);
  return pressure.finish();
}

/** Answers whether the case ended as it must. */
async function runCase(name: string, asked: Case, directory: string): Promise<boolean> {
  const layout = readLayout(directory);
  if (layout === null) throw new Error(`There is no cluster in ${directory}: node deploy/cluster.ts start.`);
  const began = performance.now();
  console.log(`     ${name}: ${asked.title}`);
  const verdict = await tryCase(asked, layout).catch((error: unknown) => {
    if (asked.mustLose === undefined) throw error;
    console.log(`ok   ${name}: the load broke off, as it must: ${error instanceof Error ? error.message : error}`);
    // What is left of the load would go on.
    return process.exit();
  });
  const isRight = (verdict.differences.length === 0) === (asked.mustLose === undefined);
  print(isRight ? 'ok  ' : 'FAIL', name, verdict, Math.round((performance.now() - began) / SECOND_MS));
  return isRight;
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
    if (!(await runCase(name, asked, resolve(values.directory)))) process.exitCode = 1;
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // The load of a case that broke off would go on.
  process.exit(1);
}
