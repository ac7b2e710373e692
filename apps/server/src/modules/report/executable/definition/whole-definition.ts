// Fills in the fields that a request leaves out of a report.
import {
  reportOutputFormats,
  type SvcRToolExecutableReportModelInput,
  type SvcRToolExecutableReportUpdateModel,
  type SvcRToolReportChartModel,
  type SvcRToolReportColumnModel,
  type SvcRToolReportLayoutModel,
  type SvcRToolReportParameterModel,
  type SvcRToolReportParameterModelInput,
  type SvcRToolReportQueryModel,
  type SvcRToolReportRowGroupModel,
} from '@keelson/contract';
import { standardLayout } from '../report.store.ts';

type Given<M> = { readonly [K in keyof M]?: M[K] | null | undefined };
type Body = SvcRToolExecutableReportModelInput | SvcRToolExecutableReportUpdateModel;

/** Takes the standard for what is absent or null. */
function whole<M extends object, R extends keyof M>(standards: Omit<M, R>, given: Given<M> & Pick<M, R>): M {
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { ...standards, ...Object.fromEntries(said) } as M;
}

/** Leaves out the empty parts of a query. */
function wholeQuery(given: SvcRToolReportQueryModel): SvcRToolReportQueryModel {
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(said) as SvcRToolReportQueryModel;
}

const controls = {
  BOOLEAN: 'CHECK_BOX',
  DATE: 'DATE_PICKER',
  DATE_TIME: 'DATE_PICKER',
  DATE_RANGE: 'DATE_PICKER',
  INTEGER: 'NUMBER_BOX',
  LONG: 'NUMBER_BOX',
  DECIMAL: 'NUMBER_BOX',
  STRING: 'TEXT_BOX',
  TIME: 'TEXT_BOX',
  UUID: 'TEXT_BOX',
} as const;

function wholeParameter(given: SvcRToolReportParameterModelInput): SvcRToolReportParameterModel {
  const { optionQuery, optionList } = given;
  const isChosen = Boolean(optionQuery) || (optionList ?? []).length > 0;
  const control = given.control ?? (isChosen ? 'LIST_BOX' : controls[given.type]);
  const standards = {
    label: null,
    description: null,
    control,
    multiple: false,
    required: false,
    readOnly: false,
    visible: control !== 'HIDDEN',
    defaultValue: null,
    defaultExpression: null,
    minValue: null,
    maxValue: null,
    minLength: null,
    maxLength: 4_000,
    pattern: null,
    optionList: [],
    optionQuery: null,
    strictOption: true,
    masterParameterNameList: [],
    sensitive: false,
  } as const;
  const query = optionQuery?.query ? wholeQuery(optionQuery.query) : null;
  return whole<SvcRToolReportParameterModel, 'name' | 'type'>(standards, {
    ...given,
    optionQuery: optionQuery ? { ...optionQuery, query } : null,
  });
}

const standardColumn = {
  label: null,
  labelMap: null,
  type: null,
  format: null,
  width: null,
  alignment: null,
  wrap: false,
  visible: true,
  aggregate: 'NONE',
} as const;
const standardRowGroup = {
  sortDirection: 'ASC',
  headerTemplate: null,
  showFooter: true,
  pageBreakBefore: false,
  keepTogether: true,
} as const;
const standardChart = {
  title: null,
  categoryColumn: null,
  aggregate: 'SUM',
  position: 'TOP',
  width: null,
  height: 300,
  maxPoints: 500,
} as const;

/** Answers the body with its parts whole; a part that it leaves out stays out, and null becomes the part of a new report. */
export function wholeBody<B extends Body>(body: B) {
  const { name, query, parameterList, columnList, rowGroupList, chartList, layout, outputFormatList, ...rest } = body;
  const part = <G, M>(given: G | null | undefined, standard: M, make: (given: G) => M): M | undefined =>
    given === undefined ? undefined : given === null ? standard : make(given);
  return {
    ...rest,
    name: name?.trim() as B['name'],
    query: (query && wholeQuery(query)) as B['query'],
    outputFormatList: part(outputFormatList, reportOutputFormats, (given) => given),
    parameterList: part(parameterList, [], (given) => given.map(wholeParameter)),
    columnList: part(columnList, [], (given) =>
      given.map((column, displayOrder) =>
        whole<SvcRToolReportColumnModel, 'name'>({ ...standardColumn, displayOrder }, column),
      ),
    ),
    rowGroupList: part(rowGroupList, [], (given) =>
      given.map((group) => whole<SvcRToolReportRowGroupModel, 'columnName'>(standardRowGroup, group)),
    ),
    chartList: part(chartList, [], (given) =>
      given.map((chart) => whole<SvcRToolReportChartModel, 'type' | 'seriesColumnList'>(standardChart, chart)),
    ),
    layout: part(layout, standardLayout, (given) => whole<SvcRToolReportLayoutModel, never>(standardLayout, given)),
  };
}
