// Tests that each run that ends is told to other modules exactly once, however it ends, and what of runs is counted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../../execution/execution.fixture.ts';
import { mailsReport, whileLocked } from '../run.fixture.ts';
import type { RunEnded } from './run-event.types.ts';

let server: RunServer;
const told: RunEnded[] = [];
let refuse = false;
beforeAll(async () => {
  server = await startRunServer();
  server.apis.report.registerReportHandler('test', ['report.finished', 'report.failed'], async (_tx, event) => {
    if (refuse) throw new Error('not now');
    told.push(event);
  });
});
afterAll(() => server?.stop());

const cancel = (uuid: string) => server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${uuid}`);
const waiting = () => query(server, 'SELECT FROM report_run_event');
/** Answers what was told of a run once nothing waits to be told. */
async function eventsOf(run: string): Promise<readonly RunEnded[]> {
  expect(await eventually(waiting, (rows) => rows.length === 0)).toEqual([]);
  return told.filter(({ executionUuid }) => executionUuid === run);
}
const untilRunning = (run: string) =>
  eventually(
    () => server.execution(run),
    ({ status }) => status === 'RUNNING',
  );
const metrics = async () => (await fetch(`${server.url}/metrics`)).text();

it('report 31: a run that succeeds is reported once, with who asked for it and what it was', async () => {
  const { uuid } = await server.report('told');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  expect(await eventsOf(run)).toEqual([
    {
      id: run,
      kind: 'report.finished',
      at: expect.any(Date),
      tenantIdentifier: 'default',
      executionUuid: run,
      reportName: 'told',
      requestedBy: 'admin',
      source: 'USER',
      notify: 'NONE',
      status: 'SUCCEEDED',
      errorCode: null,
      truncated: false,
    },
  ]);
});

it('report 31: runs that fail, take too long or are cancelled are reported once each, also when their process died meanwhile', async () => {
  const { uuid } = await server.report('told-failed', { ...mailsReport, rowLimit: 5, truncateMode: 'FAIL' });
  const { uuid: slow } = await server.report('told-slow', { ...mailsReport, timeoutSeconds: 1 });
  const ends = new Map<string, unknown>();
  await whileLocked(server, 'mail', async () => {
    const timedOut = await server.ran(slow, { outputFormat: 'CSV' });
    ends.set(timedOut.uuid, ['TIMED_OUT', 'REPORT_TIMEOUT']);
    const running = [await server.execute(uuid, {}), await server.execute(uuid, {})].map((run) => run.uuid);
    for (const run of running) await untilRunning(run);
    const queued = (await server.execute(uuid, {})).uuid;
    await cancel(queued);
    await cancel(running[0]!);
    await query(
      server,
      "UPDATE report_execution SET status = 'CANCELLING', leased_by = NULL, lease_token = NULL WHERE uuid = $1",
      [running[1]],
    );
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    for (const run of [...running, queued]) {
      await server.ended(run);
      ends.set(run, ['CANCELLED', null]);
    }
  });
  for (const [run, end] of ends) {
    const events = await eventsOf(run);
    expect(events.map(({ kind, status, errorCode }) => [kind, [status, errorCode]])).toEqual([['report.failed', end]]);
  }
});

it('report 31: with a report that is deleted the runs that waited are told, and those of a person who is gone', async () => {
  const { uuid } = await server.report('told-deleted', mailsReport);
  const runs: string[] = [];
  await whileLocked(server, 'mail', async () => {
    for (let count = 0; count < 3; count += 1) runs.push((await server.execute(uuid, {})).uuid);
    await server.as(server.admin, 'DELETE', `/executable-reports/${uuid}`);
    for (const run of runs) await server.ended(run);
  });
  for (const run of runs) expect((await eventsOf(run)).map(({ status }) => status)).toEqual(['CANCELLED']);
});

it('report 31: a module that refuses an end is told it again, and operators see that meanwhile', async () => {
  const { uuid } = await server.report('told-again');
  refuse = true;
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  const undelivered = () => query<{ module: string }>(server, 'SELECT module FROM report_run_event_untold');
  expect(await eventually(undelivered, (rows) => rows.length === 1)).toEqual([{ module: 'test' }]);
  expect(await eventsOf(run)).toEqual([]);
  expect(await eventually(metrics, (text) => text.includes('keelson_report_undelivered_events{'))).toContain(
    'keelson_report_undelivered_events{module="test"} 1',
  );
  refuse = false;
  server.clock.advance(2_000);
  server.jobs.find(({ name }) => name === 'report-events')?.wake();
  await eventually(undelivered, (rows) => rows.length === 0);
  expect((await eventsOf(run)).map(({ kind }) => kind)).toEqual(['report.finished']);
});

it('report 40: a run whose person has lost the right to it before its turn fails, and says so', async () => {
  const { uuid } = await server.report('lost', mailsReport);
  const { uuid: narrowed } = await server.report('narrowed', mailsReport);
  const authorities = ['REPORT_EXECUTE', 'REPORT_VIEW', 'NOTIFICATION_MAIL_VIEW'];
  const token = await signInWith(server, 'leaver', authorities);
  const runs: string[] = [];
  await whileLocked(server, 'mail', async () => {
    for (const report of [narrowed, narrowed, uuid, narrowed]) {
      runs.push((await server.execute(report, { outputFormat: 'CSV' }, token)).uuid);
    }
    const begun = () => query(server, "SELECT FROM report_execution WHERE status = 'RUNNING'");
    await eventually(begun, ({ length }) => length === 2);
    const list = [{ authority: 'REPORT_ADMIN', permission: 'EXECUTE' }];
    const narrower = { uuid: narrowed, version: 0, authorityList: list };
    expect((await server.as(server.admin, 'PUT', '/executable-reports', narrower)).status).toBe(200);
  });
  // Two had begun before; of those that waited one is for a report that he may still have.
  const ends = [];
  for (const run of runs) ends.push(await server.ended(run, server.admin));
  expect(ends.map(({ status, errorDetail }) => [status, errorDetail?.errorCode])).toEqual([
    ['SUCCEEDED', undefined],
    ['SUCCEEDED', undefined],
    ['SUCCEEDED', undefined],
    ['FAILED', 'REPORT_ACCESS_LOST'],
  ]);
});

it('report 40: a run ends so, too, where the authority of its data or that to run reports was taken, and where the person may not sign in', async () => {
  const { uuid } = await server.report('taken', mailsReport);
  for (const lost of ['NOTIFICATION_MAIL_VIEW', 'REPORT_EXECUTE', null]) {
    const name = `without_${lost ?? 'sign_in'}`.toLowerCase();
    const token = await signInWith(server, name, ['REPORT_EXECUTE', 'REPORT_VIEW', 'NOTIFICATION_MAIL_VIEW']);
    const runs: string[] = [];
    await whileLocked(server, 'mail', async () => {
      for (let count = 0; count < 3; count += 1) {
        runs.push((await server.execute(uuid, { outputFormat: 'CSV' }, token)).uuid);
      }
      if (lost === null) await query(server, 'UPDATE auth_user SET enabled = false WHERE username = $1', [name]);
      else await query(server, 'DELETE FROM auth_role_authority WHERE authority = $1', [lost]);
    });
    const ended = await server.ended(runs[2]!);
    expect([name, ended.errorDetail?.errorCode]).toEqual([name, 'REPORT_ACCESS_LOST']);
  }
});

it('report 41: runs are counted: rows, bytes, time by phase, what waits, and failures by their code', async () => {
  const text = await metrics();
  for (const name of [
    'report_queue',
    'report_running',
    'report_store_bytes',
    'report_rows_total',
    'report_bytes_total',
    'report_seconds_count{phase="query",format=""}',
    'report_seconds_count{phase="render",format="CSV"}',
    'report_failures_total{code="REPORT_TIMEOUT"}',
    'report_failures_total{code="REPORT_ACCESS_LOST"}',
  ]) {
    const value = text.split('\n').find((line) => line.startsWith(`keelson_${name} `));
    expect([name, Number(value?.split(' ').at(-1)) >= 0]).toEqual([name, true]);
  }
  expect(text).toContain('keelson_report_failures_total{code="REPORT_TIMEOUT"} 1');
});
