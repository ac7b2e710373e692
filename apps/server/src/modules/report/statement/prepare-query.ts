// Makes the query of a run from a report and its values, or finds all problems of the values.
import type { DataSetDefinition } from '../../../kernel/data-sets.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { type ArgumentProblem, fail, ServiceError } from '../../../kernel/request/errors.ts';
import type { BoundQuery, ReportDefinition } from '../report.types.ts';
import { findMissingColumns } from './check-report.ts';
import type { OptionFinder } from './options/options.ts';
import type { RunContext } from './parameter/parameter.types.ts';
import {
  boundValuesOf,
  findUnknown,
  type ParameterMap,
  type ResolvedParameter,
  resolveValues,
} from './parameter/resolve-values.ts';
import type { QueryColumn, QuerySource } from './query-source.ts';
import type { SqlLane } from './sql/sql-lane.ts';

/** Query of a run with its values, and the values as they may be shown. */
export interface PreparedQuery {
  readonly query: BoundQuery;
  /** Hash that distinguishes these values, hidden and sensitive ones included; the values themselves are not stored. */
  readonly fingerprint: string;
  /** Sensitive values are masked. */
  readonly parameterMap: ParameterMap;
  /** Event of its data set for each run; null: none. */
  readonly event: DefinedEvent | null;
  /** Columns of the result; null where they were not asked for. */
  readonly columns: readonly QueryColumn[] | null;
}

/** Person, time zone and locale of a run. */
export interface RunSurroundings {
  readonly locale: string;
  readonly timeZone: string;
}

export interface PrepareGround {
  readonly clock: Clock;
  readonly lane: Pick<SqlLane, 'match'>;
  readonly options: OptionFinder;
  readonly sourceOf: (adapterCode: string) => QuerySource;
  readonly findDataSet: (code: string) => DataSetDefinition | null;
  /** Answers the kind of event that a data set names. */
  readonly findEvent: (name: string) => DefinedEvent | null;
}

type Asked = Pick<
  ReportDefinition,
  'dataAdapterCode' | 'query' | 'parameterList' | 'columnList' | 'rowGroupList' | 'chartList'
> & {
  /** Code of the report, where it is saved. */
  readonly code?: string;
};
type Parameter = ReportDefinition['parameterList'][number];

const MASK = '***';

export type PrepareQuery = ReturnType<typeof createPrepareQuery>;

export function contextOf(
  { caller }: Pick<Act, 'caller'>,
  { locale, timeZone }: RunSurroundings,
  clock: Clock,
): RunContext {
  const { username, tenantIdentifier } = caller;
  return { username, tenantIdentifier, locale, timeZone, now: clock.now() };
}

export function createPrepareQuery(ground: PrepareGround) {
  const { clock, lane, options, sourceOf, findDataSet, findEvent } = ground;

  function eventOf({ query }: Asked): DefinedEvent | null {
    const dataSet = query.dataSetCode ? findDataSet(query.dataSetCode) : null;
    return dataSet?.eventName === undefined ? null : findEvent(dataSet.eventName);
  }

  /**
   * Requires a valid report: columns of a data set or table may be gone since it was saved; rights to the data are
   * checked by binding.
   */
  async function requireSound({ caller }: Pick<Act, 'caller'>, report: Asked): Promise<readonly QueryColumn[] | null> {
    const { dataAdapterCode, query, parameterList, code = '' } = report;
    const inspected = await sourceOf(dataAdapterCode).inspect(caller, query, parameterList, 'query');
    if (inspected.unavailable !== undefined) throw inspected.unavailable;
    const problems = [...inspected.problems, ...findMissingColumns(report, inspected.columns)];
    const dataSet = query.dataSetCode ? findDataSet(query.dataSetCode) : null;
    if (problems.length === 0 || (dataSet !== null && !caller.holds(dataSet.authority))) return inspected.columns;
    // Messages of a database about a statement are for callers who may see the statement.
    const errorArguments = caller.holds('REPORT_MANAGE')
      ? problems
      : problems.map(({ code: problem, field }) => ({ code: problem, field }));
    return fail('REPORT_NOT_RUNNABLE', { parameters: { code, count: problems.length }, errorArguments });
  }

  return async (
    act: Pick<Act, 'caller'>,
    report: Asked,
    given: ParameterMap,
    surroundings: RunSurroundings,
    /** CHECKED: the query has just been checked. */
    state: 'SAVED' | 'CHECKED' = 'SAVED',
  ): Promise<PreparedQuery> => {
    const { caller } = act;
    const { parameterList } = report;
    const { timeZone } = surroundings;
    const resolved = await resolveValues(parameterList, given, contextOf(act, surroundings, clock), {
      match: (entries) => matchAll(lane, caller.tenantIdentifier, entries),
      hasForeign: (parameter, texts, masters) =>
        options
          .hasForeign(parameter, texts, { holder: caller, timeZone }, masters)
          .catch(failOptions(report, parameter)),
    });
    const problems = [...findUnknown(parameterList, given), ...resolved.flatMap(problemOf)];
    if (problems.length > 0) fail('REPORT_PARAMETER_INVALID', { errorArguments: problems });
    const columns = state === 'SAVED' ? await requireSound(act, report) : null;
    const values = boundValuesOf(resolved);
    const bound = await sourceOf(report.dataAdapterCode).bind(caller, report.query, { values, timeZone });
    const query = parameterList.some(({ sensitive }) => sensitive) ? silenced(bound) : bound;
    const fingerprint = JSON.stringify([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
    return { query, fingerprint, parameterMap: shownValues(resolved), event: eventOf(report), columns };
  };
}

/** Marks a query whose values are secret, so that the database's messages are not shown. */
function silenced(query: BoundQuery): BoundQuery {
  return query.adapter === undefined ? query : { ...query, adapter: { ...query.adapter, isSensitive: true } };
}

/** Fails a run whose query of options fails, as its own query would. */
function failOptions({ code = '', parameterList }: Asked, parameter: Parameter): (error: unknown) => never {
  return (error) => {
    const failed = error instanceof ServiceError ? error.code : null;
    if (failed !== 'REPORT_QUERY_FAILED' && failed !== 'REPORT_QUERY_TIMEOUT') throw error;
    const field = `parameterList[${parameterList.indexOf(parameter)}].optionQuery`;
    return fail('REPORT_NOT_RUNNABLE', { parameters: { code, count: 1 }, errorArguments: [{ code: failed, field }] });
  };
}

export async function matchAll(
  lane: Pick<SqlLane, 'match'>,
  tenant: string,
  entries: Parameters<SqlLane['match']>[1],
): Promise<readonly boolean[]> {
  return (await lane.match(tenant, entries)).map((answer) => answer === 'FITS');
}

function problemOf({ parameter, problem }: ResolvedParameter<Parameter>): ArgumentProblem[] {
  return problem === null ? [] : [{ field: `parameterMap.${parameter.name}`, ...problem }];
}

/** Answers the shown values; a sensitive one is only in the settings of its query. */
function shownValues(resolved: readonly ResolvedParameter<Parameter>[]): ParameterMap {
  return Object.fromEntries(
    resolved.map(({ parameter, value }) => [parameter.name, parameter.sensitive && value !== null ? MASK : value]),
  );
}
