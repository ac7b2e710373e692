// Proves of every data set of the program that it runs as declared, shows a tenant its own rows alone, and no secret and no content.
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverModules } from './app-modules.ts';
import {
  query,
  SECRET_SETTING,
  SECRET_SUBJECT,
  SECRET_VALUE,
  SENSITIVE_NAME,
  startTwoTenants,
  TENANTS,
} from './data-sets.fixture.ts';
import { DATA_SET_SQL_TYPES, type DataSetDefinition, relationSql } from './kernel/data-sets.ts';
import { sql } from './kernel/database/database.ts';

/** Begins the names of the tests of a module's data sets: it has promised them. */
const PROMISES: Readonly<Record<string, string>> = {
  'system-setting': 'system-setting 31: the data set',
  session: 'session 37: the data set',
  'mail-notification': 'mail-notification 31: the data set',
  'logger-producer': 'logger-producer 35: the data set',
  'bpmn-engine': 'bpmn-engine 36: the data set',
  'bpmn-admin': 'bpmn-admin 27: the data set',
  report: 'report 17: the data set',
};

const dataSets = serverModules.flatMap(({ dataSets: declared = [] }) => declared);
const named = serverModules.flatMap(({ contract, dataSets: declared = [] }) =>
  declared.map((dataSet) => [`${PROMISES[contract.name]} ${dataSet.code}`, dataSet] as const),
);

let server: Awaited<ReturnType<typeof startTwoTenants>>;
beforeAll(async () => {
  server = await startTwoTenants();
});
afterAll(async () => {
  await server?.stop();
});

const rowsOf = (dataSet: DataSetDefinition, tenant: string): Promise<Record<string, unknown>[]> =>
  query(server, relationSql(dataSet, '$1::text'), [tenant]);

interface Shape {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Lists the columns of tables that the relation reads, filters included, as `table.column type`. */
  readonly reads: readonly string[];
}

