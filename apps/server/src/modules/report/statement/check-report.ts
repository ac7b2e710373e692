// Finds all problems of a report: of its parameters, its query, the queries of options, and the columns it names.

import type { ServiceError } from '../../../kernel/request/errors.ts';
import type { ReportDefinition, RightHolder } from '../report.types.ts';
import { COMPARABLE_OPTIONS } from './options/option-types.ts';
import { findPageProblems } from './page-width.ts';
import { findParameterProblems } from './parameter/definition-problems.ts';
import { keyOf } from './parameter/parameter-order.ts';
import type { Inspected, QueryColumn, QuerySource } from './query-source.ts';
import { isWarning, type ReportProblem } from './report-problem.ts';
import type { SqlLane } from './sql/sql-lane.ts';

export type CheckedDefinition = Pick<
  ReportDefinition,
  'dataAdapterCode' | 'query' | 'parameterList' | 'columnList' | 'rowGroupList' | 'chartList' | 'layout'
>;

export interface ReportCheckGround {
  readonly lane: Pick<SqlLane, 'match'>;
  readonly sourceOf: (adapterCode: string) => QuerySource;
}

export interface CheckedReport {
  readonly problemList: readonly ReportProblem[];
  /** Null where the query cannot be read. */
  readonly columns: readonly QueryColumn[] | null;
  /** Reason why the source of the report could not be asked. */
  readonly unavailable: ServiceError | null;
}

export type ReportCheck = (holder: RightHolder, definition: CheckedDefinition) => Promise<CheckedReport>;

/** Creates the check, which is that of save, update and activate. No data is read. */
export function createReportCheck({ lane, sourceOf }: ReportCheckGround): ReportCheck {
  async function findPatternProblems(
    { tenantIdentifier }: RightHolder,
    { parameterList }: CheckedDefinition,
  ): Promise<ReportProblem[]> {
    const given = parameterList.flatMap(({ pattern }, index) => (pattern === null ? [] : [{ pattern, index }]));
    const answers = await lane.match(
      tenantIdentifier,
      given.map(({ pattern }) => ({ pattern, texts: [] })),
    );
    return given.flatMap(({ index }, at) =>
      answers[at] === 'FITS'
        ? []
        : [
            definitionProblem(
              `parameterList[${index}].pattern`,
              'Must be a pattern of RE2, and no larger than people write them.',
            ),
          ],
    );
  }

  /** Checks queries of options, which may use only the values of master parameters. */
  async function inspectOptions(
    holder: RightHolder,
    { parameterList }: CheckedDefinition,
  ): Promise<readonly Inspected[]> {
    const inspected = parameterList.map(
      async ({ type, optionQuery, masterParameterNameList }, index): Promise<readonly Inspected[]> => {
        if (optionQuery === null || optionQuery.query === null) return [];
        const field = `parameterList[${index}].optionQuery`;
        if (type === 'DATE_RANGE')
          return [{ problems: [definitionProblem(field, 'Is not for DATE_RANGE.')], columns: null, used: new Set() }];
        const masters = new Set(masterParameterNameList.map(keyOf));
        const names = parameterList.filter(({ name }) => masters.has(keyOf(name)));
        const { dataAdapterCode, query, valueColumn, labelColumn } = optionQuery;
        const found = await sourceOf(dataAdapterCode).inspect(holder, query, names, `${field}.query`);
        const wanted = { valueColumn, labelColumn: labelColumn ?? valueColumn };
        const unknown = findMissing(
          found.columns,
          Object.entries(wanted).map(([name, column]) => [`${field}.${name}`, column]),
        );
        const value = found.columns?.find(({ name }) => name === valueColumn);
        const misfit =
          value === undefined || COMPARABLE_OPTIONS[type].includes(value.type)
            ? []
            : [definitionProblem(`${field}.valueColumn`, `Must be a column for ${type}.`)];
        return [{ ...found, problems: [...found.problems, ...unknown, ...misfit] }];
      },
    );
    return (await Promise.all(inspected)).flat();
  }

  return async (holder, definition) => {
    const { dataAdapterCode, query, parameterList } = definition;
    const [patterns, options, main] = await Promise.all([
      findPatternProblems(holder, definition),
      inspectOptions(holder, definition),
      sourceOf(dataAdapterCode).inspect(holder, query, parameterList, 'query'),
    ]);
    const problemList = [
      ...main.problems,
      ...findParameterProblems(parameterList),
      ...patterns,
      ...options.flatMap(({ problems }) => problems),
      ...findMissingColumns(definition, main.columns),
      ...findUnused(definition, main),
      ...findPageProblems(definition),
    ];
    return { problemList, columns: main.columns, unavailable: main.unavailable ?? null };
  };
}

export const errorsOf = ({ problemList }: CheckedReport): readonly ReportProblem[] =>
  problemList.filter((one) => !isWarning(one));

/** Answers the columns that a report names and its result lacks. */
export const findMissingColumns = (
  definition: Pick<CheckedDefinition, 'columnList' | 'rowGroupList' | 'chartList'>,
  columns: readonly QueryColumn[] | null,
): readonly ReportProblem[] => findMissing(columns, columnsNamedBy(definition));

function definitionProblem(field: string, message: string): ReportProblem {
  return { code: 'REPORT_PARAMETER_DEFINITION_INVALID', field, message };
}

function columnsNamedBy({
  columnList,
  rowGroupList,
  chartList,
}: Pick<CheckedDefinition, 'columnList' | 'rowGroupList' | 'chartList'>): [field: string, name: string][] {
  return [
    ...columnList.map(({ name }, index): [string, string] => [`columnList[${index}].name`, name]),
    ...rowGroupList.map(({ columnName }, index): [string, string] => [`rowGroupList[${index}].columnName`, columnName]),
    ...chartList.flatMap(({ categoryColumn, seriesColumnList }, index) => {
      const field = `chartList[${index}]`;
      const series = seriesColumnList.map((name, at): [string, string] => [`${field}.seriesColumnList[${at}]`, name]);
      return categoryColumn === null
        ? series
        : [[`${field}.categoryColumn`, categoryColumn] as [string, string], ...series];
    }),
  ];
}

/** Finds missing columns; none where the query cannot be read, as its columns are unknown. */
function findMissing(
  columns: readonly QueryColumn[] | null,
  named: readonly (readonly [field: string, name: string])[],
): ReportProblem[] {
  if (columns === null) return [];
  const known = new Set(columns.map(({ name }) => name));
  return named
    .filter(([, name]) => !known.has(name))
    .map(([field, name]) => ({ code: 'REPORT_COLUMN_UNKNOWN', field, message: `The result has no column ${name}.` }));
}

/** Finds parameters that neither the query uses nor another parameter has as master. */
function findUnused({ parameterList }: CheckedDefinition, { used }: Inspected): ReportProblem[] {
  const masters = new Set(parameterList.flatMap(({ masterParameterNameList }) => masterParameterNameList.map(keyOf)));
  return parameterList.flatMap(({ name }, index) =>
    used.has(keyOf(name)) || masters.has(keyOf(name))
      ? []
      : [
          {
            code: 'REPORT_PARAMETER_UNUSED',
            field: `parameterList[${index}].name`,
            message: 'Is used by no query.',
          } as const,
        ],
  );
}
