// Queries the databases of adapters: checks, describes, binds and reads statements.
import type { SvcRToolReportQueryModel } from '@keelson/contract';
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import type { Turns } from '../../../../kernel/worker/turns.ts';
import {
  type AdapterQuery,
  ForeignFailure,
  type ForeignQuery,
  type ForeignQueryOrder,
  type OfferedConnections,
} from '../../adapter/feature.ts';
import { readCell } from '../../read-cell.ts';
import type { BoundQuery, RightHolder } from '../../report.types.ts';
import { selectFirstRows } from '../json-cell.store.ts';
import { bindParameter, boundNames } from '../parameter/bound-values.ts';
import { keyOf } from '../parameter/parameter-order.ts';
import { adapterFailure, queryFailure } from '../query-failure.ts';
import type { Inspected, QueryColumn, QueryParameter, QuerySource } from '../query-source.ts';
import type { ReportProblem } from '../report-problem.ts';
import { allowedFunctions } from '../sql/allowed-functions.ts';
import { bindTemplate, type SqlValue } from '../sql/bind-values.ts';
import type { SqlCheck, SqlProblem, SqlTemplate } from '../sql/sql.types.ts';
import type { SqlLane } from '../sql/sql-lane.ts';

export interface SqlSourceGround {
  readonly lane: Pick<SqlLane, 'check' | 'locate'>;
  readonly adapters: Pick<OfferedConnections, 'find' | 'open'>;
  /** Bound how many connections of adapters are open at once. */
  readonly turns: Turns;
}

/** Columns of a result: the contract's bound for a report; a snapshot could not have many more. */
const COLUMNS_MAX = 256;
/** Limit for describing a statement, however complex its views are. */
const DESCRIBE_MS = 5_000;
const DESCRIBE_TERMS = { timeZone: 'UTC', timeoutMs: DESCRIBE_MS } as const;
const WRITER = 'REPORT_MANAGE';

type FoundAdapter = NonNullable<Awaited<ReturnType<OfferedConnections['find']>>>;

/** A checked statement, with its adapter. */
interface CheckedStatement {
  readonly template: SqlTemplate;
  readonly adapter: Pick<FoundAdapter, 'uuid' | 'version' | 'allowedFunctionList'>;
}

export function createSqlSource(ground: SqlSourceGround, code: string): QuerySource {
  const { adapters } = ground;
  return {
    inspect: (holder, query, parameters, field) => inspect(ground, code, { holder, query, parameters, field }),

    async bind(holder, query, { values }) {
      const found = await adapters.find(holder, code);
      if (found === null) throw adapterFailure(code, 'NOT_FOUND');
      const check = await checkStatement(ground, holder, query, [...values.keys()], found.allowedFunctionList);
      if (check.kind === 'REFUSED') return fail('REPORT_NOT_RUNNABLE', refusalOf(check.problemList));
      return bindTo(code, { ...check, adapter: found }, values);
    },

    async read(holder, query, columns, { rowLimit, ...terms }) {
      try {
        const select = selectFirstRows(query, columns);
        const order = { query: query as AdapterQuery, terms };
        const rows = await asked(ground, holder, order, (opened) => opened.rows(select, [rowLimit + 1]));
        return { rows: readRows(rows, columns) };
      } catch (error) {
        throw queryFailure(error, holder.authorities.has(WRITER) ? 'SHOWN' : 'HIDDEN', code);
      }
    },
  };
}

/** Runs a question in turn with other tenants: a form of fifty parameters would open as many connections at once. */
function asked<T>(
  { adapters, turns }: SqlSourceGround,
  holder: RightHolder,
  order: ForeignQueryOrder,
  work: (opened: ForeignQuery) => Promise<T>,
): Promise<T> {
  return turns.run(holder.tenantIdentifier, async () => {
    const opened = await adapters.open(holder, order);
    return work(opened).finally(() => opened.close());
  });
}

function refusalOf(problemList: readonly SqlProblem[]) {
  const errorArguments = problemList.map(({ code: problem, message }) => ({ field: 'query', code: problem, message }));
  return { parameters: { code: '', count: problemList.length }, errorArguments };
}

/** Reads rows; a form other than described does not come from PostgreSQL. */
function readRows(rows: readonly (readonly (string | null)[])[], columns: readonly QueryColumn[]): unknown[][] {
  try {
    return rows.map((row) => row.map((text, index) => readCell(text, columns[index]!.type)));
  } catch {
    throw new ForeignFailure('INVALID');
  }
}

function checkStatement(
  { lane }: SqlSourceGround,
  { tenantIdentifier }: RightHolder,
  { statement }: SvcRToolReportQueryModel,
  parameterNames: readonly string[],
  allowedFunctionList: readonly string[],
): Promise<SqlCheck> {
  return lane.check(tenantIdentifier, { statement: statement ?? '', parameterNames, allowedFunctionList });
}

function bindTo(
  code: string,
  { template, adapter: { uuid, version, allowedFunctionList } }: CheckedStatement,
  values: ReadonlyMap<string, SqlValue>,
): AdapterQuery {
  const { attributeNames } = template;
  const commonNames = attributeNames.filter((name) => allowedFunctions.has(name));
  const revision = `${uuid} ${version}`;
  const adapter = { code, revision, attributeNames, commonNames, allowedFunctionList, isSensitive: false };
  return { ...bindTemplate(template, values), adapter };
}

