// Measures W15: tasks, choices, a fork, a user task and a message in turn at 70 % of the rate that was found; latency, memory and bloat.
import { createDatabase, type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { median } from '../bars/statistics.ts';
import { memoryOf } from '../processes.ts';
import { startKeelson } from '../subjects/keelson.ts';
import type { Subject } from '../subjects/subject.ts';
import { type Drive, type DriveResult, drive, requireWrk } from '../wrk.ts';

const CONNECTIONS = 64;
const SHARE = 0.7;
const WARM_UP_SECONDS = 10;
const CALIBRATIONS = 3;
const CALIBRATION_SECONDS = 4;
const SAMPLE_MS = 1_000;
const QUARTER = 4;
const STATEMENT_TIMEOUT_MS = 600_000;
const MEBIBYTE = 1_048_576;

const sizesOf = sql(
  'bench_table_sizes',
  `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS bytes, pg_indexes_size(c.oid)::float8 AS index_bytes FROM pg_class c
   WHERE c.relkind = 'r' AND c.relname LIKE 'bpm\\_%' AND c.relnamespace = 'public'::regnamespace`,
);

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly index_bytes: number;
}

interface Bloat {
  /** Is the part of all tables, in percent, that is no rows. */
  readonly percent: number;
  readonly text: string;
}

/** Is found by writing each table anew: what it was larger by before is bloat. */
async function bloatOf(database: Database): Promise<Bloat> {
  const before = await database.rows<Size>(sizesOf);
  await database.withConnection(async ({ script }) => {
    for (const { name } of before) await script(`VACUUM FULL "${name}"`);
  });
  const after = new Map((await database.rows<Size>(sizesOf)).map((size) => [size.name, size]));
  const rows = before.map((size) => ({ ...size, kept: after.get(size.name)?.bytes ?? 0 }));
  const sum = (value: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  const [all, kept] = [sum(({ bytes }) => bytes), sum((row) => row.kept)];
  const worst = rows.toSorted((a, b) => b.bytes - b.kept - (a.bytes - a.kept)).slice(0, 3);
  const shown = worst.map(
    ({ name, bytes, kept: least }) => `${name} ${numberText(bytes / MEBIBYTE)} for ${numberText(least / MEBIBYTE)}`,
  );
  return {
    percent: 100 * (1 - kept / all),
    text: `tables ${numberText(all / MEBIBYTE)} MiB, indexes ${numberText(sum((row) => row.index_bytes) / MEBIBYTE)}; most: ${shown.join(', ')}`,
  };
}

interface Mix {
  /** Drives with a mean pause of so many milliseconds on each connection before a request. */
  run(pauseMs: number, seconds: number): Promise<DriveResult>;
}

function mixOf(subject: Subject, { teardown }: BarRun): Mix {
  const way = subject.drive('w15') as Drive;
  return {
    async run(pauseMs, seconds) {
      const args = [String(pauseMs), ...way.args.slice(1)];
      const result = await drive({ ...way, args }, { connections: CONNECTIONS, seconds }, teardown);
      if (result.failed + result.socketErrors > 0) throw new Error(`answers failed: ${result.firstFailure}`);
      return result;
    },
  };
}

const rateOf = ({ requests, seconds }: DriveResult): number => requests / seconds;

/** Answers the pause with which the load comes to the wanted requests a second. */
async function calibrate(mix: Mix, wanted: number): Promise<number> {
  const cycleMs = (rate: number): number => (1_000 * CONNECTIONS) / rate;
  let pauseMs = cycleMs(wanted) / 2;
  for (let time = 0; time < CALIBRATIONS; time += 1) {
    const found = rateOf(await mix.run(pauseMs, CALIBRATION_SECONDS));
    pauseMs = Math.max(0, pauseMs + cycleMs(wanted) - cycleMs(found));
  }
  return pauseMs;
}

/** Takes the server's memory (RSS, MiB) again and again until it is stopped. */
function watchMemory(pid: number): () => readonly number[] {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryOf(pid)?.rss ?? Number.NaN), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  await requireWrk();
  const own = await run.postgres.createSubjectDatabase('keelson');
  const subject = await startKeelson({ ...run, postgres: { ...run.postgres, createSubjectDatabase: async () => own } });
  const mix = mixOf(subject, run);
  await mix.run(0, WARM_UP_SECONDS);
  const found = await mix.run(0, WARM_UP_SECONDS);
  const pauseMs = await calibrate(mix, SHARE * rateOf(found));
  run.print(
    `found ${numberText(rateOf(found))} requests/s, ${numberText(found.completed / found.seconds)} instances/s`,
  );

  const before = (await subject.countCompleted('w15')) ?? 0;
  const stop = watchMemory(subject.pid);
  const paced = await mix.run(pauseMs, run.seconds);
  const memory = stop();
  const counted = ((await subject.countCompleted('w15')) ?? 0) - before - paced.completed;
  if (counted < 0 || counted > CONNECTIONS) throw new Error(`the history differs by ${counted} from the driver`);
  const database = createDatabase({
    settings: { url: own.url },
    connectionsMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  run.teardown.add(() => database.close());
  const bloat = await bloatOf(database);
  const quarter = Math.ceil(memory.length / QUARTER);
  const [first, last] = [median(memory.slice(0, quarter)), median(memory.slice(-quarter))];
  const load = `${numberText((100 * rateOf(paced)) / rateOf(found))} % of ${numberText(rateOf(found))} requests/s, ${paced.completed} instances in ${numberText(paced.seconds)} s`;
  return [
    { bar: 'engine W15', what: 'requests, p99', unit: 'ms', atMost: 100, value: paced.p99Ms, reference: load },
    {
      bar: 'engine W15',
      what: 'memory (RSS) of the last quarter over the first',
      unit: '% more',
      atMost: 5,
      value: 100 * (last / first - 1),
      reference: `${numberText(first)} and ${numberText(last)} MiB`,
    },
    {
      bar: 'engine W15',
      what: 'bloat of all tables of the engine',
      unit: '%',
      atMost: 20,
      value: bloat.percent,
      reference: bloat.text,
    },
  ];
}

await runBar({ rounds: 1, seconds: 60 }, measure);
