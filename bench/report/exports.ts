// Measures what reports take of a server that runs as an operator starts it: files, second formats, memory, requests beside them, cancels.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BarRun, type Figure, numberText } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import type { Deployment } from '../bars/keelson.ts';
import { latenciesOf, runAtRate } from '../bars/load.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';

/** The server works off as many runs of a person at a time, and makes as many files. */
const EXPORTS = 2;
const GETS_PER_SECOND = 50;
const CONNECTIONS = 4;
const SAMPLE_MS = 20;
const KIBIBYTES_OF_MEBIBYTE = 1_024;

export interface ReportProcess {
  readonly origin: string;
  readonly token: string;
  /** Says how late the event loop was. */
  readonly probe: string;
  readonly pid: number;
}

/** Is what is exported, and how the same rows are read without a report. */
export interface Exported {
  /** Says what the rows are: `an adapter`. */
  readonly of: string;
  readonly rows: number;
  readonly report: string;
  /** Is connected to the database that has the rows. */
  readonly client: pg.Client;
  /** Reads the same rows. */
  readonly statement: string;
  readonly scratchDirectory: string;
}

export async function startReportProcess(deployment: Deployment): Promise<ReportProcess> {
  const probePort = await findFreePort();
  const { origin, pid } = await deployment.startProcess({
    probe: new URL('../bars/event-loop-probe.ts', import.meta.url),
    env: { BENCH_PROBE_PORT: String(probePort) },
  });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  return { origin, token, probe: `http://127.0.0.1:${probePort}/`, pid };
}

let made = 0;

/** Saves a published report; answers its identifier. */
export async function saveReport({ origin, token }: ReportProcess, source: object): Promise<string> {
  made += 1;
  const body = { code: `bench-${made}`, name: 'Rows', status: 'PUBLISHED', ...source };
  return (await call<{ readonly uuid: string }>(origin, '/executable-reports', { token, body })).uuid;
}

interface Execution {
  readonly uuid: string;
  readonly status: string;
  readonly rowCount: number | null;
  readonly exportList: readonly { readonly outputFormat: string; readonly status: string }[];
}

const secondsSince = (began: number): number => (performance.now() - began) / 1_000;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));

const get = <T>({ origin, token }: ReportProcess, path: string): Promise<T> =>
  call<T>(origin, path, { method: 'GET', token });

const execute = ({ origin, token }: ReportProcess, uuid: string, outputFormat: string): Promise<Execution> =>
  call<Execution>(origin, `/executable-reports/execute/by-uuid/${uuid}`, { token, body: { outputFormat } });

/** Ends with the last byte of the finished file. */
async function exportRows(server: ReportProcess, { report, rows }: Exported, format: string): Promise<string> {
  const { uuid } = await execute(server, report, format);
  for (;;) {
    const { status, rowCount } = await get<Execution>(
      server,
      `/report-executions/status/by-uuid/${uuid}?wait-millis=25000`,
    );
    if (status === 'SUCCEEDED' && rowCount === rows) return uuid;
    if (!['QUEUED', 'RUNNING', 'RENDERING'].includes(status)) throw new Error(`the run is ${status}, ${rowCount} rows`);
  }
}

async function exportAgain(server: ReportProcess, run: string, outputFormat: string): Promise<void> {
  const { origin, token } = server;
  await call(origin, `/report-executions/export/by-uuid/${run}`, { token, body: { outputFormat } });
  for (;;) {
    const { exportList } = await get<Execution>(server, `/report-executions/by-uuid/${run}`);
    if (exportList.some((one) => one.outputFormat === outputFormat && one.status === 'SUCCEEDED')) return;
    await soon();
  }
}

const remove = ({ origin, token }: ReportProcess, run: string): Promise<unknown> =>
  call(origin, `/report-executions/${run}`, { method: 'DELETE', token });

async function timed<T>(work: () => Promise<T>): Promise<readonly [seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [secondsSince(began), result];
}

/** The bytes of COPY go into a file as the socket brings them. */
async function copyToFile({ client, statement, scratchDirectory }: Exported): Promise<void> {
  const file = await open(join(scratchDirectory, 'copy.csv'), 'w');
  await pipeline(client.query(copyTo(`COPY (${statement}) TO STDOUT (FORMAT csv)`)), file.createWriteStream());
}

function rssMib(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / KIBIBYTES_OF_MEBIBYTE;
}

/** Answers by how much the server grew above what it had before, at most. */
async function grownDuring({ pid }: ReportProcess, work: () => Promise<unknown>): Promise<number> {
  const before = rssMib(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, rssMib(pid));
  }, SAMPLE_MS);
  await work();
  clearInterval(timer);
  return most - before;
}

/** Says what B1 asks of these rows, and how queries of their source are counted. */
export interface ExportBar {
  readonly atLeastOfCopy: number;
  /** Answers how often the rows have been asked for so far. */
  readonly countQueries: () => Promise<number>;
}

