// Tests queries over data sets: how far back they read, and what averages are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineDataSets } from '../../../../kernel/data-sets.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import { buildPlatformQuery } from './build-platform-query.store.ts';
import type { PlatformFilter } from './platform-columns.ts';

const label = { en: 'Steps', tr: 'Adımlar' };
const [steps] = defineDataSets([
  {
    code: 'steps',
    labelMap: label,
    authority: 'STEP_VIEW',
    requiredFilter: 'startTime',
    columnList: [
      { name: 'startTime', type: 'DATE_TIME', labelMap: label },
      { name: 'endTime', type: 'DATE_TIME', labelMap: label },
    ],
    relation: 'SELECT begun, ended FROM step WHERE tenant = :tenant AND stored >= [:since] AND stored < {:until}',
  },
]);
const DAY = '2026-03-01T00:00:00.000Z';
const NEXT = '2026-03-02T00:00:00.000Z';

/** Answers the values behind what `stored` is compared with; an endless bound is reported as it is written. */
function boundsOf(filterList: readonly object[]): readonly string[] {
  const { text, settings } = buildPlatformQuery({
    dataSet: steps!,
    query: { dataSetCode: 'steps', filterList: filterList as PlatformFilter[] },
    values: new Map(),
    tenantIdentifier: 'default',
    timeZone: 'UTC',
  });
  return [/\[(.*)\]/.exec(text)![1]!, /\{(.*)\}/.exec(text)![1]!].map((bound) => {
    const used = settings.filter(([name]) => bound.includes(`'${name}'`));
    return used.length === 0 ? bound : used.map(([, value]) => value).join(' and ');
  });
}

it.each<[string, readonly object[], readonly [since: string, until: string]]>([
  ['no filter of its time', [{ column: 'endTime', operator: 'GE', value: DAY }], ['-infinity', 'infinity']],
  ['a first moment', [{ column: 'startTime', operator: 'GE', value: DAY }], [DAY, 'infinity']],
  ['a last moment', [{ column: 'startTime', operator: 'LT', value: DAY }], ['-infinity', DAY]],
  ['one moment', [{ column: 'startTime', operator: 'EQ', value: DAY }], [DAY, DAY]],
  ['other moments', [{ column: 'startTime', operator: 'NE', value: DAY }], ['-infinity', 'infinity']],
  ['a time between', [{ column: 'startTime', operator: 'BETWEEN', value: [DAY, NEXT] }], [DAY, NEXT]],
  ['a time without an end', [{ column: 'startTime', operator: 'BETWEEN', value: [DAY, null] }], [DAY, 'infinity']],
  [
    'several filters',
    [
      { column: 'startTime', operator: 'GT', value: DAY },
      { column: 'startTime', operator: 'GE', value: NEXT },
    ],
    [`${DAY} and ${NEXT}`, 'infinity'],
  ],
])('report 17: a large data set is read for %s within these bounds', (_, filterList, [since, until]) => {
  const whole = (bound: string) => (bound.endsWith('infinity') ? `'${bound}'::timestamptz` : bound);
  expect(boundsOf(filterList)).toEqual([since, until].map(whole));
});

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.close());

const [numbers] = defineDataSets([
  {
    code: 'numbers',
    labelMap: label,
    authority: 'STEP_VIEW',
    columnList: (['LONG', 'DECIMAL', 'DOUBLE'] as const).map((type) => ({
      name: type.toLowerCase(),
      type,
      labelMap: label,
    })),
    relation: `SELECT n AS long, n / 4::numeric AS decimal, n / 4::float8 AS double
      FROM generate_series(1, 4) n WHERE :tenant = 'default' AND n <> 2`,
  },
]);

it('report 12: averages are exact and have no digits that say nothing, in every type of number', async () => {
  const { text, settings } = buildPlatformQuery({
    dataSet: numbers!,
    query: {
      dataSetCode: 'numbers',
      aggregateList: ['long', 'decimal', 'double'].map((column) => ({ function: 'AVERAGE', column, name: column })),
      filterList: [{ column: 'long', operator: 'NE', value: 4 }],
    },
    values: new Map(),
    tenantIdentifier: 'default',
    timeZone: 'UTC',
  });
  const rows = await test.database.transaction(async (tx) => {
    for (const [name, value] of settings)
      await tx.rows({ name: '', text: 'SELECT set_config($1, $2, true)' }, [name, value]);
    return tx.arrays({ name: '', text: `SELECT a::text, b::text, c::text FROM (${text}) r(a, b, c)` });
  });
  expect(rows).toEqual([['2', '0.5', '0.5']]);
});
