// Tests what runs share of what they read: who has whose rows, for how long, and what ends it.
import type { SvcRToolReportExecutionModel } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../../../../testing/setting-server.ts';
import { signInAdmin } from '../../../../testing/sign-in.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../../execution/execution.fixture.ts';
import { mailsReport, whileLocked } from '../run.fixture.ts';

const CACHED = { cacheMode: 'FIXED', cacheSeconds: 600 };
const READER = ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW', 'NOTIFICATION_MAIL_VIEW'];
const CSV = { outputFormat: 'CSV' };
const who = {
  parameterList: [{ name: 'who', type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_USER' }],
  query: { dataSetCode: 'sessions', filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }] },
};

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

/** Runs a report to its end; answers the run. */
async function ran(uuid: string, request: object = {}, token = server.admin): Promise<SvcRToolReportExecutionModel> {
  const { uuid: run } = await server.execute(uuid, { ...CSV, ...request }, token);
  const ended = await server.ended(run, token);
  if (ended.status !== 'SUCCEEDED') throw new Error(`a run has ${ended.status} ${ended.errorDetail?.errorCode}`);
  return server.execution(run, token);
}
const readings = async (uuid: string): Promise<number> => {
  const [row] = await query<{ n: number }>(
    server,
    `SELECT count(*)::int AS n FROM report_snapshot s JOIN report_execution e ON e.id = s.execution_id WHERE e.report_uuid = $1`,
    [uuid],
  );
  return row!.n;
};
const asked = async (hit: boolean): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^keelson_report_cache_total\\{hit="${hit}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
};

it('report 23: a run has the rows of one that asked the same, with their date, until their time is over', async () => {
  const { uuid } = await server.report('cached', { ...CACHED, cacheSeconds: 60 });
  const before = [await asked(true), await asked(false)];
  const first = await ran(uuid);
  expect(first).toMatchObject({ cacheHit: false, status: 'SUCCEEDED' });
  server.clock.advance(59 * SECOND_MS);
  const second = await ran(uuid, { outputFormat: 'JSON', fileName: 'mine' });
  expect(second).toMatchObject({ cacheHit: true, snapshotDate: first.snapshotDate, rowCount: first.rowCount });
  const { bytes } = await server.output(second.uuid);
  expect(JSON.parse(bytes.toString()).rowList).toHaveLength(first.rowCount!);
  server.clock.advance(2 * SECOND_MS);
  const third = await ran(uuid);
  expect(third.cacheHit).toBe(false);
  expect(new Date(third.snapshotDate!).getTime()).toBeGreaterThan(new Date(first.snapshotDate!).getTime());
  expect([(await asked(true)) - before[0]!, (await asked(false)) - before[1]!]).toEqual([1, 2]);
});

it('report 23: a report without a cache reads its rows each time, and one with a cache where fresh ones are wanted, for others, too', async () => {
  const plain = await server.report('plain');
  await ran(plain.uuid);
  expect(await ran(plain.uuid)).toMatchObject({ cacheHit: false });
  const { uuid } = await server.report('fresh', CACHED);
  const first = await ran(uuid);
  server.clock.advance(SECOND_MS);
  const fresh = await ran(uuid, { freshData: true });
  expect(fresh).toMatchObject({ cacheHit: false });
  expect(fresh.snapshotDate).not.toBe(first.snapshotDate);
  expect(await ran(uuid)).toMatchObject({ cacheHit: true, snapshotDate: fresh.snapshotDate });
});

it('report 23: people with other hidden values, of other tenants, or who ask for other rows never share', async () => {
  const { uuid } = await server.report('hidden', { ...CACHED, ...who });
  const [ada, ben] = [await signInWith(server, 'ada', READER), await signInWith(server, 'ben', READER)];
  const runs = [await ran(uuid, {}, ada), await ran(uuid, {}, ben), await ran(uuid, {}, ada)];
  expect(runs.map(({ cacheHit }) => cacheHit)).toEqual([false, false, true]);
  const rows = (await server.output(runs[1]!.uuid, { token: ben })).bytes.toString();
  expect([rows.includes('ben'), rows.includes('ada')]).toEqual([true, false]);
  // A ready report is one and the same for every tenant.
  await query(
    server,
    `UPDATE report_definition SET cache_mode = 'FIXED', cache_seconds = 600 WHERE code = 'platform.sign-ins'`,
  );
  const [ready] = await query<{ uuid: string }>(
    server,
    `SELECT uuid FROM report_definition WHERE code = 'platform.sign-ins'`,
  );
  await createTenant(server, 'elsewhere');
  const reader = [...READER, 'LOG_VIEW', 'LOG_AUDIT_VIEW'];
  const here = await signInWith(server, 'carl', reader);
  const there = await signInWith(server, 'dora', ['ROLE_TENANT_ADMIN'], 'elsewhere');
  const both = [await ran(ready!.uuid, {}, here), await ran(ready!.uuid, {}, there)];
  expect(both.map(({ cacheHit }) => cacheHit)).toEqual([false, false]);
  // Each of these changes what is read, or may.
  const { uuid: open } = await server.report('open', CACHED);
  await ran(open);
  for (const other of [{ rowLimit: 1 }, { timeZone: 'Europe/Istanbul' }])
    expect([other, (await ran(open, other)).cacheHit]).toEqual([other, false]);
  expect((await ran(open, { locale: 'tr-TR' })).cacheHit).toBe(true);
});

