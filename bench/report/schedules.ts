// Measures report B10: 1,000 schedules that are due at once, with two processes: how long until the run of each is queued.

import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { until } from '../../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { grantAuthorities, saveUsers } from '../bars/people.ts';
import { median } from '../bars/statistics.ts';
import type { Program } from '../processes.ts';

const OWNERS = 20;
const SCHEDULES = 1_000;
/** Both processes have started by then. */
const AHEAD_MS = 20_000;
const WAIT_MS = 180_000;
/** More authorities than there are: owners hold all. */
const ALL = 1_000;

const insertSchedules = sql(
  'bench_schedules_insert',
  `INSERT INTO report_schedule (uuid, tenant_identifier, name, name_folded, executable_report_uuid, cron, time_zone, misfire_policy,
     output_format_list, owner_username, owner_folded, next_run_date, due_at, created_by, updated_by, date_created, date_updated)
   SELECT gen_random_uuid(), 'default', 'schedule ' || n, 'schedule ' || n, $1, '0 0 1 1 *', 'UTC', 'RUN_ONCE', '{CSV}',
     'user' || 1 + n % $3::int, 'user' || 1 + n % $3::int, now() + $4::int * interval '1 ms', now() + $4::int * interval '1 ms', 'bench',
     'bench', now(), now()
   FROM generate_series(1, $2::int) n`,
);
const findQueued = sql(
  'bench_schedules_queued',
  `SELECT count(*)::int AS runs, count(DISTINCT r.schedule_id)::int AS schedules, count(r.execution_uuid)::int AS queued,
     coalesce(extract(epoch FROM max(r.date_created) - min(r.planned_date)), 0)::float8 AS seconds FROM report_schedule_run r`,
);
const forget = sql('bench_schedules_forget', 'TRUNCATE report_schedule, report_schedule_run, report_delivery CASCADE');
const forgetRuns = sql('bench_runs_forget', 'TRUNCATE report_execution, report_export CASCADE');

interface Queued {
  readonly runs: number;
  readonly schedules: number;
  readonly queued: number;
  readonly seconds: number;
}

async function saveReport(origin: string, token: string): Promise<string> {
  const response = await fetch(`${origin}/executable-reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      code: 'bench',
      name: 'Bench',
      status: 'PUBLISHED',
      reportDataSourceType: 'PLATFORM',
      dataAdapterCode: 'platform',
      query: { dataSetCode: 'sessions' },
    }),
  });
  const answer = (await response.json()) as { readonly body: { readonly uuid: string } | null };
  if (answer.body === null) throw new Error(`the report was refused: ${JSON.stringify(answer)}`);
  return answer.body.uuid;
}

/** Waits until every schedule has its run. */
function untilQueued(database: Database): Promise<Queued> {
  const all = async (): Promise<Queued | null> => {
    const [row] = await database.rows<Queued>(findQueued);
    return row!.runs >= SCHEDULES ? row! : null;
  };
  return until('the runs of all schedules', all, { timeoutMs: AHEAD_MS + WAIT_MS, pollMs: 250 });
}

/** A process looks for what is due when it starts. */
async function stop(program: Program): Promise<void> {
  process.kill(program.pid, 'SIGTERM');
  await until('the end of a process', () => program.ended() !== null);
}

async function measure({ postgres, rounds, print, ...run }: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(postgres, { ...run });
  const { database } = deployment;
  const first = await deployment.startProcess();
  await saveUsers(database, OWNERS);
  await grantAuthorities(database, 'ROLE_BENCH_OWNER', ALL);
  const [token] = await openSessions(database, 1);
  const report = await saveReport(first.origin, token!);
  await stop(first);
  const seconds: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await database.execute(insertSchedules, [report, SCHEDULES, OWNERS, AHEAD_MS]);
    const processes = await Promise.all([deployment.startProcess(), deployment.startProcess()]);
    const found = await untilQueued(database);
    if (found.runs !== SCHEDULES || found.schedules !== SCHEDULES || found.queued !== SCHEDULES)
      throw new Error(`not each schedule has run once: ${JSON.stringify(found)}`);
    seconds.push(found.seconds);
    print(`round ${round}: all queued after ${numberText(found.seconds)} s`);
    await Promise.all(processes.map(stop));
    await database.execute(forget);
    await database.execute(forgetRuns);
  }
  const what = `${SCHEDULES} schedules of ${OWNERS} people due at once, two processes: each has run once, the last one is queued after`;
  return [{ bar: 'report B10', what, value: median(seconds), unit: 's', atMost: 30 }];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
