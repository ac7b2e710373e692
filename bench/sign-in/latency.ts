// Measures authentication B2: how long sign-ins take at 60 % of what is possible, and who waits while everything signs in.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, rateOf, runAtRate, runClosed, statusesOf } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, percentile } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';
import { createSignIns } from './sign-in-requests.ts';

const USERS = 1_000;
const CONNECTIONS = 24;
const SHARE = 0.6;
const WARM_UP_SECONDS = 3;
/** The session is asked for at this rate beside the sign-ins. */
const SESSION_REQUESTS_PER_SECOND = 100;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = `http://127.0.0.1:${probePort}/`;
  const { origin } = await deployment.startProcess({
    probe: new URL('../bars/event-loop-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort) },
  });
  await saveUsers(deployment.database, USERS);
  const [token = ''] = await openSessions(deployment.database, 1);
  const next = createSignIns(origin, { users: USERS, password: deployment.adminPassword, ownAddresses: false });
  const saturate = (length: number) => runClosed({ origin, connections: CONNECTIONS, seconds: length, next });
  const headers = { authorization: `Bearer ${token}` };
  const session = rawRequest(origin, { method: 'GET', path: '/session', headers });
  const askSession = (length: number) =>
    runAtRate({ origin, connections: 2, seconds: length, perSecond: SESSION_REQUESTS_PER_SECOND, next: () => session });

  await saturate(WARM_UP_SECONDS);
  const [signIns, sessions, lags, rates]: number[][] = [[], [], [], []];
  for (let round = 1; round <= rounds; round++) {
    await fetch(probe, { method: 'DELETE' });
    const [full, beside] = await Promise.all([saturate(seconds), askSession(seconds)]);
    const { p99Ms } = (await (await fetch(probe)).json()) as { readonly p99Ms: number };
    const perSecond = SHARE * rateOf(full);
    const part = await runAtRate({ origin, connections: CONNECTIONS, seconds, perSecond, next });
    rates!.push(perSecond);
    signIns!.push(percentile(latenciesOf(part), 95));
    sessions!.push(percentile(latenciesOf(beside), 99));
    lags!.push(p99Ms);
    print(
      `round ${round}: full ${numberText(rateOf(full))}/s (${statusesOf(full)}), lag p99 ${numberText(p99Ms)} ms, session p99 ` +
        `${numberText(sessions!.at(-1)!)} ms; at ${numberText(perSecond)}/s sign-in p95 ${numberText(signIns!.at(-1)!)} ms`,
    );
  }
  const bar = 'authentication B2';
  const reference = `at ${numberText(median(rates!))}/s`;
  return [
    { bar, what: 'sign-in p95 at 60 %', value: median(signIns!), unit: 'ms', atMost: 250, reference },
    { bar, what: 'event loop lag p99, saturated', value: median(lags!), unit: 'ms', atMost: 20 },
    { bar, what: 'GET /session p99, saturated', value: median(sessions!), unit: 'ms', atMost: 50 },
  ];
}

await runBar({ rounds: 6, seconds: 5 }, measure);
