// Proves which statements are refused, and where people learn that the trouble is.
import { beforeAll, describe, expect, it } from 'vitest';
import { allowedFunctions } from './allowed-functions.ts';
import { checkSql, loadParser } from './check-sql.ts';
import type { SqlCheck } from './sql.types.ts';

beforeAll(loadParser);

const check = (statement: string, allowedFunctionList: readonly string[] = []): SqlCheck =>
  checkSql({ statement, parameterNames: ['p', 'List', 'from', 'to'], allowedFunctionList });
const problemsOf = (statement: string, allowedFunctionList: readonly string[] = []) => {
  const answer = check(statement, allowedFunctionList);
  return answer.kind === 'REFUSED' ? answer.problemList : [];
};
const codesOf = (statement: string, allowed: readonly string[] = []): string[] => [
  ...new Set(problemsOf(statement, allowed).map(({ code }) => code.replace('REPORT_QUERY_', ''))),
];

describe('a statement', () => {
  it.each([
    ['SELECT 1; DROP TABLE people', 'MULTIPLE_STATEMENTS'],
    ['SELECT 1;;SELECT 2', 'MULTIPLE_STATEMENTS'],
    ['SELECT 1) TO STDOUT; DROP TABLE people; --', 'SYNTAX'],
    ["SELECT 1) TO PROGRAM 'id' --", 'SYNTAX'],
    ["COPY (SELECT 1) TO PROGRAM 'id'", 'NOT_SELECT'],
    ["COPY people FROM '/etc/passwd'", 'NOT_SELECT'],
    ['EXPLAIN ANALYZE SELECT 1', 'NOT_SELECT'],
    ['SET ROLE postgres', 'NOT_SELECT'],
    ['DO $$ BEGIN END $$', 'NOT_SELECT'],
    ['PREPARE x AS SELECT 1', 'NOT_SELECT'],
    ['BEGIN', 'NOT_SELECT'],
    ['COMMIT', 'NOT_SELECT'],
    ['CALL something()', 'NOT_SELECT'],
    ['DECLARE c CURSOR FOR SELECT 1', 'NOT_SELECT'],
    ['CREATE TABLE a AS SELECT 1', 'NOT_SELECT'],
    ['WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone', 'NOT_SELECT'],
    ['SELECT * FROM (WITH gone AS (UPDATE people SET id = 1 RETURNING *) SELECT * FROM gone) AS x', 'NOT_SELECT'],
    ['WITH x AS (MERGE INTO a USING b ON true WHEN MATCHED THEN DELETE RETURNING 1) SELECT * FROM x', 'NOT_SELECT'],
    ['SELECT * INTO copied FROM people', 'NOT_SELECT'],
    ['SELECT 1 UNION SELECT id FROM people FOR UPDATE', 'NOT_SELECT'],
    ['SELECT * FROM (SELECT * FROM people FOR SHARE) AS x', 'NOT_SELECT'],
    ['SELECT /* pg_sleep */ pg_sleep(1)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 WHERE EXISTS (SELECT (SELECT pg_catalog.pg_sleep(1)))', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT PG_SLEEP(1)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT U&"pg\\005fsleep"(1)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT "Lower"(name) FROM people', 'FUNCTION_NOT_ALLOWED'],
    ["SELECT set_config('a.b', 'c', false)", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT current_setting('keelson.p0')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT pg_notify('a', 'b')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT nextval('s')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT query_to_xml('DELETE FROM people', true, true, '')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT * FROM ts_stat('SELECT 1')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT * FROM ROWS FROM (generate_series(1, 2), pg_ls_dir('.')) AS x(a, b)", 'FUNCTION_NOT_ALLOWED'],
    ['SELECT count(*) FILTER (WHERE pg_advisory_lock(1) IS NULL) FROM people', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT sum(id) OVER (ORDER BY lo_create(1)) FROM people', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 ORDER BY pg_sleep(1) LIMIT 1', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 LIMIT (SELECT pg_backend_pid())', 'FUNCTION_NOT_ALLOWED'],
    ['VALUES (pg_sleep(1))', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT public.mine(1)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT public.lower(name) FROM people', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT current_user', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT session_user', 'FUNCTION_NOT_ALLOWED'],
    ["SELECT 'people'::regclass", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT pg_catalog.regclass 'people'", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT regclass('people')", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT CAST('{people}' AS regclass[])", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT 'a'::public.mood", 'FUNCTION_NOT_ALLOWED'],
    ["SELECT * FROM json_to_record('{}') AS x(a public.mood)", 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 OPERATOR(public.+) 2', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 @#@ 2', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 = ANY (ARRAY[1]) ORDER BY 1 USING OPERATOR(public.<)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT 1 OPERATOR(public.=) ANY (SELECT 1)', 'FUNCTION_NOT_ALLOWED'],
    // PostgreSQL takes value.name for name(value).
    ["SELECT f.pg_read_file FROM unnest(ARRAY['PG_VERSION']) AS f", 'FUNCTION_NOT_ALLOWED'],
    ['SELECT f.pg_sleep FROM unnest(ARRAY[1::float8]) AS f(x)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT generate_series.mine FROM generate_series(1, 2)', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT (1::float8).pg_sleep', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT (ARRAY[1::float8])[1].pg_sleep', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT (people).full_name FROM people', 'FUNCTION_NOT_ALLOWED'],
    ['SELECT * FROM pg_authid', 'RELATION_NOT_ALLOWED'],
    ['SELECT * FROM "pg_shadow"', 'RELATION_NOT_ALLOWED'],
    ['SELECT * FROM pg_catalog.pg_stat_activity', 'RELATION_NOT_ALLOWED'],
    ['SELECT * FROM information_schema.tables', 'RELATION_NOT_ALLOWED'],
    ['SELECT * FROM pg_toast.pg_toast_1', 'RELATION_NOT_ALLOWED'],
    ['SELECT (SELECT count(*) FROM pg_settings)', 'RELATION_NOT_ALLOWED'],
    ['TABLE pg_roles', 'RELATION_NOT_ALLOWED'],
    ['SELECT * FROM otherdb.public.people', 'PART_NOT_ALLOWED'],
    ['SELECT * FROM people TABLESAMPLE mine(1)', 'PART_NOT_ALLOWED'],
    ["SELECT * FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS x int)", 'PART_NOT_ALLOWED'],
    ['SELECT xmlelement(NAME a)', 'PART_NOT_ALLOWED'],
    ['SELECT * FROM current_date', 'PART_NOT_ALLOWED'],
    ['SELECT $1', 'SYNTAX'],
    ['SELECT :p; --', ''],
    ['SELECT : p', 'SYNTAX'],
    ['SELECT :"p"', 'SYNTAX'],
    ['SELECT ${inOrAll(id, :p, :p)}', 'SYNTAX'],
    ['SELECT ${inOrAll(id, p)}', 'SYNTAX'],
    ['SELECT ${unknown(id, :p)}', 'SYNTAX'],
    ['SELECT ${inOrAll(id, :p)', 'SYNTAX'],
    ['SELECT ${eqOrAll(id) OR (true, :p)}', 'SYNTAX'],
    ['SELECT :other', 'UNKNOWN_PARAMETER'],
    ['SELECT ${eqOrAll(id, :other)}', 'UNKNOWN_PARAMETER'],
    ["SELECT 'open", 'SYNTAX'],
    ['SELECT $$open', 'SYNTAX'],
    ['SELECT /* open', 'SYNTAX'],
    ['SELECT \u0000 1', 'SYNTAX'],
    ["SELECT '\ud800'", 'SYNTAX'],
    [' \n', 'SYNTAX'],
    ['-- nothing', 'SYNTAX'],
    [`SELECT '${'x'.repeat(65_536)}'`, 'TOO_COMPLEX'],
  ])('report 3: %s is refused as %s', (statement, code) => {
    expect(codesOf(statement)).toEqual(code === '' ? [] : expect.arrayContaining([code]));
  });

  it('report 3: that is refused tells each problem with its line and column, in characters', () => {
    expect(
      problemsOf("SELECT 'ğışü𝒳',\n  'ğ', pg_sleep(1), -- :p\n :Other FROM pg_authid").map((it) => ({ ...it })),
    ).toEqual([
      { code: 'REPORT_QUERY_UNKNOWN_PARAMETER', message: expect.stringContaining(':Other'), line: 3, column: 2 },
      { code: 'REPORT_QUERY_FUNCTION_NOT_ALLOWED', message: expect.stringContaining('pg_sleep'), line: 2, column: 8 },
      { code: 'REPORT_QUERY_RELATION_NOT_ALLOWED', message: expect.stringContaining('pg_authid'), line: 3, column: 14 },
    ]);
    expect(problemsOf("SELECT 'ğ𝒳' frm people x y")).toMatchObject([
      { code: 'REPORT_QUERY_SYNTAX', line: 1, column: 17 },
    ]);
    // A clause function is longer than what stands for it.
    expect(problemsOf('SELECT 1 WHERE ${eqOrAll(1, :p)} AND pg_sleep(1)')).toMatchObject([{ line: 1, column: 38 }]);
    expect(problemsOf('SELECT 1; SELECT 2')).toMatchObject([{ line: 1, column: 11 }]);
  });
});

describe('what an adapter lists', () => {
  it('report 33: is allowed as it is written there, and nothing else', () => {
    const listed = ['similarity', 'crm.full_name', 'mood', 'crm.level'];
    expect(
      codesOf("SELECT similarity(name, 'x'), crm.full_name(id), 'a'::mood, 'b'::crm.level FROM people", listed),
    ).toEqual([]);
    expect(codesOf('SELECT full_name(id) FROM people', listed)).toEqual(['FUNCTION_NOT_ALLOWED']);
    expect(codesOf('SELECT public.similarity(name, name) FROM people', listed)).toEqual(['FUNCTION_NOT_ALLOWED']);
    expect(codesOf('SELECT pg_sleep(1)', ['pg_sleep'])).toEqual([]);
  });

  it('report 13: never holds set_config, which would change a value that was bound', () => {
    const statement = "SELECT set_config('keelson.p0', 'other', true), pg_catalog.set_config('a', 'b', true)";
    expect(problemsOf(statement, ['set_config', 'pg_catalog.set_config'])).toHaveLength(2);
  });

  it('report 33: is called as it stands, while a function of PostgreSQL is called in its schema and no other one by that name', () => {
    const textOf = (statement: string, listed: readonly string[]): string => {
      const answer = check(statement, listed);
      return answer.kind === 'CHECKED' ? answer.template.pieces.join('?') : JSON.stringify(answer);
    };
    expect(textOf('SELECT lower(name) FROM people', [])).toBe('SELECT pg_catalog.lower(name) FROM people');
    expect(textOf('SELECT lower(name) FROM people', ['lower'])).toBe('SELECT lower(name) FROM people');
  });
});

it('report 33: the list holds no function that reads files, waits, locks, writes, asks for settings or runs text', () => {
  const dangerous =
    /^(?:pg_|lo_|dblink|set|current_|query_to|table_to|cursor_to|schema_to|database_to|ts_stat|nextval|currval|lastval|txid|xml|has_|to_reg|inet_(?:client|server)|version|binary_|row_security)/;
  expect([...allowedFunctions].filter((name) => dangerous.test(name))).toEqual(['set_masklen']);
});

describe('placeholders', () => {
  const templateOf = (statement: string) => {
    const answer = check(statement);
    return answer.kind === 'CHECKED' ? answer.template : answer;
  };

  it('report 2: stand outside literals, comments, quoted names, casts, assignments and slices', () => {
    const statement = `SELECT :p, ':p', E'\\':p', $$:p$$, $x$ :p $x$, "a:p" AS ":p", :P::text, a[1:p], a[:p], ARRAY[:p, a[1:p]],
      ARRAY[[:p],[:p]], a[(:p):(:p)] /* :p /* :p */ */ -- :p
      FROM people AS x(a, "a:p", p)`;
    expect(templateOf(statement)).toMatchObject({ gaps: ['p', 'p', 'p', 'p', 'p', 'p', 'p'] });
  });

  it('report 2: may bear the name of a keyword and stand in any case', () => {
    expect(templateOf('SELECT 1 WHERE 1 BETWEEN :FROM AND :To AND 2 = ANY(:list)')).toMatchObject({
      gaps: ['from', 'to', 'List'],
    });
  });

  it('report 2: of clause functions stand in fixed text', () => {
    expect(
      templateOf('SELECT 1 FROM a WHERE ${inOrAll(a.x + :p, :list)} AND ${between(f(x), :from, :to)}'),
    ).toMatchObject({
      kind: 'REFUSED',
    });
    expect(
      templateOf('SELECT 1 FROM a WHERE ${inOrAll(a.x + :p, :list)} AND ${between(lower(x, 1), :from, :to)}'),
    ).toEqual({
      pieces: [
        'SELECT 1 FROM a WHERE (',
        ' IS NULL OR a.x + ',
        ' = ANY (',
        ')) AND ((',
        ' IS NULL OR pg_catalog.lower(x, 1) >= ',
        ') AND (',
        ' IS NULL OR pg_catalog.lower(x, 1) < ',
        '))',
      ],
      gaps: ['List', 'p', 'List', 'from', 'from', 'to', 'to'],
      attributeNames: ['x'],
    });
  });
});
