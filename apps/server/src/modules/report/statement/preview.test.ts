// Proves what previews, checks and parameters of reports answer: over data sets, within a tenant and its authorities.
import type {
  SvcRToolReportParameterStateModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportValidationModel,
} from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../../../testing/setting-server.ts';
import { query, type ReportServer, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
let writer: string;
let stranger: string;
beforeAll(async () => {
  server = await startReportServer();
  await createTenant(server, 'umber');
  writer = await signInWith(server, 'writer', ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_EXECUTE', 'SESSION_VIEW']);
  stranger = await signInWith(server, 'stranger', ['ROLE_TENANT_ADMIN'], 'umber');
});
afterAll(() => server?.stop());

let made = 0;
const reportOf = (changes: object = {}) => {
  made += 1;
  return {
    code: `r${made}`,
    name: `Report ${made}`,
    status: 'PUBLISHED',
    reportDataSourceType: 'PLATFORM',
    dataAdapterCode: 'platform',
    query: { dataSetCode: 'sessions' },
    ...changes,
  };
};
const preview = (body: object, token = writer) =>
  server.as<SvcRToolReportPreviewModel>(token, 'POST', '/executable-reports/preview', body);
const validate = (report: object, token = writer) =>
  server.as<SvcRToolReportValidationModel>(token, 'POST', '/executable-reports/validate', report);
const problemsOf = async (report: object, token = writer) =>
  (await validate(report, token)).body.problemList.map(({ code, field, warning }) => [code, field, warning]);
const save = async (report: object, token = writer) => {
  const answer = await server.as<{ uuid: string }>(token, 'POST', '/executable-reports', report);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.uuid;
};
const resolve = (uuid: string, body: object = {}, token = writer) =>
  server.as<SvcRToolReportParameterStateModel[]>(
    token,
    'POST',
    `/executable-reports/parameters/resolve/by-uuid/${uuid}`,
    body,
  );
const argumentsOf = ({ error }: { readonly error?: { readonly errorArguments?: unknown } | null }) =>
  ((error?.errorArguments ?? []) as { field: string; code: string }[]).map(({ field, code }) => [field, code]);

const usernames = {
  dataSetCode: 'sessions',
  groupByList: ['username'],
  aggregateList: [{ function: 'COUNT', name: 'Oturum "sayısı"' }],
  orderByList: [{ column: 'Oturum "sayısı"', direction: 'DESC' }, { column: 'username' }],
};

describe('a preview', () => {
  it('report 17: holds the rows of the own tenant alone, whoever asks', async () => {
    const mine = await preview({ report: reportOf({ query: usernames }) });
    const theirs = await preview({ report: reportOf({ query: usernames }) }, stranger);
    const names = ({ body }: typeof mine) => body.rowList.map(([name]) => name);
    expect(names(mine)).toEqual(expect.arrayContaining(['admin', 'writer']));
    expect(names(mine)).not.toContain('stranger');
    expect(names(theirs)).toEqual(['stranger']);
    expect(mine.body.columnList).toEqual([
      { name: 'username', type: 'STRING' },
      { name: 'Oturum "sayısı"', type: 'LONG' },
    ]);
  });

  it('report 17: of a data set without its authority is refused, and so is a report on it', async () => {
    const report = reportOf({ query: { dataSetCode: 'mails' } });
    const refused = await preview({ report });
    expect([refused.status, refused.error?.errorCode]).toEqual([422, 'REPORT_DEFINITION_INVALID']);
    expect(argumentsOf(refused)).toEqual([['query.dataSetCode', 'REPORT_DATA_SET_UNKNOWN']]);
    const saved = await server.as(writer, 'POST', '/executable-reports', report);
    expect([saved.status, saved.error?.errorCode]).toEqual([422, 'REPORT_DEFINITION_INVALID']);
    expect((await preview({ report }, server.admin)).status).toBe(200);
  });

  it('report 2: compares values as they are, in each filter', async () => {
    const marks = ["admin' OR 'x'='x", 'admin"; DROP TABLE session_entry; --', 'a%', '%', '_dmin', '\\', '${x}'];
    for (const operator of ['EQ', 'LIKE', 'IN'])
      for (const value of marks) {
        const filterList = [{ column: 'username', operator, parameterName: 'who' }];
        const report = reportOf({
          query: { ...usernames, filterList },
          parameterList: [{ name: 'Who', type: 'STRING' }],
        });
        const { body } = await preview({ report, parameterMap: { who: value } });
        expect(body.rowList, `${operator} ${value}`).toEqual([]);
      }
    const found = async (filter: object) =>
      (
        await preview({
          report: reportOf({ query: { ...usernames, filterList: [{ column: 'username', ...filter }] } }),
        })
      ).body.rowList.map(([name]) => name);
    expect(await found({ operator: 'LIKE', value: 'RITE' })).toEqual(['writer']);
    expect(await found({ operator: 'IN', value: ['writer', "o'hara"] })).toEqual(['writer']);
    expect(await found({ operator: 'NE', value: 'admin' })).not.toContain('admin');
    expect(await found({ operator: 'IS_NULL' })).toEqual([]);
  });

  it('report 13: compares days in the time zone of the run, the end of a range not included', async () => {
    const range = [{ name: 'days', type: 'DATE_RANGE', defaultExpression: 'TODAY..TODAY+1d' }];
    const filterList = [{ column: 'createdDate', operator: 'BETWEEN', parameterName: 'days' }];
    const report = () => reportOf({ query: { dataSetCode: 'sessions', filterList }, parameterList: range });
    const count = async (more: object) => (await preview({ report: report(), ...more })).body.rowList.length;
    expect(await count({})).toBeGreaterThan(0);
    const today = new Date(server.clock.now()).toISOString().slice(0, 10);
    expect(await count({ parameterMap: { days: { from: '2000-01-01', to: today } } })).toBe(0);
    expect(await count({ parameterMap: { days: { from: today } } })).toBeGreaterThan(0);
    // On the other side of the world that day begins later or has begun earlier.
    const [west, east] = await Promise.all(
      ['Etc/GMT+12', 'Etc/GMT-14'].map((timeZone) =>
        count({ timeZone, parameterMap: { days: { from: today, to: null } } }),
      ),
    );
    expect(west).toBeLessThanOrEqual(east!);
    expect((await preview({ report: report(), timeZone: 'Mars/Base' })).status).toBe(400);
  });

  it('report 11: says that there are more rows, and not where there are exactly as many', async () => {
    const report = () => reportOf({ query: usernames });
    const all = (await preview({ report: report() })).body;
    expect(all.truncated).toBe(false);
    const exact = (await preview({ report: report(), rowLimit: all.rowList.length })).body;
    expect([exact.truncated, exact.rowList.length]).toEqual([false, all.rowList.length]);
    const fewer = (await preview({ report: report(), rowLimit: 1 })).body;
    expect([fewer.truncated, fewer.rowList]).toEqual([true, [all.rowList[0]]]);
    expect((await preview({ report: report(), rowLimit: 101 })).status).toBe(400);
  });

  it('report 13: of a saved report needs the right to run it, and says everything that is wrong with its values', async () => {
    const uuid = await save(
      reportOf({
        query: {
          dataSetCode: 'sessions',
          filterList: [
            { column: 'username', operator: 'EQ', parameterName: 'me' },
            { column: 'createdDate', operator: 'GE', parameterName: 'since' },
          ],
        },
        parameterList: [
          { name: 'me', type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_USER' },
          { name: 'since', type: 'DATE', required: true },
          { name: 'code', type: 'STRING', pattern: '[A-Z]{2}' },
        ],
      }),
    );
    const own = await preview({ uuid, parameterMap: { since: '2000-01-01' } });
    const whose = own.body.columnList.findIndex(({ name }) => name === 'username');
    expect(new Set(own.body.rowList.map((row) => row[whose]))).toEqual(new Set(['writer']));
    const wrong = await preview({ uuid, parameterMap: { ME: 'admin', code: 'x', other: 1 } });
    expect([wrong.status, wrong.error?.errorCode]).toEqual([422, 'REPORT_PARAMETER_INVALID']);
    expect(argumentsOf(wrong).sort()).toEqual([
      ['parameterMap.code', 'PATTERN'],
      ['parameterMap.me', 'FIELD_READ_ONLY'],
      ['parameterMap.other', 'UNKNOWN_FIELD'],
      ['parameterMap.since', 'REQUIRED'],
    ]);
    const foreign = await preview({ uuid }, stranger);
    expect([foreign.status, foreign.error?.errorCode]).toEqual([404, 'REPORT_NOT_FOUND']);
    const both = await preview({ uuid, report: reportOf() });
    expect(both.status).toBe(400);
  });

  it('report 17: of what is watched is reported as an event, with its values masked where they are sensitive', async () => {
    const parameterList = [
      { name: 'since', type: 'DATE', defaultExpression: 'TODAY' },
      { name: 'who', type: 'STRING', sensitive: true },
    ];
    const filterList = [
      { column: 'eventTime', operator: 'GE', parameterName: 'since' },
      { column: 'username', operator: 'EQ', parameterName: 'who' },
    ];
    const report = reportOf({ query: { dataSetCode: 'audit', filterList }, parameterList });
    const answer = await preview({ report, parameterMap: { who: 'geheim' } }, server.admin);
    expect(answer.status).toBe(200);
    const told = await query(
      server,
      "SELECT detail FROM log_recorded_event WHERE kind = 'log.audit-read' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.stringify(told)).toContain('***');
    expect(JSON.stringify(told)).not.toContain('geheim');
    const unbound = await preview(
      {
        report: {
          ...report,
          ...reportOf({
            query: { dataSetCode: 'audit', filterList },
            parameterList: [{ name: 'since', type: 'DATE' }, parameterList[1]],
          }),
        },
      },
      server.admin,
    );
    expect([unbound.error?.errorCode, argumentsOf(unbound)]).toEqual([
      'REPORT_PARAMETER_INVALID',
      [['parameterMap.since', 'REQUIRED']],
    ]);
  });

  it('report 3: ends where the database does not answer it, and says no more than the state of what failed', async () => {
    const report = () => reportOf({ query: { dataSetCode: 'setting-changes' } });
    const blocked = server.database.database.transaction(async (tx) => {
      await tx.execute({ name: '', text: 'LOCK TABLE system_setting_history IN ACCESS EXCLUSIVE MODE' });
      return preview({ report: report() }, server.admin);
    });
    expect((await blocked).error?.errorCode).toBe('REPORT_QUERY_TIMEOUT');
    await query(server, 'ALTER TABLE system_setting_history RENAME TO moved_away');
    try {
      const failed = await preview({ report: report() }, server.admin);
      expect([failed.status, failed.error?.errorCode]).toEqual([422, 'REPORT_QUERY_FAILED']);
      expect(failed.text).not.toContain('system_setting_history');
    } finally {
      await query(server, 'ALTER TABLE moved_away RENAME TO system_setting_history');
    }
  });
});

describe('what is wrong with a report', () => {
  it.each<readonly [object, readonly (readonly [string, string, boolean])[]]>([
    [{ query: { dataSetCode: 'nothing' } }, [['REPORT_DATA_SET_UNKNOWN', 'query.dataSetCode', false]]],
    [
      {
        query: {
          dataSetCode: 'sessions',
          filterList: [{ column: 'token', operator: 'EQ', value: 'x' }],
          groupByList: ['nothing'],
        },
      },
      [
        ['REPORT_COLUMN_UNKNOWN', 'query.filterList[0].column', false],
        ['REPORT_COLUMN_UNKNOWN', 'query.groupByList[0]', false],
      ],
    ],
    [
      {
        query: { dataSetCode: 'sessions', filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }] },
      },
      [['REPORT_QUERY_UNKNOWN_PARAMETER', 'query.filterList[0].parameterName', false]],
    ],
    [
      {
        query: {
          dataSetCode: 'sessions',
          filterList: [
            { column: 'system', operator: 'GT', value: true },
            { column: 'createdDate', operator: 'EQ', value: 'x' },
            { column: 'createdDate', operator: 'BETWEEN', value: ['2026-01-01T00:00:00Z'] },
            { column: 'username', operator: 'IN', parameterName: 'days' },
          ],
        },
        parameterList: [{ name: 'days', type: 'DATE_RANGE' }],
      },
      [0, 1, 2, 3].map(
        (at) =>
          [
            'REPORT_QUERY_FILTER_INVALID',
            `query.filterList[${at}].${['operator', 'value', 'value', 'parameterName'][at]}`,
            false,
          ] as const,
      ),
    ],
    [
      {
        query: {
          dataSetCode: 'sessions',
          groupByList: ['username'],
          aggregateList: [
            { function: 'SUM', column: 'username', name: 'a' },
            { function: 'MAX', column: 'createdDate', name: 'ö'.repeat(32) },
            { function: 'COUNT', name: 'username' },
          ],
          orderByList: [{ column: 'createdDate' }],
        },
      },
      [
        ['REPORT_QUERY_FILTER_INVALID', 'query.aggregateList[0].function', false],
        ['REPORT_QUERY_FILTER_INVALID', 'query.aggregateList[1].name', false],
        ['REPORT_QUERY_FILTER_INVALID', 'query.aggregateList', false],
        ['REPORT_COLUMN_UNKNOWN', 'query.orderByList[0].column', false],
      ],
    ],
    [
      {
        columnList: [{ name: 'username' }, { name: 'nobody' }],
        rowGroupList: [{ columnName: 'nothing' }],
        chartList: [{ type: 'BAR', categoryColumn: 'username', seriesColumnList: ['none'] }],
      },
      [
        ['REPORT_COLUMN_UNKNOWN', 'columnList[1].name', false],
        ['REPORT_COLUMN_UNKNOWN', 'rowGroupList[0].columnName', false],
        ['REPORT_COLUMN_UNKNOWN', 'chartList[0].seriesColumnList[0]', false],
      ],
    ],
    [
      { columnList: [{ name: 'username', width: 200 }], parameterList: [{ name: 'idle', type: 'STRING' }] },
      [
        ['REPORT_PARAMETER_UNUSED', 'parameterList[0].name', true],
        ['REPORT_COLUMNS_TOO_WIDE', 'columnList', true],
      ],
    ],
    [
      {
        query: { dataSetCode: 'sessions', filterList: [{ column: 'username', operator: 'EQ', parameterName: 'a' }] },
        parameterList: [
          { name: 'a', type: 'STRING', masterParameterNameList: ['B'] },
          { name: 'b', type: 'STRING', masterParameterNameList: ['c'] },
          { name: 'c', type: 'STRING', masterParameterNameList: ['a'] },
        ],
      },
      ['a', 'b', 'c'].map(
        (_, at) => ['REPORT_PARAMETER_CYCLE', `parameterList[${at}].masterParameterNameList`, false] as const,
      ),
    ],
    [
      {
        query: { dataSetCode: 'sessions', filterList: [{ column: 'username', operator: 'IN', parameterName: 'p0' }] },
        parameterList: [
          { name: 'p0', type: 'STRING', pattern: '(', multiple: true },
          { name: 'p1', type: 'INTEGER', defaultValue: 'x' },
          { name: 'p2', type: 'DATE', defaultExpression: 'YESTERDAY' },
          { name: 'p3', type: 'INTEGER', minValue: 5, maxValue: 4 },
          { name: 'p4', type: 'STRING', pattern: '(a{1,1000}){1,1000}' },
          { name: 'p5', type: 'DATE_RANGE', multiple: true },
          { name: 'p6', type: 'INTEGER', optionList: [{ value: 'x' }] },
          { name: 'p7', type: 'STRING', control: 'HIDDEN' },
          { name: 'p8', type: 'UUID', minValue: 1 },
          { name: 'p9', type: 'DATE_RANGE' },
          { name: 'p9_to', type: 'STRING' },
          { name: 'p10', type: 'INTEGER', maxValue: 5, defaultValue: 6 },
        ],
      },
      [
        ['REPORT_PARAMETER_DEFAULT_INVALID', 'parameterList[1].defaultValue', false],
        ['REPORT_PARAMETER_DEFAULT_INVALID', 'parameterList[2].defaultExpression', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[3].minValue', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[5].multiple', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[6].optionList[0].value', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[7].control', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[8].minValue', false],
        ['REPORT_PARAMETER_DEFAULT_INVALID', 'parameterList[11].defaultValue', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[10].name', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[0].pattern', false],
        ['REPORT_PARAMETER_DEFINITION_INVALID', 'parameterList[4].pattern', false],
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(
          (at) => ['REPORT_PARAMETER_UNUSED', `parameterList[${at}].name`, true] as const,
        ),
      ],
    ],
  ])('report 13: %# is told at once, with its place', async (changes, expected) => {
    expect(await problemsOf(reportOf(changes))).toEqual(expected);
  });

  it('report 17: is a large data set without the filter that it requires', async () => {
    const of = (filterList: readonly object[]) =>
      problemsOf(reportOf({ query: { dataSetCode: 'events', filterList } }), server.admin);
    expect(await of([])).toEqual([['REPORT_QUERY_FILTER_REQUIRED', 'query.filterList', false]]);
    expect(await of([{ column: 'eventTime', operator: 'LT', value: '2026-01-01T00:00:00Z' }])).toHaveLength(1);
    expect(await of([{ column: 'eventTime', operator: 'GE', value: '2026-01-01T00:00:00Z' }])).toEqual([]);
  });

  it('report 17: is none where a large data set is filtered by its time in any way that bounds it', async () => {
    const filters = [
      { operator: 'GE', value: '2026-01-01T00:00:00Z' },
      { operator: 'EQ', value: '2026-01-01T00:00:00Z' },
      { operator: 'IN', value: ['2026-01-01T00:00:00Z'] },
      { operator: 'BETWEEN', value: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] },
    ];
    for (const filter of filters) {
      const query = { dataSetCode: 'process-activities', filterList: [{ column: 'startTime', ...filter }] };
      const { status, body, text } = await preview({ report: reportOf({ query }) }, server.admin);
      expect([status, body?.rowList], text).toEqual([200, []]);
    }
  });

  it('report 13: keeps it from being saved, changed and enabled, and a warning does not', async () => {
    const wrong = { query: { dataSetCode: 'sessions', groupByList: ['nothing'] } };
    const saved = await server.as(writer, 'POST', '/executable-reports', reportOf(wrong));
    expect([saved.status, saved.error?.errorCode, argumentsOf(saved)]).toEqual([
      422,
      'REPORT_DEFINITION_INVALID',
      [['query.groupByList[0]', 'REPORT_COLUMN_UNKNOWN']],
    ]);
    const uuid = await save(reportOf({ parameterList: [{ name: 'idle', type: 'STRING' }] }));
    const changed = await server.as(writer, 'PUT', '/executable-reports', { uuid, version: 0, ...wrong });
    expect([changed.status, changed.error?.errorCode]).toEqual([422, 'REPORT_DEFINITION_INVALID']);
    const stale = await server.as(writer, 'PUT', '/executable-reports', { uuid, version: 7, ...wrong });
    expect(stale.error?.errorCode).toBe('VERSION_CONFLICT');
    // Whoever has lost the authority of the data cannot enable a report on it.
    const reader = await signInWith(server, `enabler${made}`, ['REPORT_MANAGE']);
    const copied = await server.as(reader, 'POST', `/executable-reports/copy/by-uuid/${uuid}`, {
      code: `c${made}`,
      name: 'c',
    });
    expect([copied.status, copied.error?.errorCode]).toEqual([422, 'REPORT_DEFINITION_INVALID']);
    const enabled = await server.as(reader, 'POST', `/executable-reports/activate/by-uuid/${uuid}`);
    expect([enabled.status, enabled.error?.errorCode]).toEqual([409, 'REPORT_NOT_RUNNABLE']);
  });
});

describe('parameters', () => {
  const cascade = {
    query: {
      dataSetCode: 'sessions',
      filterList: [{ column: 'identifier', operator: 'EQ', parameterName: 'session' }],
    },
    parameterList: [
      {
        name: 'session',
        type: 'STRING',
        masterParameterNameList: ['who'],
        optionQuery: optionsOf('identifier', 'who', 'username'),
      },
      {
        name: 'who',
        type: 'STRING',
        masterParameterNameList: ['level'],
        optionQuery: optionsOf('username', 'level', 'assuranceLevel'),
      },
      { name: 'level', type: 'STRING', optionQuery: optionsOf('assuranceLevel') },
      { name: 'kind', type: 'STRING', optionList: [{ value: 'a', label: 'A' }, { value: 'b' }], multiple: true },
      { name: 'secret', type: 'STRING', defaultValue: 'geheim', sensitive: true },
      { name: 'me', type: 'STRING', control: 'HIDDEN', defaultExpression: 'CURRENT_USER' },
    ],
  };
  function optionsOf(valueColumn: string, parameterName?: string, column?: string) {
    const filterList = parameterName === undefined ? [] : [{ column, operator: 'EQ', parameterName }];
    return { dataAdapterCode: 'platform', query: { dataSetCode: 'sessions', filterList }, valueColumn };
  }
  const optionsIn = (states: readonly SvcRToolReportParameterStateModel[], name: string) =>
    states.find((state) => state.name === name)!.optionList.map(({ value }) => value);

  it('report 13: cascade over three: options are those that the masters leave', async () => {
    const uuid = await save(reportOf(cascade));
    const free = (await resolve(uuid)).body;
    expect(free.map(({ name }) => name)).toEqual(['session', 'who', 'level', 'kind', 'secret']);
    expect(optionsIn(free, 'who')).toEqual(expect.arrayContaining(['admin', 'writer']));
    const [level] = optionsIn(free, 'level');
    const chosen = (await resolve(uuid, { parameterMap: { level, who: 'writer' }, nameList: ['session', 'who'] })).body;
    expect(chosen.map(({ name }) => name)).toEqual(['session', 'who']);
    expect(optionsIn(chosen, 'session')).toHaveLength(1);
    expect(chosen[1]!.optionList.find(({ selected }) => selected)?.value).toBe('writer');
    const none = (await resolve(uuid, { parameterMap: { level: 'nothing', who: 'writer' } })).body;
    expect(none.find(({ name }) => name === 'level')).toMatchObject({ valid: false, value: null });
    const wrong = await preview({ uuid, parameterMap: { level, who: 'nobody' } });
    expect(argumentsOf(wrong)).toEqual([['parameterMap.who', 'NOT_ALLOWED']]);
  });

  it('report 13: tell what a form needs, and nothing of what is sensitive or hidden', async () => {
    const uuid = await save(reportOf(cascade));
    const { body, text } = await resolve(uuid, { parameterMap: { KIND: ['b'], me: 'admin' } });
    expect(body.find(({ name }) => name === 'kind')).toEqual({
      name: 'kind',
      value: ['b'],
      valid: true,
      errorMessage: null,
      optionList: [
        { value: 'a', label: 'A', selected: false },
        { value: 'b', label: 'b', selected: true },
      ],
      optionTruncated: false,
    });
    expect(text).not.toContain('geheim');
    expect((await resolve(uuid, {}, stranger)).error?.errorCode).toBe('REPORT_NOT_FOUND');
  });

  it('report 13: whose options cannot be read say so, and the call goes on', async () => {
    const uuid = await save(reportOf(cascade));
    const runner = await signInWith(server, 'runner', ['REPORT_EXECUTE']);
    const { status, body } = await resolve(uuid, {}, runner);
    expect(status).toBe(200);
    expect(body.find(({ name }) => name === 'who')).toMatchObject({
      optionList: [],
      errorMessage: expect.stringContaining('cannot be read'),
    });
    expect(body.find(({ name }) => name === 'kind')?.optionList).toHaveLength(2);
  });
});
