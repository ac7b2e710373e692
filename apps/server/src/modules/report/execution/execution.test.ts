// Tests runs of reports over HTTP: from the queue to the file, who sees them, and what becomes of them.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, query, type RunServer, signInWith, startRunServer } from './execution.fixture.ts';

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

const refusal = async (answer: Promise<{ status: number; error: { errorCode: string } | null }>) => {
  const { status, error } = await answer;
  return [status, error?.errorCode];
};
const execute = (uuid: string, request: object = {}, token = server.admin) =>
  server.as(token, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, request);

it('report 7: a run is queued, ends, and gives its file with its length and its hash as tag', async () => {
  const { uuid } = await server.report('first');
  const queued = await server.execute(uuid, { outputFormat: 'CSV' });
  expect(queued).toMatchObject({ status: 'QUEUED', queuePosition: 1, outputFormat: 'CSV', exportList: [] });
  const ended = await server.ended(queued.uuid);
  expect(ended).toMatchObject({ status: 'SUCCEEDED', truncated: false, progressPercent: 100, errorDetail: null });
  const { status, headers, bytes } = await server.output(queued.uuid);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv']);
  const sha256 = hash('sha256', bytes);
  expect([headers.get('etag'), headers.get('x-svc-truncated')]).toEqual([`"${sha256}"`, 'false']);
  const lines = bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(ended.rowCount! + 1);
  const run = await server.execution(queued.uuid);
  expect(run.exportList).toMatchObject([
    { outputFormat: 'CSV', status: 'SUCCEEDED', byteCount: bytes.byteLength, sha256 },
  ]);
});

it.each(['CSV', 'XLSX', 'PDF', 'HTML', 'JSON'])('report 7: a run gives its file as %s', async (outputFormat) => {
  const { uuid } = await server.report(`as-${outputFormat}`);
  const ended = await server.ran(uuid, { outputFormat });
  expect([ended.status, ended.errorDetail]).toEqual(['SUCCEEDED', null]);
  const { status, bytes } = await server.output(ended.uuid);
  expect(status).toBe(200);
  expect(bytes.byteLength).toBeGreaterThan(100);
});

it.each([
  ['en', 'Identifier,User'],
  ['tr', 'Kimlik;Kullanıcı'],
])(
  'report 7: columns that nobody has described have the headings of their data set, in the language of the run: %s',
  async (locale, headings) => {
    const { uuid } = await server.report(`headings-${locale}`);
    const ended = await server.ran(uuid, { outputFormat: 'CSV', locale });
    const { bytes } = await server.output(ended.uuid);
    expect(bytes.toString().replace('\ufeff', '')).toMatch(new RegExp(`^${headings}`));
  },
);

it('report 7: further formats are made of the rows that were read, without another query', async () => {
  const { uuid } = await server.report('again');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  // More sessions than the run has seen.
  await signInWith(server, 'later', []);
  const path = `/report-executions/export/by-uuid/${run}`;
  const asked = await server.as<{ uuid: string; status: string }>(server.admin, 'POST', path, { outputFormat: 'JSON' });
  expect(asked.body).toMatchObject({ outputFormat: 'JSON' });
  const made = await eventually(
    () => server.execution(run),
    ({ exportList }) => exportList.length === 2 && exportList.every(({ status }) => status === 'SUCCEEDED'),
  );
  const { bytes, headers } = await server.output(run, { format: 'JSON' });
  expect(headers.get('content-disposition')).toContain('.json');
  const { rowList } = JSON.parse(bytes.toString()) as { rowList: unknown[] };
  expect(rowList).toHaveLength(made.rowCount!);
  // Asked again it is the same file.
  const again = await server.as(server.admin, 'POST', path, { outputFormat: 'JSON' });
  expect(again.body).toMatchObject({ uuid: asked.body.uuid, status: 'SUCCEEDED' });
});