interface Inspection {
  readonly holder: RightHolder;
  readonly query: SvcRToolReportQueryModel;
  readonly parameters: readonly QueryParameter[];
  readonly field: string;
}

async function inspect(ground: SqlSourceGround, code: string, asked: Inspection): Promise<Inspected> {
  const { holder, query, parameters, field } = asked;
  const found = await ground.adapters.find(holder, code);
  if (found === null) {
    const used = new Set(parameters.map(({ name }) => keyOf(name)));
    return { problems: [adapterProblem(field, 'REPORT_ADAPTER_UNKNOWN')], columns: null, used };
  }
  const listed = found.allowedFunctionList;
  const check = await checkStatement(ground, holder, query, parameters.flatMap(boundNames), listed);
  if (check.kind === 'REFUSED') {
    const problems = check.problemList.map((problem) => ({ ...problem, field: `${field}.statement` }));
    return { problems, columns: null, used: new Set(parameters.map(({ name }) => keyOf(name))) };
  }
  const names = new Set(check.usedParameterNames.map(keyOf));
  const isUsed = (parameter: QueryParameter) => boundNames(parameter).some((name) => names.has(keyOf(name)));
  const used = new Set(parameters.filter(isUsed).map(({ name }) => keyOf(name)));
  const nulls = new Map(
    parameters.flatMap((one) => bindParameter(one, null)).map(([name, value]) => [keyOf(name), value]),
  );
  const described = await describe(ground, asked, bindTo(code, { template: check.template, adapter: found }, nulls));
  return { ...described, used };
}

function adapterProblem(field: string, code: 'REPORT_ADAPTER_UNKNOWN' | 'REPORT_ADAPTER_UNAVAILABLE'): ReportProblem {
  const message =
    code === 'REPORT_ADAPTER_UNKNOWN'
      ? 'Must be the code of a data adapter.'
      : 'The database of the adapter cannot be asked now, so that names of tables and columns are not checked.';
  return { code, field: field.replace(/query$/, 'dataAdapterCode'), message };
}

/** Describes names and types; nothing is planned and nothing runs. */
async function describe(
  ground: SqlSourceGround,
  { holder, query, field }: Inspection,
  bound: AdapterQuery,
): Promise<Omit<Inspected, 'used'>> {
  try {
    const order = { query: bound, terms: DESCRIBE_TERMS };
    const columns = await asked(ground, holder, order, (opened) => opened.describe());
    const wrong = columnProblem(columns.length);
    if (wrong !== null) return { problems: [{ ...wrong, field: `${field}.statement` }], columns: null };
    return { problems: [], columns: columns.map(({ name, type }) => ({ name, type })) };
  } catch (error) {
    const unavailable = unavailableBy(error, bound.adapter.code);
    if (unavailable !== null)
      return { problems: [adapterProblem(field, 'REPORT_ADAPTER_UNAVAILABLE')], columns: null, unavailable };
    if (!(error instanceof ForeignFailure)) throw error;
    const problem = await refusedBy(ground, holder, { statement: query.statement ?? '', sent: bound }, error);
    return { problems: [{ ...problem, field: `${field}.statement` }], columns: null };
  }
}

/** Makes the failure of a database that is away, or too slow to describe the statement. */
function unavailableBy(error: unknown, code: string): ServiceError | null {
  if (error instanceof ServiceError) return error.code === 'REPORT_ADAPTER_UNAVAILABLE' ? error : null;
  if (!(error instanceof ForeignFailure) || error.kind === 'REFUSED') return null;
  return adapterFailure(code, error.kind === 'TIMED_OUT' ? 'TIMED_OUT' : 'CONNECTION_FAILED');
}

function columnProblem(count: number): SqlProblem | null {
  if (count === 0) return { code: 'REPORT_QUERY_INVALID', message: 'Must answer a column.' };
  if (count <= COLUMNS_MAX) return null;
  return { code: 'REPORT_QUERY_TOO_COMPLEX', message: `Must answer at most ${COLUMNS_MAX} columns.` };
}

/** Makes the problem that the database reports, at its place in the original statement. */
async function refusedBy(
  { lane }: SqlSourceGround,
  { tenantIdentifier }: RightHolder,
  { statement, sent }: { readonly statement: string; readonly sent: BoundQuery },
  { text, detail }: ForeignFailure,
): Promise<SqlProblem> {
  const { attributeName, position } = detail;
  const mark = attributeName ?? position;
  const place = mark === undefined ? {} : await lane.locate(tenantIdentifier, { statement, sent: sent.text, mark });
  if (attributeName === undefined)
    return { code: 'REPORT_QUERY_INVALID', message: `The database refuses the statement: ${text}.`, ...place };
  const message = `Must not take .${attributeName} of a relation: no column has the name, and it calls a function.`;
  return { code: 'REPORT_QUERY_FUNCTION_NOT_ALLOWED', message, ...place };
}
