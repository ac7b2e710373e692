// Tests what is stored of reports: defaults, changes, versions, copies, switches, and what is refused on the way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type ReportServer, sessionsReport, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
let viewer: string;
beforeAll(async () => {
  server = await startReportServer();
  viewer = await signInWith(server, 'viewer', ['REPORT_VIEW']);
});
afterAll(() => server?.stop());

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('a picture')]);
const post = (body: object, token = server.admin) => server.refusal(token, 'POST', '/executable-reports', body);
const put = (body: object, token = server.admin) => server.refusal(token, 'PUT', '/executable-reports', body);
const get = (uuid: string, more = '', token = server.admin) =>
  server.as<Record<string, unknown>>(token, 'GET', `/report-server/executable-reports/by-uuid/${uuid}${more}`);

describe('a report that is saved', () => {
  it('report 1: has every default, and its parts are whole', async () => {
    const report = await server.report('whole', {
      name: ' Whole ',
      parameterList: [
        { name: 'day', type: 'DATE' },
        { name: 'who', type: 'STRING', optionList: [{ value: 'ada' }] },
      ],
      columnList: [{ name: 'username' }, { name: 'system', displayOrder: 9, visible: null }],
      rowGroupList: [{ columnName: 'system' }],
      chartList: [{ type: 'PIE', seriesColumnList: ['username'], aggregate: 'COUNT' }],
    });
    expect(report).toMatchObject({
      name: 'Whole',
      status: 'DRAFT',
      enabled: true,
      parameterList: [
        { control: 'DATE_PICKER', required: false, maxLength: 4_000, optionQuery: null },
        { control: 'LIST_BOX', strictOption: true },
      ],
      columnList: [
        { displayOrder: 0, visible: true, aggregate: 'NONE' },
        { displayOrder: 9, visible: true },
      ],
      rowGroupList: [{ sortDirection: 'ASC', showFooter: true, keepTogether: true }],
      chartList: [{ position: 'TOP', maxPoints: 500 }],
      layout: { pageSize: 'A4', margins: { top: 15, left: 15 }, logo: null },
      outputFormatList: ['CSV', 'XLSX', 'PDF', 'HTML', 'JSON'],
      defaultOutputFormat: 'PDF',
      csvDelimiter: null,
      warningList: [],
    });
  });

  it('report 1: is reported once with all that does not fit', async () => {
    const parameter = { name: 'a', type: 'STRING' };
    const answer = await post({
      code: 'wrong',
      name: 'wrong',
      ...sessionsReport,
      dataAdapterCode: 'elsewhere',
      query: {
        statement: 'SELECT 1',
        filterList: [
          { column: 'x', operator: 'EQ' },
          { column: 'x', operator: 'IS_NULL', value: 1 },
        ],
      },
      parameterList: [
        { ...parameter, defaultValue: 'x', defaultExpression: 'TODAY' },
        { ...parameter, name: 'A', masterParameterNameList: ['A', 'b'] },
        {
          ...parameter,
          name: 'o',
          optionList: [{ value: '1' }],
          optionQuery: { dataAdapterCode: 'platform', query: {}, valueColumn: 'x' },
        },
        {
          ...parameter,
          name: 's',
          optionQuery: { dataAdapterCode: 'sales', query: { dataSetCode: 'sessions' }, valueColumn: 'x' },
        },
        { ...parameter, name: 'n', optionQuery: { dataAdapterCode: 'platform', query: null, valueColumn: 'x' } },
      ],
      columnList: [{ name: 'x' }, { name: 'x' }],
      rowGroupList: [{ columnName: 'x' }, { columnName: 'x' }],
      layout: { timeZone: 'Mars', locale: 'xq', logo: 'bm8gcGljdHVyZQ==' },
      outputFormatList: ['CSV', 'CSV'],
    });
    expect(answer).toEqual([
      400,
      'VALIDATION_FAILED',
      'dataAdapterCode NOT_ALLOWED',
      'query.dataSetCode REQUIRED',
      'query.statement NOT_ALLOWED',
      'query.filterList[0] REQUIRED',
      'query.filterList[1] NOT_ALLOWED',
      'parameterList[1].name DUPLICATE',
      'parameterList[0].defaultExpression NOT_ALLOWED',
      'parameterList[1].masterParameterNameList[0] NOT_ALLOWED',
      'parameterList[1].masterParameterNameList[1] NOT_ALLOWED',
      'parameterList[2].optionQuery NOT_ALLOWED',
      'parameterList[2].optionQuery.query.dataSetCode REQUIRED',
      'parameterList[3].optionQuery.query.statement REQUIRED',
      'parameterList[3].optionQuery.query.dataSetCode NOT_ALLOWED',
      'parameterList[4].optionQuery.query REQUIRED',
      'columnList[1].name DUPLICATE',
      'rowGroupList[1].columnName DUPLICATE',
      'layout.timeZone INVALID_TIME_ZONE',
      'layout.locale LOCALE_INVALID',
      'outputFormatList DUPLICATE',
      'defaultOutputFormat NOT_ALLOWED',
      'layout.logo FORMAT',
    ]);
  });

  it('report 1: has a code of its own, a group that takes it, and rights that somebody can hold', async () => {
    const { uuid } = await server.report('own');
    const named = { code: 'own-2', name: 'own', ...sessionsReport };
    expect(await post({ ...named, code: 'own' })).toEqual([409, 'REPORT_ALREADY_EXISTS', 'code']);
    expect(await post({ ...named, reportGroupUuid: uuid })).toEqual([404, 'REPORT_GROUP_NOT_FOUND']);
    const off = await server.group('own-off', { enabled: false });
    expect(await post({ ...named, reportGroupUuid: off })).toEqual([409, 'REPORT_GROUP_DISABLED']);
    const nobody = [{ authority: 'NOBODY_HAS_IT', permission: 'READ' }];
    expect(await post({ ...named, authorityList: nobody })).toEqual([422, 'AUTHORITY_UNKNOWN', 'authorityList']);
    expect(await put({ uuid, version: 0, authorityList: nobody })).toEqual([422, 'AUTHORITY_UNKNOWN', 'authorityList']);
    expect(await put({ uuid, version: 0, reportGroupUuid: off })).toEqual([409, 'REPORT_GROUP_DISABLED']);
  });

  it('report 1: is refused to a tenant that has 10,000', async () => {
    const { uuid } = await server.report('filling');
    const columns = `version, tenant_identifier, name, name_folded, status, enabled, report_data_source_type, data_adapter_code, query,
      parameter_list, column_list, row_group_list, chart_list, layout, output_format_list, default_output_format, row_limit,
      timeout_seconds, truncate_mode, csv_bom, csv_formula_escape, csv_number_style, authority_list, created_by, updated_by,
      date_created, date_updated, deleted`;
    await query(
      server,
      `INSERT INTO report_definition (uuid, code, ${columns}) SELECT gen_random_uuid(), 'fill-' || n, ${columns}
       FROM report_definition, generate_series(1, 10000) n WHERE uuid = $1`,
      [uuid],
    );
    const refused = await post({ code: 'one-more', name: 'one-more', ...sessionsReport });
    const list = await server.refusal(server.admin, 'POST', '/executable-reports/data/lookup/list', {});
    await query(server, `DELETE FROM report_definition WHERE code LIKE 'fill-%'`);
    expect([refused, list]).toEqual([
      [409, 'REPORT_LIMIT_REACHED'],
      [422, 'RESULT_TOO_LARGE'],
    ]);
  });
});

