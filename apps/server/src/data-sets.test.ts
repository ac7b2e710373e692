// Proves of every data set of the program that it runs as declared, shows a tenant its own rows alone, and no secret and no content.
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverModules } from './app-modules.ts';
import { DATA_SET_SQL_TYPES, type DataSetDefinition, relationSql } from './kernel/data-sets.ts';
import { sql } from './kernel/database/database.ts';
import { createTenant, query, type SettingServer, signInWith, startSettingServer } from './testing/setting-server.ts';

/** Begins the names of the tests of a module's data sets: it has promised them. */
const PROMISES: Readonly<Record<string, string>> = {
  session: 'session 37: the data set',
};

const dataSets = serverModules.flatMap(({ dataSets: declared = [] }) => declared);
const named = serverModules.flatMap(({ contract, dataSets: declared = [] }) =>
  declared.map((dataSet) => [`${PROMISES[contract.name]} ${dataSet.code}`, dataSet] as const),
);

/** Whatever belongs to one of them has its name in some text. */
const TENANTS = ['umber', 'violet'] as const;

let server: SettingServer;
beforeAll(async () => {
  server = await startSettingServer();
  for (const tenant of TENANTS) await createTenant(server, tenant);
  for (const tenant of TENANTS) await signInWith(server, `ada.${tenant}`, [], tenant);
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
    expect(reads.filter((read) => withheld.test(read))).toEqual([]);
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
