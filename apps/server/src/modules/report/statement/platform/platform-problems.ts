// Finds problems of a query over a data set before it is sent.
import type { ReportProblemCode } from '@keelson/contract';
import type { DataSetColumn, DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { Parameter } from '../parameter/parameter.types.ts';
import { readPlain } from '../parameter/read-value.ts';
import type { ReportProblem } from '../report-problem.ts';
import {
  aggregateType,
  COMPARABLE,
  findColumn,
  isGrouped,
  ORDERED,
  type PlatformFilter,
  type PlatformQuery,
  resultColumns,
} from './platform-columns.ts';

type Declared = Pick<Parameter, 'name' | 'type' | 'multiple'>;

/** Bytes of a column's name, of which PostgreSQL cuts longer ones. */
const NAME_BYTES_MAX = 63;
/** Operators that bound a column from below, or to single values. */
const BINDING = new Set<PlatformFilter['operator']>(['EQ', 'IN', 'GT', 'GE', 'BETWEEN']);
const ORDERING = new Set<PlatformFilter['operator']>(['LT', 'LE', 'GT', 'GE', 'BETWEEN']);

/** Says whether a filter is one on the required column that bounds the rows read. */
export function isRequiredFilter({ requiredFilter }: DataSetDefinition, { column, operator }: PlatformFilter): boolean {
  return column === requiredFilter && BINDING.has(operator);
}

/** Finds the problems; `field` is the place of the query in the model: `query`. */
export function findPlatformProblems(
  dataSet: DataSetDefinition,
  query: PlatformQuery,
  parameters: readonly Declared[],
  field = 'query',
): readonly ReportProblem[] {
  const filters = (query.filterList ?? []).flatMap((filter, index) =>
    findFilterProblems(dataSet, filter, parameters, `${field}.filterList[${index}]`),
  );
  const { requiredFilter } = dataSet;
  const isBound =
    requiredFilter === undefined || (query.filterList ?? []).some((filter) => isRequiredFilter(dataSet, filter));
  const required = isBound
    ? []
    : [
        problem(
          'REPORT_QUERY_FILTER_REQUIRED',
          `${field}.filterList`,
          `Must filter ${requiredFilter} by EQ, IN, GT, GE or BETWEEN.`,
        ),
      ];
  return [...filters, ...required, ...findResultProblems(dataSet, query, field)];
}

function problem(code: ReportProblemCode, field: string, message: string): ReportProblem {
  return { code, field, message };
}

function unknownColumn(field: string, name: string | null | undefined, permission?: string): ReportProblem {
  const message =
    permission === undefined
      ? `The data set has no column ${name ?? ''}.`
      : `The column ${name} cannot be ${permission}.`;
  return problem('REPORT_COLUMN_UNKNOWN', field, message);
}

function findFilterProblems(
  dataSet: DataSetDefinition,
  filter: PlatformFilter,
  parameters: readonly Declared[],
  field: string,
): ReportProblem[] {
  const column = findColumn(dataSet, filter.column);
  if (column === undefined) return [unknownColumn(`${field}.column`, filter.column)];
  if (!column.filterable) return [unknownColumn(`${field}.column`, filter.column, 'filtered by')];
  const { operator, parameterName } = filter;
  if (operator === 'IS_NULL') return [];
  const isOrdered = ORDERED.has(column.type) && (column.type !== 'STRING' || operator !== 'BETWEEN');
  if ((ORDERING.has(operator) && !isOrdered) || (operator === 'LIKE' && column.type !== 'STRING')) {
    return [problem('REPORT_QUERY_FILTER_INVALID', `${field}.operator`, `Is not for columns of type ${column.type}.`)];
  }
  if (parameterName === undefined || parameterName === null) return findValueProblems(column, filter, field);
  return findParameterProblems(column, filter, parameters, field);
}

function findParameterProblems(
  { type }: DataSetColumn,
  { operator, parameterName }: PlatformFilter,
  parameters: readonly Declared[],
  field: string,
): ReportProblem[] {
  const at = `${field}.parameterName`;
  const parameter = parameters.find(({ name }) => name.toLowerCase() === parameterName!.toLowerCase());
  if (parameter === undefined) {
    return [
      problem(
        'REPORT_QUERY_UNKNOWN_PARAMETER',
        at,
        `The filter names the parameter ${parameterName}, which is not declared.`,
      ),
    ];
  }
  const isRange = parameter.type === 'DATE_RANGE';
  if (!COMPARABLE[type].includes(parameter.type) || isRange !== (operator === 'BETWEEN')) {
    const wanted = COMPARABLE[type].filter((one) => (one === 'DATE_RANGE') === (operator === 'BETWEEN')).join(', ');
    return [
      problem(
        'REPORT_QUERY_FILTER_INVALID',
        at,
        wanted === '' ? 'Must be given as value.' : `Must name a parameter of type ${wanted}.`,
      ),
    ];
  }
  return parameter.multiple && operator !== 'IN'
    ? [problem('REPORT_QUERY_FILTER_INVALID', at, 'Must name a parameter with one value; IN takes several.')]
    : [];
}

function findValueProblems(
  { type }: DataSetColumn,
  { operator, value }: PlatformFilter,
  field: string,
): ReportProblem[] {
  const at = `${field}.value`;
  const isList = operator === 'IN' || operator === 'BETWEEN';
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const isCounted = operator === 'BETWEEN' ? list.length === 2 : list.length > 0;
  if (Array.isArray(value) !== isList && !(operator === 'IN' && value !== undefined)) {
    return [problem('REPORT_QUERY_FILTER_INVALID', at, isList ? 'Must be a list.' : 'Must be one value.')];
  }
  if (!isCounted)
    return [
      problem(
        'REPORT_QUERY_FILTER_INVALID',
        at,
        operator === 'BETWEEN' ? 'Must have 2 entries.' : 'Must have an entry.',
      ),
    ];
  const read = list.map((member) => readPlain(COMPARABLE[type][0]!, member, 'UTC'));
  const wrong = read.find((one) => 'problem' in one);
  return wrong === undefined
    ? []
    : [problem('REPORT_QUERY_FILTER_INVALID', at, (wrong as { problem: { message: string } }).problem.message)];
}

function findResultProblems(dataSet: DataSetDefinition, query: PlatformQuery, field: string): ReportProblem[] {
  const groups = (query.groupByList ?? []).flatMap((name, index) => {
    const at = `${field}.groupByList[${index}]`;
    const column = findColumn(dataSet, name);
    if (column === undefined) return [unknownColumn(at, name)];
    return column.groupable ? [] : [unknownColumn(at, name, 'grouped by')];
  });
  const aggregates = (query.aggregateList ?? []).flatMap((aggregate, index) => {
    const at = `${field}.aggregateList[${index}]`;
    const { column: name, function: made } = aggregate;
    const column = findColumn(dataSet, name);
    if (name !== undefined && name !== null && column === undefined) return [unknownColumn(`${at}.column`, name)];
    if (aggregateType(made, column) === null) {
      return [problem('REPORT_QUERY_FILTER_INVALID', `${at}.function`, `Makes nothing of ${name ?? 'no column'}.`)];
    }
    return Buffer.byteLength(aggregate.name) > NAME_BYTES_MAX
      ? [problem('REPORT_QUERY_FILTER_INVALID', `${at}.name`, `Must have at most ${NAME_BYTES_MAX} bytes.`)]
      : [];
  });
  return [...groups, ...aggregates, ...findNameProblems(dataSet, query, field)];
}

/** Finds problems of names: order refers to columns of the result, each of which has a name of its own. */
function findNameProblems(dataSet: DataSetDefinition, query: PlatformQuery, field: string): ReportProblem[] {
  const names = resultColumns(dataSet, query).map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const doubled = twice.map((name) =>
    problem('REPORT_QUERY_FILTER_INVALID', `${field}.aggregateList`, `Has the name ${name} twice.`),
  );
  const orders = (query.orderByList ?? []).flatMap(({ column: name }, index) => {
    const at = `${field}.orderByList[${index}].column`;
    if (!names.includes(name)) return [unknownColumn(at, name)];
    const isOwn = !isGrouped(query) || (query.groupByList ?? []).includes(name);
    return isOwn && findColumn(dataSet, name)?.sortable === false ? [unknownColumn(at, name, 'ordered by')] : [];
  });
  return [...doubled, ...orders];
}
