// Fills a server with instances that wait at a task of the README's leave request, by the million: copies of one that was started.
import { readFileSync } from 'node:fs';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { until } from '../../tests/support/until.ts';
import { call } from '../bars/calls.ts';
import { type CopiedTable, copyRows } from '../bars/copied-rows.ts';
import type { ConsoleBench } from './browser.ts';

/** There are a million, unless BENCH_TASKS says fewer, for a first look. */
export const TASKS = Number(process.env.BENCH_TASKS ?? 1_000_000);
/** One in so many is of the person who looks; the others are of as many others. */
export const PEOPLE = 1_000;
const EXAMPLE = new URL('../../docs/examples/leave-request.bpmn', import.meta.url);

const countProjected = sql('bench_projected', 'SELECT count(*)::int AS number FROM bpm_hi_instance');

/** Each copy has an id of its own moment, a millisecond before that of the copy before it. */
const copiesOf = (
  from: number,
  to: number,
): string => `SELECT n, id AS original, CASE WHEN n % ${PEOPLE} = 0 THEN 'admin' ELSE 'user' || n % ${PEOPLE} END AS person,
    started_at - n * interval '1 millisecond' AS started,
    (lpad(to_hex((extract(epoch FROM started_at) * 1000)::bigint - n), 12, '0') || '7' || substr(md5(n::text), 1, 3)
      || '8' || substr(md5(n::text), 4, 15))::uuid AS id
  FROM bpm_instance, generate_series(${from}, ${to}) n WHERE business_key = 'LEAVE-0'`;

const TABLES: readonly CopiedTable[] = [
  {
    name: 'bpm_instance',
    by: 'id',
    own: {
      id: 'c.id',
      started_at: 'c.started',
      start_user_id: 'c.person',
      start_user_folded: 'NULL',
      business_key: `'LEAVE-' || c.n`,
    },
  },
  {
    name: 'bpm_hi_instance',
    by: 'id',
    own: {
      id: 'c.id',
      started_at: 'c.started',
      start_user_id: 'c.person',
      start_user_folded: 'NULL',
      business_key: `'LEAVE-' || c.n`,
    },
  },
  {
    name: 'bpm_task',
    by: 'instance_id',
    own: {
      instance_id: 'c.id',
      created_at: 'c.started',
      due_at: `c.started + c.n % 500 * interval '1 hour'`,
      priority: 'c.n % 100',
      assignee: 'c.person',
      business_key: `'LEAVE-' || c.n`,
    },
  },
  { name: 'bpm_task_link', by: 'instance_id', own: { instance_id: 'c.id' } },
  // It keeps the transaction of the original, so that the projector has nothing to do with it.
  {
    name: 'bpm_history_event',
    by: 'instance_id',
    own: { instance_id: 'c.id', at: 'c.started', start_user_id: 'c.person', business_key: `'LEAVE-' || c.n` },
  },
];

async function startOne({ origin, token, deployment }: ConsoleBench): Promise<void> {
  const form = new FormData();
  form.set('xmlFile', new Blob([readFileSync(EXAMPLE)]), 'leave-request.bpmn');
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${origin}/repository/deployXml`, { method: 'POST', headers, body: form });
  if (status !== 200) throw new Error(`The example was answered ${status}.`);
  await call(origin, '/runtime/start/by-process-definition-key/leave-request', {
    token,
    body: { businessKey: 'LEAVE-0', variables: { days: 7, decideBy: '2027-06-01T12:00:00Z' } },
  });
  await until(
    'the history',
    async () => ((await deployment.database.rows<{ readonly number: number }>(countProjected))[0]?.number ?? 0) === 1,
  );
}

export async function fillTasks(bench: ConsoleBench, print: (line: string) => void): Promise<void> {
  await startOne(bench);
  for (const table of TABLES) {
    await copyRows(bench.deployment.database, table, { count: TASKS, of: copiesOf });
    print(`${table.name} is filled`);
  }
}
