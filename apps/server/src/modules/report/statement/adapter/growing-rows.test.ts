// Tests that rows of an adapter are read page by page while more of them come, and by nobody when their run has ended otherwise.
import type { SvcRToolReportPageModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents } from '../../../../kernel/http/streams/streams.fixture.ts';
import { eventually, type SqlServer, startSqlServer } from './sql-server.fixture.ts';

let server: SqlServer;
beforeAll(async () => {
  server = await startSqlServer();
  // The first 3,000 rows come at once, and of the others one in a twentieth of a second.
  await server.foreign.run(`CREATE VIEW trickle AS
      SELECT n, CASE WHEN n > 3000 THEN pg_sleep(0.05)::text END AS text FROM generate_series(1, 4000) n;
    GRANT SELECT ON trickle TO PUBLIC`);
});
afterAll(() => server?.stop());

const page = (run: string, number: number) =>
  server.as<SvcRToolReportPageModel>(
    server.admin,
    'GET',
    `/report-executions/page/by-uuid/${run}/${number}?page-size=100`,
  );

it('report 42: the first rows of a long query are read within a second of their coming, and tell that more may come', async () => {
  const uuid = await server.saved('SELECT n, text FROM trickle');
  const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
  const stream = await readEvents(`${server.url}/report-executions/stream?uuid=${run}`, {
    authorization: `Bearer ${server.admin}`,
  });
  const first = await eventually(
    () => page(run, 0),
    ({ status, body }) => status === 200 && body.rowList.length === 100,
  );
  expect(first.body).toMatchObject({ columnList: [{ name: 'n' }, { name: 'text' }], pageNumber: 0, pageFinal: true });
  expect(first.body.rowList.map(([n]) => n)).toEqual(Array.from({ length: 100 }, (_none, index) => index + 1));
  const last = await eventually(
    () => page(run, 39),
    ({ body }) => body.totalElements > 1_000,
  );
  expect(last.body).toMatchObject({ rowList: [], pageFinal: false });
  expect(last.body.totalElements).toBeLessThan(4_000);
  await stream.until(({ events }) => events.some(({ event }) => event === 'page-ready'));
  expect(stream.events.find(({ event }) => event === 'page-ready')?.data.rowCount).toBeGreaterThan(0);
  expect((await server.execution(run)).status).toBe('RUNNING');
  stream.close();
  await server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${run}`);
  await server.ended(run);
  const gone = await page(run, 0);
  expect([gone.status, gone.error?.errorCode]).toEqual([409, 'REPORT_CANCELLED']);
});

it('report 42: no more rows are shown of a query that goes on than its run may have', async () => {
  const uuid = await server.saved('SELECT n, text FROM trickle WHERE n > 2900', { rowLimit: 150 });
  const { uuid: run } = await server.execute(uuid, { outputFormat: 'CSV' });
  const second = await eventually(
    () => page(run, 1),
    ({ status, body }) => status === 200 && body.rowList.length > 0,
  );
  expect(second.body.rowList.length).toBeLessThanOrEqual(50);
  const ended = await server.ended(run);
  expect([ended.status, ended.truncated]).toEqual(['SUCCEEDED', true]);
  expect((await page(run, 1)).body).toMatchObject({ totalElements: 150, rowList: { length: 50 }, pageFinal: true });
});