/** Asks the database, which knows of a view what it shows and reads. */
function shapeOf(dataSet: DataSetDefinition): Promise<Shape> {
  return server.database.database.transaction(async (tx) => {
    const name = `shown_${dataSet.code.replaceAll('-', '_')}`;
    const run = <R extends object>(key: string, text: string) => tx.rows<R>(sql(`test_${name}_${key}`, text));
    await run('create', `CREATE VIEW ${name} AS ${relationSql(dataSet, "''::text")}`);
    const columns = await run<Shape['columns'][number]>(
      'columns',
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
       WHERE attrelid = '${name}'::regclass AND attnum > 0 ORDER BY attnum`,
    );
    const reads = await run<{ read: string }>(
      'reads',
      `SELECT DISTINCT a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, NULL) AS read
       FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
       JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
       WHERE r.ev_class = '${name}'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class
       ORDER BY 1`,
    );
    await run('drop', `DROP VIEW ${name}`);
    return { columns, reads: reads.map(({ read }) => read) };
  });
}

/** Answers the conditions of the indexes that a report of a large tenant would use, where an index can be used at all. */
function conditionsOf(dataSet: DataSetDefinition, column: string, since: string): Promise<string> {
  return server.database.database.transaction(async (tx) => {
    for (const way of ['seqscan', 'nestloop']) await tx.execute(sql(`test_no_${way}`, `SET LOCAL enable_${way} = off`));
    const bounds = { since: `'${since}'::timestamptz` };
    const text = `SELECT * FROM (${relationSql(dataSet, "'umber'::text", bounds)}) q WHERE "${column}" >= ${bounds.since}`;
    const plan = await tx.rows(sql(`test_plan_${dataSet.code.replaceAll('-', '_')}`, `EXPLAIN (FORMAT JSON) ${text}`));
    return (JSON.stringify(plan).match(/"(Index|Recheck) Cond":"[^"]*"/g) ?? []).join();
  });
}

/** Holds what no report may show, by the names that columns have for it; bytes are none of a report's business at all. */
const withheld =
  /secret|token|hash|password|passwd|salt|seal|cipher|signature|credential|private|content|body|html|payload| bytea$/;

it('no two data sets of the program have one code', () => {
  const codes = dataSets.map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

describe.each(named)('%s', (_name, dataSet) => {
  const { columnList, labelMap, authority, eventName } = dataSet;

  it('has the columns that it declares, of their types and in their order', async () => {
    const { columns } = await shapeOf(dataSet);
    expect(columns).toEqual(columnList.map(({ name, type }) => ({ name, type: DATA_SET_SQL_TYPES[type] })));
  });

  it('reads no column with a secret, a token, a hash or a content', async () => {
    const { reads } = await shapeOf(dataSet);
    expect(reads).not.toEqual([]);
    // A boolean says that something is a secret.
    expect(reads.filter((read) => withheld.test(read) && !read.endsWith(' boolean'))).toEqual([]);
    expect(columnList.filter(({ name }) => withheld.test(name.toLowerCase()))).toEqual([]);
  });

  it('shows each tenant its own rows and none of another', async () => {
    for (const tenant of TENANTS) {
      const rows = await rowsOf(dataSet, tenant);
      expect(rows).not.toEqual([]);
      const others = TENANTS.filter((other) => other !== tenant);
      expect(rows.filter((row) => others.some((other) => JSON.stringify(row).includes(other)))).toEqual([]);
    }
  });

  it('finds what is filtered as it has to be by an index', async () => {
    const { requiredFilter } = dataSet;
    if (requiredFilter === undefined) return;
    expect(await conditionsOf(dataSet, requiredFilter, '2001-02-03')).toContain('2001-02-03');
  });

  it('asks for an authority of a module, and writes an event that one declares', () => {
    const authorities = modules.flatMap((module) => module.authorities.map((declared) => declared.authority));
    expect(authorities).toContain(authority);
    const events = serverModules.flatMap((module) => Object.values(module.events).map(({ name }) => name));
    expect(eventName === undefined || events.includes(eventName)).toBe(true);
  });

  it('has names in both languages for itself and for each column', () => {
    const labels = [labelMap, ...columnList.map((column) => column.labelMap)];
    expect(labels.flatMap(({ en, tr }) => [en, tr]).filter((text) => text.trim() === '')).toEqual([]);
    const english = columnList.map((column) => column.labelMap.en);
    expect(new Set(english).size).toBe(english.length);
    expect(new Set(columnList.map((column) => column.labelMap.tr)).size).toBe(english.length);
  });
});

const found = (code: string) => rowsOf(dataSets.find((dataSet) => dataSet.code === code)!, 'umber');

it('session 37: sessions of services stand in a set of their own, for whoever may see those', async () => {
  expect(await found('sessions')).toMatchObject([{ username: 'ada.umber', system: false, closedDate: null }]);
  expect(await found('system-sessions')).toMatchObject([{ username: 'service:umber', system: true }]);
});

it('mail-notification 31: a sensitive mail has the name of its template instead of its subject', async () => {
  expect(await found('mails')).toMatchObject([{ subject: SENSITIVE_NAME, sensitive: true, createdBy: 'ada.umber' }]);
  expect(await found('mail-recipients')).toMatchObject([{ type: 'TO', address: 'ada@umber.example', errorCode: null }]);
  for (const { code } of dataSets) expect(JSON.stringify(await found(code))).not.toContain(SECRET_SUBJECT);
});

it('system-setting 31: a change shows the values, those of secrets as stars, and those for everybody to all tenants', async () => {
  const changes = await found('setting-changes');
  expect(changes).toContainEqual(
    expect.objectContaining({ code: 'session.max-per-user', scope: 'TENANT', newValue: '7', updatedBy: 'admin' }),
  );
  expect(changes).toContainEqual(
    expect.objectContaining({ code: 'session.max-per-user', scope: 'GLOBAL', oldValue: null, newValue: '8' }),
  );
  const ofSecret = changes.filter(({ code, scope }) => code === SECRET_SETTING && scope === 'GLOBAL');
  expect(ofSecret).toMatchObject([{ oldValue: '***', newValue: '***' }]);
  expect(JSON.stringify(changes)).not.toContain(SECRET_VALUE);
});

it('logger-producer 35: what is audited stands in the one data set, and everything else in the other', async () => {
  const typesOf = async (code: string) => [...new Set((await found(code)).map(({ eventType }) => eventType))].sort();
  expect([await typesOf('events'), await typesOf('audit')]).toEqual([['APPLICATION'], ['AUDIT', 'SECURITY']]);
});
