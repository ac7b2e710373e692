// Tests reports over SQL from end to end: checked, described, previewed, with options, and run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../../adapter/connection/foreign-database.fixture.ts';
import { query, type SqlServer, signInWith, startSqlServer } from './sql-server.fixture.ts';

let server: SqlServer;
let manager: string;
beforeAll(async () => {
  server = await startSqlServer();
  manager = await signInWith(server, 'manager', ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_EXECUTE']);
});
afterAll(() => server?.stop());

const parameterList = [{ name: 'Order', type: 'LONG' }];
const problemsOf = async (statement: string, changes: object = {}) =>
  (await server.validate(server.sql(statement, changes))).body.problemList.map(
    ({ code, field, line, column, warning }) => [code, field, line, column, warning],
  );
const refusal = ({ status, error }: Awaited<ReturnType<SqlServer['preview']>>) => [status, error?.errorCode];

describe('a report over an adapter', () => {
  it('report 38: is checked, described, shown and run', async () => {
    const statement =
      'SELECT id, customer, total, placed FROM orders WHERE ${eqOrAll(id, :order)} ORDER BY id DESC -- all';
    const report = server.sql(statement, { parameterList });
    const { body: checked } = await server.validate(report);
    expect(checked).toMatchObject({ valid: true, problemList: [] });
    expect(checked.columnList).toEqual([
      { name: 'id', type: 'LONG' },
      { name: 'customer', type: 'STRING' },
      { name: 'total', type: 'DECIMAL' },
      { name: 'placed', type: 'DATE_TIME' },
    ]);
    expect((await server.preview({ report, rowLimit: 2 })).body).toMatchObject({
      truncated: true,
      rowList: [
        [3, 'customer 3', 30, '2026-03-01T00:00:00.000Z'],
        [2, 'customer 2', 20, '2026-03-01T00:00:00.000Z'],
      ],
    });
    const uuid = await server.saved(statement, { parameterList });
    const { uuid: run, rowCount } = await server.ran(uuid, { outputFormat: 'CSV' });
    expect(rowCount).toBe(3);
    expect((await server.output(run)).bytes.toString()).toContain('3,customer 3,30.00,');
    expect(await server.rowsOf(uuid, { parameterMap: { order: 2 } })).toEqual([
      [2, 'customer 2', 20, '2026-03-01T00:00:00+00:00'],
    ]);
  });

  it('report 11: knows whether there are more rows than it may have', async () => {
    const ended = async (rowLimit: number) => {
      const uuid = await server.saved('SELECT id FROM orders', { rowLimit });
      const { rowCount, truncated } = await server.ran(uuid, { outputFormat: 'CSV' });
      return [rowCount, truncated];
    };
    expect(await ended(2)).toEqual([2, true]);
    expect(await ended(3)).toEqual([3, false]);
    const strict = await server.saved('SELECT id FROM orders', { rowLimit: 2, truncateMode: 'FAIL' });
    expect(await server.rowsOf(strict)).toBe('REPORT_ROW_LIMIT_EXCEEDED');
    const none = await server.saved('SELECT id FROM orders WHERE false');
    expect(await server.rowsOf(none)).toEqual([]);
  });

  it('report 9: keeps each value as it is, and what the own database has no type for as text', async () => {
    await server.foreign.run(`CREATE TYPE mood AS ENUM ('glad', 'ığüşöç');
      CREATE TABLE kinds AS SELECT 9223372036854775807::int8 AS big, 0.1234567890::numeric(38,10) AS exact, 'ığüşöçİ₺'::text AS turkish,
        E'a\\tb\\\\c\\nd'::text AS marks, ''::varchar(5) AS nothing, NULL::text AS none, 'ığüşöç'::mood AS mood, '10.0.0.1'::inet AS host,
        ARRAY['a,b', NULL, 'c"d'] AS list, true AS yes, '1.5 days'::interval AS span, '2026-02-28'::date AS day, '"x"'::jsonb AS json,
        'ab'::char(5) AS padded, '\\x00ff'::bytea AS bytes, 'NaN'::float8 AS odd, '12:30'::time(3) AS hour, 1234.5::money AS price;
      GRANT SELECT ON kinds TO ${server.foreign.reader.username}`);
    const uuid = await server.saved('SELECT * FROM kinds');
    const shown = (await server.preview({ uuid })).body;
    expect(await server.rowsOf(uuid)).toHaveLength(1);
    const { uuid: run } = await server.ran(uuid, { outputFormat: 'JSON' });
    const page = await server.as<{ columnList: { name: string; type: string }[]; rowList: unknown[][] }>(
      server.admin,
      'GET',
      `/report-executions/page/by-uuid/${run}/0`,
    );
    const paged = Object.fromEntries(page.body.columnList.map(({ name }, at) => [name, page.body.rowList[0]![at]]));
    expect(Object.fromEntries(shown.columnList.map(({ name, type }) => [name, type]))).toMatchObject({
      big: 'LONG',
      exact: 'DECIMAL',
      mood: 'STRING',
      host: 'STRING',
      list: 'STRING',
      json: 'JSON',
      bytes: 'BINARY',
      hour: 'TIME',
      price: 'STRING',
    });
    const whole = {
      big: '9223372036854775807',
      exact: 0.123456789,
      turkish: 'ığüşöçİ₺',
      marks: 'a\tb\\c\nd',
      nothing: '',
      none: null,
      mood: 'ığüşöç',
      host: '10.0.0.1/32',
      list: '{"a,b",NULL,"c\\"d"}',
      yes: true,
      span: 'P1DT12H',
      day: '2026-02-28',
      json: 'x',
      padded: 'ab',
      bytes: 2,
      odd: 'NaN',
      hour: '12:30:00',
    };
    expect(paged).toMatchObject(whole);
    expect(Object.fromEntries(shown.columnList.map(({ name }, at) => [name, shown.rowList[0]![at]]))).toMatchObject(
      whole,
    );
  });

  it('report 15: is read over an encrypted connection as over an open one', async () => {
    const { door, url, reader } = server.foreign;
    const { script } = door;
    door.script = encrypt(server.database);
    const adapter = { code: 'sealed', name: 'Shop', url: url.replace('disable', 'require'), ...reader };
    const saved = await server.adapter(adapter);
    const uuid = await server.saved('SELECT n FROM generate_series(1, 5000) AS n', { dataAdapterCode: saved.code });
    const rows = await server.rowsOf(uuid);
    door.script = script;
    expect(rows).toHaveLength(5_000);
  });

  it('report 38: has names of any letters, also twice the same', async () => {
    const uuid = await server.saved('SELECT id AS "Sipariş ₺", id AS "Sipariş ₺", \'x\' AS "a ""b""" FROM orders');
    expect(await server.rowsOf(uuid)).toEqual([
      [1, 1, 'x'],
      [2, 2, 'x'],
      [3, 3, 'x'],
    ]);
  });
});

describe('what is wrong with a statement', () => {
  it('report 3: is told with line and column, also where the database alone knows it', async () => {
    expect(await problemsOf('SELECT id,\n  ğış, pg_sleep(1) FROM orders')).toEqual([
      ['REPORT_QUERY_FUNCTION_NOT_ALLOWED', 'query.statement', 2, 8, false],
    ]);
    expect(await problemsOf('SELECT id,\n  lower(customer), ğış FROM orders')).toEqual([
      ['REPORT_QUERY_INVALID', 'query.statement', 2, 20, false],
    ]);
    expect(await problemsOf('SELECT id FROM orders\nWHERE /* ₺ */ lower(id) = :order', { parameterList })).toEqual([
      ['REPORT_QUERY_INVALID', 'query.statement', 2, 15, false],
    ]);
    expect(await problemsOf('SELECT id FROM wages')).toEqual([
      ['REPORT_QUERY_INVALID', 'query.statement', 1, 8, false],
    ]);
    expect(await problemsOf('SELECT FROM orders')).toEqual([
      ['REPORT_QUERY_INVALID', 'query.statement', null, null, false],
    ]);
    const wide = Array.from({ length: 257 }, (_, index) => `${index} AS c${index}`).join(', ');
    expect(await problemsOf(`SELECT ${wide}`)).toEqual([
      ['REPORT_QUERY_TOO_COMPLEX', 'query.statement', null, null, false],
    ]);
    const { body } = await server.validate(server.sql('SELECT ğış FROM orders'));
    expect(body.problemList[0]?.message).toContain('column "ğış" does not exist');
    expect(await server.preview({ report: server.sql('SELECT ğış FROM orders') }).then(refusal)).toEqual([
      422,
      'REPORT_DEFINITION_INVALID',
    ]);
  });

  it('report 38: a parameter that it does not use is a warning, a column that it has not an error', async () => {
    const range = [{ name: 'days', type: 'DATE_RANGE' }, ...parameterList];
    const statement = 'SELECT id FROM orders WHERE ${between(placed, :days_from, :DAYS_TO)}';
    expect(await problemsOf(statement, { parameterList: range, columnList: [{ name: 'total' }] })).toEqual([
      ['REPORT_COLUMN_UNKNOWN', 'columnList[0].name', null, null, false],
      ['REPORT_PARAMETER_UNUSED', 'parameterList[1].name', null, null, true],
    ]);
  });

  it('report 38: what has become of a table since keeps the report from running, and says so to writers alone', async () => {
    await server.foreign.run(`CREATE TABLE passing AS SELECT 1 AS id; GRANT SELECT ON passing TO PUBLIC`);
    const uuid = await server.saved('SELECT id FROM passing');
    const runner = await signInWith(server, 'runner', ['REPORT_VIEW', 'REPORT_EXECUTE']);
    await server.foreign.run('DROP TABLE passing');
    const path = `/executable-reports/execute/by-uuid/${uuid}`;
    const [mine, theirs] = [await server.as(server.admin, 'POST', path, {}), await server.as(runner, 'POST', path, {})];
    expect([mine.status, mine.error?.errorCode, theirs.status, theirs.error?.errorCode]).toEqual([
      409,
      'REPORT_NOT_RUNNABLE',
      409,
      'REPORT_NOT_RUNNABLE',
    ]);
    expect(mine.text).toContain('passing');
    expect(theirs.text).not.toContain('passing');
    expect(await server.refusal(server.admin, 'POST', `/executable-reports/activate/by-uuid/${uuid}`)).toEqual([
      409,
      'REPORT_NOT_RUNNABLE',
      'query.statement REPORT_QUERY_INVALID',
    ]);
  });

  it('report 2: a name of a parameter is the same in every case of ASCII, and another one with a dotless or dotted i', async () => {
    const named = { parameterList: [{ name: 'Id', type: 'LONG' }] };
    for (const name of ['id', 'ID', 'iD'])
      expect(await problemsOf(`SELECT id FROM orders WHERE id = :${name}`, named)).toEqual([]);
    for (const name of ['ıd', 'İD', 'ｉd'])
      expect(await problemsOf(`SELECT id FROM orders WHERE id = :${name}`, named)).toEqual([
        ['REPORT_QUERY_SYNTAX', 'query.statement', 1, 34, false],
      ]);
    // PostgreSQL folds the letters of ASCII alone, too.
    await server.foreign.run(
      'CREATE TABLE letters AS SELECT 1 AS "ı", 2 AS i, 3 AS "İ"; GRANT SELECT ON letters TO PUBLIC',
    );
    expect(await server.rowsOf(await server.saved('SELECT ı, I, İ FROM letters'))).toEqual([[1, 2, 3]]);
  });

  it('report 38: a column that a report names and its table has lost keeps it from running', async () => {
    await server.foreign.run('CREATE TABLE losing AS SELECT 1 AS id, 2 AS amount; GRANT SELECT ON losing TO PUBLIC');
    const uuid = await server.saved('SELECT * FROM losing', {
      columnList: [{ name: 'id' }, { name: 'amount' }],
      rowGroupList: [{ columnName: 'amount' }],
    });
    expect(await server.rowsOf(uuid)).toEqual([[1, 2]]);
    await server.foreign.run('ALTER TABLE losing RENAME COLUMN amount TO total');
    expect(await server.refusal(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {})).toEqual([
      409,
      'REPORT_NOT_RUNNABLE',
      'columnList[1].name REPORT_COLUMN_UNKNOWN',
      'rowGroupList[0].columnName REPORT_COLUMN_UNKNOWN',
    ]);
  });

  it('report 13: what the database says of a run is for writers, and for nobody where a value could stand in it', async () => {
    const statement = 'SELECT (customer || :mark)::int AS number FROM orders';
    const failed = async (sensitive: boolean) => {
      const uuid = await server.saved(statement, { parameterList: [{ name: 'mark', type: 'STRING', sensitive }] });
      const ended = await server.ran(uuid, { parameterMap: { mark: 'gizli-7' } });
      const shown = await server.preview({ uuid, parameterMap: { mark: 'gizli-7' } });
      return [
        ended.errorDetail?.errorCode,
        ended.errorDetail?.errorDetail ?? null,
        refusal(shown),
        shown.text,
      ] as const;
    };
    const open = await failed(false);
    expect(open.slice(0, 3)).toMatchObject([
      'REPORT_QUERY_FAILED',
      expect.stringContaining('gizli-7'),
      [422, 'REPORT_QUERY_FAILED'],
    ]);
    const closed = await failed(true);
    expect(closed.slice(0, 3)).toMatchObject(['REPORT_QUERY_FAILED', null, [422, 'REPORT_QUERY_FAILED']]);
    expect(closed[3]).toContain('22P02');
    expect(closed[3]).not.toContain('gizli-7');
    const rows = await query(
      server,
      "SELECT FROM report_execution e WHERE e::text LIKE '%gizli-7%' AND e.parameter_map->>'mark' = '***'",
    );
    expect(rows).toEqual([]);
  });
});

describe('options over an adapter', () => {
  it('report 13: follow their masters through three levels, and bound what a run may be given', async () => {
    await server.foreign.run(`CREATE TABLE places (country text, city text, street text); GRANT SELECT ON places TO PUBLIC;
      INSERT INTO places VALUES ('TR', 'Iğdır', 'Işık'), ('TR', 'İzmir', 'İnci'), ('DE', 'Köln', 'Ring')`);
    const optionsOf = (statement: string, column: string) => ({
      optionQuery: { dataAdapterCode: 'shop', query: { statement }, valueColumn: column },
    });
    const parameters = [
      { name: 'country', type: 'STRING', ...optionsOf('SELECT country FROM places', 'country') },
      {
        name: 'city',
        type: 'STRING',
        masterParameterNameList: ['country'],
        ...optionsOf('SELECT city FROM places WHERE country = :country', 'city'),
      },
      {
        name: 'street',
        type: 'STRING',
        masterParameterNameList: ['city'],
        ...optionsOf('SELECT street FROM places WHERE city = :city', 'street'),
      },
    ];
    const uuid = await server.saved(
      'SELECT street FROM places WHERE street = :street AND city = :city AND country = :country',
      {
        parameterList: parameters,
      },
    );
    const states = await server.resolve(uuid, { parameterMap: { country: 'TR', city: 'Iğdır' } });
    expect(states.map(({ optionList }) => optionList.map(({ value }) => value))).toEqual([
      ['DE', 'TR'],
      expect.arrayContaining(['Iğdır', 'İzmir']),
      ['Işık'],
    ]);
    expect(await server.rowsOf(uuid, { parameterMap: { country: 'TR', city: 'Iğdır', street: 'Işık' } })).toEqual([
      ['Işık'],
    ]);
    // Another letter, however alike it looks, is another value.
    const other = { country: 'TR', city: 'Iğdır', street: 'ışık' };
    const refused = await server.as(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {
      parameterMap: other,
    });
    expect([refused.status, refused.error?.errorArguments]).toMatchObject([
      422,
      [{ field: 'parameterMap.street', code: 'NOT_ALLOWED' }],
    ]);
  });

  it('report 38: of many parameters are read by a few connections, one after the other', async () => {
    const { run, reader } = server.foreign;
    await run('CREATE VIEW napping AS SELECT pg_sleep(0.05)::text AS nap; GRANT SELECT ON napping TO PUBLIC');
    const optionQuery = {
      dataAdapterCode: 'shop',
      query: { statement: 'SELECT nap FROM napping' },
      valueColumn: 'nap',
    };
    const list = Array.from({ length: 40 }, (_, index) => ({ name: `p${index}`, type: 'STRING', optionQuery }));
    const uuid = await server.saved('SELECT id FROM orders', { parameterList: list });
    const seen: number[] = [];
    let isOver = false;
    const look = async (): Promise<void> => {
      while (!isOver) {
        const { rows } = await run(`SELECT FROM pg_stat_activity WHERE usename = '${reader.username}'`);
        seen.push(rows.length);
      }
    };
    const resolving = server.resolve(uuid).finally(() => {
      isOver = true;
    });
    const [states] = await Promise.all([resolving, look()]);
    expect(
      states.filter(({ optionList, errorMessage }) => optionList.length === 1 && errorMessage === null),
    ).toHaveLength(40);
    expect(Math.max(...seen)).toBeGreaterThan(1);
    // One that has ended is told for a moment longer.
    expect(Math.max(...seen)).toBeLessThanOrEqual(10);
  });

  it('report 38: that cannot be read say so where values are chosen, and keep a run that needs them from being asked for', async () => {
    const optionQuery = {
      dataAdapterCode: 'shop',
      query: { statement: 'SELECT 1 / (id - 1) AS id FROM orders' },
      valueColumn: 'id',
    };
    const list = [{ name: 'order', type: 'LONG', optionQuery }];
    const uuid = await server.saved('SELECT id FROM orders WHERE id = :order', { parameterList: list });
    expect(await server.resolve(uuid)).toMatchObject([
      { optionList: [], errorMessage: expect.stringMatching(/options/) },
    ]);
    for (const path of [`execute/by-uuid/${uuid}`, 'preview']) {
      const body = { parameterMap: { order: 1 }, ...(path === 'preview' ? { uuid } : {}) };
      expect(await server.refusal(server.admin, 'POST', `/executable-reports/${path}`, body)).toEqual([
        409,
        'REPORT_NOT_RUNNABLE',
        'parameterList[0].optionQuery REPORT_QUERY_FAILED',
      ]);
    }
  });
});

describe('who may write a statement', () => {
  it('report 19: holds REPORT_SQL_WRITE, also for options, and nobody else asks a database by one', async () => {
    const optionQuery = {
      dataAdapterCode: 'shop',
      query: { statement: 'SELECT nothing FROM orders' },
      valueColumn: 'nothing',
    };
    const bodies = [
      server.sql('SELECT nothing FROM orders'),
      {
        ...server.sql(''),
        reportDataSourceType: 'PLATFORM',
        dataAdapterCode: 'platform',
        query: { dataSetCode: 'sessions' },
        parameterList: [{ name: 'order', type: 'LONG', optionQuery }],
      },
    ];
    const before = server.foreign.door.connections;
    for (const report of bodies) {
      for (const [path, body] of [
        ['', report],
        ['/validate', report],
        ['/preview', { report }],
      ] as const)
        expect(await server.refusal(manager, 'POST', `/executable-reports${path}`, body)).toEqual([
          403,
          'ACCESS_DENIED',
        ]);
    }
    expect(server.foreign.door.connections).toBe(before);
    const uuid = await server.saved('SELECT id FROM orders');
    const connected = server.foreign.door.connections;
    const change = { uuid, version: 0, query: { statement: 'SELECT total FROM orders' } };
    expect(await server.refusal(manager, 'PUT', '/executable-reports', change)).toEqual([403, 'ACCESS_DENIED']);
    expect(server.foreign.door.connections).toBe(connected);
    expect(await server.refusal(manager, 'PUT', '/executable-reports', { uuid, version: 0, name: 'Other' })).toEqual([
      200,
      undefined,
    ]);
  });
});
