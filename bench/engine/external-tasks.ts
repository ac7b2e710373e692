// Measures external tasks: claimed and completed in batches beside raw SKIP LOCKED batches, and how soon a waiting worker has one.
import { readFileSync } from 'node:fs';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import { startMany } from '../courses/start-many.ts';

const BATCH = 50;
const WORKERS = 4;
/** More than a round claims in a second. */
const TASKS_PER_SECOND = 15_000;
const RAW_PER_SECOND = 60_000;
const SINGLE_TASKS = 200;
const WAIT_MS = 20_000;
const TOPICS = [{ topic: 'w11', lockMillis: 60_000, variables: [] }];

interface Fetched {
  readonly id: string;
}

const CREATE_RAW = `CREATE TABLE bench_work (id uuid PRIMARY KEY, topic text NOT NULL, created_at timestamptz NOT NULL,
  locked_until timestamptz, worker text, payload text NOT NULL);
  CREATE INDEX bench_work_topic ON bench_work (topic, created_at)`;
const fillRaw = sql(
  'bench_work_fill',
  `INSERT INTO bench_work SELECT gen_random_uuid(), 'w11', clock_timestamp(), NULL, NULL, repeat('x', 200) FROM generate_series(1, $1::int)`,
);
const claimRaw = sql(
  'bench_work_claim',
  `UPDATE bench_work SET locked_until = clock_timestamp() + interval '1 minute', worker = 'bench' WHERE id = ANY (ARRAY(
     SELECT id FROM bench_work WHERE topic = 'w11' AND (locked_until IS NULL OR locked_until < clock_timestamp())
     ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING id`,
);
const removeRaw = sql('bench_work_remove', 'DELETE FROM bench_work WHERE id = ANY ($1)');

/** Counts what the workers do in a second. */
async function rateOf(seconds: number, work: () => Promise<number>): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const endMs = startedAt + seconds * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < endMs) done += await work();
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return (done * 1_000) / (performance.now() - startedAt);
}

async function claimAndRemove(database: Database): Promise<number> {
  const rows = await database.rows<{ id: string }>(claimRaw);
  if (rows.length === 0) throw new Error('no raw rows are left; make fewer seconds a round');
  await database.execute(removeRaw, [rows.map(({ id }) => id)]);
  return rows.length;
}

function createWorker(origin: string, token: string) {
  const fetchTasks = (maxTasks: number, waitMillis: number): Promise<readonly Fetched[]> =>
    call(origin, '/external-task/fetch-and-lock', {
      token,
      body: { workerId: 'bench', maxTasks, waitMillis, topics: TOPICS },
    });
  const complete = (tasks: readonly Fetched[]): Promise<unknown> =>
    call(origin, '/external-task/complete', {
      token,
      body: { workerId: 'bench', tasks: tasks.map(({ id }) => ({ id })) },
    });
  const start = (): Promise<unknown> =>
    call(origin, '/runtime/start/by-process-definition-key/w11', { token, body: {} });
  return {
    start,
    async work(): Promise<number> {
      const tasks = await fetchTasks(BATCH, 0);
      if (tasks.length === 0) throw new Error('no external tasks are left; make fewer seconds a round');
      await complete(tasks);
      return tasks.length;
    },
    /** Answers milliseconds from when the start of an instance was answered to when a waiting worker was. */
    async latency(): Promise<number> {
      const locked = fetchTasks(1, WAIT_MS).then((tasks) => ({ tasks, at: performance.now() }));
      // The worker waits by then: a round trip that follows its request has been answered.
      await call(origin, '/session', { method: 'GET', token });
      await start();
      const readyAt = performance.now();
      const { tasks, at } = await locked;
      await complete(tasks);
      return Math.max(0, at - readyAt);
    },
  };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const form = new FormData();
  form.set('xmlFile', new Blob([readFileSync(new URL('../models/w11.bpmn', import.meta.url))]), 'w11.bpmn');
  const deployed = await fetch(`${origin}/repository/deployXml`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!deployed.ok) throw new Error(`the model was not deployed: ${await deployed.text()}`);
  const worker = createWorker(origin, token);
  const { database } = deployment;
  await database.withConnection((connection) => connection.script(CREATE_RAW));

  const latencies: number[] = [];
  for (let count = 0; count < SINGLE_TASKS; count++) latencies.push(await worker.latency());

  const [rates, raws]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    await startMany(TASKS_PER_SECOND * seconds, async () => void (await worker.start()));
    await database.execute(fillRaw, [RAW_PER_SECOND * seconds]);
    // As PostgreSQL would do within a minute: plans for empty tables would be measured until then.
    await database.withConnection(({ script }) => script('ANALYZE'));
    raws.push(await rateOf(seconds, () => claimAndRemove(database)));
    rates.push(await rateOf(seconds, worker.work));
    print(`round ${round}: ${numberText(rates.at(-1)!)} tasks/s, raw ${numberText(raws.at(-1)!)} rows/s`);
  }
  return [
    {
      bar: 'engine W11',
      what: 'external tasks claimed and completed, of raw SKIP LOCKED batches',
      unit: '%',
      atLeast: 30,
      value: 100 * medianRatio(rates, raws),
      reference: `raw ${numberText(median(raws))} rows/s, tasks ${numberText(median(rates))}/s, ${BATCH} a batch, ${WORKERS} at once`,
    },
    {
      bar: 'engine W11',
      what: `from ready to locked by a worker that waits, p50 of ${SINGLE_TASKS}`,
      unit: 'ms',
      atMost: 10,
      value: percentile(latencies, 50),
      reference: `p99 ${numberText(percentile(latencies, 99))} ms`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 2 }, measure);
