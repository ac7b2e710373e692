// Writes the SELECT of a query over a data set: columns and operators from its lists, values as settings.
import { type DataSetBounds, type DataSetDefinition, relationSql } from '../../../../kernel/data-sets.ts';
import type { BoundQuery } from '../../report.types.ts';
import { SQL_TYPES } from '../parameter/bound-values.ts';
import type { BoundValues } from '../parameter/parameter.types.ts';
import { readPlain } from '../parameter/read-value.ts';
import { type SqlValue, ValueBinder } from '../sql/bind-values.ts';
import {
  COMPARABLE,
  chosenColumns,
  findColumn,
  isGrouped,
  type PlatformAggregate,
  type PlatformFilter,
  type PlatformQuery,
} from './platform-columns.ts';

export interface PlatformOrder {
  readonly dataSet: DataSetDefinition;
  /** Query, checked against the data set. */
  readonly query: PlatformQuery;
  /** Values by name in lower case. */
  readonly values: BoundValues;
  readonly tenantIdentifier: string;
  readonly timeZone: string;
}

const OPERATORS = { EQ: '=', NE: '<>', LT: '<', LE: '<=', GT: '>', GE: '>=', LIKE: 'ILIKE' } as const;
const AGGREGATES: Readonly<Record<PlatformAggregate['function'], (column: string) => string>> = {
  COUNT: (column) => `pg_catalog.count(${column})`,
  COUNT_DISTINCT: (column) => `pg_catalog.count(DISTINCT ${column})`,
  SUM: (column) => `pg_catalog.sum(${column})`,
  MIN: (column) => `pg_catalog.min(${column})`,
  MAX: (column) => `pg_catalog.max(${column})`,
  AVERAGE: (column) => `pg_catalog.avg(${column})`,
};

/** Makes the query; a filter whose parameter has no value is left out, as by `\${eqOrAll(...)}` in statements. */
export function buildPlatformQuery(order: PlatformOrder): BoundQuery {
  const { dataSet, query, tenantIdentifier } = order;
  const binder = new ValueBinder();
  const tenant = binder.bind({ sqlType: 'text', value: tenantIdentifier, isList: false });
  const conditions = (query.filterList ?? []).flatMap((filter) => writeFilter(order, filter, binder) ?? []);
  const groups = (query.groupByList ?? []).map(columnOf);
  const clauses = [
    `SELECT ${writeColumns(dataSet, query).join(', ')}`,
    `FROM (${relationSql(dataSet, tenant, boundsOf(order, binder))}) AS d (${namesOf(dataSet)})`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(groups.length === 0 ? [] : [`GROUP BY ${groups.join(', ')}`]),
    ...writeOrder(query),
  ];
  return { text: clauses.join('\n'), settings: binder.settings };
}

/** Writes a name of any letters as an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Columns of a relation by position, whatever it calls them. */
const namesOf = ({ columnList }: DataSetDefinition): string => columnList.map(({ name }) => quoteName(name)).join(', ');

const columnOf = (name: string): string => `d.${quoteName(name)}`;

function writeColumns(dataSet: DataSetDefinition, query: PlatformQuery): string[] {
  if (!isGrouped(query)) return chosenColumns(dataSet, query).map(({ name }) => columnOf(name));
  const aggregates = (query.aggregateList ?? []).map(({ function: made, column, name }) => {
    const source = column === undefined || column === null ? '*' : columnOf(column);
    const value = AGGREGATES[made](source);
    // An average of exact numbers has sixteen decimals, significant or not.
    const isExact = made === 'AVERAGE' && findColumn(dataSet, column)?.type !== 'DOUBLE';
    return `${isExact ? `pg_catalog.trim_scale(${value})` : value} AS ${quoteName(name)}`;
  });
  return [...(query.groupByList ?? []).map(columnOf), ...aggregates];
}

/** Writes the order by names of the result, which hide those of the data set. */
function writeOrder({ orderByList }: PlatformQuery): string[] {
  if ((orderByList ?? []).length === 0) return [];
  const keys = orderByList!.map(
    ({ column, direction }) => `${quoteName(column)} ${direction === 'DESC' ? 'DESC' : 'ASC'}`,
  );
  return [`ORDER BY ${keys.join(', ')}`];
}

/** Writes a filter; null for one without a value. */
function writeFilter(order: PlatformOrder, filter: PlatformFilter, binder: ValueBinder): string | null {
  const column = columnOf(filter.column);
  const { operator } = filter;
  if (operator === 'IS_NULL') return `${column} IS NULL`;
  if (operator === 'BETWEEN') return writeBetween(order, filter, column, binder);
  const value = valueIn(order, filter);
  if (value.value === null) return null;
  const isInstant = isDateTime(order, filter);
  if (operator === 'IN') {
    const list = typeof value.value === 'string' ? [value.value] : value.value;
    return `${column} = ANY ${instant(binder.bind({ ...value, value: list, isList: true }), isInstant, '[]')}`;
  }
  const text = operator === 'LIKE' ? { ...value, value: likePattern(value.value as string) } : value;
  return `${column} ${OPERATORS[operator]} ${instant(binder.bind(text), isInstant)}`;
}

