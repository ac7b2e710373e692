// Proves with the parser switched off that each of the other layers holds: statements go to the database as somebody wrote them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offeredBy } from '../../adapter/adapter-server.fixture.ts';
import { ForeignFailure } from '../../adapter/feature.ts';
import type { AdapterCall, BoundQuery } from '../../report.types.ts';
import { createSnapshotFeature } from '../../snapshot/feature.ts';
import { query, type SqlServer, startSqlServer } from './sql-server.fixture.ts';

const scope = { tenantIdentifier: 'default' };

let server: SqlServer;
let offered: ReturnType<typeof offeredBy>;
/** Sign in as somebody who reads, who owns, and who may do everything. */
let codes: Readonly<Record<'reader' | 'owner' | 'superuser', string>>;
beforeAll(async () => {
  server = await startSqlServer();
  offered = offeredBy(server);
  const { owner, superuser, run } = server.foreign;
  codes = {
    reader: (await server.adapter()).code,
    owner: (await server.adapter(owner)).code,
    superuser: (await server.adapter(superuser)).code,
  };
  await run(`GRANT ALL ON orders TO ${owner.username};
    CREATE FUNCTION empty_orders() RETURNS int LANGUAGE sql VOLATILE AS 'DELETE FROM orders RETURNING 1'`);
});
afterAll(() => server?.stop());

let before: unknown;
const orders = async () => (await server.foreign.run('SELECT * FROM orders ORDER BY id')).rows;
beforeEach(async () => {
  before = await orders();
});

type Role = keyof typeof codes;
const call = (role: Role): AdapterCall => ({
  code: codes[role],
  revision: '',
  attributeNames: [],
  commonNames: [],
  allowedFunctionList: [],
  isSensitive: false,
});
const queryOf = (role: Role, text: string, settings: BoundQuery['settings'] = []) => ({
  text,
  settings,
  adapter: call(role),
});

/** Runs a text as runs do, without a check; answers the state of PostgreSQL, or how many rows there were. */
async function ran(role: Role, text: string, settings: BoundQuery['settings'] = []): Promise<string | number> {
  const { kernel } = server;
  const csvFiles = { load: () => Promise.reject(new Error('no file')) };
  const snapshots = createSnapshotFeature({ ...kernel, adapters: offered, csvFiles });
  const order = {
    ...scope,
    executionId: 1,
    rowLimit: 100,
    timeZone: 'UTC',
    timeoutMs: 20_000,
    keptMs: 60_000,
    bytesMax: 1_000_000,
  };
  const control = {
    signal: new AbortController().signal,
    onEstimate: () => undefined,
    onRows: () => undefined,
    onGrowing: () => undefined,
  };
  return stateOf(
    snapshots
      .make({ ...order, query: queryOf(role, text, settings) }, control)
      .then(({ snapshot }) => snapshot.rowCount),
  );
}

/** Reads a text as previews do. */
async function shown(role: Role, text: string): Promise<string | number> {
  const opened = await offered.open(scope, {
    query: queryOf(role, text),
    terms: { timeZone: 'UTC', timeoutMs: 5_000 },
  });
  const rows = opened.rows(`SELECT q.c1::text FROM (${text}\n) AS q (c1) LIMIT $1`, [10]);
  return stateOf(rows.then(({ length }) => length)).finally(() => opened.close());
}

const stateOf = (work: Promise<number>): Promise<string | number> =>
  work.catch((error: unknown) => {
    if (error instanceof ForeignFailure) return error.detail.state ?? error.kind;
    throw error;
  });

