// Tests what a declaration of data sets refuses, and where the tenant stands in the SQL of one.
import { describe, expect, it } from 'vitest';
import { defineDataSets, relationSql } from './data-sets.ts';

const label = { en: 'Things', tr: 'Şeyler' };
const things = {
  code: 'things',
  labelMap: label,
  authority: 'THING_VIEW',
  columnList: [
    { name: 'name', type: 'STRING', labelMap: label },
    { name: 'madeDate', type: 'DATE_TIME', labelMap: label, filterable: false },
  ],
  relation: `SELECT name::text, made AS "madeDate" FROM thing WHERE tenant = :tenant`,
} as const;

describe('data sets', () => {
  it('allow of a column what is not refused', () => {
    const [{ columnList }] = defineDataSets([things]) as [ReturnType<typeof defineDataSets>[number]];
    expect(columnList).toEqual([
      { name: 'name', type: 'STRING', labelMap: label, filterable: true, sortable: true, groupable: true },
      { name: 'madeDate', type: 'DATE_TIME', labelMap: label, filterable: false, sortable: true, groupable: true },
    ]);
  });

  it.each<[string, Partial<Parameters<typeof defineDataSets>[0][number]>]>([
    ['Things is no code of a data set', { code: 'Things' }],
    ['the data set things has the column name twice', { columnList: [things.columnList[0], things.columnList[0]] }],
    ['a"b of things is no name of a column', { columnList: [{ name: 'a"b', type: 'STRING', labelMap: label }] }],
    ['the data set things cannot be filtered by madeDate', { requiredFilter: 'madeDate' }],
    ['the data set things cannot be filtered by date', { requiredFilter: 'date' }],
    ['the data set things is not limited to a tenant', { relation: 'SELECT name::tenant FROM thing' }],
    ['the data set things has another placeholder than :tenant', { relation: 'SELECT :tenant, :user' }],
    ['the data set things has another placeholder than :tenant', { relation: 'SELECT :tenant, :since' }],
    ['the data set things is more than one statement', { relation: 'SELECT :tenant; DROP TABLE thing' }],
  ])('are refused where %s', (message, wrong) => {
    expect(() => defineDataSets([{ ...things, ...wrong }])).toThrow(message);
  });

  it('are refused where two have one code', () => {
    expect(() => defineDataSets([things, things])).toThrow('the data set things is declared twice');
  });

  it('have the tenant wherever the relation names it, and nowhere else', () => {
    const relation = `SELECT 'a'::tenant, :tenants FROM thing WHERE tenant = :tenant OR :tenant IS NULL`;
    expect(relationSql({ relation }, '$$1::text')).toBe(
      `SELECT 'a'::tenant, :tenants FROM thing WHERE tenant = $$1::text OR $$1::text IS NULL`,
    );
  });

  it('have the bounds of the time that they are filtered by, which are endless where nothing bounds it', () => {
    const columnList = [{ name: 'madeDate', type: 'DATE_TIME', labelMap: label }] as const;
    const relation = 'SELECT made FROM thing WHERE tenant = :tenant AND stored >= :since AND stored < :until';
    const [dataSet] = defineDataSets([{ ...things, columnList, requiredFilter: 'madeDate', relation }]);
    expect(relationSql(dataSet!, '$1', { since: '$2' })).toBe(
      `SELECT made FROM thing WHERE tenant = $1 AND stored >= $2 AND stored < 'infinity'::timestamptz`,
    );
    expect(relationSql(dataSet!, '$1', { until: '$2' })).toContain(
      `stored >= '-infinity'::timestamptz AND stored < $2`,
    );
  });
});
