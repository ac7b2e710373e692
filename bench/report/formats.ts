// Bars B1 to B4 of reports: how fast a million rows become a file of each format beside COPY and other writers, and in how much memory.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createDatabase } from '../../apps/server/src/kernel/database/database.ts';
import { migrate } from '../../apps/server/src/kernel/schema/migrate.ts';
import type { RenderRequest } from '../../apps/server/src/modules/report/render/feature.ts';
import { type BarRun, type Figure, runBar } from '../bars/bar.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { type Rows, writePdfByPeer, writeXlsxByPeer } from './peer-writers.ts';
import { columnNames, columnTypes, createSource, requestOf } from './report-rows.ts';

const ROWS = 1_000_000;
const PDF_ROWS = 100_000;
const HTML_ROWS = 20_000;
/** The peers write as many rows a second of a few as of many. */
const PEER_XLSX_ROWS = 50_000;
const PEER_PDF_ROWS = 5_000;
/** Are those of the server's threads. */
const HEAP_MIB = 256;
const YOUNG_HEAP_MIB = 16;
const MIGRATION_CONNECTIONS = 4;
const SAMPLE_MS = 20;
const MEBIBYTE = 1_048_576;
const SOURCE = 'bench_orders';

type Format = RenderRequest['format'];

interface Bench {
  readonly url: string;
  readonly own: pg.Client;
  readonly foreign: pg.Client;
  readonly scratchDirectory: string;
  readonly thread: Worker;
}

interface Timed {
  readonly seconds: number;
  /** Is by how much the process grew above what it had before, at most. */
  readonly growthMib: number;
}

const select = (rows: number): string => `SELECT ${columnNames} FROM ${SOURCE} LIMIT ${rows}`;

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(timer);
  return { seconds, growthMib: (most - before) / MEBIBYTE };
}

/** The bytes of COPY go into a file as the socket brings them. */
async function copyToFile({ own, scratchDirectory }: Bench): Promise<void> {
  const file = await open(join(scratchDirectory, 'copy.csv'), 'w');
  await pipeline(own.query(copyTo(`COPY (${select(ROWS)}) TO STDOUT (FORMAT csv)`)), file.createWriteStream());
}

let snapshots = 0;

/** As a platform data set becomes a snapshot: within the database. */
async function snapshotOfPlatform({ own }: Bench, rows: number): Promise<string> {
  const table = `keelson_report.snapshot_${++snapshots}`;
  await own.query(
    `CREATE UNLOGGED TABLE ${table} (row_number, ${columnNames}) AS SELECT row_number() OVER (), q.* FROM (${select(rows)}) q`,
  );
  return table;
}

/** As an adapter's rows do: over another connection, as bytes. */
async function snapshotOfAdapter({ own, foreign }: Bench, rows: number): Promise<string> {
  const table = `keelson_report.snapshot_${++snapshots}`;
  await own.query(`CREATE UNLOGGED TABLE ${table} (row_number bigint GENERATED ALWAYS AS IDENTITY, ${columnTypes})`);
  const into = own.query(copyFrom(`COPY ${table} (${columnNames}) FROM STDIN`));
  await pipeline(foreign.query(copyTo(`COPY (${select(rows)}) TO STDOUT`)), into);
  return table;
}

function startThread(url: string): Worker {
  const file = new URL('render-thread.ts', import.meta.url);
  return new Worker(file, {
    workerData: url,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
  });
}

function render(thread: Worker, request: RenderRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (size: number) => {
      thread.off('error', reject);
      resolve(size);
    });
    thread.postMessage(request);
  });
}

async function exportRows(
  bench: Bench,
  format: Format,
  rows: number,
  snapshot: typeof snapshotOfPlatform,
): Promise<void> {
  const table = await snapshot(bench, rows);
  await render(bench.thread, requestOf(format, table, rows));
}

async function dropSnapshots({ own }: Bench): Promise<void> {
  await own.query('DROP SCHEMA keelson_report CASCADE');
  await own.query('CREATE SCHEMA keelson_report');
  await own.query('TRUNCATE kernel_content CASCADE');
}

async function openBench(run: BarRun): Promise<Bench> {
  const { url } = await run.postgres.createSubjectDatabase('report_formats');
  const database = createDatabase({ settings: { url }, connectionsMax: MIGRATION_CONNECTIONS });
  await migrate(database, []);
  await database.close();
  const [own, foreign] = [new pg.Client(url), new pg.Client(url)];
  for (const client of [own, foreign]) {
    await client.connect();
    run.teardown.add(() => client.end());
  }
  await own.query('CREATE SCHEMA keelson_report');
  await own.query(createSource(SOURCE, ROWS));
  await own.query(`VACUUM ANALYZE ${SOURCE}`);
  return { url, own, foreign, scratchDirectory: run.scratchDirectory, thread: startThread(url) };
}

