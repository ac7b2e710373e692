// Authentication B3: five times as many sign-ins as are possible: who is refused, how soon, and what it costs.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { type LoadResult, latenciesOf, rateOf, runAtRate, runClosed, statusesOf } from '../bars/load.ts';
import { saveUsers } from '../bars/people.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { memoryOf } from '../processes.ts';
import { createSignIns } from './sign-in-requests.ts';

const USERS = 5_000;
const CONNECTIONS = 24;
const OVERLOAD = 5;
/** More than can wait in the server at once, so that none waits here. */
const OVERLOAD_CONNECTIONS = 400;
const WARM_UP_SECONDS = 3;
const MEMORY_POLL_MS = 100;
const HASH_MEBIBYTES = 19;
const SPARE_MEBIBYTES = 100;
const ANSWER_SECONDS_MAX = 6;

/** Highest resident memory while the work goes on. */
async function watchMemory<T>(pid: number, work: Promise<T>): Promise<{ readonly result: T; readonly peak: number }> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid)?.rss ?? 0);
  }, MEMORY_POLL_MS);
  try {
    return { result: await work, peak };
  } finally {
    clearInterval(timer);
  }
}

const slowest = ({ latenciesMs }: LoadResult): number =>
  [...latenciesMs]
    .filter(([status]) => status !== 200)
    .reduce((most, [, all]) => all.reduce((a, b) => Math.max(a, b), most), 0);

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, tell, cores } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin, pid } = await deployment.startProcess();
  await saveUsers(deployment.database, USERS);
  const next = createSignIns(origin, { users: USERS, password: deployment.adminPassword, ownAddresses: true });
  const full = (length: number) => runClosed({ origin, connections: CONNECTIONS, seconds: length, next });
  await full(WARM_UP_SECONDS);
  // Of a process that has served already: what the runtime keeps after its first load is not the overload's.
  const idle = memoryOf(pid)?.rss ?? Number.NaN;

  const [possible, accepted, refusals, peaks]: number[][] = [[], [], [], []];
  let unexpected = 0;
  for (let round = 1; round <= rounds; round++) {
    const before = await full(seconds);
    const perSecond = OVERLOAD * rateOf(before);
    const overload = runAtRate({ origin, connections: OVERLOAD_CONNECTIONS, seconds, perSecond, next });
    const { result, peak } = await watchMemory(pid, overload);
    possible!.push(rateOf(before));
    accepted!.push(rateOf(result));
    refusals!.push(slowest(result) / 1_000);
    peaks!.push(peak - idle);
    for (const status of result.latenciesMs.keys())
      if (![200, 429, 503].includes(status)) unexpected += latenciesOf(result, status).length;
    tell(
      `round ${round}: ${numberText(rateOf(before))}/s possible, ${numberText(perSecond)}/s asked: ${numberText(rateOf(result))}/s accepted ` +
        `(${statusesOf(result)}), slowest refusal ${numberText(refusals!.at(-1)!)} s, memory +${numberText(peak - idle)} MiB`,
    );
  }
  const bar = 'authentication B3';
  const reference = `${numberText(median(possible!))}/s possible`;
  return [
    {
      bar,
      what: 'accepted of what is possible',
      value: 100 * medianRatio(accepted!, possible!),
      unit: '%',
      atLeast: 90,
      reference,
    },
    { bar, what: 'slowest refusal', value: Math.max(...refusals!), unit: 's', atMost: ANSWER_SECONDS_MAX },
    { bar, what: 'answers that are neither 200, 429 nor 503', value: unexpected, unit: 'answers', atMost: 0 },
    {
      bar,
      what: 'memory over idle',
      value: Math.max(...peaks!),
      unit: 'MiB',
      atMost: HASH_MEBIBYTES * cores + SPARE_MEBIBYTES,
    },
  ];
}

await runBar({ rounds: 6, seconds: 6 }, measure);
