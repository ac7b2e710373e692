// Tests what becomes of reports whose adapter is away, disabled, deleted, another tenant's, or leads where it may not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partsOf } from '../../../../testing/database-proxy.ts';
import { createTenant } from '../../../../testing/setting-server.ts';
import { hangUp } from '../../adapter/connection/foreign-database.fixture.ts';
import { query, type SqlServer, signInWith, startSqlServer } from './sql-server.fixture.ts';

let server: SqlServer;
beforeAll(async () => {
  server = await startSqlServer();
});
afterAll(() => server?.stop());

const statement = 'SELECT id FROM orders';
const execute = (uuid: string) =>
  server.as<{ uuid: string }>(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {});
const told = ({ status, error, headers }: Awaited<ReturnType<typeof execute>>) => [
  status,
  error?.errorCode,
  (error?.errorArguments as { reason?: string }[] | undefined)?.[0]?.reason,
  headers.get('retry-after'),
];
const get = async (uuid: string) =>
  (await server.as<{ warningList: string[] }>(server.admin, 'GET', `/executable-reports/by-uuid/${uuid}`)).body;

it('report 38: that is away keeps no report from being saved, but from being shown and run', async () => {
  const { code } = await server.adapter();
  const { script } = server.foreign.door;
  server.foreign.door.script = hangUp;
  const report = server.sql(statement, { dataAdapterCode: code });
  const { body } = await server.validate(report);
  expect(body).toMatchObject({ valid: true, columnList: null });
  expect(body.problemList.map(({ code: found, field, warning }) => [found, field, warning])).toEqual([
    ['REPORT_ADAPTER_UNAVAILABLE', 'dataAdapterCode', true],
  ]);
  const uuid = await server.saved(statement, { dataAdapterCode: code });
  expect(await execute(uuid).then(told)).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE', 'CONNECTION_FAILED', '5']);
  expect(await server.refusal(server.admin, 'POST', `/executable-reports/run/by-uuid/${uuid}`, {})).toEqual([
    503,
    'REPORT_ADAPTER_UNAVAILABLE',
    code,
  ]);
  const shown = await server.preview({ report });
  expect([shown.status, shown.error?.errorCode]).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE']);
  // Five failures in a row: nobody waits for it any more.
  const before = server.foreign.door.connections;
  expect(await execute(uuid).then(told)).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE', 'PAUSED', '30']);
  expect(server.foreign.door.connections).toBe(before);
  server.foreign.door.script = script;
  server.clock.advance(30_000);
  expect(await server.rowsOf(uuid)).toEqual([[1], [2], [3]]);
});

it('report 38: what is wrong with the text of a statement is told whether the adapter answers or not', async () => {
  const { code } = await server.adapter({ enabled: false });
  const { body } = await server.validate(server.sql('SELECT pg_sleep(1)', { dataAdapterCode: code }));
  expect(body.problemList.map(({ code: found }) => found)).toEqual(['REPORT_QUERY_FUNCTION_NOT_ALLOWED']);
});

