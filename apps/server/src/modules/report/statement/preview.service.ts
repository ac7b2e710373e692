// Shows the first rows of a report, saved or not, and its problems; nothing is stored.
import type {
  SvcRToolReportParameterStateModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportPreviewRequestModel,
  SvcRToolReportResolveModel,
  SvcRToolReportValidationModel,
} from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import type { Database } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import type { Turns } from '../../../kernel/worker/turns.ts';
import type { GivenReport, ReportDefinition } from '../report.types.ts';
import { statementsIn } from '../statements-in.ts';
import { errorsOf, type ReportCheck } from './check-report.ts';
import { keyOf } from './parameter/parameter-order.ts';
import {
  boundValuesOf,
  mastersOf,
  type ResolvedParameter,
  resolveValues,
  textsOf,
} from './parameter/resolve-values.ts';
import {
  contextOf,
  matchAll,
  type PreparedQuery,
  type PrepareGround,
  type PrepareQuery,
  type RunSurroundings,
} from './prepare-query.ts';
import { isWarning } from './report-problem.ts';

export interface PreviewGround extends PrepareGround {
  readonly database: Database;
  readonly prepareQuery: PrepareQuery;
  readonly check: ReportCheck;
  readonly turns: Turns;
  /** Finds a report for a caller who may run it; 404 or 403 for others. */
  readonly findReport: (act: Act, uuid: string) => Promise<GivenReport>;
  /** Answers the definition of a body, or fails with 400 as saving it would. */
  readonly readDefinition: (body: NonNullable<SvcRToolReportPreviewRequestModel['report']>) => ReportDefinition;
}

type Parameter = ReportDefinition['parameterList'][number];

const PREVIEW_ROWS = 100;
const PREVIEW_MS = 10_000;
const STANDARD_TIME_ZONE = 'UTC';
const OWN_SQL = 'REPORT_SQL_WRITE';

export type PreviewService = ReturnType<typeof createPreviewService>;

export function createPreviewService(ground: PreviewGround) {
  const { check, findReport, readDefinition } = ground;

  /** Reads an unsaved report; its statement needs the right to write one. */
  function readBody({ caller }: Act, body: NonNullable<SvcRToolReportPreviewRequestModel['report']>): ReportDefinition {
    const definition = readDefinition(body);
    if (statementsIn(definition).length > 0 && !caller.holds(OWN_SQL)) fail('ACCESS_DENIED');
    return definition;
  }

  return {
    async validate(
      act: Act,
      body: NonNullable<SvcRToolReportPreviewRequestModel['report']>,
    ): Promise<SvcRToolReportValidationModel> {
      const checked = await check(act.caller, readBody(act, body));
      const problemList = checked.problemList.map((problem) => ({
        code: problem.code,
        warning: isWarning(problem),
        field: problem.field,
        message: problem.message,
        line: problem.line ?? null,
        column: problem.column ?? null,
      }));
      const columnList = checked.columns === null ? null : [...checked.columns];
      return { valid: errorsOf(checked).length === 0, problemList, columnList };
    },

    async preview(act: Act, asked: SvcRToolReportPreviewRequestModel): Promise<SvcRToolReportPreviewModel> {
      const definition = asked.report ? readBody(act, asked.report) : (await findReport(act, asked.uuid!)).report;
      return preview(ground, act, definition, asked);
    },

    async resolve(
      act: Act,
      uuid: string,
      asked: SvcRToolReportResolveModel,
    ): Promise<SvcRToolReportParameterStateModel[]> {
      const { report } = await findReport(act, uuid);
      const surroundings = surroundingsOf(act, report, asked);
      const names = asked.nameList ? new Set(asked.nameList.map(keyOf)) : null;
      const resolved = await resolveAll(ground, act, report, asked, surroundings);
      const wanted = report.parameterList.filter(
        ({ name, control }) => control !== 'HIDDEN' && (names?.has(keyOf(name)) ?? true),
      );
      return Promise.all(
        wanted.map((parameter) => {
          const one = resolved.find((other) => other.parameter === parameter)!;
          return stateOf(ground, act, one, resolved, surroundings);
        }),
      );
    },
  };
}

