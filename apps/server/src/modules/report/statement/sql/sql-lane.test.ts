// Proves that no statement holds up or ends the process, however deep, long or odd it is.
import { afterAll, expect, it } from 'vitest';
import { costOf, costUntil } from '../../../../../../../packages/bpmn-core/src/testing/cost.ts';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import { checkSql, loadParser } from './check-sql.ts';
import { CHAIN_MAX, NESTING_MAX } from './nesting.ts';
import { createSqlLane } from './sql-lane.ts';

const lane = createSqlLane({ lanes: createLanes() });
afterAll(() => lane.close());

let asked = 0;
/** Asks under another list each time, so that no answer is a known one. */
const check = async (statement: string) => {
  asked += 1;
  const answer = await lane.check('tenant', { statement, parameterNames: [`n${asked}`], allowedFunctionList: [] });
  return answer.kind === 'CHECKED' ? 'CHECKED' : answer.problemList[0]!.code;
};

/** Each makes the tree deeper by one level each time. */
const DEEP: Readonly<Record<string, (depth: number) => string>> = {
  brackets: (n) => `select ${'('.repeat(n)}1${')'.repeat(n)}`,
  queries: (n) => `select ${'(select '.repeat(n)}1${')'.repeat(n)}`,
  relations: (n) => `select 1 from ${'(select * from '.repeat(n)}a${') a'.repeat(n)}`,
  calls: (n) => `select ${'abs('.repeat(n)}1${')'.repeat(n)}`,
  arrays: (n) => `select ${'array['.repeat(n)}1${']'.repeat(n)}`,
  cases: (n) => `select ${'case when true then '.repeat(n)}1${' end'.repeat(n)}`,
  withs: (n) => `${'with a as ('.repeat(n)}select 1${') select 1'.repeat(n)}`,
};
const LONG: Readonly<Record<string, (length: number) => string>> = {
  sums: (n) => `select a${'+b'.repeat(n)} from t`,
  nots: (n) => `select ${'not '.repeat(n)}true`,
  casts: (n) => `select a${'::int'.repeat(Math.floor(n / 2))} from t`,
  unions: (n) => `select 1${' union select 1'.repeat(Math.floor(n / 2))}`,
  joins: (n) => `select 1 from a${' join a on true'.repeat(Math.floor(n / 3))}`,
  indexes: (n) => `select (a)${'[1]'.repeat(n)} from t`,
  collations: (n) => `select a${' collate "C"'.repeat(n)} from t`,
  tests: (n) => `select a${' is null'.repeat(Math.floor(n / 2))} from t`,
};

it.each(Object.keys(DEEP))('report 3: nested %s are checked up to the bound and refused beyond it', async (kind) => {
  // The select list or the brackets of a call take a level of their own.
  expect(await check(DEEP[kind]!(NESTING_MAX - 2))).toBe('CHECKED');
  for (const depth of [NESTING_MAX + 1, 2_000, 3_000])
    expect(await check(DEEP[kind]!(depth))).toBe('REPORT_QUERY_TOO_COMPLEX');
});

it.each(Object.keys(LONG))('report 3: a chain of %s is checked up to the bound and refused beyond it', async (kind) => {
  expect(await check(LONG[kind]!(CHAIN_MAX - 200))).toBe('CHECKED');
  expect(await check(LONG[kind]!(CHAIN_MAX * 2))).toBe('REPORT_QUERY_TOO_COMPLEX');
  expect(await check('select 1')).toBe('CHECKED');
});

it('report 3: long lists are no deep trees', async () => {
  expect(
    await check(`select a from t where a in (${Array.from({ length: 9_000 }, (_, index) => index).join(', ')})`),
  ).toBe('CHECKED');
  expect(
    await check(`values ${Array.from({ length: 3_000 }, (_, index) => `(${index}, 'x' || 'y')`).join(', ')}`),
  ).toBe('CHECKED');
});

it('report 3: the event loop goes on while statements of 64 KiB are checked', async () => {
  const large = `select ${Array.from({ length: 2_500 }, (_, index) => `lower(c${index}) as x${index}`).join(', ')} from t`;
  await check('select 1');
  expect(Buffer.byteLength(large)).toBeGreaterThan(50_000);
  const elsewhere = await costUntil(() => check(large));
  await loadParser();
  const here = costOf(() => checkSql({ statement: large, parameterNames: [], allowedFunctionList: [] }));
  expect(here.result.kind).toBe('CHECKED');
  // This thread sends the statement and takes the answer.
  expect([elsewhere.result, elsewhere.references < here.references / 4]).toEqual(['CHECKED', true]);
});