it('report 25: rows are read page by page, and past the end there are none', async () => {
  const { uuid } = await server.report('paged', {
    query: { dataSetCode: 'sessions', orderByList: [{ column: 'createdDate', direction: 'ASC' }] },
  });
  const { uuid: run, rowCount } = await server.ran(uuid, { outputFormat: 'CSV' });
  const page = (number: number, size: number) =>
    server.as<{ columnList: { name: string; type: string }[]; rowList: unknown[][]; totalElements: number }>(
      server.admin,
      'GET',
      `/report-executions/page/by-uuid/${run}/${number}?page-size=${size}`,
    );
  const { body: all } = await page(0, 1_000);
  expect([all.rowList.length, all.totalElements]).toEqual([rowCount, rowCount]);
  const { body: second } = await page(1, 1);
  expect(second.rowList).toEqual(all.rowList.slice(1, 2));
  expect((await page(9, 1_000)).body.rowList).toEqual([]);
  const at = (name: string) => all.columnList.findIndex((column) => column.name === name);
  const [row] = all.rowList;
  expect(row?.[at('createdDate')]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(row?.[at('system')]).toBe(false);
});

it('report 11: rows beyond the limit of the run are reported in its status and header, or fail it where the report says so', async () => {
  await signInWith(server, 'one-more', []);
  const cut = await server.report('cut', { rowLimit: 1 });
  const { uuid, truncated, rowCount } = await server.ran(cut.uuid, { outputFormat: 'CSV' });
  expect([truncated, rowCount]).toEqual([true, 1]);
  expect((await server.output(uuid)).headers.get('x-svc-truncated')).toBe('true');
  const strict = await server.report('strict', { rowLimit: 1, truncateMode: 'FAIL' });
  const failed = await server.ran(strict.uuid, { outputFormat: 'CSV' });
  expect([failed.status, failed.errorDetail?.errorCode]).toEqual(['FAILED', 'REPORT_ROW_LIMIT_EXCEEDED']);
  expect(await server.output(failed.uuid)).toMatchObject({ status: 409, errorCode: 'REPORT_FAILED' });
  // A run may ask for fewer rows, and not for more.
  const fewer = await server.report('fewer', { rowLimit: 2 });
  expect(await server.ran(fewer.uuid, { outputFormat: 'CSV', rowLimit: 1 })).toMatchObject({ rowCount: 1 });
  expect(await server.ran(fewer.uuid, { outputFormat: 'CSV', rowLimit: 9 })).toMatchObject({ rowCount: 2 });
});

it('report 24: what a run asks for in vain is refused before it is queued', async () => {
  const { uuid } = await server.report('csv-only', { outputFormatList: ['CSV'], defaultOutputFormat: 'CSV' });
  expect(await refusal(execute(uuid, { outputFormat: 'PDF' }))).toEqual([422, 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED']);
  expect(await refusal(execute(uuid, { timeZone: 'Europe/Nowhere' }))).toEqual([422, 'REPORT_TIME_ZONE_UNKNOWN']);
  await server.as(server.admin, 'POST', `/executable-reports/deactivate/by-uuid/${uuid}`);
  expect(await refusal(execute(uuid))).toEqual([409, 'REPORT_DISABLED']);
  const archived = await server.report('archived', { status: 'ARCHIVED' });
  expect(await refusal(execute(archived.uuid))).toEqual([409, 'REPORT_NOT_PUBLISHED']);
  expect(await refusal(execute(crypto.randomUUID()))).toEqual([404, 'REPORT_NOT_FOUND']);
  expect(await refusal(server.as(server.admin, 'GET', `/report-executions/by-uuid/${crypto.randomUUID()}`))).toEqual([
    404,
    'REPORT_EXECUTION_NOT_FOUND',
  ]);
});

it('report 24: a person has twenty runs that are not over, and one more is refused with a time to come back', async () => {
  const token = await signInWith(server, 'eager', ['REPORT_EXECUTE', 'REPORT_VIEW', 'SESSION_VIEW']);
  const { uuid } = await server.report('eager');
  // Those of another process, which nobody works off here.
  await query(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at)
     SELECT gen_random_uuid(), 'default', $1, 0, 'eager', 'eager', 'QUEUED', 'CSV', '{}', 'eager', 'eager', 'USER', 'en', 'UTC', 1, 1, 1, 'a',
       n, now(), 'infinity' FROM generate_series(1, 20) n`,
    [uuid],
  );
  const refused = await execute(uuid, {}, token);
  expect([refused.status, refused.error?.errorCode]).toEqual([429, 'REPORT_QUEUE_FULL']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  // Somebody else is not held up.
  expect(await server.ran(uuid, { outputFormat: 'CSV' })).toMatchObject({ status: 'SUCCEEDED' });
  await query(server, `DELETE FROM report_execution WHERE username_folded = 'eager'`);
});

it('sent again under its key a run is the same one', async () => {
  const { uuid } = await server.report('once');
  const again = () =>
    server.as<{ uuid: string }>(
      server.admin,
      'POST',
      `/executable-reports/execute/by-uuid/${uuid}`,
      {},
      {
        'idempotency-key': 'the-one',
      },
    );
  const [first, second] = [await again(), await again()];
  expect(second.body.uuid).toBe(first.body.uuid);
  await server.ended(first.body.uuid);
});

it('report 19: a run is for whoever asked for it and whoever may read its report, and 403 where the right was lost since', async () => {
  const group = await server.group('runs-closed', {
    authorityList: [{ authority: 'SESSION_VIEW', permission: 'EXECUTE' }],
  });
  const { uuid } = await server.report('closed', { reportGroupUuid: group });
  const reader = await signInWith(server, 'run_reader', ['REPORT_VIEW', 'REPORT_EXECUTE', 'SESSION_VIEW']);
  const stranger = await signInWith(server, 'run_stranger', ['REPORT_VIEW', 'REPORT_EXECUTE']);
  const ended = await server.ran(uuid, { outputFormat: 'CSV' }, reader);
  const run = ended.uuid;
  const answers = async (token: string) => {
    const paths = [`status/by-uuid/${run}`, `page/by-uuid/${run}/0`, `output/by-uuid/${run}`, `by-uuid/${run}`];
    return Promise.all(paths.map((path) => server.as(token, 'GET', `/report-executions/${path}`))).then((all) =>
      all.map(({ status }) => status),
    );
  };
  expect(await answers(stranger)).toEqual([404, 404, 404, 404]);
  expect(await answers(reader)).toEqual([200, 200, 200, 200]);
  await query(
    server,
    `UPDATE report_group SET authority_list = '[{"role": null, "authority": "REPORT_ADMIN", "permission": "WRITE"}]'
    WHERE uuid = $1`,
    [group],
  );
  expect(await answers(reader)).toEqual([200, 403, 403, 200]);
  expect(
    await refusal(server.as(reader, 'POST', `/report-executions/export/by-uuid/${run}`, { outputFormat: 'JSON' })),
  ).toEqual([403, 'ACCESS_DENIED']);
  expect(await refusal(execute(uuid, {}, reader))).toEqual([404, 'REPORT_NOT_FOUND']);
});

it('report 19: people page their own runs, and whoever administers reports those of everybody', async () => {
  const { uuid } = await server.report('whose');
  const token = await signInWith(server, 'run_owner', ['REPORT_EXECUTE', 'SESSION_VIEW']);
  await server.ran(uuid, { outputFormat: 'CSV' }, token);
  await server.ran(uuid, { outputFormat: 'CSV' });
  const page = async (as: string) => {
    const { body } = await server.as<{ data: { requestedBy: string }[] }>(as, 'POST', '/report-executions/data/page', {
      executableReportUuid: uuid,
      statusList: ['SUCCEEDED'],
    });
    return body.data.map(({ requestedBy }) => requestedBy);
  };
  expect(await page(token)).toEqual(['run_owner']);
  expect(await page(server.admin)).toEqual(['admin', 'run_owner']);
});

it('report 25: parts of a file are answered by their range, and base64 to who takes JSON alone', async () => {
  const { uuid } = await server.report('ranged');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV', fileName: 'Satış "özeti"' });
  const whole = await server.output(run);
  expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''Sat%C4%B1%C5%9F%20%22%C3%B6zeti%22.csv");
  const part = await server.output(run, { headers: { range: 'bytes=3-9' } });
  expect([part.status, part.bytes.equals(whole.bytes.subarray(3, 10))]).toEqual([206, true]);
  expect((await server.output(run, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expect((await server.output(run, { headers: { 'if-none-match': whole.headers.get('etag')! } })).status).toBe(304);
  const json = await server.output(run, { headers: { accept: 'application/json' } });
  const { body } = JSON.parse(json.bytes.toString()) as { body: string };
  expect(Buffer.from(body, 'base64').equals(whole.bytes)).toBe(true);
});

it('report 25: a file above 8 MiB is 406 to who takes JSON alone, and given to everybody else', async () => {
  const { uuid } = await server.report('above');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  for (const [size, status] of [
    [8 * 1_048_576, 200],
    [8 * 1_048_576 + 1, 406],
  ] as const) {
    const [content] = await server.kernel.contents.put([Buffer.alloc(size, 'a')]);
    await query(
      server,
      `UPDATE report_export SET content = $2, byte_count = $3
       WHERE execution_id = (SELECT id FROM report_execution WHERE uuid = $1)`,
      [run, content, size],
    );
    const json = await server.output(run, { headers: { accept: 'application/json' } });
    expect([json.status, json.errorCode]).toEqual([status, status === 200 ? null : 'NOT_ACCEPTABLE']);
    expect((await server.output(run)).bytes).toHaveLength(size);
  }
});

it('a run and its files are removed by whoever asked for it', async () => {
  const { uuid } = await server.report('removed');
  const { uuid: run } = await server.ran(uuid, { outputFormat: 'CSV' });
  expect((await server.as(server.admin, 'DELETE', `/report-executions/${run}`)).status).toBe(200);
  expect((await server.output(run)).status).toBe(404);
});

it('each run, each file that is taken and each cancellation is an event, with the values of the run', async () => {
  const events = await query<{ name: string }>(
    server,
    "SELECT DISTINCT event_name AS name FROM log_event WHERE event_name LIKE 'report.%' ORDER BY 1",
  );
  expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['report.executed', 'report.output-read']));
});