/** Shows the first rows, or the problems of a report whose query cannot be sent, as saving it would. */
async function preview(
  { database, check, prepareQuery, sourceOf, turns }: PreviewGround,
  act: Act,
  definition: ReportDefinition,
  asked: SvcRToolReportPreviewRequestModel,
): Promise<SvcRToolReportPreviewModel> {
  const { caller } = act;
  const checked = await check(caller, definition);
  const errors = errorsOf(checked);
  if (errors.length === 0 && checked.unavailable !== null) throw checked.unavailable;
  if (errors.length > 0 || checked.columns === null) fail('REPORT_DEFINITION_INVALID', { errorArguments: errors });
  const surroundings = surroundingsOf(act, definition, asked);
  const prepared = await prepareQuery(act, definition, asked.parameterMap ?? {}, surroundings, 'CHECKED');
  const { query } = prepared;
  await recordPreview(database, act, definition, prepared);
  const rowLimit = asked.rowLimit ?? PREVIEW_ROWS;
  const { columns } = checked;
  const terms = { rowLimit, timeZone: surroundings.timeZone, timeoutMs: PREVIEW_MS };
  const began = performance.now();
  const { rows } = await turns.run(caller.tenantIdentifier, () =>
    sourceOf(definition.dataAdapterCode).read(caller, query, columns, terms),
  );
  return {
    columnList: [...columns],
    rowList: rows.slice(0, rowLimit).map((row) => [...row]),
    truncated: rows.length > rowLimit,
    elapsedMillis: Math.round(performance.now() - began),
  };
}

/** Records the event of watched data, before it is read. */
async function recordPreview(
  database: Database,
  act: Act,
  { query }: ReportDefinition,
  { event, parameterMap }: PreparedQuery,
): Promise<void> {
  if (event === null) return;
  const { dataSetCode = null, filterList = [] } = query;
  await database.transaction((tx) => act.record(tx, event, dataSetCode, { filterList, parameterMap }));
}

function surroundingsOf(
  { caller }: Act,
  { layout }: ReportDefinition,
  asked: Pick<SvcRToolReportResolveModel, 'timeZone' | 'locale'>,
): RunSurroundings {
  const timeZone = asked.timeZone ?? layout.timeZone ?? STANDARD_TIME_ZONE;
  if (!isTimeZone(timeZone)) {
    const message = 'Must be the name of a time zone, such as Europe/Istanbul.';
    invalid({ field: 'timeZone', code: 'INVALID_TIME_ZONE', message });
  }
  return { timeZone, locale: asked.locale ?? layout.locale ?? caller.localeTag };
}

/** Resolves the values; an unavailable source of options is no refusal here, but in the run. */
function resolveAll(
  { lane, options, clock }: PreviewGround,
  act: Act,
  { parameterList }: ReportDefinition,
  asked: SvcRToolReportResolveModel,
  surroundings: RunSurroundings,
): Promise<readonly ResolvedParameter<Parameter>[]> {
  const asker = { holder: act.caller, timeZone: surroundings.timeZone };
  return resolveValues(
    parameterList,
    withoutHidden(parameterList, asked.parameterMap ?? {}),
    contextOf(act, surroundings, clock),
    {
      match: (entries) => matchAll(lane, act.caller.tenantIdentifier, entries),
      hasForeign: (parameter, texts, masters) =>
        options.hasForeign(parameter, texts, asker, masters).catch(() => false),
    },
  );
}

/** Leaves out hidden parameters, which a form may send back with all others. */
function withoutHidden(parameters: readonly Parameter[], given: Readonly<Record<string, unknown>>) {
  const known = new Set(parameters.map(({ name }) => keyOf(name)));
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(keyOf(name))));
}

async function stateOf(
  { options }: PreviewGround,
  { caller }: Act,
  { parameter, value, problem }: ResolvedParameter<Parameter>,
  resolved: readonly ResolvedParameter<Parameter>[],
  { timeZone }: RunSurroundings,
): Promise<SvcRToolReportParameterStateModel> {
  const masters = boundValuesOf(mastersOf(parameter, resolved));
  const found = await options
    .find(parameter, { holder: caller, timeZone }, masters)
    .catch(() => ({ options: [], isTruncated: false, isDead: true }) as const);
  const selected = new Set(textsOf(value));
  const dead = 'isDead' in found ? 'The options cannot be read now.' : null;
  return {
    name: parameter.name,
    value: parameter.sensitive ? null : value,
    valid: problem === null,
    errorMessage: problem?.message ?? dead,
    optionList: found.options.map((option) => ({
      ...option,
      selected: !parameter.sensitive && selected.has(option.value),
    })),
    optionTruncated: found.isTruncated,
  };
}
