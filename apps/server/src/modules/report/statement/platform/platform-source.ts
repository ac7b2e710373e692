// Queries the data sets of the platform.
import type { SvcRToolReportQueryModel } from '@keelson/contract';
import type { DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { Database } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { readCell } from '../../read-cell.ts';
import type { BoundQuery, RightHolder } from '../../report.types.ts';
import { keyOf } from '../parameter/parameter-order.ts';
import { queryFailure } from '../query-failure.ts';
import type { QueryColumn, QuerySource, QueryValues } from '../query-source.ts';
import { bindsColumn, buildPlatformQuery } from './build-platform-query.store.ts';
import { readOwnRows } from './own-query.store.ts';
import { resultColumns } from './platform-columns.ts';
import { findPlatformProblems, isRequiredFilter } from './platform-problems.ts';

export interface PlatformGround {
  readonly database: Database;
  /** Finds a data set; null for a code that no module of this version declares. */
  readonly findDataSet: (code: string) => DataSetDefinition | null;
}

export function createPlatformSource({ database, findDataSet }: PlatformGround): QuerySource {
  const find = (code: string | null | undefined): DataSetDefinition | null =>
    code === null || code === undefined ? null : findDataSet(code);

  return {
    async inspect(holder, query, parameters, field) {
      const dataSet = find(query.dataSetCode);
      if (dataSet === null || !holder.authorities.has(dataSet.authority)) {
        const message = 'Must be a data set that the caller may read.';
        const problems = [{ code: 'REPORT_DATA_SET_UNKNOWN', field: `${field}.dataSetCode`, message } as const];
        return { problems, columns: null, used: usedIn(query) };
      }
      const problems = findPlatformProblems(dataSet, query, parameters, field);
      const columns: readonly QueryColumn[] = resultColumns(dataSet, query).map(({ name, type }) => ({ name, type }));
      return { problems, columns, used: usedIn(query) };
    },

    async bind(holder, query, given) {
      const dataSet = find(query.dataSetCode);
      if (dataSet === null || !holder.authorities.has(dataSet.authority)) return fail('ACCESS_DENIED');
      return bindPlatform(dataSet, holder, query, given);
    },

    async read(_holder, query, columns, terms) {
      try {
        const rows = await readOwnRows(database, query, columns, terms);
        return { rows: rows.map((row) => row.map((text, index) => readCell(text, columns[index]!.type))) };
      } catch (error) {
        throw queryFailure(error, 'HIDDEN', null);
      }
    },
  };
}

function usedIn({ filterList }: SvcRToolReportQueryModel): ReadonlySet<string> {
  return new Set((filterList ?? []).flatMap(({ parameterName }) => (parameterName ? [keyOf(parameterName)] : [])));
}

/** Binds a query; the required filter must have a value, too, as it would read the whole table without it. */
function bindPlatform(
  dataSet: DataSetDefinition,
  holder: RightHolder,
  query: SvcRToolReportQueryModel,
  { values, timeZone }: QueryValues,
): BoundQuery {
  const order = { dataSet, query, values, timeZone, tenantIdentifier: holder.tenantIdentifier };
  const required = (query.filterList ?? []).filter((filter) => isRequiredFilter(dataSet, filter));
  if (dataSet.requiredFilter !== undefined && !required.some((filter) => bindsColumn(order, filter))) {
    const names = required.map(({ parameterName }) => parameterName ?? dataSet.requiredFilter!);
    const message = `Must be given: the data set has to be filtered by ${dataSet.requiredFilter}.`;
    const errorArguments = names.map((name) => ({ field: `parameterMap.${name}`, code: 'REQUIRED', message }));
    return fail('REPORT_PARAMETER_INVALID', { errorArguments });
  }
  return buildPlatformQuery(order);
}
