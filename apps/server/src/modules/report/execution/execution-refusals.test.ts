// Tests what asking for runs, their rows and their files is refused with.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from './execution.fixture.ts';

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

const ask = async (path: string, request: object, token = server.admin) => {
  const { status, error } = await server.as(token, 'POST', path, request);
  return [status, error?.errorCode];
};
const running = (uuid: string, request: object = {}, token = server.admin) =>
  ask(`/executable-reports/run/by-uuid/${uuid}`, request, token);
const executing = (uuid: string, request: object = {}) => ask(`/executable-reports/execute/by-uuid/${uuid}`, request);
const page = async (run: string) => {
  const { status, error } = await server.as(server.admin, 'GET', `/report-executions/page/by-uuid/${run}/0`);
  return [status, error?.errorCode];
};
const again = (run: string, outputFormat = 'JSON') => ask(`/report-executions/export/by-uuid/${run}`, { outputFormat });

/** Has a report that could be run when it was saved ask for data that no module offers any more. */
async function withoutData(code: string): Promise<string> {
  const { uuid } = await server.report(code);
  await query(
    server,
    `UPDATE report_definition SET query = jsonb_set(query, '{dataSetCode}', '"gone"') WHERE uuid = $1`,
    [uuid],
  );
  await query(
    server,
    `UPDATE report_definition_version v SET content = jsonb_set(v.content, '{query,dataSetCode}', '"gone"')
     FROM report_definition d WHERE d.id = v.report_id AND d.uuid = $1`,
    [uuid],
  );
  return uuid;
}

it('report 24: a run that is waited for is refused as one that is queued', async () => {
  const { uuid } = await server.report('refused', { outputFormatList: ['CSV'], defaultOutputFormat: 'CSV' });
  expect(await running(uuid, { outputFormat: 'PDF' })).toEqual([422, 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED']);
  expect(await running(uuid, { timeZone: 'Europe/Nowhere' })).toEqual([422, 'REPORT_TIME_ZONE_UNKNOWN']);
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${uuid}`);
  expect(await running(uuid)).toEqual([409, 'REPORT_DISABLED']);
  const archived = await server.report('refused-archived', { status: 'ARCHIVED' });
  expect(await running(archived.uuid)).toEqual([409, 'REPORT_NOT_PUBLISHED']);
});

it('report 13: values that do not fit are refused whether the run is waited for or queued', async () => {
  const parameterList = [{ name: 'days', type: 'INTEGER', required: true }];
  const query_ = {
    dataSetCode: 'sessions',
    filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }],
  };
  const { uuid } = await server.report('refused-values', {
    parameterList: [...parameterList, { name: 'who', type: 'STRING' }],
    query: query_,
  });
  const request = { parameterMap: { days: 'many' } };
  expect(await running(uuid, request)).toEqual([422, 'REPORT_PARAMETER_INVALID']);
  expect(await executing(uuid, request)).toEqual([422, 'REPORT_PARAMETER_INVALID']);
});

it('report 17: a report whose data nobody offers any more cannot be run', async () => {
  const uuid = await withoutData('refused-data');
  expect(await running(uuid)).toEqual([409, 'REPORT_NOT_RUNNABLE']);
  expect(await executing(uuid)).toEqual([409, 'REPORT_NOT_RUNNABLE']);
});

it('report 11: of a run that has failed there are neither a file nor rows nor further formats', async () => {
  await signInWith(server, 'one-more', []);
  const { uuid } = await server.report('refused-strict', { rowLimit: 1, truncateMode: 'FAIL' });
  expect(await running(uuid, { outputFormat: 'CSV' })).toEqual([409, 'REPORT_FAILED']);
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  expect([await page(run), await again(run)]).toEqual([
    [409, 'REPORT_FAILED'],
    [409, 'REPORT_FAILED'],
  ]);
});

it('report 5: of a run that was cancelled there are neither rows nor further formats', async () => {
  const { uuid } = await server.report('refused-cancelled', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
    await server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${run}`);
    expect(await server.ended(run)).toMatchObject({ status: 'CANCELLED' });
    expect([await page(run), await again(run)]).toEqual([
      [409, 'REPORT_CANCELLED'],
      [409, 'REPORT_CANCELLED'],
    ]);
  });
});

/** Puts runs into the queue that another process is said to have, and which nobody works off here. */
const queueElsewhere = (
  report: string,
  { username, count = 1, status = 'QUEUED' }: { username: string; count?: number; status?: string },
) =>
  query<{ uuid: string }>(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at)
     SELECT gen_random_uuid(), 'default', $1, 0, 'a', 'a', $2, 'CSV', '{}', $3, $3, 'USER', 'en', 'UTC', 1, 1, 1, 'a',
       n, now(), 'infinity' FROM generate_series(1, $4::int) n RETURNING uuid`,
    [report, status, username, count],
  );

it('report 5: a run that does not end although it was cancelled is not removed', async () => {
  const { uuid } = await server.report('refused-removal');
  const [row] = await queueElsewhere(uuid, { username: 'admin', status: 'RUNNING' });
  const { status, error } = await server.as(server.admin, 'DELETE', `/report-executions/${row!.uuid}`);
  expect([status, error?.errorCode]).toEqual([409, 'REPORT_NOT_READY']);
  await query(server, 'DELETE FROM report_execution WHERE uuid = $1', [row!.uuid]);
});

it('report 25: a run whose files have gone while its answer was waited for is 410', async () => {
  const { uuid } = await server.report('refused-expired', mailsReport);
  await whileLocked(server, 'mail', async () => {
    const answer = running(uuid, { outputFormat: 'CSV' });
    const expire = () =>
      query(server, "UPDATE report_execution SET status = 'EXPIRED' WHERE report_uuid = $1 RETURNING id", [uuid]);
    await eventually(expire, (rows) => rows.length > 0);
    expect(await answer).toEqual([410, 'REPORT_OUTPUT_EXPIRED']);
  });
});

it('report 7: a further format that the report is not made as is refused', async () => {
  const { uuid } = await server.report('refused-format', { outputFormatList: ['CSV'], defaultOutputFormat: 'CSV' });
  const { uuid: run } = await server.ran(uuid);
  expect(await again(run, 'PDF')).toEqual([422, 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED']);
});

it('report 24: whoever has twenty runs that are not over waits for no further one either', async () => {
  const token = await signInWith(server, 'keen', ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW']);
  const { uuid } = await server.report('refused-queue');
  await queueElsewhere(uuid, { username: 'keen', count: 20 });
  expect(await running(uuid, {}, token)).toEqual([429, 'REPORT_QUEUE_FULL']);
  await query(server, `DELETE FROM report_execution WHERE username_folded = 'keen'`);
});

it('report 19: a report that is not there is not run, and of a run that is not there nothing is made, cancelled or removed', async () => {
  const nowhere = '0190aaaa-0000-7000-8000-0000000000ff';
  expect(await running(nowhere)).toEqual([404, 'REPORT_NOT_FOUND']);
  expect(await again(nowhere)).toEqual([404, 'REPORT_EXECUTION_NOT_FOUND']);
  expect(await ask(`/report-executions/cancel/by-uuid/${nowhere}`, {})).toEqual([404, 'REPORT_EXECUTION_NOT_FOUND']);
  const removed = await server.as(server.admin, 'DELETE', `/report-executions/${nowhere}`);
  expect([removed.status, removed.error?.errorCode]).toEqual([404, 'REPORT_EXECUTION_NOT_FOUND']);
});
