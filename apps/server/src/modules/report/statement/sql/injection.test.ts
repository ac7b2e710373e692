// Proves with a database that values stay values, whatever they hold, and that a statement's text does not depend on them.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOptions } from '../../../../kernel/database/database-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { bindTemplate, type SqlValue, type SqlValueType } from './bind-values.ts';
import { checkSql, loadParser } from './check-sql.ts';

const CORPUS = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "'; DROP TABLE people; --",
  '1; DROP TABLE people',
  '1) TO STDOUT; DROP TABLE people; --',
  '/* */',
  '--',
  '-- \n',
  '$$',
  '$1',
  '$x$',
  ':p',
  '::text',
  '${inOrAll(id, :p)}',
  '%',
  '_',
  '%s',
  '{}',
  '{a,b}',
  '{"a"}',
  'NULL',
  'null',
  '}',
  '{',
  ',',
  '",',
  '\\"',
  'a\\',
  'a"b\\c',
  "' OR '1'='1",
  "') OR ('1'='1",
  "E'\\''",
  "U&'\\0027'",
  'ʼ',
  '＇',
  '‘',
  '’',
  '；',
  'ﬀ',
  '＂',
  '\ufeff',
  '\u200b',
  '\u202e',
  '\u0001',
  '\t',
  '\r\n',
  '',
  ' ',
  ' x ',
  'ğüşıöçİĞ₺',
  '𝒳',
  '\u{10ffff}',
  'keelson.p0',
  'a'.repeat(4_000),
  "'||pg_sleep(1)||'",
  'pg_catalog.current_setting(1)',
  '\\x27',
  '%27',
  '&#39;',
  '\\u0027',
] as const;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  await loadParser();
  database = await createEmptyDatabase();
  client = new pg.Client(clientOptions(database.settings));
  await client.connect();
  await client.query('CREATE TABLE people (name text)');
  await client.query('INSERT INTO people SELECT unnest($1::text[])', [CORPUS]);
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

async function ask(statement: string, values: Readonly<Record<string, SqlValue>>) {
  const check = checkSql({ statement, parameterNames: Object.keys(values), allowedFunctionList: [] });
  if (check.kind === 'REFUSED') throw new Error(JSON.stringify(check.problemList));
  const { text, settings } = bindTemplate(check.template, new Map(Object.entries(values)));
  await client.query('BEGIN READ ONLY');
  try {
    for (const setting of settings) await client.query('SELECT set_config($1, $2, true)', [...setting]);
    const query = { text, rowMode: 'array', queryMode: 'extended' } as const;
    const { rows } = await client.query<unknown[]>(query as pg.QueryArrayConfig);
    return { text, rows };
  } finally {
    await client.query('ROLLBACK');
  }
}
const textValue = (value: string | null): SqlValue => ({ sqlType: 'text', value, isList: false });
const listValue = (value: readonly string[] | null): SqlValue => ({ sqlType: 'text', value, isList: true });

it('report 2: a text is compared as it is, in a placeholder, a list and each clause function, and no text is changed by it', async () => {
  const statements: readonly (readonly [string, (it: string) => Readonly<Record<string, SqlValue>>])[] = [
    ['SELECT name FROM people WHERE name = :p', (it) => ({ p: textValue(it) })],
    ['SELECT name FROM people WHERE name = ANY(:l)', (it) => ({ l: listValue([it]) })],
    ['SELECT name FROM people WHERE ${inOrAll(name, :l)}', (it) => ({ l: listValue([it, it]) })],
    ['SELECT name FROM people WHERE ${eqOrAll(name, :p)}', (it) => ({ p: textValue(it) })],
    [
      'SELECT name FROM people WHERE ${between(name, :f, :t)} AND length(name) = length(:f)',
      (it) => ({ f: textValue(it), t: textValue(`${it}\u0001`) }),
    ],
    ['SELECT name FROM people WHERE name LIKE :p AND name = :p OR name = :p', (it) => ({ p: textValue(it) })],
  ];
  for (const [statement, bind] of statements) {
    const texts = new Set<string>();
    for (const value of CORPUS) {
      const { text, rows } = await ask(statement, bind(value));
      texts.add(text);
      expect(rows, `${statement} with ${JSON.stringify(value)}`).toEqual([[value]]);
    }
    expect([...texts]).toHaveLength(1);
    expect([...texts][0]).not.toMatch(/DROP|pg_sleep/);
  }
  const { rows } = await client.query('SELECT count(*)::int AS count FROM people');
  expect(rows).toEqual([{ count: CORPUS.length }]);
}, 60_000);

it('report 2: a list of all of them finds all of them, and no list at all in a clause function finds everything', async () => {
  const all = CORPUS.map((value) => [value]);
  const order = ' ORDER BY name COLLATE "C"';
  const sorted = [...all].sort(([one], [other]) => Buffer.compare(Buffer.from(one!), Buffer.from(other!)));
  for (const value of [CORPUS, null])
    expect(
      (await ask(`SELECT name FROM people WHERE \${inOrAll(name, :l)}${order}`, { l: listValue(value) })).rows,
    ).toEqual(sorted);
  const none = await ask('SELECT name FROM people WHERE ${eqOrAll(name, :p)} AND ${between(name, :p, :p)}', {
    p: textValue(null),
  });
  expect(none.rows).toHaveLength(CORPUS.length);
  expect(none.text).toContain('NULL::pg_catalog.text');
  expect((await ask('SELECT name FROM people WHERE name = :p', { p: textValue(null) })).rows).toEqual([]);
});

it.each<readonly [SqlValueType, string, string]>([
  ['int4', '-2147483648', '-2147483648'],
  ['int8', '9223372036854775807', '9223372036854775807'],
  ['numeric', '0.10000000000000000000000001', '0.10000000000000000000000001'],
  ['float8', '1e100', '1e+100'],
  ['bool', 'true', 'true'],
  ['date', '2026-02-28', '2026-02-28'],
  ['time', '23:59:59.999', '23:59:59.999'],
  ['timestamptz', '2026-02-28T12:00:00.123+03:00', '2026-02-28 09:00:00.123+00'],
  ['uuid', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
])('report 2: a value of %s keeps its type and every digit', async (sqlType, value, shown) => {
  await client.query("SET TimeZone TO 'UTC'");
  const bound = { p: { sqlType, value, isList: false }, l: { sqlType, value: [value, value], isList: true } } as const;
  const { rows } = await ask('SELECT (:p)::text, (:l)[2]::text, :p = ANY(:l)', bound);
  expect(rows).toEqual([[shown, shown, true]]);
  // Text that is no such value is refused by its type, and nothing else becomes of it.
  await expect(
    ask('SELECT :p', { p: { sqlType, value: "1'; DROP TABLE people", isList: false } }),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/^22/),
  });
});

it('report 3: with the text alone, PostgreSQL itself runs no second statement, and nothing that writes', async () => {
  const extended = (text: string) =>
    client.query({ text, rowMode: 'array', queryMode: 'extended' } as pg.QueryArrayConfig);
  await expect(extended('SELECT 1; DROP TABLE people')).rejects.toThrow(/multiple commands/);
  await client.query('BEGIN READ ONLY');
  await expect(extended('WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone')).rejects.toMatchObject({
    code: '25006',
  });
  await client.query('ROLLBACK');
});