describe('with the parser switched off', () => {
  it.each([
    'SELECT 1; DROP TABLE orders',
    'SELECT 1 AS a) q (c1) LIMIT 1) TO STDOUT; COMMIT; DROP TABLE orders; --',
    'SELECT 1) TO STDOUT; DROP TABLE orders; --',
    "SELECT 1) TO PROGRAM 'touch /tmp/keelson-was-here' --",
    "SELECT 1) q) TO '/tmp/keelson-was-here' --",
    'SELECT 1;;SELECT 2',
    'COMMIT; DROP TABLE orders',
  ])('report 3: one statement alone is sent, whoever signs in: %s', async (text) => {
    expect(await ran('superuser', text)).toBe('42601');
    expect(await shown('superuser', text)).toBe('42601');
    expect(await orders()).toEqual(before);
  });

  it('report 3: COPY by itself takes one statement, also where nobody has looked at the text before', async () => {
    const text = 'SELECT 1) AS q (c1) LIMIT 1) TO STDOUT; COMMIT; DROP TABLE orders; --';
    const terms = { timeZone: 'UTC', timeoutMs: 5_000 };
    const opened = await offered.open(scope, { query: queryOf('superuser', text), terms });
    const columns = [{ name: 'c1', type: 'INTEGER', sqlType: 'integer', isText: false }] as const;
    await expect(opened.openRows(columns, 10)).rejects.toMatchObject({ detail: { state: '42601' } });
    await opened.close();
    expect(await orders()).toEqual(before);
  });

  it.each([
    ['DELETE FROM orders', 'REFUSED'],
    ['DELETE FROM orders RETURNING 1', '42601'],
    ['WITH gone AS (DELETE FROM orders RETURNING *) SELECT 1 FROM gone', '0A000'],
    ['SELECT empty_orders()', '25006'],
    ["SELECT nextval('numbers')", '25006'],
    ['SELECT 1 AS one FROM orders FOR UPDATE', '25006'],
    ["SELECT set_config('transaction_read_only', 'off', true)::text || empty_orders()", '25001'],
    ['SELECT lo_create(0)', '25006'],
  ])('report 3: nothing is written in a transaction that reads, by whoever may write: %s', async (text, state) => {
    await server.foreign.run('CREATE SEQUENCE IF NOT EXISTS numbers');
    expect(await ran('superuser', text)).toBe(state);
    expect(await orders()).toEqual(before);
  });

  it.each([
    ['SELECT name FROM wages', '42501'],
    ["SELECT pg_read_file('/etc/passwd')", '42501'],
    ["SELECT pg_ls_dir('.')", '42501'],
    ['SELECT rolpassword FROM pg_authid', '42501'],
    [
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user AND pid IS NOT NULL LIMIT 1',
      '42501',
    ],
  ])('report 3: the role may read what it was given, and nothing else: %s', async (text, state) => {
    expect(await ran('reader', text)).toBe(state);
  });

  it('report 3: the role alone keeps what it may not write, in a transaction that is not READ ONLY', async () => {
    const { client, end } = await offered.connect(scope, codes.reader);
    for (const text of [
      'DELETE FROM orders',
      'DROP TABLE orders',
      'CREATE TABLE mine (a int)',
      "COPY orders TO PROGRAM 'id'",
    ])
      await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
    await end(true);
    expect(await orders()).toEqual(before);
  });

  it('report 2: values are settings of the transaction: they hold what they hold, and no text is made of them', async () => {
    const hostile = [
      "'; DROP TABLE orders; --",
      "') OR true --",
      '$1',
      'ı',
      'İ',
      '\\',
      '{"a"}',
      "E'\\''",
      '＇',
      '\u0001',
    ];
    for (const value of hostile) {
      const text =
        "SELECT customer FROM orders WHERE customer = (pg_catalog.current_setting('keelson.p0')::pg_catalog.text)";
      expect(await ran('superuser', text, [['keelson.p0', value]]), value).toBe(0);
    }
    expect(await orders()).toEqual(before);
  });

  it('report 4: a setting of one statement does not reach the next one, nor does what it has created', async () => {
    expect(await shown('superuser', "SELECT set_config('search_path', 'nowhere', false)")).toBe(1);
    expect(await shown('superuser', "SELECT set_config('keelson.p0', 'left', false)")).toBe(1);
    expect(await shown('superuser', 'SELECT id FROM orders')).toBe(3);
    const left = "SELECT 1 WHERE coalesce(current_setting('keelson.p0', true), '') = 'left'";
    expect(await shown('superuser', left)).toBe(0);
    expect(await shown('superuser', 'SELECT pg_advisory_lock(7)')).toBe(1);
    expect(await shown('superuser', "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7")).toBe(0);
  });

  it('report 3: the text of a value ends where the parser has seen its end, whatever the role has set for itself', async () => {
    const { superuser, reader, name, run } = server.foreign;
    expect(superuser.username).not.toBe(reader.username);
    await run(`ALTER ROLE ${reader.username} IN DATABASE ${name} SET standard_conforming_strings = off`);
    const text = "SELECT '\\' AS a, ', empty_orders() --' AS b";
    expect(await shown('reader', `SELECT a FROM (${text}) AS x`)).toBe(1);
    expect(await ran('reader', text)).toBe(1);
    await run(`ALTER ROLE ${reader.username} IN DATABASE ${name} RESET standard_conforming_strings`);
  });
});