it('report 23: fifty that ask the same at once are one query', async () => {
  const { uuid } = await server.report('many', { ...mailsReport, ...CACHED });
  const tokens = await Promise.all(['eve', 'fay', 'gus'].map((username) => signInWith(server, username, READER)));
  const people = Array.from({ length: 50 }, (_none, index) => tokens[index % tokens.length]!);
  const runs = await whileLocked(server, 'mail', async () => {
    const queued = await Promise.all(people.map((token) => server.execute(uuid, CSV, token)));
    // All that may begin have seen that one is at it.
    await eventually(
      () =>
        query(server, `SELECT FROM report_execution WHERE report_uuid = $1 AND attempts = 0 AND due_at > queued_date`, [
          uuid,
        ]),
      ({ length }) => length === 5,
    );
    return queued;
  });
  const ended = await Promise.all(runs.map(({ uuid: run }, index) => server.ended(run, people[index])));
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']));
  expect(await readings(uuid)).toBe(1);
});

it('report 23: where the one that reads is cancelled another one reads, and the hung-up client of a waited for run ends nothing', async () => {
  const { uuid } = await server.report('led', { ...mailsReport, ...CACHED });
  const hal = await signInWith(server, 'hal', READER);
  const isWaiting = async () =>
    (await query(server, `SELECT FROM report_execution WHERE report_uuid = $1 AND due_at > queued_date`, [uuid]))
      .length;
  const running = async () =>
    query<{ uuid: string }>(server, `SELECT uuid FROM report_execution WHERE report_uuid = $1 AND status = 'RUNNING'`, [
      uuid,
    ]);
  const [cancelled, waiting] = await whileLocked(server, 'mail', async () => {
    const first = await server.execute(uuid, CSV);
    await eventually(running, ({ length }) => length === 1);
    const second = await server.execute(uuid, CSV, hal);
    await eventually(isWaiting, (count) => count === 1);
    await server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${first.uuid}`);
    expect((await server.ended(first.uuid)).status).toBe('CANCELLED');
    await eventually(running, ([row]) => row?.uuid === second.uuid);
    return [first, second];
  });
  expect(await server.ended(waiting!.uuid, hal)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await server.execution(waiting!.uuid, hal)).toMatchObject({ cacheHit: false });
  expect(cancelled!.uuid).not.toBe(waiting!.uuid);

  const { uuid: shared } = await server.report('hung-up', { ...mailsReport, ...CACHED });
  await whileLocked(server, 'mail', async () => {
    const hangUp = new AbortController();
    const answer = fetch(`${server.url}/executable-reports/run/by-uuid/${shared}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(CSV),
      signal: hangUp.signal,
    }).catch(() => null);
    const of = (status: string) => () =>
      query(server, `SELECT FROM report_execution WHERE report_uuid = $1 AND ${status}`, [shared]);
    await eventually(of("status = 'RUNNING'"), ({ length }) => length === 1);
    await server.execute(shared, CSV, hal);
    await eventually(of('due_at > queued_date'), ({ length }) => length === 1);
    hangUp.abort();
    await answer;
  });
  await eventually(
    () => query(server, `SELECT FROM report_execution WHERE report_uuid = $1 AND status = 'SUCCEEDED'`, [shared]),
    ({ length }) => length === 2,
  );
});

