// Checks the values of a run, and writes its query with them.
import type { DataSetDefinition } from '../../../kernel/data-sets.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { type ArgumentProblem, fail } from '../../../kernel/request/errors.ts';
import { boundValuesOf, findUnknown, type ResolvedParameter, resolveValues } from '../parameter/feature.ts';
import type { BoundQuery, StoredReport } from '../report.types.ts';
import { buildPlatformQuery } from '../statement/feature.ts';

/** Is the query of a run with its values, and the values as they may be shown. */
export interface PreparedQuery {
  readonly query: BoundQuery;
  /** Sensitive values are masked. */
  readonly parameterMap: Readonly<Record<string, unknown>>;
  /** Is what its data set wants to be told of each run; null: nothing. */
  readonly event: DefinedEvent | null;
}

/** Says of a run in what surroundings its values are read. */
export interface RunSurroundings {
  readonly locale: string;
  readonly timeZone: string;
}

export interface PrepareQueryGround extends Pick<Kernel, 'clock'> {
  readonly findDataSet: (code: string) => DataSetDefinition | null;
  readonly findEvent: (name: string) => DefinedEvent | null;
}

type Resolved = ResolvedParameter<StoredReport['parameterList'][number]>;

const MASKED = '***';

function notRunnable({ code }: StoredReport, problem: ArgumentProblem): never {
  return fail('REPORT_NOT_RUNNABLE', { parameters: { code, count: 1 }, errorArguments: [problem] });
}

/** What this version cannot check yet is refused: a pattern, options that are asked for, another source than the platform. */
function requireServed(report: StoredReport): void {
  const refuse = (field: string): never =>
    notRunnable(report, { field, code: 'NOT_BUILT', message: 'Is not served by this version yet.' });
  if (report.reportDataSourceType !== 'PLATFORM') refuse('reportDataSourceType');
  report.parameterList.forEach(({ pattern, optionQuery }, index) => {
    if (pattern !== null) refuse(`parameterList[${index}].pattern`);
    if (optionQuery !== null) refuse(`parameterList[${index}].optionQuery`);
  });
}

/** Its own data set, which the caller may read. */
function dataSetOf({ caller }: Act, report: StoredReport, find: PrepareQueryGround['findDataSet']): DataSetDefinition {
  const code = report.query.dataSetCode ?? '';
  const dataSet = find(code);
  if (dataSet === null) {
    return notRunnable(report, { field: 'query', code: 'NOT_FOUND', message: `There is no data set ${code}.` });
  }
  if (!caller.holds(dataSet.authority)) fail('ACCESS_DENIED');
  return dataSet;
}

const shownValue = ({ parameter, value }: Resolved): unknown =>
  parameter.sensitive && value !== null ? MASKED : value;

const help = {
  match: async (): Promise<readonly boolean[]> => [],
  findForeign: async ({ optionList }: Resolved['parameter'], values: readonly string[]): Promise<readonly string[]> =>
    optionList.length === 0 ? [] : values.filter((value) => !optionList.some((option) => option.value === value)),
};

export function createPrepareQuery({ clock, findDataSet, findEvent }: PrepareQueryGround) {
  /** All that is wrong with the values is told at once. */
  async function resolve(
    act: Act,
    report: StoredReport,
    given: Readonly<Record<string, unknown>>,
    run: RunSurroundings,
  ) {
    const { username, tenantIdentifier } = act.caller;
    const context = { ...run, username, tenantIdentifier, now: clock.now() };
    const resolved = await resolveValues(report.parameterList, given, context, help);
    const wrong = resolved.flatMap(({ parameter, problem }) =>
      problem === null ? [] : [{ field: `parameterMap.${parameter.name}`, ...problem }],
    );
    const errorArguments = [...findUnknown(report.parameterList, given), ...wrong];
    if (errorArguments.length > 0) fail('REPORT_PARAMETER_INVALID', { errorArguments });
    return resolved;
  }

  return async (
    act: Act,
    report: StoredReport,
    given: Readonly<Record<string, unknown>>,
    run: RunSurroundings,
  ): Promise<PreparedQuery> => {
    requireServed(report);
    const dataSet = dataSetOf(act, report, findDataSet);
    const resolved = await resolve(act, report, given, run);
    const query = buildPlatformQuery({
      dataSet,
      query: report.query,
      values: boundValuesOf(resolved),
      tenantIdentifier: act.caller.tenantIdentifier,
      timeZone: run.timeZone,
    });
    const parameterMap = Object.fromEntries(resolved.map((one) => [one.parameter.name, shownValue(one)]));
    return { query, parameterMap, event: dataSet.eventName === undefined ? null : findEvent(dataSet.eventName) };
  };
}

export type PrepareQuery = ReturnType<typeof createPrepareQuery>;
