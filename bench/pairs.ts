// Measures this checkout beside an earlier one: both are up at once on one PostgreSQL and take turns, and neighbours are compared.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BarRun, type Figure, runBar } from './bars/bar.ts';
import { median, percentile } from './bars/statistics.ts';
import { type Counters, countSoFar, difference } from './counters.ts';
import { startKeelson } from './subjects/keelson.ts';
import type { Subject } from './subjects/subject.ts';
import { type WorkloadName, workloadNames } from './workloads.ts';
import { drive, requireWrk } from './wrk.ts';

/** Rounds are short, so that a machine that changes its mood does so between pairs and not within them. */
const STANDARD = { rounds: 14, seconds: 2 };
const WARM_UP_SECONDS = 12;
const QUARTER = 25;

const COSTS = [
  'instances a second',
  'processor ms of the server',
  'processor ms of the database',
  'statements',
  'commits',
  'bytes of log',
] as const;
type Turn = Readonly<Record<(typeof COSTS)[number], number>>;

interface Asked {
  readonly before: string;
  readonly connections: number;
  readonly workload: WorkloadName;
}

function readAsked({ BENCH_BEFORE, BENCH_CONNECTIONS = '32', BENCH_WORKLOAD = 'w4' }: NodeJS.ProcessEnv): Asked {
  if (BENCH_BEFORE === undefined) throw new Error('BENCH_BEFORE names a checkout to compare with, after `npm ci`.');
  const workload = workloadNames.find((name) => name === BENCH_WORKLOAD);
  if (workload === undefined) throw new Error(`There is no workload "${BENCH_WORKLOAD}".`);
  return { before: resolve(BENCH_BEFORE), connections: Number(BENCH_CONNECTIONS), workload };
}

/** Starts the program of the other checkout by its own files, on a database of its own. */
async function startBefore({ before }: Asked, { postgres, teardown, scratchDirectory }: BarRun): Promise<Subject> {
  const file = pathToFileURL(join(before, 'bench/subjects/keelson.ts')).href;
  const subject = (await import(file)) as { readonly startKeelson: typeof startKeelson };
  const own = { ...postgres, createSubjectDatabase: () => postgres.createSubjectDatabase('keelson_before') };
  return subject.startKeelson({ postgres: own, teardown, scratchDirectory });
}

function turnOf(
  cost: Counters,
  { completed, seconds }: { readonly completed: number; readonly seconds: number },
): Turn {
  const ms = (spent: number | null): number => ((spent ?? Number.NaN) * 1_000) / completed;
  return {
    'instances a second': completed / seconds,
    'processor ms of the server': ms(cost.subjectCpuSeconds),
    'processor ms of the database': ms(cost.postgresCpuSeconds),
    statements: cost.statements / completed,
    commits: cost.commits / completed,
    'bytes of log': cost.walBytes / completed,
  };
}

async function takeTurn(subject: Subject, { connections, workload }: Asked, run: BarRun): Promise<Turn> {
  const way = subject.drive(workload);
  if (way === null) throw new Error(`${workload} is not driven by requests alone.`);
  const before = await countSoFar(run.postgres, subject);
  const result = await drive(way, { connections, seconds: run.seconds }, run.teardown);
  if (result.failed > 0) throw new Error(`${result.failed} answers failed: ${result.firstFailure}`);
  // The history is read from the subject itself: asking it waits for what is still to be written.
  await subject.countCompleted(workload);
  return turnOf(difference(await countSoFar(run.postgres, subject), before), result);
}

async function measure(asked: Asked, run: BarRun): Promise<readonly Figure[]> {
  await requireWrk();
  const subjects = { before: await startBefore(asked, run), after: await startKeelson(run) };
  for (const subject of Object.values(subjects)) await takeTurn(subject, asked, { ...run, seconds: WARM_UP_SECONDS });
  const turns: { before: Turn; after: Turn }[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    const pair: Partial<Record<keyof typeof subjects, Turn>> = {};
    const order = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const);
    for (const side of order) pair[side] = await takeTurn(subjects[side], asked, run);
    turns.push(pair as { before: Turn; after: Turn });
  }
  return COSTS.map((what) => {
    const ratios = turns.map(({ before, after }) => after[what] / before[what]);
    const shown = [QUARTER, 100 - QUARTER].map((percent) => percentile(ratios, percent).toFixed(2)).join(' to ');
    const [before, after] = (['before', 'after'] as const).map((side) =>
      median(turns.map((pair) => pair[side][what])).toPrecision(4),
    );
    return {
      bar: `${asked.workload} at ${asked.connections}`,
      what: `${what}, after / before`,
      value: median(ratios),
      unit: 'times',
      reference: `middle half of the pairs ${shown}; medians ${before} and ${after}`,
    };
  });
}

const asked = readAsked(process.env);
await runBar(STANDARD, (run) => measure(asked, run));