/** Answers the bounds of the required filter's column, where it is a time; a missing value is no bound. */
function boundsOf(order: PlatformOrder, binder: ValueBinder): DataSetBounds {
  const { requiredFilter } = order.dataSet;
  const since: string[] = [];
  const until: string[] = [];
  for (const filter of order.query.filterList ?? []) {
    if (filter.column !== requiredFilter || !isDateTime(order, filter)) continue;
    const [from, to] = endsOf(order, filter, binder);
    if (from !== null) since.push(from);
    if (to !== null) until.push(to);
  }
  return { since: boundBy('GREATEST', since), until: boundBy('LEAST', until) };
}

const boundBy = (chosen: string, ends: readonly string[]): string | undefined =>
  ends.length === 0 ? undefined : `${chosen}(${ends.join(', ')})`;

function endsOf(
  order: PlatformOrder,
  filter: PlatformFilter,
  binder: ValueBinder,
): readonly [from: string | null, to: string | null] {
  const bound = (value: SqlValue) => (value.value === null ? null : instant(binder.bind(value), true));
  const { operator } = filter;
  if (operator === 'BETWEEN') {
    const [from, to] = betweenOf(order, filter);
    return [bound(from!), bound(to!)];
  }
  const isFrom = operator === 'GT' || operator === 'GE';
  const isTo = operator === 'LT' || operator === 'LE';
  if (!isFrom && !isTo && operator !== 'EQ') return [null, null];
  const end = bound(valueIn(order, filter));
  return [isTo ? null : end, isFrom ? null : end];
}

/** Writes a range, whose end is excluded; an open end is no bound. */
function writeBetween(
  order: PlatformOrder,
  filter: PlatformFilter,
  column: string,
  binder: ValueBinder,
): string | null {
  const bounds = betweenOf(order, filter).map((value, at) => {
    if (value.value === null) return null;
    return `${column} ${at === 0 ? '>=' : '<'} ${instant(binder.bind(value), isDateTime(order, filter))}`;
  });
  const given = bounds.filter((bound) => bound !== null);
  return given.length === 0 ? null : given.join(' AND ');
}

const isDateTime = ({ dataSet }: PlatformOrder, { column }: PlatformFilter): boolean =>
  findColumn(dataSet, column)!.type === 'DATE_TIME';
/** A day begins in the time zone of the run, which is that of the session. */
const instant = (expression: string, isInstant: boolean, list = ''): string =>
  isInstant ? `(${expression}::pg_catalog.timestamptz${list})` : expression;

/** Makes a pattern of LIKE in which its signs are literal. */
const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Says whether the filter has a value that bounds its column from below or to single values. */
export function bindsColumn(order: PlatformOrder, filter: PlatformFilter): boolean {
  const value = filter.operator === 'BETWEEN' ? betweenOf(order, filter)[0]! : valueIn(order, filter);
  return value.value !== null;
}

function valueIn(order: PlatformOrder, filter: PlatformFilter): SqlValue {
  if (isGiven(filter.parameterName)) return order.values.get(filter.parameterName.toLowerCase())!;
  const given = filter.value;
  const list = Array.isArray(given) ? given.map((member) => literalOf(order, filter, member)) : null;
  const { sqlType } = list === null ? literalOf(order, filter, given) : (list[0] ?? literalOf(order, filter, null));
  if (list !== null) return { sqlType, value: list.map(({ value }) => value as string), isList: true };
  return literalOf(order, filter, given);
}

function betweenOf(order: PlatformOrder, filter: PlatformFilter): readonly SqlValue[] {
  if (isGiven(filter.parameterName)) {
    const name = filter.parameterName.toLowerCase();
    return [order.values.get(`${name}_from`)!, order.values.get(`${name}_to`)!];
  }
  return (filter.value as readonly unknown[]).map((end) => literalOf(order, filter, end));
}

function literalOf({ dataSet, timeZone }: PlatformOrder, { column }: PlatformFilter, given: unknown): SqlValue {
  const type = COMPARABLE[findColumn(dataSet, column)!.type][0]!;
  const sqlType = SQL_TYPES[type];
  if (given === null || given === undefined) return { sqlType, value: null, isList: false };
  const read = readPlain(type, given, timeZone);
  if (!('value' in read)) throw new Error(`a filter of ${dataSet.code} was not checked`);
  return { sqlType, value: read.value, isList: false };
}

const isGiven = (name: string | null | undefined): name is string => name !== null && name !== undefined;