it('report 38: that is disabled or deleted is a warning of its reports, also of those that have their options there', async () => {
  const { code, uuid: adapter } = await server.adapter();
  const optionQuery = { dataAdapterCode: code, query: { statement }, valueColumn: 'id' };
  const uuids = [
    await server.saved(statement, { dataAdapterCode: code }),
    await server.saved('SELECT id FROM orders WHERE id = :order', {
      parameterList: [{ name: 'order', type: 'LONG', optionQuery }],
    }),
  ];
  for (const uuid of uuids) expect((await get(uuid)).warningList).toEqual([]);
  const plan = { name: 'mornings', executableReportUuid: uuids[0], cron: '0 8 * * *' };
  const { body: schedule } = await server.as<{ uuid: string }>(server.admin, 'POST', '/report-schedules', plan);
  await server.as(server.admin, 'PUT', '/report-data-adapters', { uuid: adapter, version: 0, enabled: false });
  for (const uuid of uuids) expect((await get(uuid)).warningList).toEqual([`The data adapter ${code} is disabled.`]);
  expect(await execute(uuids[0]!).then(told)).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE', 'DISABLED', '5']);
  const calls = [
    ['POST', '/report-schedules', { ...plan, name: 'evenings' }],
    ['PUT', '/report-schedules', { uuid: schedule.uuid, version: 0, parameterMap: {} }],
    ['POST', `/report-schedules/run-now/by-uuid/${schedule.uuid}`, {}],
  ] as const;
  for (const [method, at, body] of calls)
    expect(await server.refusal(server.admin, method, at, body), at).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE', code]);
  const path = `/report-data-adapters/by-code/${code}`;
  expect(await server.refusal(server.admin, 'DELETE', path)).toEqual([409, 'REPORT_ADAPTER_IN_USE', code]);
  // As where another system's reports were brought here.
  await query(
    server,
    'UPDATE report_adapter SET deleted = true, deleted_date = date_updated, secret_sealed = NULL WHERE code = $1',
    [code],
  );
  for (const uuid of uuids) expect((await get(uuid)).warningList).toEqual([`There is no data adapter ${code}.`]);
  expect(await server.refusal(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuids[0]}`, {})).toEqual([
    409,
    'REPORT_NOT_RUNNABLE',
    'dataAdapterCode REPORT_ADAPTER_UNKNOWN',
  ]);
});

it('report 38: that goes away between the acceptance of a run and its query ends the run', async () => {
  const { code, uuid: adapter } = await server.adapter();
  const uuid = await server.saved(statement, { dataAdapterCode: code });
  const job = server.jobs.find(({ name }) => name === 'report_execution')!;
  await job.stop();
  const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
  await server.as(server.admin, 'PUT', '/report-data-adapters', { uuid: adapter, version: 0, enabled: false });
  job.start();
  expect(await server.ended(run)).toMatchObject({
    status: 'FAILED',
    errorDetail: { errorCode: 'REPORT_ADAPTER_UNAVAILABLE', errorDetail: 'DISABLED' },
  });
});

it('report 33: that was pointed to the own database after it was stored is refused when a report opens it', async () => {
  const { code } = await server.adapter(server.foreign.owner);
  const uuid = await server.saved('SELECT 7 AS id', { dataAdapterCode: code });
  expect(await server.rowsOf(uuid)).toEqual([[7]]);
  const { database } = partsOf(server.database);
  // As where the name of its host has become another one's.
  const pointed = `UPDATE report_adapter SET url = replace(url, $2, $3) WHERE code = $1`;
  await query(server, pointed, [code, `/${server.foreign.name}`, `/${database}`]);
  expect(await execute(uuid).then(told)).toEqual([503, 'REPORT_ADAPTER_UNAVAILABLE', 'OWN_DATABASE', '5']);
  expect((await server.preview({ uuid })).error?.errorCode).toBe('REPORT_ADAPTER_UNAVAILABLE');
});

it("report 38: of another tenant is not there, whatever its code, and a report of the same code reads the own one's rows", async () => {
  await createTenant(server, 'umber');
  const stranger = await signInWith(server, 'stranger', ['ROLE_SYSTEM_ADMIN'], 'umber');
  const report = server.sql(statement);
  const unknown = await server.validate(report, stranger);
  expect(unknown.body.problemList.map(({ code }) => code)).toEqual(['REPORT_ADAPTER_UNKNOWN']);
  expect(await server.refusal(stranger, 'POST', '/executable-reports', report)).toEqual([
    422,
    'REPORT_DEFINITION_INVALID',
    'dataAdapterCode REPORT_ADAPTER_UNKNOWN',
  ]);
  const { url, reader } = server.foreign;
  await server.foreign.run(`CREATE DATABASE ${server.foreign.name}_b`);
  const theirs = { code: 'shop', name: 'Their shop', url: `${url.split('?')[0]}_b?sslmode=disable`, ...reader };
  const saved = await server.as(stranger, 'POST', '/report-data-adapters', {
    ...theirs,
    allowedHostList: ['127.0.0.1'],
  });
  expect(saved.status).toBe(200);
  const there = await server.preview({ report }, stranger);
  const here = await server.preview({ report });
  await server.foreign.run(`DROP DATABASE ${server.foreign.name}_b WITH (FORCE)`);
  expect([there.error?.errorCode, here.body.rowList]).toEqual(['REPORT_DEFINITION_INVALID', [[1], [2], [3]]]);
});