it('report 23: a report that was changed, switched or deleted gives its old rows to nobody', async () => {
  const { uuid } = await server.report('changing', CACHED);
  await ran(uuid);
  const cached = () =>
    query(server, `SELECT FROM report_snapshot WHERE cache_key IS NOT NULL AND report_uuid = $1`, [uuid]);
  expect(await cached()).toHaveLength(1);
  const changed = await server.as(server.admin, 'PUT', '/executable-reports', {
    uuid,
    version: 0,
    description: 'other',
  });
  expect(changed.status).toBe(200);
  expect(await cached()).toEqual([]);
  expect((await ran(uuid)).cacheHit).toBe(false);
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${uuid}`);
  expect(await cached()).toEqual([]);
  await server.as(server.admin, 'POST', `/executable-reports/activate/by-uuid/${uuid}`);
  await ran(uuid);
  expect(await cached()).toHaveLength(1);
  await server.as(server.admin, 'DELETE', `/executable-reports/${uuid}`);
  expect(await cached()).toEqual([]);
});

it('report 23: rows stay for those who share them when the run that read them is deleted, and go with the last of them', async () => {
  const { uuid } = await server.report('kept', { ...CACHED, cacheSeconds: 5 });
  const first = await ran(uuid);
  const second = await ran(uuid);
  expect(second.cacheHit).toBe(true);
  await server.as(server.admin, 'DELETE', `/report-executions/${first.uuid}`);
  server.clock.advance(10 * SECOND_MS);
  const drop = () => server.jobs.find(({ name }) => name === 'report-snapshots')?.wake();
  drop();
  const again = await server.as(server.admin, 'POST', `/report-executions/export/by-uuid/${second.uuid}`, {
    outputFormat: 'JSON',
  });
  expect(again.status).toBe(200);
  const left = () => query(server, `SELECT s.id FROM report_snapshot s WHERE s.report_uuid = $1`, [uuid]);
  expect(await left()).toHaveLength(1);
  await eventually(
    () => server.execution(second.uuid),
    ({ exportList }) => exportList.every(({ status }) => status === 'SUCCEEDED'),
  );
  await server.as(server.admin, 'DELETE', `/report-executions/${second.uuid}`);
  await eventually(
    () => {
      drop();
      return left();
    },
    ({ length }) => length === 0,
  );
});

it('report 23: rows that a crash of the database has emptied are nobody’s, and the query runs again', async () => {
  const { uuid } = await server.report('emptied', CACHED);
  const first = await ran(uuid);
  const [row] = await query<{ id: number }>(server, `SELECT id FROM report_snapshot WHERE report_uuid = $1`, [uuid]);
  await query(server, `TRUNCATE keelson_report.snapshot_${row!.id}`);
  const second = await ran(uuid);
  expect([first.rowCount! > 0, second.cacheHit, second.rowCount! > 0]).toEqual([true, false, true]);
});

it('report 17: rows that others have read are not for whoever has lost the authority of their data, or the right to run', async () => {
  const { uuid } = await server.report('lost', CACHED);
  await ran(uuid);
  const token = await signInWith(server, 'ivy', READER);
  expect((await ran(uuid, {}, token)).cacheHit).toBe(true);
  const without = await signInWith(
    server,
    'jan',
    READER.filter((one) => one !== 'SESSION_VIEW'),
  );
  const refused = await server.as(without, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, CSV);
  expect([refused.status, refused.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  // He loses it between asking and his turn, with the rows lying ready.
  const queued = await whileLocked(server, 'mail', async () => {
    const { uuid: blocking } = await server.report('blocking', mailsReport);
    await server.execute(blocking, CSV, token);
    await server.execute(blocking, CSV, token);
    const run = await server.execute(uuid, CSV, token);
    await query(
      server,
      `DELETE FROM auth_role_authority a USING auth_role r WHERE r.id = a.role_id AND r.code = 'ROLE_IVY' AND a.authority = 'SESSION_VIEW'`,
    );
    return run;
  });
  const ended = await server.ended(queued.uuid);
  expect([ended.status, ended.errorDetail?.errorCode]).toEqual(['FAILED', 'REPORT_ACCESS_LOST']);
});

it('report 23: how long rows are shared has to be said with a cache, and without one nothing of it', async () => {
  const admin = await signInAdmin(server);
  const save = (more: object) =>
    server.refusal(admin, 'POST', '/executable-reports', {
      code: 'wrong',
      name: 'wrong',
      reportDataSourceType: 'PLATFORM',
      dataAdapterCode: 'platform',
      query: { dataSetCode: 'sessions' },
      ...more,
    });
  expect(await save({ cacheMode: 'FIXED' })).toEqual([400, 'VALIDATION_FAILED', 'cacheSeconds REQUIRED']);
  expect(await save({ cacheSeconds: 5 })).toEqual([400, 'VALIDATION_FAILED', 'cacheSeconds NOT_ALLOWED']);
  expect(await save({ ...CACHED, cacheSeconds: 86_401 })).toEqual([
    400,
    'VALIDATION_FAILED',
    'cacheSeconds OUT_OF_RANGE',
  ]);
});
