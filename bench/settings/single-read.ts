// Measures system setting B2: one BOOLEAN read over HTTP with a session's token, beside a bare route in the same process.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { compareRates, startBareServer } from '../bars/bare-route.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { median } from '../bars/statistics.ts';
import { type Drive, drive } from '../wrk.ts';

const CODE = 'bench.on';
const PATH = `/settings/boolean-setting/by-code/${CODE}`;
/** The first is a connection's mean pause between an answer and its next request, the second about what an answer takes. */
const PAUSE_MS = 10;
const LATENCY_MS = 1;

interface Pace {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const textOf = (paces: readonly Pace[]): string =>
  `${numberText(median(paces.map(({ p99Ms }) => p99Ms)))} ms at ${numberText(median(paces.map(({ perSecond }) => perSecond)))}/s`;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { seconds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { keelson, bareOrigin } = await startBareServer(deployment);
  const { origin } = keelson;
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  await call(origin, '/settings', {
    token: admin,
    body: { code: CODE, name: CODE, type: 'BOOLEAN', defaultValue: false },
  });
  await call(origin, '/settings/value', {
    method: 'PUT',
    token: admin,
    body: { code: CODE, scope: 'GLOBAL', value: true },
  });
  await saveUsers(deployment.database, 1);
  const [token = ''] = await openSessions(deployment.database, 1);
  if (!(await call<boolean>(origin, PATH, { method: 'GET', token }))) throw new Error('the setting is not on');

  const header = `Authorization: Bearer ${token}`;
  const { own, bare, share } = await compareRates(run, {
    own: { origin, script: 'get', args: [PATH, header] },
    bare: { origin: bareOrigin, script: 'get', args: ['/bare'] },
  });
  const connections = Math.ceil(((own / 2) * (PAUSE_MS + LATENCY_MS)) / 1_000);
  const pace = async (driven: Drive): Promise<Pace> => {
    const result = await drive(driven, { connections, seconds }, teardown);
    if (result.failed + result.socketErrors > 0) throw new Error(`${result.failed} failed ${result.firstFailure}`);
    return { perSecond: result.completed / result.seconds, p99Ms: result.p99Ms };
  };
  const [paces, barePaces]: [Pace[], Pace[]] = [[], []];
  for (let round = 1; round <= run.rounds; round += 1) {
    barePaces.push(await pace({ origin: bareOrigin, script: 'get-paced', args: [String(PAUSE_MS), '/bare'] }));
    paces.push(await pace({ origin, script: 'get-paced', args: [String(PAUSE_MS), PATH, header] }));
    print(`round ${round}: ${textOf(paces.slice(-1))}, bare ${textOf(barePaces.slice(-1))}`);
  }
  const reference = `${numberText(own)}/s, bare ${numberText(bare)}/s`;
  const p99 = median(paces.map(({ p99Ms }) => p99Ms));
  return [
    { bar: 'setting B2', what: 'reads, of the bare route', value: share, unit: '%', atLeast: 60, reference },
    {
      bar: 'setting B2',
      what: 'p99 at half the rate',
      value: p99,
      unit: 'ms',
      atMost: 10,
      reference: `${textOf(paces)}, bare ${textOf(barePaces)}`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
