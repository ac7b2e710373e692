// Tests CSV files as people keep them, and reports that read them: shown, run, replaced meanwhile, exported.
import type {
  SvcRToolReportCsvFileModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportTransferModel,
  SvcRToolResolvedReportDataAdapterModel,
} from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../../../testing/setting-server.ts';
import { eventually, query, type RunServer, signInWith, startRunServer } from '../execution/execution.fixture.ts';
import { mailsReport, whileLocked } from '../run/run.fixture.ts';
import { onFile, sendCsv, type Uploaded } from './csv.fixture.ts';

const JSON_FILE = { outputFormat: 'JSON' };
const prices = 'article;price;since;sold\n007;1.250,50;31.03.2026;3\n008;12,00;01.04.2026;\n009;;02.04.2026;12\n';

let server: RunServer;
beforeAll(async () => {
  server = await startRunServer();
});
afterAll(() => server?.stop());

async function uploaded(code: string, file: string = prices, options: object = {}): Promise<Uploaded> {
  const answer = await sendCsv(server, code, file, { options });
  expect([answer.status, answer.told]).toEqual([200, []]);
  return answer.body;
}
const refusal = (method: string, path: string, body?: object) => server.as(server.admin, method, path, body);
const codeOf = ({ status, error }: Awaited<ReturnType<typeof refusal>>) => [status, error?.errorCode];
const files = async (body: object = {}) =>
  (await server.as<SvcRToolReportCsvFileModel[]>(server.admin, 'POST', '/report-data-adapters/csv/data/list', body))
    .body;
async function rowsOf(run: string): Promise<unknown[][]> {
  const { bytes } = await server.output(run);
  return (JSON.parse(bytes.toString()) as { rowList: unknown[][] }).rowList;
}
async function ran(uuid: string, request: object = {}): Promise<unknown[][]> {
  const ended = await server.ran(uuid, { ...JSON_FILE, ...request });
  expect([ended.status, ended.errorDetail]).toEqual(['SUCCEEDED', null]);
  return rowsOf(ended.uuid);
}

it('report 16: a file is taken with what was found in it, listed, replaced by its next version, and told of', async () => {
  const first = await uploaded('prices');
  expect(first).toMatchObject({ code: 'prices', version: 0, encoding: 'UTF-8', delimiter: ';', rowCount: 3 });
  expect(first.columnList.map(({ name, type, format }) => [name, type, format])).toEqual([
    ['article', 'STRING', null],
    ['price', 'DECIMAL', '#.##0,0'],
    ['since', 'DATE', 'dd.MM.yyyy'],
    ['sold', 'LONG', null],
  ]);
  expect(first.rowList).toEqual([
    ['007', 1250.5, '2026-03-31', 3],
    ['008', 12, '2026-04-01', null],
    ['009', null, '2026-04-02', 12],
  ]);
  const second = await uploaded('prices', 'article\n010\n');
  expect(second).toMatchObject({ uuid: first.uuid, version: 1, rowCount: 1, byteCount: 12 });
  await uploaded('other');
  expect((await files()).map(({ code, version }) => [code, version])).toEqual([
    ['other', 0],
    ['prices', 1],
  ]);
  expect((await files({ searchText: 'PRICES.csv' })).map(({ code }) => code)).toEqual(['prices']);
  expect((await server.events()).map(({ kind, subject }) => [kind, subject])).toEqual(
    expect.arrayContaining([['report.csv-uploaded', 'prices']]),
  );
  // Sent again under its key it is the same upload.
  const key = crypto.randomUUID();
  const [once, again] = [
    await sendCsv(server, 'keyed', prices, { key }),
    await sendCsv(server, 'keyed', prices, { key }),
  ];
  expect([once.body.version, again.body.version]).toEqual([0, 0]);
});

