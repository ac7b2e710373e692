// Uses reports over HTTP as an analyst does: on a database elsewhere, from its adapter to the file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignDatabase, startForeignDatabase } from '../../support/foreign-database.ts';
import type { Person } from '../../support/people.ts';
import { until } from '../../support/until.ts';
import { ownServer, startTarget, type Target } from '../target.ts';

const BOM = '\uFEFF';

// A server that is given need not reach databases of this machine.
describe.runIf(ownServer)('a report on a second PostgreSQL, by a role that may only read', () => {
  let target: Target;
  let admin: Person;
  let foreign: ForeignDatabase;
  let code: string;
  beforeAll(async () => {
    [target, foreign] = await Promise.all([startTarget(), startForeignDatabase()]);
    ({ admin } = target);
    code = target.name('shop');
    await foreign.run(`INSERT INTO orders VALUES (4, 'Şule "Iğdır", Ltd. ₺', NULL, '2026-03-29T00:30:00Z'), (5, '=1+1', -5, NULL);
      REVOKE TEMPORARY ON DATABASE "${foreign.name}" FROM PUBLIC`);
  });
  afterAll(async () => {
    await target?.stop();
    await foreign?.close();
  });

  const reportOf = (name: string, statement: string) => ({
    code: target.name(name),
    name,
    status: 'PUBLISHED' as const,
    reportDataSourceType: 'SQL' as const,
    dataAdapterCode: code,
    query: { statement },
    layout: { timeZone: 'Europe/Berlin' },
  });

  it('report 38: is saved, tried, run, and its CSV is what the other database holds', async () => {
    const { url, reader } = foreign;
    const given = { code, name: 'Shop', url, allowedHostList: ['127.0.0.1'], ...reader };
    await admin.sure.report.saveAdapter({ body: given });
    const tried = (await admin.sure.report.testAdapter({ body: { code } })).body;
    expect(tried).toMatchObject({ available: true, serverVersion: expect.stringMatching(/^\d+/) });
    expect(tried.findingList.map((finding) => finding.code)).toEqual(['TLS_OFF']);
    const statement = 'SELECT id, customer, total, placed FROM orders WHERE id >= :least ORDER BY id';
    const parameterList = [{ name: 'least', type: 'INTEGER' as const, required: true }];
    const body = { ...reportOf('orders', statement), parameterList };
    const { uuid } = (await admin.sure.report.saveReport({ body })).body;
    const run = await admin.sure.report.run({
      params: { uuid },
      query: { 'wait-millis': 20_000 },
      body: { outputFormat: 'CSV', parameterMap: { least: 3 } },
    });
    const rows = [
      'id,customer,total,placed',
      '3,customer 3,30.00,2026-03-01 01:00:00',
      '4,"Şule ""Iğdır"", Ltd. ₺",,2026-03-29 01:30:00',
      "5,'=1+1,-5.00,",
    ];
    expect(Buffer.from(await new Response(run.body).arrayBuffer()).toString()).toBe(`${BOM}${rows.join('\r\n')}\r\n`);
    const params = { uuid: run.headers.get('x-svc-execution-uuid') ?? '' };
    const { body: execution } = await admin.sure.report.getExecution({ params });
    expect(execution).toMatchObject({ status: 'SUCCEEDED', rowCount: 3, truncated: false });
  });

  it('report 3: writes nothing there and reads no more than its role may, and whoever asks is told', async () => {
    const writing = await admin.client.report.saveReport({ body: reportOf('deletes', 'DELETE FROM orders') });
    expect(writing).toMatchObject({ status: 422, errorDetail: { errorCode: 'REPORT_DEFINITION_INVALID' } });
    const { uuid } = (await admin.sure.report.saveReport({ body: reportOf('wages', 'SELECT name FROM wages') })).body;
    const asked = await admin.sure.report.execute({ params: { uuid }, body: { outputFormat: 'CSV' } });
    const params = { uuid: asked.body.uuid };
    const { body } = await admin.sure.report.getStatus({ params, query: { 'wait-millis': 20_000 } });
    expect(body).toMatchObject({
      status: 'FAILED',
      errorDetail: { errorCode: 'REPORT_QUERY_FAILED', errorDetail: 'permission denied for table wages' },
    });
    const { rows } = await foreign.run('SELECT count(*)::int AS count FROM orders');
    expect(rows).toEqual([{ count: 5 }]);
  });

  it('report 22: is mailed by a schedule to each of its customers, with his own rows alone', async () => {
    const address = "CASE WHEN id < 4 THEN 'customer' || id % 2 || '@example.org' END";
    const statement = `SELECT id, ${address} AS recipient FROM orders ORDER BY id`;
    const { uuid } = (await admin.sure.report.saveReport({ body: reportOf('letters', statement) })).body;
    const asked = {
      name: 'letters',
      executableReportUuid: uuid,
      cron: '0 8 1 1 *',
      outputFormatList: ['CSV' as const],
      burst: { recipientColumn: 'recipient' },
    };
    const { body: schedule } = await admin.sure.report.saveSchedule({ body: asked });
    await admin.sure.report.runScheduleNow({ params: { uuid: schedule.uuid } });
    const page = () => admin.sure.report.queryScheduleRunPage({ body: { scheduleUuid: schedule.uuid } });
    await until('the end of the burst', async () => (await page()).body.data[0]?.finishedDate);
    const [run] = (await page()).body.data;
    expect(run).toMatchObject({ rowCount: 5, recipientCount: 2, unservedRowCount: 2 });
    expect(run!.unservedList).toEqual([{ recipient: null, rowCount: 2 }]);
    const execution = await admin.sure.report.getExecution({ params: { uuid: run!.executionUuid! } });
    expect(execution.body).toMatchObject({ source: 'BURST', exportList: [] });
    await admin.sure.report.deleteSchedule({ params: { uuid: schedule.uuid } });
  });
});
