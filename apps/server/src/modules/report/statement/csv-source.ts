// Queries CSV files: filters and order are checked and written as those over data sets of the platform.
import type { SvcRToolReportQueryModel } from '@keelson/contract';
import type { DataSetDefinition } from '../../../kernel/data-sets.ts';
import { openOwnConnection } from '../../../kernel/database/database-client.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Turns } from '../../../kernel/worker/turns.ts';
import { type CsvFile, type OfferedCsvFiles, selectLoaded } from '../csv/feature.ts';
import { readCell } from '../read-cell.ts';
import type { CsvCall, RightHolder } from '../report.types.ts';
import { beginQuery } from '../snapshot/feature.ts';
import { selectFirstRows } from './json-cell.store.ts';
import { keyOf } from './parameter/parameter-order.ts';
import { buildPlatformQuery } from './platform/build-platform-query.store.ts';
import { resultColumns } from './platform/platform-columns.ts';
import { findPlatformProblems } from './platform/platform-problems.ts';
import { queryFailure } from './query-failure.ts';
import type { QuerySource } from './query-source.ts';
import type { ReportProblem } from './report-problem.ts';

export interface CsvSourceGround extends Pick<Kernel, 'databaseSettings'> {
  readonly files: OfferedCsvFiles;
  /** Turns that bound how many connections are open at once. */
  readonly turns: Turns;
}

export function createCsvSource({ files, databaseSettings, turns }: CsvSourceGround): QuerySource {
  const find = async ({ tenantIdentifier }: RightHolder, { fileCode }: SvcRToolReportQueryModel) =>
    fileCode ? files.find({ tenantIdentifier }, fileCode) : null;

  return {
    async inspect(holder, query, parameters, field) {
      const named = (query.filterList ?? []).flatMap(({ parameterName }) =>
        parameterName ? [keyOf(parameterName)] : [],
      );
      const used = new Set(named);
      const file = await find(holder, query);
      if (file === null) {
        const message = 'Must be the code of a CSV file.';
        return { problems: [{ code: 'REPORT_CSV_UNKNOWN', field: `${field}.fileCode`, message }], columns: null, used };
      }
      const dataSet = dataSetOf(file);
      const problems = [
        ...columnProblems(file, query, field),
        ...findPlatformProblems(dataSet, query, parameters, field),
      ];
      return { problems, columns: resultColumns(dataSet, query).map(({ name, type }) => ({ name, type })), used };
    },

    async bind(holder, query, { values, timeZone }) {
      const file = await find(holder, query);
      if (file?.content == null) {
        const problem = {
          code: 'REPORT_CSV_UNKNOWN',
          field: 'query.fileCode',
          message: 'Must be the code of a CSV file.',
        };
        return fail('REPORT_NOT_RUNNABLE', { parameters: { code: '', count: 1 }, errorArguments: [problem] });
      }
      const { tenantIdentifier } = holder;
      const { encoding, delimiter, columnList, rowCount, version } = file;
      const content = file.content.toString('hex');
      const built = buildPlatformQuery({ dataSet: dataSetOf(file), query, values, tenantIdentifier, timeZone });
      return { ...built, file: { content, version, encoding, delimiter, columnList, rowCount } };
    },

    async read({ tenantIdentifier }, query, columns, terms) {
      const file = query.file as CsvCall;
      try {
        const rows = await turns.run(tenantIdentifier, async () => {
          const { client, end } = await openOwnConnection(databaseSettings);
          try {
            await beginQuery(client, query, terms);
            await files.load({ tenantIdentifier }, client, file);
            const text = selectFirstRows(query, columns);
            return (await client.query({ text, values: [terms.rowLimit + 1], rowMode: 'array' })).rows;
          } finally {
            await end();
          }
        });
        return {
          rows: (rows as (string | null)[][]).map((row) => row.map((cell, at) => readCell(cell, columns[at]!.type))),
        };
      } catch (error) {
        throw queryFailure(error, 'HIDDEN', null);
      }
    },
  };
}

/** Makes the data set of a file, every column of which may be filtered and ordered by. */
function dataSetOf({ code, columnList }: Pick<CsvFile, 'code' | 'columnList'>): DataSetDefinition {
  return {
    code,
    labelMap: { en: code, tr: code },
    authority: '',
    columnList: columnList.map(({ name, type }) => ({
      name,
      type,
      labelMap: { en: name, tr: name },
      filterable: true,
      sortable: true,
      groupable: false,
    })),
    relation: selectLoaded(columnList),
  };
}

/** Finds problems with a replaced file, which may have other columns or types. */
function columnProblems(
  { columnList }: Pick<CsvFile, 'columnList'>,
  query: SvcRToolReportQueryModel,
  field: string,
): ReportProblem[] {
  return (query.columnList ?? []).flatMap(({ name, type }, index): ReportProblem[] => {
    const at = `${field}.columnList[${index}]`;
    const found = columnList.find((column) => column.name === name);
    if (found === undefined)
      return [{ code: 'REPORT_COLUMN_UNKNOWN', field: `${at}.name`, message: `The file has no column ${name}.` }];
    if (!type || type === found.type) return [];
    const message = `The column ${name} is of type ${found.type}.`;
    return [{ code: 'REPORT_COLUMN_TYPE_WRONG', field: `${at}.type`, message }];
  });
}