/** B1, B4 and B6: a file of the rows, the growth of the server meanwhile, and a second format of the same rows. */
export async function measureExports(
  { rounds, print }: BarRun,
  server: ReportProcess,
  exported: Exported,
  { atLeastOfCopy, countQueries }: ExportBar,
): Promise<readonly Figure[]> {
  const { of, rows } = exported;
  const [copies, csv, fresh, again, grown]: number[][] = [[], [], [], [], []];
  let queries = 0;
  // Threads and plans are made by a first run.
  await remove(server, await exportRows(server, exported, 'CSV'));
  for (let round = 1; round <= rounds; round += 1) {
    copies!.push((await timed(() => copyToFile(exported)))[0]);
    let first: readonly [number, string] = [0, ''];
    grown!.push(
      await grownDuring(server, async () => {
        first = await timed(() => exportRows(server, exported, 'CSV'));
      }),
    );
    csv!.push(first[0]);
    const before = await countQueries();
    again!.push((await timed(() => exportAgain(server, first[1], 'JSON')))[0]);
    queries += (await countQueries()) - before;
    const [seconds, run] = await timed(() => exportRows(server, exported, 'JSON'));
    fresh!.push(seconds);
    for (const over of [first[1], run]) await remove(server, over);
    print(
      `round ${round}: ${[copies, csv, fresh, again].map((all) => all!.at(-1)!.toFixed(2)).join(', ')} s, ${grown!.at(-1)!.toFixed(0)} MiB`,
    );
  }
  const copy = `COPY ${numberText(median(copies!))} s, an export ${numberText(median(csv!))} s`;
  return [
    {
      bar: 'report B1',
      what: `CSV of ${of} against COPY, from execute to the file`,
      value: 100 * medianRatio(copies!, csv!),
      unit: '%',
      atLeast: atLeastOfCopy,
      reference: copy,
    },
    {
      bar: 'report B4',
      what: `growth of the server while ${rows} rows of ${of} become CSV`,
      value: median(grown!),
      unit: 'MiB',
      atMost: 143,
    },
    {
      bar: 'report B6',
      what: `JSON from the rows of a run of ${of} against a fresh run`,
      value: 100 * medianRatio(again!, fresh!),
      unit: '%',
      atMost: 70,
      reference: `a fresh run ${numberText(median(fresh!))} s`,
    },
    {
      bar: 'report B6',
      what: `queries of ${of} for a second format`,
      value: queries,
      unit: 'statements',
      atMost: 0,
    },
  ];
}

/** Are the reports that take long, and what shows that the query of one has its backend no more. */
export interface LongReports {
  readonly of: string;
  /** Has many rows, of which the first ones are shown. */
  readonly long: string;
  /** Is cancelled. */
  readonly endless: string;
  readonly isGone: () => Promise<boolean>;
}

/** B7: the first rows of a long query, and the end of one that is cancelled. */
export async function measureWaits(
  { rounds }: BarRun,
  server: ReportProcess,
  { of, long, endless, isGone }: LongReports,
): Promise<readonly Figure[]> {
  const { origin, token } = server;
  const [previews, cancels]: number[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const preview = { token, body: { uuid: long, rowLimit: 100 } };
    previews!.push((await timed(() => call(origin, '/executable-reports/preview', preview)))[0]);
    const { uuid } = await execute(server, endless, 'CSV');
    while (await isGone()) {
      const { status } = await get<Execution>(server, `/report-executions/by-uuid/${uuid}`);
      if (status !== 'QUEUED' && status !== 'RUNNING') throw new Error(`the run that is to be cancelled is ${status}`);
    }
    const [seconds] = await timed(async () => {
      await call(origin, `/report-executions/cancel/by-uuid/${uuid}`, { token });
      while (!(await isGone())) await soon();
    });
    cancels!.push(seconds);
  }
  return [
    {
      bar: 'report B7',
      what: `first 100 rows of a long query of ${of}`,
      value: median(previews!),
      unit: 's',
      atMost: 1,
    },
    {
      bar: 'report B7',
      what: `cancel until the backend of ${of} is gone`,
      value: median(cancels!),
      unit: 's',
      atMost: 2,
    },
  ];
}

/** Answers p95 of a cheap request while the load goes on, and how late the event loop of the server was then. */
async function askUnder(
  { origin, token, probe }: ReportProcess,
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
export async function measureBeside(
  { rounds, seconds, print }: BarRun,
  server: ReportProcess,
  exported: Exported,
): Promise<readonly Figure[]> {
  const exporting = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) await remove(server, await exportRows(server, exported, 'CSV'));
  };
  const exports = (isOver: () => boolean) => Promise.all(Array.from({ length: EXPORTS }, () => exporting(isOver)));
  const busy = async (isOver: () => boolean): Promise<void> => {
    const threads = Array.from({ length: EXPORTS }, () => new Worker('for (;;);', { eval: true }));
    while (!isOver()) await copyToFile(exported);
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
  const [beside, reference, late]: number[][] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const { p95, p99Ms } = await askUnder(server, seconds, exports);
    beside!.push(p95);
    late!.push(p99Ms);
    reference!.push((await askUnder(server, seconds, busy)).p95);
    print(
      `round ${round}: p95 ${numberText(p95)} ms, beside busy threads ${numberText(reference!.at(-1)!)} ms, late ${numberText(p99Ms)} ms`,
    );
  }
  const others = `p95 beside busy threads and COPY ${numberText(median(reference!))} ms, beside exports ${numberText(median(beside!))} ms`;
  return [
    {
      bar: 'report B5',
      what: `p95 of a cheap GET while two exports of ${exported.of} run`,
      value: medianRatio(beside!, reference!),
      unit: 'x',
      atMost: 1.5,
      reference: others,
    },
    { bar: 'report B5', what: 'event loop delay meanwhile, p99', value: median(late!), unit: 'ms', atMost: 50 },
  ];
}
