// Measures the logger's B2, B3, B4 and B7: events one by one and reads of the cache, beside requests that store nothing.
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { type Drive, type DriveResult, drive } from '../wrk.ts';

const CONNECTIONS = 64;
const BARE_INSERTS = 400;
const ENTRIES = 200;
const MESSAGE = 'The order was paid and the parcel is on its way to the customer.';
const EVENT = {
  level: 'INFO',
  eventName: 'bench.paid',
  message: MESSAGE,
  service: 'bench',
  attributeMap: { order: { no: 7 } },
};
/** The same session check and as many bytes of body, answered from memory. */
const NO_OP = { keyList: [`bench.${'x'.repeat(40)}`, `bench.${'y'.repeat(40)}`, `bench.${'z'.repeat(40)}`] };

const bareInsert = sql(
  'bench_bare_event',
  'INSERT INTO bench_event (id, at, message) VALUES (gen_random_uuid(), now(), $1)',
);

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const { database } = deployment;
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    await call(origin, '/cache', { token: admin, body: { key: `bench.key${entry}`, value: entry % 2 === 0 } });
  }
  await database.withConnection((connection) =>
    connection.script('CREATE TABLE bench_event (id uuid PRIMARY KEY, at timestamptz NOT NULL, message text NOT NULL)'),
  );
  const header = `Authorization: Bearer ${admin}`;
  const post = (path: string, body: object): Drive => ({
    origin,
    script: 'post',
    args: [path, JSON.stringify(body), header],
  });
  const drives = {
    none: post('/cache/value/list', NO_OP),
    sync: post('/event/sync', EVENT),
    queued: post('/event/async', EVENT),
    value: { origin, script: 'get', args: ['/cache/value/by-key/bench.key7:INFO', header] } as Drive,
    session: { origin, script: 'get', args: ['/session', header] } as Drive,
  };
  const driven = async (which: keyof typeof drives, connections: number, length = seconds): Promise<DriveResult> => {
    const result = await drive(drives[which], { connections, seconds: length }, teardown);
    if (result.failed + result.socketErrors > 0)
      throw new Error(`${which}: ${result.failed} failed ${result.firstFailure}`);
    return result;
  };
  const rates: Record<keyof typeof drives, number[]> = { none: [], sync: [], queued: [], value: [], session: [] };
  const [p99s, singles, inserts]: [number[], number[], number[]] = [[], [], []];
  const names = Object.keys(drives) as (keyof typeof drives)[];
  for (const which of names) await driven(which, CONNECTIONS, 2);
  for (let round = 1; round <= rounds; round += 1) {
    for (const which of names) {
      const { completed, seconds: took, p99Ms } = await driven(which, CONNECTIONS);
      rates[which].push(completed / took);
      if (which === 'sync') p99s.push(p99Ms);
    }
    const times: number[] = [];
    for (let count = 0; count < BARE_INSERTS; count += 1) {
      const began = performance.now();
      await database.execute(bareInsert, [MESSAGE]);
      times.push(performance.now() - began);
    }
    inserts.push(median(times));
    singles.push((await driven('sync', 1, 2)).p50Ms);
    print(`round ${round}: ${names.map((which) => `${which} ${numberText(rates[which].at(-1) ?? 0)}/s`).join(', ')}`);
  }
  const of = (which: keyof typeof drives, reference: keyof typeof drives) => ({
    value: 100 * medianRatio(rates[which], rates[reference]),
    unit: '%',
    reference: `${numberText(median(rates[which]))}/s of ${numberText(median(rates[reference]))}/s`,
  });
  return [
    {
      bar: 'logger B2',
      what: `synchronous events through ${CONNECTIONS} connections, of requests that store nothing`,
      atLeast: 50,
      ...of('sync', 'none'),
    },
    { bar: 'logger B2', what: 'their p99', value: median(p99s), unit: 'ms', atMost: 30 },
    {
      bar: 'logger B3',
      what: 'one connection: p50, of a bare insert and its commit',
      value: medianRatio(singles, inserts),
      unit: 'times',
      atMost: 2,
      reference: `${numberText(median(singles))} ms of ${numberText(median(inserts))} ms`,
    },
    {
      bar: 'logger B4',
      what: 'asynchronous events, of requests that store nothing',
      atLeast: 75,
      ...of('queued', 'none'),
    },
    { bar: 'logger B7', what: 'reads of a key, of GET /session', atLeast: 60, ...of('value', 'session') },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