it('report 16: what cannot be read is reported with its places, and stores nothing', async () => {
  const bad = await sendCsv(server, 'bad', 'a;b\n1;2\n3\nx;y;z\n');
  expect([bad.status, bad.error?.errorCode, bad.told]).toEqual([
    422,
    'REPORT_CSV_INVALID',
    ['3  COLUMN_COUNT', '4  COLUMN_COUNT'],
  ]);
  const options = { columnList: [{ name: 'b', type: 'LONG' }] };
  const typed = await sendCsv(server, 'bad', 'a;b\n1;02\n1;x\n', { options });
  expect(typed.told).toEqual(['2 2 TYPE', '3 2 TYPE']);
  const turkish = await sendCsv(server, 'bad', new Uint8Array([0x61, 0x0a, 0xfe, 0x0a]));
  expect(turkish.told).toEqual(['  ENCODING']);
  const wrong = {
    encoding: 'ebcdic',
    columnList: [{ name: 'a', type: 'DATE', format: '0,0' }],
  };
  const refused = await sendCsv(server, 'bad', 'a\n1\n', { options: wrong });
  expect([refused.status, refused.told]).toEqual([400, ['options.encoding NOT_ALLOWED']]);
  const columns = [
    { name: 'a', type: 'DATE', format: '0,0' },
    { name: 'a', type: 'LONG' },
  ];
  const formats = await sendCsv(server, 'bad', 'a\n1\n', { options: { columnList: columns } });
  expect(formats.told).toEqual(['options.columnList[0].format NOT_ALLOWED', 'options.columnList[1].name DUPLICATE']);
  const unknown = await sendCsv(server, 'bad', 'a\n1\n', { options });
  expect([unknown.status, unknown.told]).toEqual([400, ['options.columnList[0].name NOT_ALLOWED']]);
  const large = await sendCsv(server, 'bad', 'a\n'.repeat(5 * 1_048_576 + 1));
  expect([large.status, large.error?.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await files({ searchText: 'bad' })).toEqual([]);
});

it('report 16: a report reads columns, filters and order of its query, into every format, with values as they are', async () => {
  await uploaded(
    'sales',
    `region;amount;day;note\n"Ege";1,50;01.03.2026;"a ""b"""\nMarmara;20,25;02.03.2026;"'; DROP"\nEge;3;03.03.2026;\n`,
  );
  const { uuid } = await server.report('sales', {
    ...onFile('sales', {
      columnList: [{ name: 'note' }, { name: 'amount', type: 'DECIMAL' }],
      filterList: [
        { column: 'region', operator: 'IN', parameterName: 'regions' },
        { column: 'day', operator: 'GE', value: '2026-03-01' },
      ],
      orderByList: [{ column: 'amount', direction: 'DESC' }],
    }),
    parameterList: [
      {
        name: 'regions',
        type: 'STRING',
        multiple: true,
        optionQuery: { dataAdapterCode: 'csv', query: { fileCode: 'sales' }, valueColumn: 'region' },
      },
    ],
    rowGroupList: [],
  });
  expect(await ran(uuid)).toEqual([
    ["'; DROP", 20.25],
    [null, 3],
    ['a "b"', 1.5],
  ]);
  expect(await ran(uuid, { parameterMap: { regions: ['Ege'] } })).toEqual([
    [null, 3],
    ['a "b"', 1.5],
  ]);
  for (const outputFormat of ['CSV', 'XLSX', 'PDF', 'HTML'])
    expect((await server.ran(uuid, { outputFormat })).status).toBe('SUCCEEDED');
  const outside = await server.as(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {
    parameterMap: { regions: ["Ege' OR true --"] },
  });
  expect(codeOf(outside)).toEqual([422, 'REPORT_PARAMETER_INVALID']);
  const states = await server.as<{ optionList: { value: string }[] }[]>(
    server.admin,
    'POST',
    `/executable-reports/parameters/resolve/by-uuid/${uuid}`,
    {},
  );
  expect(states.body[0]!.optionList.map(({ value }) => value)).toEqual(['Ege', 'Marmara']);
  const shown = await server.as<SvcRToolReportPreviewModel>(server.admin, 'POST', '/executable-reports/preview', {
    uuid,
    rowLimit: 2,
  });
  expect(shown.body).toMatchObject({
    columnList: [
      { name: 'note', type: 'STRING' },
      { name: 'amount', type: 'DECIMAL' },
    ],
    rowList: [
      ["'; DROP", 20.25],
      [null, 3],
    ],
    truncated: true,
  });
});

it('report 16: a run reads the version that there was when it was asked for, also when the file is replaced or deleted meanwhile', async () => {
  await uploaded('moving', 'v\nold\n');
  const { uuid } = await server.report('moving', onFile('moving'));
  const { uuid: blocking } = await server.report('blocking', mailsReport);
  const queued = await whileLocked(server, 'mail', async () => {
    // Two of a person go on; the third one waits.
    for (let count = 0; count < 2; count += 1) await server.execute(blocking, JSON_FILE);
    const run = await server.execute(uuid, JSON_FILE);
    await uploaded('moving', 'v\nnew\n');
    return run;
  });
  expect((await server.ended(queued.uuid)).status).toBe('SUCCEEDED');
  expect(await rowsOf(queued.uuid)).toEqual([['old']]);
  expect(await ran(uuid)).toEqual([['new']]);
  // The bytes are kept by what waits for them, and by nothing once it is over.
  const held = () => query(server, `SELECT FROM report_execution WHERE csv_content IS NOT NULL`);
  expect(await held()).toEqual([]);
  const cancelled = await whileLocked(server, 'mail', async () => {
    for (let count = 0; count < 2; count += 1) await server.execute(blocking, JSON_FILE);
    const run = await server.execute(uuid, JSON_FILE);
    expect(await held()).toHaveLength(1);
    await server.as(server.admin, 'POST', `/report-executions/cancel/by-uuid/${run.uuid}`);
    return run;
  });
  expect((await server.ended(cancelled.uuid)).status).toBe('CANCELLED');
  expect(await held()).toEqual([]);
});

it('report 16: a report is told what a file has not, before it is saved and when the file has changed', async () => {
  await uploaded('typed', 'a;b\n1;2\n');
  const post = (fields: object) =>
    server.refusal(server.admin, 'POST', '/executable-reports', { code: 'typed', name: 'typed', ...fields });
  expect(await post(onFile('nowhere'))).toEqual([
    422,
    'REPORT_DEFINITION_INVALID',
    'query.fileCode REPORT_CSV_UNKNOWN',
  ]);
  const wrong = {
    columnList: [{ name: 'c' }, { name: 'b', type: 'STRING' }],
    filterList: [{ column: 'd', operator: 'EQ', value: 1 }],
    orderByList: [{ column: 'a' }],
  };
  expect(await post(onFile('typed', wrong))).toEqual([
    422,
    'REPORT_DEFINITION_INVALID',
    'query.columnList[0].name REPORT_COLUMN_UNKNOWN',
    'query.columnList[1].type REPORT_COLUMN_TYPE_WRONG',
    'query.filterList[0].column REPORT_COLUMN_UNKNOWN',
    'query.orderByList[0].column REPORT_COLUMN_UNKNOWN',
  ]);
  const foreign = { statement: 'SELECT 1', groupByList: ['a'], columnList: [{ name: 'a' }, { name: 'a' }] };
  expect(await post({ ...onFile('typed', foreign), dataAdapterCode: 'platform' })).toEqual([
    400,
    'VALIDATION_FAILED',
    'dataAdapterCode NOT_ALLOWED',
    'query.statement NOT_ALLOWED',
    'query.groupByList NOT_ALLOWED',
    'query.columnList[1].name DUPLICATE',
  ]);
  const { uuid } = await server.report('typed', onFile('typed', { columnList: [{ name: 'b', type: 'LONG' }] }));
  await uploaded('typed', 'a;b\n1;two\n');
  const run = await server.refusal(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, JSON_FILE);
  expect(run).toEqual([409, 'REPORT_NOT_RUNNABLE', 'query.columnList[0].type REPORT_COLUMN_TYPE_WRONG']);
});

it('report 16: a file that a report names is not deleted, and a report whose file is gone says so', async () => {
  await uploaded('used');
  const { uuid } = await server.report('used', onFile('used'));
  const path = '/report-data-adapters/csv/used';
  expect(codeOf(await refusal('DELETE', path))).toEqual([409, 'REPORT_CSV_IN_USE']);
  // Of another report it is what a parameter is chosen from.
  const optionQuery = { dataAdapterCode: 'csv', query: { fileCode: 'used' }, valueColumn: 'article' };
  const other = await server.report('chosen', { parameterList: [{ name: 'p', type: 'STRING', optionQuery }] });
  await refusal('DELETE', `/executable-reports/${uuid}`);
  expect(codeOf(await refusal('DELETE', path))).toEqual([409, 'REPORT_CSV_IN_USE']);
  await refusal('DELETE', `/executable-reports/${other.uuid}`);
  expect((await refusal('DELETE', path)).status).toBe(200);
  expect(codeOf(await refusal('DELETE', path))).toEqual([404, 'REPORT_CSV_NOT_FOUND']);
  expect(await query(server, `SELECT FROM report_csv_file WHERE code = 'used' AND content IS NOT NULL`)).toEqual([]);
  // Its code is free.
  expect((await uploaded('used')).version).toBe(0);
  const again = await server.report('orphan', onFile('used'));
  await query(server, `UPDATE report_csv_file SET deleted = true, content = NULL WHERE code = 'used'`);
  const { body } = await server.as<{ warningList: string[] }>(
    server.admin,
    'GET',
    `/executable-reports/by-uuid/${again.uuid}`,
  );
  expect(body.warningList).toEqual(['There is no CSV file used.']);
});

it('report 16: a tenant has two hundred files, of which another tenant sees none', async () => {
  await query(
    server,
    `INSERT INTO report_csv_file (uuid, version, tenant_identifier, code, file_name, file_name_folded, encoding, delimiter, column_list,
       row_count, byte_count, content, created_by, updated_by, date_created, date_updated, deleted)
     SELECT gen_random_uuid(), 0, 'full', 'f-' || one, '', '', 'UTF-8', ',', '[]', 0, 0, '\\x00', '', '', now(), now(), false
     FROM generate_series(1, 200) one`,
  );
  await createTenant(server, 'full');
  const token = await signInWith(server, 'fuller', ['ROLE_TENANT_ADMIN'], 'full');
  const answer = await sendCsv(server, 'one-more', prices, { token });
  expect([answer.status, answer.error?.errorCode]).toEqual([409, 'REPORT_LIMIT_REACHED']);
  // What is there can be replaced.
  expect((await sendCsv(server, 'f-1', prices, { token })).status).toBe(200);
  await uploaded('mine');
  const seen = await server.as<{ code: string }[]>(token, 'POST', '/report-data-adapters/csv/data/list', {
    searchText: 'mine',
  });
  expect(seen.body).toEqual([]);
  const body = { code: 'theirs', name: 'theirs', ...onFile('mine') };
  const reading = await server.refusal(token, 'POST', '/executable-reports', body);
  expect(reading).toEqual([422, 'REPORT_DEFINITION_INVALID', 'query.fileCode REPORT_CSV_UNKNOWN']);
});

it('report 14: discovery tells one adapter of all files, with their columns', async () => {
  await uploaded('found', 'a;b\n1;x\n');
  const discover = async (more: string) =>
    (
      await server.as<SvcRToolResolvedReportDataAdapterModel[]>(
        server.admin,
        'GET',
        `/executable-reports/report-data-adapters/discover?report-data-source-type=CSV${more}`,
      )
    ).body;
  const [csv, ...others] = await discover('&include-metadata=true');
  expect([csv, others]).toMatchObject([
    { code: 'csv', serviceName: 'report', resolvedFrom: 'STORED', reportDataSourceType: 'CSV', available: true },
    [],
  ]);
  expect(csv!.entityList!.find(({ name }) => name === 'found')).toEqual({
    name: 'found',
    label: 'found.csv',
    columnList: [
      { name: 'a', type: 'LONG', label: 'a' },
      { name: 'b', type: 'STRING', label: 'b' },
    ],
  });
  expect((await discover(''))[0]!.entityList).toBeNull();
});

it('report 28: an export names a file by its code, and is taken where one of that code is there', async () => {
  await uploaded('carried');
  const { uuid } = await server.report('carried', onFile('carried', { columnList: [{ name: 'article' }] }));
  const { body: document } = await server.as<SvcRToolReportTransferModel>(
    server.admin,
    'POST',
    '/executable-reports/export',
    {
      uuidList: [uuid],
    },
  );
  expect(document.reportList[0]).toMatchObject({ dataAdapterCode: 'csv', query: { fileCode: 'carried' } });
  await createTenant(server, 'taking');
  const token = await signInWith(server, 'taker', ['ROLE_TENANT_ADMIN'], 'taking');
  const take = async () =>
    (
      await server.as<{ itemList: { action: string; errorCode: string | null }[] }>(
        token,
        'POST',
        '/executable-reports/import',
        document,
      )
    ).body.itemList;
  expect(await take()).toMatchObject([{ action: 'REFUSE', errorCode: 'REPORT_DEFINITION_INVALID' }]);
  await sendCsv(server, 'carried', prices, { token });
  expect(await take()).toMatchObject([{ action: 'CREATE', errorCode: null }]);
});

it('report 23: rows of a file are shared until its next version', async () => {
  await uploaded('shared', 'v\n1\n');
  const { uuid } = await server.report('shared', { ...onFile('shared'), cacheMode: 'FIXED', cacheSeconds: 600 });
  const hit = async () => {
    const { uuid: run } = await server.ran(uuid, JSON_FILE);
    return [(await server.execution(run)).cacheHit, await rowsOf(run)];
  };
  expect([await hit(), await hit()]).toEqual([
    [false, [[1]]],
    [true, [[1]]],
  ]);
  await uploaded('shared', 'v\n2\n');
  expect(await hit()).toEqual([false, [[2]]]);
});

it('report 16: a time without an offset is one of the time zone of the run', async () => {
  await uploaded('times', 't\n2026-01-01 10:00\n2026-01-01T10:00:00Z\n');
  const { uuid } = await server.report('times', onFile('times'));
  const { uuid: run } = await server.ran(uuid, { ...JSON_FILE, timeZone: 'Europe/Istanbul' });
  const page = await server.as<{ rowList: unknown[][] }>(
    server.admin,
    'GET',
    `/report-executions/page/by-uuid/${run}/0`,
  );
  expect(page.body.rowList).toEqual([['2026-01-01T07:00:00.000Z'], ['2026-01-01T10:00:00.000Z']]);
});

it('report 16: rows beyond the limit are cut, a file without rows is one, and a run leaves no table behind', async () => {
  await uploaded('long', `n\n${Array.from({ length: 50 }, (_none, index) => index + 1).join('\n')}\n`);
  const { uuid } = await server.report('long', { ...onFile('long'), rowLimit: 10 });
  const ended = await server.ran(uuid, JSON_FILE);
  expect([ended.truncated, ended.rowCount]).toEqual([true, 10]);
  expect(await rowsOf(ended.uuid)).toEqual(Array.from({ length: 10 }, (_none, index) => [index + 1]));
  await uploaded('long', 'n\n');
  expect(await ran(uuid)).toEqual([]);
  await eventually(
    () => query(server, `SELECT FROM pg_class WHERE relname = 'keelson_csv'`),
    ({ length }) => length === 0,
  );
});
