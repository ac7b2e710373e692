// Tests how runs end that do not simply succeed: cancelled, too long, begun anew, given up, and held behind others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../execution/execution.fixture.ts';
import { mailsReport, whileLocked } from './run.fixture.ts';

const AUTHORITIES = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW', 'NOTIFICATION_MAIL_VIEW'];

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

const cancel = (uuid: string, token = server.admin) =>
  server.as<{ status: string }>(token, 'POST', `/report-executions/cancel/by-uuid/${uuid}`);
const until = (uuid: string, status: string, token = server.admin) =>
  eventually(
    () => server.execution(uuid, token),
    (run) => run.status === status,
  );
/** Queries over a data set that wait for its table. */
const backends = () =>
  query(
    server,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'
       AND query LIKE '%) AS d%' AND pid <> pg_backend_pid()`,
  );
const untilWaiting = async (count: number) =>
  expect(await eventually(backends, (all) => all.length === count)).toHaveLength(count);
const tables = () =>
  query(server, "SELECT FROM pg_class WHERE relname ~ '^snapshot_[0-9]+$'").then(({ length }) => length);

it('report 5: a run that is cancelled while its query goes on ends in the database, and leaves neither table nor file', async () => {
  const { uuid } = await server.report('cancelled-query', mailsReport);
  const before = await tables();
  await whileLocked(server, 'mail', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await until(run, 'RUNNING');
    await untilWaiting(1);
    expect((await cancel(run)).body.status).toBe('CANCELLING');
    // What it waits for is still locked: only the cancelling ends it.
    await untilWaiting(0);
    expect(await until(run, 'CANCELLED')).toMatchObject({ exportList: [], errorDetail: null });
    expect(await server.output(run)).toMatchObject({ status: 409, errorCode: 'REPORT_CANCELLED' });
  });
  expect(await tables()).toBe(before);
});

it('report 5: a run that is cancelled while its file is made ends, and its rows are dropped', async () => {
  const { uuid } = await server.report('cancelled-file');
  await whileLocked(server, 'kernel_content', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await until(run, 'RENDERING');
    expect((await cancel(run)).body.status).toBe('CANCELLING');
    expect(await until(run, 'CANCELLED')).toMatchObject({ exportList: [] });
    const [row] = await query<{ over: boolean }>(
      server,
      `SELECT s.expire_date <= $2 AS over FROM report_execution e JOIN report_snapshot s ON s.id = e.snapshot_id WHERE e.uuid = $1`,
      [run, new Date(server.clock.now())],
    );
    expect(row?.over).toBe(true);
  });
  expect(await server.ran(uuid, { outputFormat: 'CSV' })).toMatchObject({ status: 'SUCCEEDED' });
});

it('report 5: a run that is over stays as it is when it is cancelled', async () => {
  const { uuid } = await server.report('over');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  const answer = await cancel(run);
  expect([answer.status, answer.body.status]).toEqual([200, 'SUCCEEDED']);
});

it('report 24: two runs of a person go on at a time, the next ones move up, and nobody else waits for them', async () => {
  const { uuid } = await server.report('queued', mailsReport);
  const { uuid: other } = await server.report('beside');
  const token = await signInWith(server, 'busy', AUTHORITIES);
  await whileLocked(server, 'mail', async () => {
    const runs: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      runs.push((await server.execute(uuid, { outputFormat: 'CSV' }, token)).uuid);
    }
    await until(runs[0]!, 'RUNNING', token);
    await until(runs[1]!, 'RUNNING', token);
    const places = async () =>
      Promise.all(runs.map((run) => server.execution(run, token))).then((all) => all.map((run) => run.queuePosition));
    expect(await places()).toEqual([null, null, 3, 4]);
    expect(await server.ran(other, { outputFormat: 'CSV' })).toMatchObject({ status: 'SUCCEEDED' });
    // One that waits is over at once, and those behind it move up.
    expect((await cancel(runs[2]!, token)).body.status).toBe('CANCELLED');
    expect(await places()).toEqual([null, null, null, 3]);
    await cancel(runs[0]!, token);
    await until(runs[3]!, 'RUNNING', token);
    for (const run of [runs[1]!, runs[3]!]) await cancel(run, token);
    for (const run of [runs[1]!, runs[3]!]) await until(run, 'CANCELLED', token);
  });
});

it('a run that takes longer than it may ends, and says so', async () => {
  const { uuid } = await server.report('too-long', { ...mailsReport, timeoutSeconds: 1 });
  await whileLocked(server, 'mail', async () => {
    const ended = await server.ran(uuid, { outputFormat: 'CSV' });
    expect([ended.status, ended.errorDetail?.errorCode]).toEqual(['TIMED_OUT', 'REPORT_TIMEOUT']);
    expect(await backends()).toEqual([]);
  });
});

it('report 6: a run whose process has died is begun once more, and what it had is written by nobody', async () => {
  const { uuid } = await server.report('begun-anew', mailsReport);
  let run = '';
  await whileLocked(server, 'mail', async () => {
    run = (await server.execute(uuid, { outputFormat: 'CSV' })).uuid;
    await until(run, 'RUNNING');
    // As the death of its process leaves it.
    await query(server, 'UPDATE report_execution SET leased_by = NULL, lease_token = NULL WHERE uuid = $1', [run]);
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    await eventually(
      () => query<{ attempts: number }>(server, 'SELECT attempts FROM report_execution WHERE uuid = $1', [run]),
      ([row]) => row?.attempts === 2,
    );
  });
  expect(await server.ended(run)).toMatchObject({ status: 'SUCCEEDED' });
  const [left] = await query<{ files: number }>(
    server,
    `SELECT count(*)::int AS files FROM report_export x JOIN report_execution e ON e.id = x.execution_id WHERE e.uuid = $1`,
    [run],
  );
  expect(left?.files).toBe(1);
});

it('report 6: a run that has ended two processes under it is given up', async () => {
  const { uuid } = await server.report('given-up', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await until(run, 'RUNNING');
    await query(
      server,
      'UPDATE report_execution SET attempts = 2, leased_by = NULL, lease_token = NULL WHERE uuid = $1',
      [run],
    );
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    const ended = await server.ended(run);
    expect([ended.status, ended.errorDetail?.errorCode]).toEqual(['FAILED', 'REPORT_WORKER_LOST']);
  });
});

it('report 6: a run that was cancelled when its process died is cancelled, and never begun again', async () => {
  const { uuid } = await server.report('cancelled-dead', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await until(run, 'RUNNING');
    await query(
      server,
      "UPDATE report_execution SET status = 'CANCELLING', leased_by = NULL, lease_token = NULL WHERE uuid = $1",
      [run],
    );
    server.jobs.find(({ name }) => name === 'report_execution')?.wake();
    await until(run, 'CANCELLED');
    await untilWaiting(0);
  });
});

it('report 29: where reports take more than they may, rows of finished runs go first, then a run fails and the next one works', async () => {
  const { uuid } = await server.report('crowded');
  const { uuid: spare } = await server.ran(uuid, { outputFormat: 'CSV' });
  const [before] = await query<{ id: number }>(
    server,
    'SELECT snapshot_id AS id FROM report_execution WHERE uuid = $1',
    [spare],
  );
  server.settings.set('report.store.max-size', 16);
  const MEBIBYTES_17 = 17 * 1_048_576;
  await query(server, 'UPDATE report_snapshot SET byte_count = $2 WHERE id = $1', [before!.id, MEBIBYTES_17]);
  expect(await server.ran(uuid, { outputFormat: 'CSV' })).toMatchObject({ status: 'SUCCEEDED' });
  expect(await query(server, 'SELECT FROM report_snapshot WHERE id = $1', [before!.id])).toEqual([]);
  // Its file stays.
  expect((await server.output(spare)).status).toBe(200);
  await query(
    server,
    'UPDATE report_export SET byte_count = $1 WHERE execution_id = (SELECT max(id) FROM report_execution)',
    [MEBIBYTES_17],
  );
  const failed = await server.ran(uuid, { outputFormat: 'CSV' });
  expect([failed.status, failed.errorDetail?.errorCode]).toEqual(['FAILED', 'REPORT_DISK_FULL']);
  await query(server, 'UPDATE report_export SET byte_count = 1 WHERE byte_count = $1', [MEBIBYTES_17]);
  expect(await server.ran(uuid, { outputFormat: 'CSV' })).toMatchObject({ status: 'SUCCEEDED' });
});
