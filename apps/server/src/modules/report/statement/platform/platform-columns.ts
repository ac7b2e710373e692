// Declares the columns of a data set's query, and the values that each can be compared with.
import type { SvcRToolReportQueryModel } from '@keelson/contract';
import type { DataSetColumn, DataSetColumnType, DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { ParameterType } from '../parameter/parameter.types.ts';

export interface ResultColumn {
  readonly name: string;
  readonly type: DataSetColumnType;
}

export type PlatformQuery = Pick<
  SvcRToolReportQueryModel,
  'dataSetCode' | 'columnList' | 'filterList' | 'orderByList' | 'groupByList' | 'aggregateList'
>;
export type PlatformFilter = NonNullable<PlatformQuery['filterList']>[number];
export type PlatformAggregate = NonNullable<PlatformQuery['aggregateList']>[number];

const NUMBERS = ['INTEGER', 'LONG', 'DECIMAL'] as const;

/** Types by column: a literal value of a filter is read as the first; parameters may have any of them. */
export const COMPARABLE: Readonly<Record<DataSetColumnType, readonly ParameterType[]>> = {
  STRING: ['STRING'],
  INTEGER: NUMBERS,
  LONG: ['LONG', 'INTEGER', 'DECIMAL'],
  DECIMAL: ['DECIMAL', 'INTEGER', 'LONG'],
  DOUBLE: ['DECIMAL', 'INTEGER', 'LONG'],
  BOOLEAN: ['BOOLEAN'],
  DATE: ['DATE', 'DATE_RANGE'],
  DATE_TIME: ['DATE_TIME', 'DATE', 'DATE_RANGE'],
  UUID: ['UUID'],
};

/** Types that have an order, for LT and its kind, MIN and MAX. */
export const ORDERED: ReadonlySet<DataSetColumnType> = new Set([
  'STRING',
  'INTEGER',
  'LONG',
  'DECIMAL',
  'DOUBLE',
  'DATE',
  'DATE_TIME',
]);

const SUMS: Partial<Record<DataSetColumnType, DataSetColumnType>> = {
  INTEGER: 'LONG',
  LONG: 'DECIMAL',
  DECIMAL: 'DECIMAL',
  DOUBLE: 'DOUBLE',
};

/** Answers the type of an aggregate's result, or null where the type cannot be aggregated so. */
export function aggregateType(
  name: PlatformAggregate['function'],
  column: DataSetColumn | undefined,
): DataSetColumnType | null {
  if (name === 'COUNT' || (name === 'COUNT_DISTINCT' && column !== undefined)) return 'LONG';
  if (column === undefined) return null;
  if (name === 'SUM') return SUMS[column.type] ?? null;
  if (name === 'AVERAGE')
    return SUMS[column.type] === undefined ? null : column.type === 'DOUBLE' ? 'DOUBLE' : 'DECIMAL';
  return ORDERED.has(column.type) ? column.type : null;
}

export const isGrouped = ({ groupByList, aggregateList }: PlatformQuery): boolean =>
  (groupByList?.length ?? 0) + (aggregateList?.length ?? 0) > 0;

export function findColumn(
  { columnList }: DataSetDefinition,
  name: string | null | undefined,
): DataSetColumn | undefined {
  return columnList.find((column) => column.name === name);
}

/** Answers the columns that a query names, in its order; all where it names none. */
export function chosenColumns(dataSet: DataSetDefinition, { columnList }: PlatformQuery): readonly DataSetColumn[] {
  if ((columnList ?? []).length === 0) return dataSet.columnList;
  return columnList!.flatMap(({ name }) => findColumn(dataSet, name) ?? []);
}

/** Answers the columns of the result in their order, without those that the data set lacks. */
export function resultColumns(dataSet: DataSetDefinition, query: PlatformQuery): readonly ResultColumn[] {
  if (!isGrouped(query)) return chosenColumns(dataSet, query);
  const groups = (query.groupByList ?? []).flatMap((name) => findColumn(dataSet, name) ?? []);
  const aggregates = (query.aggregateList ?? []).flatMap(({ function: made, column, name }) => {
    const type = aggregateType(made, findColumn(dataSet, column));
    return type === null ? [] : [{ name, type }];
  });
  return [...groups, ...aggregates];
}
