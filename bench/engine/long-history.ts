// Measures the timeline of an instance in a long history, and the clean-up of what is over, beside a plain DELETE of as many rows.
import { readFileSync } from 'node:fs';
import { DAY_MS } from '@keelson/time-zone/units';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { ensureMonthlyPartitions } from '../../apps/server/src/kernel/schema/partitions.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { type Copies, copyRows } from '../bars/copied-rows.ts';
import { createDeployment } from '../bars/keelson.ts';
import { percentile } from '../bars/statistics.ts';
import { instanceIdSql } from './million-instances.ts';

/** There are ten million, unless BENCH_ROWS says fewer, whose figures prove nothing about a bar. */
const ROWS = Number(process.env.BENCH_ROWS ?? 10_000_000);
const KEPT_DAYS = 180;
const HISTORY_DAYS = KEPT_DAYS + 30;
const TIMELINE_MS = 50;
const TIMELINES = 300;
/** The seed is claimed and given back so often, each of which is a row of its history. */
const CLAIMS = 4;
const TABLES = ['bpm_hi_instance', 'bpm_hi_task', 'bpm_history_event'] as const;

const someIds = sql(
  'bench_some_ids',
  'SELECT id FROM bpm_hi_instance TABLESAMPLE SYSTEM (1) ORDER BY random() LIMIT $1',
);
const overCount = sql(
  'bench_over',
  `SELECT count(*)::int AS count FROM bpm_hi_instance WHERE ended_at < now() - interval '${KEPT_DAYS} days'`,
);
const seedRows = sql('bench_seed_rows', 'SELECT count(*)::int AS count FROM bpm_history_event WHERE instance_id = $1');

const keyOf = (table: (typeof TABLES)[number]): string => (table === 'bpm_hi_instance' ? 'id' : 'instance_id');

/** Copies begin over the days of the history, and keep the transaction of the seed: the projector has nothing to do with them. */
function copiesOf(seed: string, count: number): Copies {
  const until = new Date().toISOString();
  return {
    count,
    of: (from, to) => `SELECT '${seed}'::uuid AS original, ${instanceIdSql('at', 'i')} AS id, at FROM (
      SELECT i, timestamptz '${until}' - interval '${HISTORY_DAYS} days' + i * (interval '${HISTORY_DAYS} days' / ${count}) AS at
      FROM generate_series(${from}::bigint, ${to}) i) n`,
  };
}

async function fillHistory(database: Database, seed: string, tell: (line: string) => void): Promise<void> {
  const table = { table: 'bpm_history_event', keyType: 'uuid-v7' } as const;
  await ensureMonthlyPartitions(database, table, Date.now(), Date.now() - (HISTORY_DAYS + 1) * DAY_MS);
  const [row] = await database.rows<{ count: number }>(seedRows, [seed]);
  const rows = row?.count ?? 1;
  const copies = copiesOf(seed, Math.ceil(ROWS / rows));
  const ended_at = 'CASE WHEN o.ended_at IS NULL THEN NULL ELSE c.at END';
  const times = { ended_at, started_at: 'c.at', created_at: 'c.at', at: 'c.at' };
  for (const name of TABLES)
    await copyRows(database, { name, by: keyOf(name), own: { [keyOf(name)]: 'c.id', ...times } }, copies);
  tell(`${copies.count} instances have ended, with ${copies.count * rows} rows of history`);
}

async function timelines(database: Database, origin: string, token: string): Promise<number> {
  const times: number[] = [];
  for (const { id } of await database.rows<{ id: string }>(someIds, [TIMELINES])) {
    const startMs = performance.now();
    await call(origin, `/history/process-instance/${id}/timeline`, { method: 'GET', token });
    times.push(performance.now() - startMs);
  }
  return percentile(times, 95);
}

async function cleanUp(origin: string, token: string): Promise<number> {
  const startMs = performance.now();
  let cleaned = 0;
  for (let more = true; more; ) {
    const answer = await call<{ instances: number; more: boolean }>(origin, '/history/cleanup', { token, body: {} });
    cleaned += answer.instances;
    more = answer.more;
  }
  return (cleaned / (performance.now() - startMs)) * 1_000;
}

/** Answers how many of the copied instances a second a DELETE by their ids in these three tables alone removes. */
async function plainDelete(database: Database): Promise<number> {
  const ids = await database.rows<{ id: string }>(someIds, [5_000]);
  const startMs = performance.now();
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500).map(({ id }) => id);
    await database.transaction(async (tx) => {
      for (const table of TABLES) {
        const text = `DELETE FROM ${table} WHERE ${keyOf(table)} = ANY ($1::uuid[])`;
        await tx.execute(sql(`bench_delete_${table}`, text), [some]);
      }
    });
  }
  return (ids.length / (performance.now() - startMs)) * 1_000;
}

async function measure({ postgres, print, ...run }: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(postgres, run);
  const { database, adminPassword } = deployment;
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', adminPassword);
  const form = new FormData();
  form.append('xmlFileList', new Blob([readFileSync(new URL('../models/w4.bpmn', import.meta.url))]), 'w4.bpmn');
  await fetch(`${origin}/repository/deployXmls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { id } = await call<{ id: string }>(origin, '/runtime/start/by-process-definition-key/w4', { token, body: {} });
  const tasks = await call<{ data: readonly { id: string }[] }>(origin, '/task/page', {
    token,
    body: { processInstanceId: id },
  });
  const task = `/task/${tasks.data[0]!.id}`;
  for (let claim = 0; claim < CLAIMS; claim++) {
    await call(origin, `${task}/claim`, { token });
    await call(origin, `${task}/unclaim`, { token });
  }
  await call(origin, `${task}/complete`, { token, body: {} });
  await call(origin, '/history/tasks/page', { token, body: {} });
  await fillHistory(database, id, print);
  const timelineMs = await timelines(database, origin, token);
  const [over] = await database.rows<{ count: number }>(overCount);
  const cleaned = await cleanUp(origin, token);
  const plain = await plainDelete(database);
  const bar = 'engine history';
  return [
    { bar, what: 'timeline, p95', unit: 'ms', atMost: TIMELINE_MS, value: timelineMs, reference: `${ROWS} rows` },
    {
      bar,
      what: 'clean-up beside a plain DELETE by ids',
      unit: 'times',
      value: cleaned / plain,
      reference: `${over?.count} instances at ${numberText(cleaned)} a second, plain ${numberText(plain)}`,
    },
  ];
}

await runBar({ rounds: 1, seconds: 1 }, measure);
