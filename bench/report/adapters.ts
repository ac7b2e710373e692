// Bars B1 and B4 to B7 of reports over an adapter, from the request to the finished file of a server that runs as an operator starts it.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { latenciesOf, runAtRate } from '../bars/load.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { readStatements, statementsBetween } from '../bars/statement-calls.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';
import { columnNames, createSource } from './report-rows.ts';

const ROWS = 1_000_000;
const SOURCE = 'bench_orders';
const STATEMENT = `SELECT ${columnNames} FROM ${SOURCE}`;
/** Its first rows come at once, and its last ones in a week. */
const LONG = `SELECT o.c1, o.c2, p.c1 AS other FROM ${SOURCE} AS o CROSS JOIN ${SOURCE} AS p`;
const ENDLESS = `SELECT sum(o.c4 + n) AS s FROM ${SOURCE} AS o CROSS JOIN generate_series(1, 1000000) AS n`;
/** The server works off as many runs of a person at a time, and makes as many files. */
const EXPORTS = 2;
const GETS_PER_SECOND = 50;
const CONNECTIONS = 4;
const SAMPLE_MS = 20;
const KIBIBYTES_OF_MEBIBYTE = 1_024;
const APPLICATION = 'keelson-report';

interface Bench {
  readonly origin: string;
  readonly token: string;
  readonly probe: string;
  readonly pid: number;
  /** Is the database that the adapter leads to. */
  readonly foreign: pg.Client;
  readonly scratchDirectory: string;
  /** Saves a report over it; answers its identifier. */
  readonly report: (statement: string) => Promise<string>;
}

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));

async function openBench(run: BarRun): Promise<Bench> {
  const { postgres, teardown, scratchDirectory } = run;
  const deployment = await createDeployment(postgres, run);
  const source = await postgres.createSubjectDatabase('report_source');
  const foreign = new pg.Client(source.url);
  await foreign.connect();
  teardown.add(() => foreign.end());
  await foreign.query(createSource(SOURCE, ROWS));
  await foreign.query(`VACUUM ANALYZE ${SOURCE}`);
  const probePort = await findFreePort();
  const { origin, pid } = await deployment.startProcess({
    probe: new URL('../bars/event-loop-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort) },
  });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const url = `${source.jdbcUrl.replace('jdbc:', '')}?sslmode=disable`;
  const login = { username: source.user, secret: source.password };
  const adapter = { code: 'source', name: 'Source', url, ...login, allowedHostList: ['127.0.0.1'] };
  await call(origin, '/report-data-adapters', { token, body: adapter });
  let made = 0;
  const report = async (statement: string): Promise<string> => {
    made += 1;
    const body = {
      code: `bench-${made}`,
      name: 'Orders',
      status: 'PUBLISHED',
      reportDataSourceType: 'SQL',
      dataAdapterCode: adapter.code,
      query: { statement },
      rowLimit: ROWS,
    };
    return (await call<{ readonly uuid: string }>(origin, '/executable-reports', { token, body })).uuid;
  };
  return { origin, token, probe: `http://127.0.0.1:${probePort}/`, pid, foreign, scratchDirectory, report };
}

interface Execution {
  readonly uuid: string;
  readonly status: string;
  readonly rowCount: number | null;
  readonly exportList: readonly { readonly outputFormat: string; readonly status: string }[];
}

const get = <T>({ origin, token }: Bench, path: string): Promise<T> => call<T>(origin, path, { method: 'GET', token });

const execute = ({ origin, token }: Bench, uuid: string, outputFormat: string): Promise<Execution> =>
  call<Execution>(origin, `/executable-reports/execute/by-uuid/${uuid}`, { token, body: { outputFormat } });

/** Ends with the last byte of the finished file. */
async function exportRows(bench: Bench, report: string, format: string): Promise<string> {
  const { uuid } = await execute(bench, report, format);
  for (;;) {
    const { status, rowCount } = await get<Execution>(
      bench,
      `/report-executions/status/by-uuid/${uuid}?wait-millis=25000`,
    );
    if (status === 'SUCCEEDED' && rowCount === ROWS) return uuid;
    if (!['QUEUED', 'RUNNING', 'RENDERING'].includes(status)) throw new Error(`the run is ${status}, ${rowCount} rows`);
  }
}

async function exportAgain(bench: Bench, run: string, outputFormat: string): Promise<void> {
  const { origin, token } = bench;
  await call(origin, `/report-executions/export/by-uuid/${run}`, { token, body: { outputFormat } });
  for (;;) {
    const { exportList } = await get<Execution>(bench, `/report-executions/by-uuid/${run}`);
    if (exportList.some((one) => one.outputFormat === outputFormat && one.status === 'SUCCEEDED')) return;
    await soon();
  }
}

const remove = ({ origin, token }: Bench, run: string): Promise<unknown> =>
  call(origin, `/report-executions/${run}`, { method: 'DELETE', token });

async function timed<T>(work: () => Promise<T>): Promise<readonly [seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [secondsSince(began), result];
}

/** The bytes of COPY go into a file as the socket brings them. */
async function copyToFile({ foreign, scratchDirectory }: Bench): Promise<void> {
  const file = await open(join(scratchDirectory, 'copy.csv'), 'w');
  await pipeline(foreign.query(copyTo(`COPY (${STATEMENT}) TO STDOUT (FORMAT csv)`)), file.createWriteStream());
}

function rssMib(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / KIBIBYTES_OF_MEBIBYTE;
}

/** Answers by how much the server grew above what it had before, at most. */
async function grownDuring({ pid }: Bench, work: () => Promise<unknown>): Promise<number> {
  const before = rssMib(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, rssMib(pid));
  }, SAMPLE_MS);
  await work();
  clearInterval(timer);
  return most - before;
}

