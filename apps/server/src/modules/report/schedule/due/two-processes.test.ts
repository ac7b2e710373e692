// Tests that of two processes each date of a schedule is worked off by one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSettingServer, type SettingServer } from '../../../../testing/setting-server.ts';
import { eventually, minuteBehind, query, type ScheduleServer, startScheduleServer } from '../schedule.fixture.ts';

const env = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };
const SCHEDULES = 40;

let first: ScheduleServer;
let second: SettingServer;
beforeAll(async () => {
  first = await startScheduleServer(env);
  second = await joinSettingServer(first, env);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

it('report 20: two processes run each date once, whichever has it', async () => {
  const { uuid: report } = await first.report('shared-schedules');
  for (let index = 0; index < SCHEDULES; index += 1) await first.schedule(report, { name: `shared ${index}` });
  const counted = () =>
    query<{ schedule: string; planned: Date; count: number }>(
      first,
      `SELECT schedule_id::text AS schedule, planned_date AS planned, count(*)::int AS count FROM report_schedule_run GROUP BY 1, 2`,
    );
  for (const round of [1, 2]) {
    first.clock.advance(minuteBehind(first.clock.now()).getTime() - first.clock.now());
    for (const server of [first, second]) server.jobs.find(({ name }) => name === 'report_schedule')?.wake();
    const rows = await eventually(counted, (found) => found.length === SCHEDULES * round);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
  }
  await query(first, 'UPDATE report_schedule SET enabled = false');
  const executions = await query<{ count: number }>(
    first,
    "SELECT count(*)::int AS count FROM report_execution WHERE source = 'SCHEDULE'",
  );
  expect(executions[0]?.count).toBe(2 * SCHEDULES);
});
