// Measures session 28: what valid users feel of 1,000 unknown tokens a second from one address.
import { randomBytes } from 'node:crypto';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, rateOf, runAtRate, statusesOf } from '../bars/load.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { medianRatio, percentile } from '../bars/statistics.ts';

const SESSIONS = 200;
const VALID_PER_SECOND = 500;
const UNKNOWN_PER_SECOND = 1_000;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;
const TOKEN_BYTES = 32;
const ATTACKER = '198.51.100.66';

const get = (origin: string, headers: Record<string, string>): string =>
  rawRequest(origin, { method: 'GET', path: '/session', headers });

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  await saveUsers(deployment.database, SESSIONS);
  const tokens = await openSessions(deployment.database, SESSIONS);
  const requests = tokens.map((token) => get(origin, { authorization: `Bearer ${token}` }));
  let sent = 0;
  const valid = (length: number) =>
    runAtRate({
      origin,
      connections: CONNECTIONS,
      seconds: length,
      perSecond: VALID_PER_SECOND,
      next: () => requests[sent++ % requests.length]!,
    });
  const unknown = () =>
    runAtRate({
      origin,
      connections: CONNECTIONS,
      seconds,
      perSecond: UNKNOWN_PER_SECOND,
      next() {
        const token = `svc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
        return get(origin, { authorization: `Bearer ${token}`, 'x-forwarded-for': ATTACKER });
      },
    });
  await valid(WARM_UP_SECONDS);
  const [alone, beside, limited]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round++) {
    const quiet = await valid(seconds);
    const [served, refused] = await Promise.all([valid(seconds), unknown()]);
    alone.push(percentile(latenciesOf(quiet), 99));
    beside.push(percentile(latenciesOf(served), 99));
    limited.push(rateOf(refused, 429) / UNKNOWN_PER_SECOND);
    print(
      `round ${round}: p99 ${numberText(alone.at(-1)!)} ms alone, ${numberText(beside.at(-1)!)} ms beside (${statusesOf(refused)})`,
    );
  }
  const what = `${UNKNOWN_PER_SECOND} unknown tokens/s from one address`;
  const reference = `${numberText(percentile(alone, 50))} ms alone, ${numberText(percentile(beside, 50))} ms beside`;
  return [
    {
      bar: 'session 28',
      what: `${what}: p99 of valid users`,
      value: medianRatio(beside, alone),
      unit: 'times that without',
      atMost: 2,
      reference,
    },
    {
      bar: 'session 28',
      what: `${what}: share limited`,
      value: percentile(limited, 50),
      unit: 'of them',
      atLeast: 0.9,
    },
  ];
}

await runBar({ rounds: 6, seconds: 5 }, measure);