const kinds = [
  'copy',
  'csv',
  'csv of an adapter',
  'json',
  'xlsx',
  'pdf',
  'xlsx of the peer',
  'pdf of the peer',
] as const;
type Kind = (typeof kinds)[number];

function worksOf(bench: Bench, rows: Rows): Readonly<Record<Kind, () => Promise<unknown>>> {
  return {
    copy: () => copyToFile(bench),
    csv: () => exportRows(bench, 'CSV', ROWS, snapshotOfPlatform),
    'csv of an adapter': () => exportRows(bench, 'CSV', ROWS, snapshotOfAdapter),
    json: () => exportRows(bench, 'JSON', ROWS, snapshotOfPlatform),
    xlsx: () => exportRows(bench, 'XLSX', ROWS, snapshotOfPlatform),
    pdf: () => exportRows(bench, 'PDF', PDF_ROWS, snapshotOfPlatform),
    'xlsx of the peer': () => writeXlsxByPeer(rows),
    'pdf of the peer': () => writePdfByPeer(rows.slice(0, PEER_PDF_ROWS)),
  };
}

/** Each file is made in a thread that has just been started, and the memory of the process is that before it. */
async function measureGrowth(bench: Bench, print: (line: string) => void): Promise<readonly Figure[]> {
  const caps = { CSV: ROWS, JSON: ROWS, XLSX: ROWS, PDF: PDF_ROWS, HTML: HTML_ROWS } as const;
  const figures: Figure[] = [];
  for (const [format, rows] of Object.entries(caps) as [Format, number][]) {
    const table = await snapshotOfPlatform(bench, rows);
    let thread: Worker | null = null;
    const { growthMib } = await timed(() => {
      thread = startThread(bench.url);
      return render(thread, requestOf(format, table, rows));
    });
    await (thread as Worker | null)?.terminate();
    await dropSnapshots(bench);
    print(`${format} grew by ${growthMib.toFixed(0)} MiB`);
    figures.push({
      bar: 'report B4',
      what: `growth while ${rows} rows become ${format}`,
      value: growthMib,
      unit: 'MiB',
      atMost: 150,
    });
  }
  return figures;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const bench = await openBench(run);
  const growth = await measureGrowth(bench, run.print);
  const { rows } = await bench.own.query<unknown[]>({ text: select(PEER_XLSX_ROWS), rowMode: 'array' });
  const works = worksOf(bench, rows);
  const seconds = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  for (let round = 0; round < run.rounds; round++) {
    for (const kind of kinds) {
      seconds[kind].push((await timed(works[kind])).seconds);
      await dropSnapshots(bench);
    }
    run.print(`round ${round + 1}: ${kinds.map((kind) => `${kind} ${seconds[kind][round]!.toFixed(1)} s`).join(', ')}`);
  }
  await bench.thread.terminate();
  /** Compares rows a second with those of a reference of the same round. */
  const ratio = (kind: Kind, count: number, reference: Kind, referenceCount: number): number =>
    medianRatio(
      seconds[kind].map((time) => count / time),
      seconds[reference].map((time) => referenceCount / time),
    );
  const percent = (kind: Kind): number => 100 * ratio(kind, ROWS, 'copy', ROWS);
  const copy = `COPY ${median(seconds.copy).toFixed(2)} s`;
  const figure = (
    bar: string,
    what: string,
    value: number,
    unit: string,
    atLeast: number,
    reference: string,
  ): Figure => ({
    bar: `report ${bar}`,
    what,
    value,
    unit,
    atLeast,
    reference,
  });
  return [
    figure('B1', 'CSV from a platform data set against COPY', percent('csv'), '%', 50, copy),
    figure('B1', 'CSV from an adapter against COPY', percent('csv of an adapter'), '%', 35, copy),
    figure('B2', 'JSON against COPY', percent('json'), '%', 30, copy),
    figure('B2', 'XLSX against COPY', percent('xlsx'), '%', 12, copy),
    figure(
      'B2',
      'XLSX against xlsx-write-stream',
      ratio('xlsx', ROWS, 'xlsx of the peer', PEER_XLSX_ROWS),
      'x',
      4,
      'rows a second',
    ),
    figure(
      'B3',
      'PDF against text() of pdfkit',
      ratio('pdf', PDF_ROWS, 'pdf of the peer', PEER_PDF_ROWS),
      'x',
      6,
      'rows a second',
    ),
    ...growth,
  ];
}

await runBar({ rounds: 5, seconds: 1 }, measure);
