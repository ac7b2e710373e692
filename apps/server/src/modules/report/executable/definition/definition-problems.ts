// Finds problems of a report beyond the schema that need no data.
import { type ReportDataSourceType, reportStatementBytesMax } from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import type { ReportDefinition } from '../../report.types.ts';

/** The code of the adapter that reads the data sets of the platform. */
export const PLATFORM_ADAPTER = 'platform';
/** The code of the adapter that reads CSV files. */
export const CSV_ADAPTER = 'csv';

const problem = (field: string, code: string, message: string): ArgumentProblem => ({ field, code, message });
const missing = (field: string): ArgumentProblem => problem(field, 'REQUIRED', 'Must be given.');
const notBeside = (field: string, other: string): ArgumentProblem =>
  problem(field, 'NOT_ALLOWED', `Must not be given beside ${other}.`);

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Finds entries with the key of an earlier one. */
function repeated(list: string, keys: readonly string[], field: string): ArgumentProblem[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [problem(`${list}[${index}].${field}`, 'DUPLICATE', 'Has the same entry twice.')],
  );
}

/** Fields of each kind of query, of which the first one is required. */
const queryFields = {
  SQL: ['statement'],
  PLATFORM: ['dataSetCode', 'filterList', 'orderByList', 'groupByList', 'aggregateList'],
  CSV: ['fileCode', 'columnList', 'filterList', 'orderByList'],
} as const satisfies Readonly<Record<ReportDataSourceType, readonly (keyof ReportDefinition['query'])[]>>;
const allQueryFields = [...new Set(Object.values(queryFields).flat())];

type Query = ReportDefinition['query'];

/** Finds fields that this kind of query must not have, and missing ones. */
function queryProblems(type: ReportDataSourceType, query: Query, at: string): ArgumentProblem[] {
  const own: readonly string[] = queryFields[type];
  const [needed] = queryFields[type];
  const foreign = allQueryFields
    .filter((field) => !own.includes(field) && isGiven(query[field]))
    .map((field) => problem(`${at}.${field}`, 'NOT_ALLOWED', `Is not for ${type}.`));
  const compared = (query.filterList ?? []).flatMap(({ operator, parameterName, value }, index) => {
    const given = [parameterName, value].filter(isGiven).length;
    const wanted = operator === 'IS_NULL' ? 0 : 1;
    if (given === wanted) return [];
    const field = `${at}.filterList[${index}]`;
    return wanted === 0
      ? [problem(field, 'NOT_ALLOWED', 'Is not for IS_NULL.')]
      : [problem(field, given === 0 ? 'REQUIRED' : 'NOT_ALLOWED', 'Give exactly one of parameterName, value.')];
  });
  const tooLong =
    Buffer.byteLength(query.statement ?? '') > reportStatementBytesMax
      ? [problem(`${at}.statement`, 'TOO_LONG', `Must have at most ${reportStatementBytesMax} bytes.`)]
      : [];
  const twice = repeated(
    `${at}.columnList`,
    (query.columnList ?? []).map(({ name }) => name),
    'name',
  );
  const lacking = isGiven(query[needed]) ? [] : [missing(`${at}.${needed}`)];
  return [...lacking, ...foreign, ...compared, ...tooLong, ...twice];
}

function parameterProblems({ parameterList }: ReportDefinition): ArgumentProblem[] {
  const names = parameterList.map(({ name }) => name.toLowerCase());
  const own = parameterList.flatMap((parameter, index) => {
    const at = `parameterList[${index}]`;
    const { defaultValue, defaultExpression, optionList, optionQuery, masterParameterNameList } = parameter;
    const masters = masterParameterNameList.flatMap((master, place) =>
      master.toLowerCase() !== parameter.name.toLowerCase() && names.includes(master.toLowerCase())
        ? []
        : [problem(`${at}.masterParameterNameList[${place}]`, 'NOT_ALLOWED', 'Must name another parameter.')],
    );
    const options =
      optionQuery === null
        ? []
        : optionQuery.query === null
          ? [missing(`${at}.optionQuery.query`)]
          : queryProblems(sourceOf(optionQuery.dataAdapterCode), optionQuery.query, `${at}.optionQuery.query`);
    return [
      ...(isGiven(defaultValue) && isGiven(defaultExpression)
        ? [notBeside(`${at}.defaultExpression`, 'defaultValue')]
        : []),
      ...(optionList.length > 0 && optionQuery !== null ? [notBeside(`${at}.optionQuery`, 'optionList')] : []),
      ...masters,
      ...options,
    ];
  });
  return [...repeated('parameterList', names, 'name'), ...own];
}

const ownAdapters = { PLATFORM: PLATFORM_ADAPTER, CSV: CSV_ADAPTER } as const;
const sourceOf = (adapterCode: string): ReportDataSourceType =>
  adapterCode === PLATFORM_ADAPTER ? 'PLATFORM' : adapterCode === CSV_ADAPTER ? 'CSV' : 'SQL';

function layoutProblems({ layout: { timeZone, locale } }: ReportDefinition): ArgumentProblem[] {
  return [
    ...(timeZone === null || isTimeZone(timeZone)
      ? []
      : [problem('layout.timeZone', 'INVALID_TIME_ZONE', 'Must be the name of a time zone, such as Europe/Istanbul.')]),
    ...(locale === null || canonicalLocaleTag(locale) !== null
      ? []
      : [problem('layout.locale', 'LOCALE_INVALID', 'Must be a locale such as tr-TR.')]),
  ];
}

function formatProblems({ outputFormatList, defaultOutputFormat }: ReportDefinition): ArgumentProblem[] {
  return [
    ...(new Set(outputFormatList).size === outputFormatList.length
      ? []
      : [problem('outputFormatList', 'DUPLICATE', 'Has the same entry twice.')]),
    ...(outputFormatList.includes(defaultOutputFormat)
      ? []
      : [problem('defaultOutputFormat', 'NOT_ALLOWED', `Must be one of ${outputFormatList.join(', ')}.`)]),
  ];
}

function cacheProblems({ cacheMode, cacheSeconds }: ReportDefinition): ArgumentProblem[] {
  const field = 'cacheSeconds';
  if (cacheMode === 'FIXED' && cacheSeconds === 0)
    return [problem(field, 'REQUIRED', 'Must be at least 1 with FIXED.')];
  if (cacheMode === 'NONE' && cacheSeconds > 0) return [problem(field, 'NOT_ALLOWED', 'Is not for NONE.')];
  return [];
}

/** Finds all problems at once. */
export function definitionProblems(definition: ReportDefinition): ArgumentProblem[] {
  const { reportDataSourceType: type, dataAdapterCode, query, columnList, rowGroupList } = definition;
  const adapter =
    sourceOf(dataAdapterCode) === type
      ? []
      : [
          type === 'SQL'
            ? problem('dataAdapterCode', 'NOT_ALLOWED', `Is not for ${type}.`)
            : problem('dataAdapterCode', 'NOT_ALLOWED', `Must be one of ${ownAdapters[type]}.`),
        ];
  return [
    ...adapter,
    ...queryProblems(type, query, 'query'),
    ...parameterProblems(definition),
    ...repeated(
      'columnList',
      columnList.map(({ name }) => name),
      'name',
    ),
    ...repeated(
      'rowGroupList',
      rowGroupList.map(({ columnName }) => columnName),
      'columnName',
    ),
    ...layoutProblems(definition),
    ...formatProblems(definition),
    ...cacheProblems(definition),
  ];
}
