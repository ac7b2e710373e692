// Measures session B4: how long a second process takes a session that the first one has closed, while both are under load.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, rateOf, runAtRate } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { createWatcher } from '../bars/revocation.ts';
import { percentile } from '../bars/statistics.ts';

/** Both processes together serve twice this. */
const REQUESTS_PER_SECOND = 1_000;
const LOAD_CONNECTIONS = 16;
const LOAD_SESSIONS = 200;
const CLOSES_PER_ROUND = 170;

const get = (origin: string, token: string): string =>
  rawRequest(origin, { method: 'GET', path: '/session', headers: { authorization: `Bearer ${token}` } });

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const first = await deployment.startProcess();
  const second = await deployment.startProcess();
  const closes = CLOSES_PER_ROUND * rounds;
  await saveUsers(deployment.database, LOAD_SESSIONS + closes);
  const tokens = await openSessions(deployment.database, LOAD_SESSIONS + closes);
  const used = tokens.slice(closes);
  const closing = await openConnection(first.origin);
  const watcher = await createWatcher(second.origin);

  const load = (origin: string) => {
    const requests = used.map((token) => get(origin, token));
    let sent = 0;
    const next = (): string => requests[sent++ % requests.length]!;
    return runAtRate({ origin, connections: LOAD_CONNECTIONS, seconds, perSecond: REQUESTS_PER_SECOND, next });
  };
  const close = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const request = rawRequest(first.origin, { method: 'GET', path: '/close-all/user', headers });
    return watcher.time({
      request: get(second.origin, token),
      shows: ({ status }) => status === 401,
      apply: async () => {
        const { status, body } = await closing.send(request);
        if (status !== 200) throw new Error(`a close was answered ${status}: ${body}`);
      },
    });
  };
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const loads = Promise.all([load(first.origin), load(second.origin)]);
    const roundTimes: number[] = [];
    const endMs = performance.now() + seconds * 1_000;
    for (const token of tokens.slice((round - 1) * CLOSES_PER_ROUND, round * CLOSES_PER_ROUND)) {
      if (performance.now() > endMs) break;
      roundTimes.push(await close(token));
    }
    const served = await loads;
    times.push(...roundTimes);
    print(
      `round ${round}: ${roundTimes.length} closes, p50 ${numberText(percentile(roundTimes, 50))} ms, p99 ${numberText(percentile(roundTimes, 99))} ms; ` +
        served
          .map((one) => `${numberText(rateOf(one))}/s p99 ${numberText(percentile(latenciesOf(one), 99))} ms`)
          .join(', '),
    );
  }
  closing.close();
  watcher.close();
  const what = `${times.length} closes seen by a second process`;
  return [
    { bar: 'session B4', what: `${what}, p99`, value: percentile(times, 99), unit: 'ms', atMost: 250 },
    { bar: 'session B4', what: `${what}, p50`, value: percentile(times, 50), unit: 'ms', atMost: 20 },
  ];
}

await runBar({ rounds: 6, seconds: 8 }, measure);