describe('a name that calls a function', () => {
  it('report 33: is refused where no column has it, with its place, and taken where one has', async () => {
    const { run, reader } = server.foreign;
    await run(`CREATE FUNCTION full_name(orders) RETURNS text LANGUAGE sql VOLATILE AS 'SELECT 1::text';
      CREATE FUNCTION anything(record) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
      CREATE FUNCTION total(orders) RETURNS text LANGUAGE sql AS 'SELECT 1::text';
      CREATE TABLE odd AS SELECT 1 AS full_name, 2 AS count, 3 AS date, 4 AS name;
      GRANT SELECT ON odd TO ${reader.username}`);
    const problems = async (text: string) =>
      (await server.validate(server.sql(text))).body.problemList.map(({ code, line, column }) => [code, line, column]);
    const refused = (line: number, column: number) => [['REPORT_QUERY_FUNCTION_NOT_ALLOWED', line, column]];
    expect(await problems('SELECT o.id,\n  o.full_name FROM orders AS o')).toEqual(refused(2, 5));
    expect(await problems('SELECT x.anything FROM (SELECT 1 AS a, 2 AS b) AS x')).toEqual(refused(1, 10));
    expect(await problems('SELECT o.pg_column_size FROM orders AS o')).toEqual(refused(1, 10));
    expect(await problems('SELECT o.total, o.id FROM orders AS o')).toEqual([]);
    expect(await problems('SELECT o.count, o.date, o.name FROM odd AS o')).toEqual([]);
    const { code } = await server.adapter({ allowedFunctionList: ['public.full_name'] });
    const listed = server.sql('SELECT o.full_name FROM orders AS o', { dataAdapterCode: code });
    expect((await server.validate(listed)).body.problemList).toEqual([]);
  });

  it('report 33: that was made after the report was saved ends its run', async () => {
    const { run, reader } = server.foreign;
    await run(`CREATE TABLE late AS SELECT 1 AS id, 2 AS soon; GRANT SELECT ON late TO ${reader.username}`);
    const uuid = await server.saved('SELECT l.id, l.soon FROM late AS l');
    expect(await server.rowsOf(uuid)).toEqual([[1, 2]]);
    const job = server.jobs.find(({ name }) => name === 'report_execution')!;
    await job.stop();
    const { uuid: waiting } = await server.execute(uuid, { outputFormat: 'CSV' });
    await run(`ALTER TABLE late DROP COLUMN soon; CREATE FUNCTION soon(late) RETURNS int LANGUAGE sql AS 'SELECT 7'`);
    job.start();
    expect(await server.ended(waiting)).toMatchObject({ errorDetail: { errorCode: 'REPORT_QUERY_FAILED' } });
    expect(await server.refusal(server.admin, 'POST', `/executable-reports/execute/by-uuid/${uuid}`, {})).toEqual([
      409,
      'REPORT_NOT_RUNNABLE',
      'query.statement REPORT_QUERY_FUNCTION_NOT_ALLOWED',
    ]);
  });

  it("report 33: functions of the schema and of extensions are refused unless the adapter lists them, and PostgreSQL's own are called", async () => {
    await server.foreign.run(`CREATE SCHEMA crm; CREATE FUNCTION crm.price(bigint) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 5';
      CREATE FUNCTION lower(bigint) RETURNS text LANGUAGE sql AS $$ SELECT 'theirs' $$; GRANT USAGE ON SCHEMA crm TO PUBLIC`);
    const codesOf = async (text: string, changes: object = {}) =>
      (await server.validate(server.sql(text, changes))).body.problemList.map(({ code }) => code);
    for (const call of [
      'crm.price(id)',
      'price(id)',
      "pg_notify('a', 'b')",
      "current_setting('keelson.p0')",
      'nextval(1)',
    ])
      expect(await codesOf(`SELECT ${call} FROM orders`), call).toEqual(['REPORT_QUERY_FUNCTION_NOT_ALLOWED']);
    // `lower` of a number is somebody's own: the name alone means PostgreSQL's, which takes none.
    expect(await codesOf('SELECT lower(id) FROM orders')).toEqual(['REPORT_QUERY_INVALID']);
    const { code } = await server.adapter({ allowedFunctionList: ['crm.price', 'public.lower'] });
    const shop = { dataAdapterCode: code };
    expect(await codesOf('SELECT crm.price(id), public.lower(id) FROM orders', shop)).toEqual([]);
    const uuid = await server.saved('SELECT crm.price(id), public.lower(id) FROM orders WHERE id = 1', shop);
    expect(await server.rowsOf(uuid)).toEqual([[5, 'theirs']]);
    expect(await query(server, "SELECT FROM pg_proc WHERE proname = 'price'")).toEqual([]);
  });
});
