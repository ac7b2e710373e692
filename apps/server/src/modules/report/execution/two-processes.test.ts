// Tests that any process gives out what another one has run, and works off what another one has queued.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSettingServer, type SettingServer } from '../../../testing/setting-server.ts';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';
import { eventually, query, type RunServer, startRunServer } from './execution.fixture.ts';

const env = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };

let first: RunServer;
let second: SettingServer;
beforeAll(async () => {
  first = await startRunServer(env);
  second = await joinSettingServer(first, env);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const atSecond = <T>(method: string, path: string, body?: object) =>
  second.as<T>(first.admin, method, `/report-executions/${path}`, body);
const fileOf = async (run: string, format: string) => {
  const response = await fetch(`${second.url}/report-executions/output/by-uuid/${run}?format=${format}`, {
    headers: { authorization: `Bearer ${first.admin}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

it('report 35: what one process has run is told, paged, given out and made in another format by the other', async () => {
  const { uuid } = await first.report('shared');
  const { uuid: run, rowCount } = await first.ran(uuid, { outputFormat: 'CSV' });
  expect((await fileOf(run, 'CSV')).bytes.equals((await first.output(run)).bytes)).toBe(true);
  const { body: page } = await atSecond<{ rowList: unknown[] }>('GET', `page/by-uuid/${run}/0`);
  expect(page.rowList).toHaveLength(rowCount!);
  expect((await atSecond('POST', `export/by-uuid/${run}`, { outputFormat: 'JSON' })).status).toBe(200);
  const { bytes } = await eventually(
    () => fileOf(run, 'JSON'),
    ({ status }) => status === 200,
  );
  expect(JSON.parse(bytes.toString())).toMatchObject({ rowList: { length: rowCount } });
});

it('report 5: a run is cancelled by another process than the one that is at it', async () => {
  const { uuid } = await first.report('cancelled-there', mailsReport);
  await whileLocked(first, 'mail', async () => {
    const { uuid: run } = await first.execute(uuid, { outputFormat: 'CSV' });
    await eventually(
      () => first.execution(run),
      ({ status }) => status === 'RUNNING',
    );
    await Promise.all([atSecond('POST', `cancel/by-uuid/${run}`), atSecond('POST', `cancel/by-uuid/${run}`)]);
    expect(await first.ended(run)).toMatchObject({ status: 'CANCELLED' });
  });
});

it('report 35: files stay when a crash of the database has emptied the rows of their run, which are 410 then', async () => {
  const { uuid } = await first.report('emptied');
  const { uuid: run } = await first.ran(uuid, { outputFormat: 'CSV' });
  const [row] = await query<{ id: number }>(first, 'SELECT snapshot_id AS id FROM report_execution WHERE uuid = $1', [
    run,
  ]);
  // A recovery does so with unlogged tables.
  await query(first, `TRUNCATE keelson_report.snapshot_${row!.id}`);
  expect((await fileOf(run, 'CSV')).status).toBe(200);
  const refused = await Promise.all([
    atSecond('GET', `page/by-uuid/${run}/0`),
    atSecond('POST', `export/by-uuid/${run}`, { outputFormat: 'JSON' }),
  ]);
  expect(refused.map(({ status, error }) => [status, error?.errorCode])).toEqual([
    [410, 'REPORT_OUTPUT_EXPIRED'],
    [410, 'REPORT_OUTPUT_EXPIRED'],
  ]);
});

it('report 6: a process that stops gives its runs up, and another one takes them without counting the attempt', async () => {
  const { uuid } = await first.report('given-on');
  const third = await joinSettingServer(first, env);
  let run = '';
  await whileLocked(first, 'kernel_content', async () => {
    // Whoever is asked is the first to look.
    const path = `/executable-reports/execute/by-uuid/${uuid}`;
    const { body } = await third.as<{ uuid: string }>(first.admin, 'POST', path, { outputFormat: 'CSV' });
    run = body.uuid;
    const held = () =>
      query<{ by: string | null; status: string }>(
        first,
        'SELECT leased_by AS by, status FROM report_execution WHERE uuid = $1',
        [run],
      );
    const [row] = await eventually(held, ([found]) => found?.status === 'RENDERING');
    expect(row?.by).toBe(third.kernel.processes.id);
    await third.stop();
    const [after] = await eventually(held, ([found]) => found?.by !== third.kernel.processes.id);
    expect(['QUEUED', 'RUNNING', 'RENDERING']).toContain(after?.status);
  });
  // What was given back is due again a little later.
  first.clock.advance(5_000);
  expect(await first.ended(run)).toMatchObject({ status: 'SUCCEEDED' });
  const [row] = await query<{ attempts: number }>(first, 'SELECT attempts FROM report_execution WHERE uuid = $1', [
    run,
  ]);
  expect(row?.attempts).toBe(1);
});