/** B1, B4 and B6: a file of an adapter's rows, the growth of the server meanwhile, and a second format of the same rows. */
async function measureExports({ postgres, rounds, tell }: BarRun, bench: Bench): Promise<readonly Figure[]> {
  const report = await bench.report(STATEMENT);
  const { rows } = await bench.foreign.query<{ name: string }>('SELECT current_database() AS name');
  const sourceName = rows[0]!.name;
  const [copies, csv, fresh, again, grown]: number[][] = [[], [], [], [], []];
  let queries = 0;
  // Threads and plans are made by a first run.
  await remove(bench, await exportRows(bench, report, 'CSV'));
  for (let round = 1; round <= rounds; round += 1) {
    copies!.push((await timed(() => copyToFile(bench)))[0]);
    let first: readonly [number, string] = [0, ''];
    grown!.push(
      await grownDuring(bench, async () => {
        first = await timed(() => exportRows(bench, report, 'CSV'));
      }),
    );
    csv!.push(first[0]);
    const before = await readStatements(postgres, sourceName);
    again!.push((await timed(() => exportAgain(bench, first[1], 'JSON')))[0]);
    queries += statementsBetween(before, await readStatements(postgres, sourceName)).length;
    const [seconds, run] = await timed(() => exportRows(bench, report, 'JSON'));
    fresh!.push(seconds);
    for (const over of [first[1], run]) await remove(bench, over);
    tell(
      `round ${round}: ${[copies, csv, fresh, again].map((all) => all!.at(-1)!.toFixed(2)).join(', ')} s, ${grown!.at(-1)!.toFixed(0)} MiB`,
    );
  }
  const copy = `COPY ${numberText(median(copies!))} s, an export ${numberText(median(csv!))} s`;
  return [
    {
      bar: 'report B1',
      what: 'CSV of an adapter against COPY, from execute to the file',
      value: 100 * medianRatio(copies!, csv!),
      unit: '%',
      atLeast: 35,
      reference: copy,
    },
    {
      bar: 'report B4',
      what: `growth of the server while ${ROWS} rows of an adapter become CSV`,
      value: median(grown!),
      unit: 'MiB',
      atMost: 143,
    },
    {
      bar: 'report B6',
      what: 'JSON from the rows of a run against a fresh run',
      value: 100 * medianRatio(again!, fresh!),
      unit: '%',
      atMost: 70,
      reference: `a fresh run ${numberText(median(fresh!))} s`,
    },
    {
      bar: 'report B6',
      what: 'statements in the source for a second format',
      value: queries,
      unit: 'statements',
      atMost: 0,
    },
  ];
}

