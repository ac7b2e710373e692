// Measures authentication B3, five times as many sign-ins as are possible: who is refused, how soon, and what it costs.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { type LoadResult, latenciesOf, rateOf, runAtRate, runClosed, statusesOf } from '../bars/load.ts';
import { saveUsers } from '../bars/people.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { findFreePort, memoryOf } from '../processes.ts';
import { createSignIns } from './sign-in-requests.ts';

const USERS = 5_000;
const CONNECTIONS = 24;
const OVERLOAD = 5;
/** The server cannot make so many wait at once, so that none waits here. */
const OVERLOAD_CONNECTIONS = 400;
const WARM_UP_SECONDS = 3;
const MEMORY_POLL_MS = 100;
const HASH_MEBIBYTES = 19;
const SPARE_MEBIBYTES = 100;
const BYTES_PER_MEBIBYTE = 1_048_576;
const ANSWER_SECONDS_MAX = 6;

interface Watched<T> {
  readonly result: T;
  /** Is the most that a process held right after a collection: hashes and whatever waits, and nothing that is garbage. */
  readonly held: number;
  /** Is the highest resident memory at any time, garbage included. */
  readonly peak: number;
}

/** Measures in the middle of the work and not at its end, when nothing waits any more. */
async function watchMemory<T>(pid: number, probePort: number, seconds: number, work: Promise<T>): Promise<Watched<T>> {
  let [held, peak] = [0, 0];
  const polling = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid)?.rss ?? 0);
  }, MEMORY_POLL_MS);
  const collecting: Promise<void>[] = [];
  const collections = [1, 2].map((part) =>
    setTimeout(
      () => {
        collecting.push(
          residentAfterCollection(probePort).then((resident) => {
            held = Math.max(held, resident);
          }),
        );
      },
      (part / 3) * seconds * 1_000,
    ),
  );
  try {
    const result = await work;
    await Promise.all(collecting);
    return { result, held, peak };
  } finally {
    clearInterval(polling);
    for (const timer of collections) clearTimeout(timer);
  }
}

/** Answers the resident MiB of the process once its garbage is gone; a refusal leaves some that no one has collected yet. */
async function residentAfterCollection(probePort: number): Promise<number> {
  const { rssBytes } = (await (await fetch(`http://127.0.0.1:${probePort}`)).json()) as { readonly rssBytes: number };
  return rssBytes / BYTES_PER_MEBIBYTE;
}

const slowest = ({ latenciesMs }: LoadResult): number =>
  [...latenciesMs]
    .filter(([status]) => status !== 200)
    .reduce((most, [, all]) => all.reduce((a, b) => Math.max(a, b), most), 0);

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, cores } = run;
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = new URL('../bars/memory-probe.ts', import.meta.url);
  const { origin, pid } = await deployment.startProcess({ probe, env: { BENCH_PROBE_PORT: String(probePort) } });
  await saveUsers(deployment.database, USERS);
  const next = createSignIns(origin, { users: USERS, password: deployment.adminPassword, ownAddresses: true });
  const full = (length: number) => runClosed({ origin, connections: CONNECTIONS, seconds: length, next });
  await full(WARM_UP_SECONDS);
  // The process has served already: what the runtime keeps after its first load is not the overload's.
  const idle = await residentAfterCollection(probePort);

  const [possible, accepted, refusals, helds, peaks]: number[][] = [[], [], [], [], []];
  let unexpected = 0;
  for (let round = 1; round <= rounds; round++) {
    const before = await full(seconds);
    const perSecond = OVERLOAD * rateOf(before);
    const overload = runAtRate({ origin, connections: OVERLOAD_CONNECTIONS, seconds, perSecond, next });
    const { result, held, peak } = await watchMemory(pid, probePort, seconds, overload);
    possible!.push(rateOf(before));
    accepted!.push(rateOf(result));
    refusals!.push(slowest(result) / 1_000);
    helds!.push(held - idle);
    peaks!.push(peak - idle);
    for (const status of result.latenciesMs.keys())
      if (![200, 429, 503].includes(status)) unexpected += latenciesOf(result, status).length;
    print(
      `round ${round}: ${numberText(rateOf(before))}/s possible, ${numberText(perSecond)}/s asked: ${numberText(rateOf(result))}/s accepted ` +
        `(${statusesOf(result)}), slowest refusal ${numberText(refusals!.at(-1)!)} s, memory +${numberText(held - idle)} MiB, with garbage +${numberText(peak - idle)} MiB`,
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
      what: 'memory over idle, both after a collection',
      value: Math.max(...helds!),
      unit: 'MiB',
      atMost: HASH_MEBIBYTES * cores + SPARE_MEBIBYTES,
      reference: `at most +${numberText(Math.max(...peaks!))} MiB with garbage`,
    },
  ];
}

await runBar({ rounds: 6, seconds: 6 }, measure);