describe('a report that is changed', () => {
  it('report 18: keeps what a body leaves out, and begins anew what is null', async () => {
    const { uuid } = await server.report('changed', {
      description: 'What it is.',
      columnList: [{ name: 'username' }],
      layout: { pageSize: 'A3' },
      rowLimit: 7,
    });
    const changed = { uuid, version: 0, description: null, columnList: null, layout: null, rowLimit: null };
    expect(await put(changed)).toEqual([200, undefined]);
    expect((await get(uuid)).body).toMatchObject({
      version: 1,
      description: null,
      columnList: [],
      layout: { pageSize: 'A4' },
      rowLimit: 100_000,
      query: sessionsReport.query,
    });
    expect(await put({ uuid, version: 0, name: 'late' })).toEqual([409, 'VERSION_CONFLICT']);
    expect(await put({ uuid, version: 1, enabled: false, query: null })).toEqual([
      400,
      'VALIDATION_FAILED',
      'query REQUIRED',
      'enabled FIELD_READ_ONLY',
    ]);
    expect(await put((await get(uuid)).body)).toEqual([200, undefined]);
  });

  it('report 18: keeps its logo with each version, and an answer can be sent back', async () => {
    const logo = png.toString('base64');
    const { uuid, layout } = await server.report('pictured', { layout: { logo } });
    expect(layout.logo).toBe(logo);
    expect(await put((await get(uuid)).body)).toEqual([200, undefined]);
    expect(await put({ uuid, version: 1, layout: { logo: null } })).toEqual([200, undefined]);
    expect((await get(uuid)).body).toMatchObject({ version: 2, layout: { logo: null } });
    expect((await get(uuid, '?version=0')).body).toMatchObject({ version: 0, layout: { logo } });
    const tooLarge = Buffer.concat([png, Buffer.alloc(262_144)]).toString('base64');
    expect(await put({ uuid, version: 2, layout: { logo: tooLarge } })).toEqual([
      400,
      'VALIDATION_FAILED',
      'layout.logo TOO_LONG',
    ]);
    expect(await put({ uuid, version: 2, layout: { logo: 'no base64!' } })).toEqual([
      400,
      'VALIDATION_FAILED',
      'layout.logo FORMAT',
    ]);
  });

  it('report 28: is found as it was in its last 50 versions', async () => {
    const { uuid } = await server.report('versions');
    for (let version = 0; version < 51; version += 1) await put({ uuid, version, name: `name ${version + 1}` });
    expect((await get(uuid)).body).toMatchObject({ version: 51, name: 'name 51' });
    expect((await get(uuid, '?version=2')).body).toMatchObject({ version: 2, name: 'name 2' });
    expect(await server.refusal(server.admin, 'GET', `/executable-reports/by-uuid/${uuid}?version=1`)).toEqual([
      404,
      'REPORT_VERSION_NOT_FOUND',
    ]);
    expect(await server.refusal(server.admin, 'GET', `/executable-reports/by-uuid/${uuid}?version=52`)).toEqual([
      404,
      'REPORT_VERSION_NOT_FOUND',
    ]);
  });

  it('report 1: has a tag that is its version, and another one for whoever sees less', async () => {
    const { uuid } = await server.report('tagged');
    const [all, less] = [await get(uuid), await get(uuid, '', viewer)];
    expect(all.headers.get('etag')).toBe('"0"');
    expect(less.headers.get('etag')).toBe('"0-blank"');
    expect([all.body.query, less.body.query]).toEqual([sessionsReport.query, null]);
    const again = await fetch(`${server.url}/executable-reports/by-uuid/${uuid}`, {
      headers: { authorization: `Bearer ${server.admin}`, 'if-none-match': '"0"' },
    });
    expect(again.status).toBe(304);
  });

  it('report 18: tells in its events plain fields that differ, and of the parts their names alone', async () => {
    const { uuid } = await server.report('audited');
    await put({ uuid, version: 0, status: 'PUBLISHED', layout: { title: 'A secret title' } });
    const told = (await server.events()).filter(({ subject }) => subject === 'audited').at(-1);
    expect(told).toMatchObject({
      kind: 'report.saved',
      detail: { uuid, version: 1, old: { status: 'DRAFT' }, new: { status: 'PUBLISHED' }, parts: ['layout'] },
    });
    expect(JSON.stringify(told)).not.toContain('secret title');
  });
});