/** B7: the first rows of a long query, and the end of one that is cancelled. */
async function measureWaits({ rounds }: BarRun, bench: Bench): Promise<readonly Figure[]> {
  const { origin, token, foreign } = bench;
  const [long, endless] = [await bench.report(LONG), await bench.report(ENDLESS)];
  const isGone = async (): Promise<boolean> =>
    (await foreign.query(`SELECT FROM pg_stat_activity WHERE application_name = '${APPLICATION}'`)).rows.length === 0;
  const [previews, cancels]: number[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const preview = { token, body: { uuid: long, rowLimit: 100 } };
    previews!.push((await timed(() => call(origin, '/executable-reports/preview', preview)))[0]);
    const { uuid } = await execute(bench, endless, 'CSV');
    while ((await get<Execution>(bench, `/report-executions/by-uuid/${uuid}`)).status !== 'RUNNING' || (await isGone()))
      await soon();
    const [seconds] = await timed(async () => {
      await call(origin, `/report-executions/cancel/by-uuid/${uuid}`, { token });
      while (!(await isGone())) await soon();
    });
    cancels!.push(seconds);
  }
  return [
    { bar: 'report B7', what: 'first 100 rows of a long query', value: median(previews!), unit: 's', atMost: 1 },
    {
      bar: 'report B7',
      what: 'cancel until the backend of the adapter is gone',
      value: median(cancels!),
      unit: 's',
      atMost: 2,
    },
  ];
}

/** Answers p95 of a cheap request while the load goes on, and how late the event loop of the server was then. */
async function askUnder(
  { origin, token, probe }: Bench,
  seconds: number,
  load: (isOver: () => boolean) => Promise<unknown>,
) {
  let over = false;
  const loading = load(() => over);
  await fetch(probe, { method: 'DELETE' });
  const request = rawRequest(origin, {
    method: 'GET',
    path: '/session/expiry',
    headers: { authorization: `Bearer ${token}` },
  });
  const options = { origin, connections: CONNECTIONS, seconds, perSecond: GETS_PER_SECOND, next: () => request };
  const p95 = percentile(latenciesOf(await runAtRate(options)), 95);
  const { p99Ms } = (await (await fetch(probe)).json()) as { readonly p99Ms: number };
  over = true;
  await loading;
  return { p95, p99Ms };
}

/** B5: cheap requests while two files are made, and while as many empty busy threads and a COPY load the machine. */
async function measureBeside({ rounds, seconds, tell }: BarRun, bench: Bench): Promise<readonly Figure[]> {
  const report = await bench.report(STATEMENT);
  const exporting = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) await remove(bench, await exportRows(bench, report, 'CSV'));
  };
  const exports = (isOver: () => boolean) => Promise.all(Array.from({ length: EXPORTS }, () => exporting(isOver)));
  const busy = async (isOver: () => boolean): Promise<void> => {
    const threads = Array.from({ length: EXPORTS }, () => new Worker('for (;;);', { eval: true }));
    while (!isOver()) await copyToFile(bench);
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
  const [beside, reference, late]: number[][] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const { p95, p99Ms } = await askUnder(bench, seconds, exports);
    beside!.push(p95);
    late!.push(p99Ms);
    reference!.push((await askUnder(bench, seconds, busy)).p95);
    tell(
      `round ${round}: p95 ${numberText(p95)} ms, beside busy threads ${numberText(reference!.at(-1)!)} ms, late ${numberText(p99Ms)} ms`,
    );
  }
  const others = `p95 beside busy threads and COPY ${numberText(median(reference!))} ms, beside exports ${numberText(median(beside!))} ms`;
  return [
    {
      bar: 'report B5',
      what: 'p95 of a cheap GET while two exports of an adapter run',
      value: medianRatio(beside!, reference!),
      unit: 'x',
      atMost: 1.5,
      reference: others,
    },
    { bar: 'report B5', what: 'event loop delay meanwhile, p99', value: median(late!), unit: 'ms', atMost: 50 },
  ];
}

await runBar({ rounds: 5, seconds: 10 }, async (run) => {
  const bench = await openBench(run);
  return [
    ...(await measureExports(run, bench)),
    ...(await measureWaits(run, bench)),
    ...(await measureBeside(run, bench)),
  ];
});
