// Measures authentication B1: complete password sign-ins per second, beside the bare hash rate of the same run.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { type LoadResult, latenciesOf, rateOf, runClosed, statusesOf } from '../bars/load.ts';
import { saveUsers } from '../bars/people.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import { countSoFar, difference } from '../counters.ts';
import { measureRawHashes } from './raw-hash-rate.ts';
import { createSignIns } from './sign-in-requests.ts';

const USERS = 1_000;
/** With so many both cores always have a hash to do, and the queue takes them all. */
const CONNECTIONS = 24;
/** The runtime has compiled by then what it will go on with: before, the rate still rises by a tenth and more. */
const WARM_UP_SIGN_INS = 2_500;
const WARM_UP_SECONDS = 5;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, cores, print, postgres } = run;
  const deployment = await createDeployment(postgres, run);
  const keelson = await deployment.startProcess();
  await saveUsers(deployment.database, USERS);
  // The clients keep no cookies: signing in on a browser that is new to its user makes that known as well.
  const next = createSignIns(keelson.origin, { users: USERS, password: deployment.adminPassword, ownAddresses: true });
  const drive = (length: number): Promise<LoadResult> =>
    runClosed({ origin: keelson.origin, connections: CONNECTIONS, seconds: length, next });

  await warmUp(drive);
  const subject = { databaseName: deployment.databaseName, pid: keelson.pid };
  const before = await countSoFar(postgres, subject);
  const logins: number[] = [];
  const raw: number[] = [];
  const all: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    raw.push(await measureRawHashes(seconds, cores));
    const result = await drive(seconds);
    logins.push(rateOf(result));
    all.push(...latenciesOf(result));
    print(
      `round ${round}: ${numberText(rateOf(result))} sign-ins/s (${statusesOf(result)}), bare ${numberText(raw.at(-1)!)}/s`,
    );
  }
  const cost = difference(await countSoFar(postgres, subject), before);
  print(
    `each: ${numberText(cost.statements / all.length)} statements, ${numberText(cost.commits / all.length)} commits, ` +
      `${numberText(((cost.subjectCpuSeconds ?? 0) * 1_000) / all.length)} ms of Keelson, ` +
      `${numberText(((cost.postgresCpuSeconds ?? 0) * 1_000) / all.length)} ms of PostgreSQL, p95 ${numberText(percentile(all, 95))} ms`,
  );
  const reference = `bare ${numberText(median(raw))}/s`;
  return [
    {
      bar: 'authentication B1',
      what: 'sign-ins, of the bare hash rate',
      unit: '%',
      atLeast: 70,
      value: 100 * medianRatio(logins, raw),
      reference,
    },
    {
      bar: 'authentication B1',
      what: 'sign-ins per core',
      unit: '/s',
      atLeast: 40,
      value: median(logins) / cores,
      reference,
    },
  ];
}

async function warmUp(drive: (seconds: number) => Promise<LoadResult>): Promise<void> {
  for (let signIns = 0; signIns < WARM_UP_SIGN_INS; ) {
    const result = await drive(WARM_UP_SECONDS);
    const { length } = latenciesOf(result);
    if (length === 0) throw new Error(`nobody signs in: ${statusesOf(result)}`);
    signIns += length;
  }
}

await runBar({ rounds: 6, seconds: 5 }, measure);