describe('what is done with a report', () => {
  const act = (verb: string, uuid: string, body?: object) =>
    server.as<Record<string, unknown>>(server.admin, 'POST', `/executable-reports/${verb}/by-uuid/${uuid}`, body);

  it('report 18: is switched off and on, and nothing happens where it is so already', async () => {
    const { uuid } = await server.report('switched');
    expect((await act('activate', uuid)).body).toMatchObject({ enabled: true, version: 0 });
    expect((await act('deactivate', uuid)).body).toMatchObject({ enabled: false, version: 1 });
    expect((await act('deactivate', uuid)).body).toMatchObject({ enabled: false, version: 1 });
    await query(server, `UPDATE report_definition SET query = '{"dataSetCode":"gone"}' WHERE uuid = $1`, [uuid]);
    const refused = await act('activate', uuid);
    expect([refused.status, refused.error?.errorCode, refused.error?.errorArguments]).toEqual([
      409,
      'REPORT_NOT_RUNNABLE',
      [expect.objectContaining({ field: 'query.dataSetCode', code: 'REPORT_DATA_SET_UNKNOWN' })],
    ]);
    expect((await get(uuid)).body.warningList).toEqual(['There is no data set gone.']);
  });

  it('report 18: is copied as a draft of its own, into its group unless another is named', async () => {
    const group = await server.group('copies');
    const logo = png.toString('base64');
    const { uuid } = await server.report('original', { reportGroupUuid: group, status: 'PUBLISHED', layout: { logo } });
    await act('deactivate', uuid);
    const copy = await act('copy', uuid, { code: 'copy', name: ' Copy ' });
    expect(copy.body).toMatchObject({
      version: 0,
      name: 'Copy',
      status: 'DRAFT',
      enabled: true,
      reportGroupUuid: group,
      layout: { logo },
    });
    expect(copy.headers.get('location')).toBe(`/executable-reports/by-uuid/${copy.body.uuid}`);
    const top = await act('copy', uuid, { code: 'copy-2', name: 'Copy', reportGroupUuid: null });
    expect(top.body).toMatchObject({ reportGroupUuid: null });
    expect((await act('copy', uuid, { code: 'copy', name: 'x' })).error?.errorCode).toBe('REPORT_ALREADY_EXISTS');
  });

  it('report 18: is deleted once, at the version that was seen, and its code is free', async () => {
    const group = await server.group('emptied');
    const { uuid } = await server.report('deleted', { reportGroupUuid: group });
    const remove = (more = '') =>
      server.refusal(server.admin, 'DELETE', `/report-server/executable-reports/${uuid}${more}`);
    expect(await remove('?version=3')).toEqual([409, 'VERSION_CONFLICT']);
    expect(await remove('?version=0')).toEqual([200, undefined]);
    expect(await remove()).toEqual([404, 'REPORT_NOT_FOUND']);
    await server.report('deleted');
    expect(await server.groups({ uuidList: [group] })).toMatchObject([{ reportCount: 0 }]);
  });

  it('report 18: its older version names a group that is gone', async () => {
    const group = await server.group('passing');
    const { uuid } = await server.report('staying', { reportGroupUuid: group });
    await server.refusal(server.admin, 'DELETE', `/report-groups/${group}?mode=MOVE_TO_PARENT`);
    expect((await get(uuid, '?version=0')).body).toMatchObject({
      reportGroupUuid: group,
      warningList: ['Its group was deleted.'],
    });
    expect((await get(uuid)).body).toMatchObject({ version: 1, reportGroupUuid: null, warningList: [] });
  });
});
