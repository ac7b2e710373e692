// Tests what reports that are changed, copied or looked for are refused with.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, type ReportServer, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server?.stop());

const missing = '0190aaaa-0000-7000-8000-0000000000ff';
const copy = (uuid: string, more: object = {}, token = server.admin) =>
  server.refusal(token, 'POST', `/executable-reports/copy/by-uuid/${uuid}`, { code: 'copy', name: 'copy', ...more });
const found = async (code: string) =>
  (
    await server.as<{ totalElements: number }>(server.admin, 'POST', '/executable-reports/data/page', {
      code,
    })
  ).body.totalElements;

it('report 1: choices of a group that is not there are refused', async () => {
  const refused = await server.refusal(server.admin, 'POST', '/executable-reports/data/lookup/list', {
    reportGroupUuid: missing,
  });
  expect(refused).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
});

it('report 1: a report that is changed takes no code of another, and no group that is not there', async () => {
  await server.report('change-taken');
  const { uuid } = await server.report('change');
  const put = (fields: object) =>
    server.refusal(server.admin, 'PUT', '/executable-reports', { uuid, version: 0, ...fields });
  expect(await put({ code: 'change-taken' })).toEqual([409, 'REPORT_ALREADY_EXISTS', 'code']);
  expect(await put({ reportGroupUuid: missing })).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
  expect([await found('change'), await found('change-taken')]).toEqual([1, 1]);
});

it('report 1: a report is copied into no group that is not there or is disabled', async () => {
  const { uuid } = await server.report('grouped');
  const off = await server.group('copy-off', { enabled: false });
  expect(await copy(uuid, { reportGroupUuid: missing })).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
  expect(await copy(uuid, { reportGroupUuid: off })).toEqual([409, 'REPORT_GROUP_DISABLED']);
  expect(await found('copy')).toBe(0);
});

it('report 1: a report is copied with its rights, by whoever may write the copy, while somebody can hold them', async () => {
  const reader = await signInWith(server, 'reader', ['REPORT_VIEW', 'REPORT_MANAGE', 'SESSION_VIEW', 'MENU_VIEW_ALL']);
  const { uuid } = await server.report('readable', {
    authorityList: [{ authority: 'MENU_VIEW_ALL', permission: 'READ' }],
  });
  expect(await copy(uuid, {}, reader)).toEqual([409, 'SELF_LOCKOUT']);
  // As where the authority was one of a module that is not there any more.
  const gone = JSON.stringify([{ role: null, authority: 'NOBODY_HAS_IT', permission: 'READ' }]);
  await query(server, 'UPDATE report_definition SET authority_list = $2::jsonb WHERE uuid = $1', [uuid, gone]);
  expect(await copy(uuid)).toEqual([422, 'AUTHORITY_UNKNOWN', 'authorityList']);
  expect(await found('copy')).toBe(0);
});

it('report 1: a report is not copied for a tenant that has 10,000', async () => {
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
  const refused = await copy(uuid);
  await query(server, `DELETE FROM report_definition WHERE code LIKE 'fill-%'`);
  expect(refused).toEqual([409, 'REPORT_LIMIT_REACHED']);
  expect(await found('copy')).toBe(0);
});
