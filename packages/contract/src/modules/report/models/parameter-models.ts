// Declares what is asked of the parameters of a report, of its first rows, and of what is wrong with it.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { localePattern } from '../../../models/text-formats.ts';
import { parameterNamePattern, reportParametersMax } from './query-models.ts';
import { reportColumnTypes } from './report-fields.ts';
import { SvcRToolExecutableReportModelInput } from './report-models.ts';

const reportPreviewRowsMax = 100;

const reportProblemCodes = [
  'REPORT_QUERY_SYNTAX',
  'REPORT_QUERY_MULTIPLE_STATEMENTS',
  'REPORT_QUERY_NOT_SELECT',
  'REPORT_QUERY_FUNCTION_NOT_ALLOWED',
  'REPORT_QUERY_RELATION_NOT_ALLOWED',
  'REPORT_QUERY_PART_NOT_ALLOWED',
  'REPORT_QUERY_TOO_COMPLEX',
  'REPORT_QUERY_UNKNOWN_PARAMETER',
  'REPORT_QUERY_INVALID',
  'REPORT_QUERY_FILTER_INVALID',
  'REPORT_QUERY_FILTER_REQUIRED',
  'REPORT_DATA_SET_UNKNOWN',
  'REPORT_ADAPTER_UNKNOWN',
  'REPORT_CSV_UNKNOWN',
  'REPORT_ADAPTER_UNAVAILABLE',
  'REPORT_PARAMETER_CYCLE',
  'REPORT_PARAMETER_DEFAULT_INVALID',
  'REPORT_PARAMETER_DEFINITION_INVALID',
  'REPORT_PARAMETER_UNUSED',
  'REPORT_COLUMN_UNKNOWN',
  'REPORT_COLUMN_TYPE_WRONG',
  'REPORT_COLUMNS_TOO_WIDE',
] as const;
export type ReportProblemCode = (typeof reportProblemCodes)[number];

const SvcRToolReportProblemModel = closed(
  {
    code: choice(reportProblemCodes, 'What is wrong.'),
    warning: flag('True: it hinders nothing.'),
    field: text('Where, as a path in the report.'),
    message: text('One sentence in English.'),
    line: nullable(integer('Line of the statement, from 1.')),
    column: nullable(integer('Column in the line, in characters from 1.')),
  },
  'SvcRToolReportProblemModel',
);

const SvcRToolReportResultColumnModel = closed(
  { name: text('Name, as the query gives it; perhaps twice the same.'), type: choice(reportColumnTypes, 'Type.') },
  'SvcRToolReportResultColumnModel',
);
const columns = list(SvcRToolReportResultColumnModel, 'Columns of the result, in their order.');

export const SvcRToolReportValidationModel = closed(
  {
    valid: flag('True where there is no problem but warnings.'),
    problemList: list(SvcRToolReportProblemModel, 'Everything that is wrong.'),
    columnList: nullable(columns, 'Columns of the result; null where the query cannot be read.'),
  },
  'SvcRToolReportValidationModel',
);
export type SvcRToolReportValidationModel = Static<typeof SvcRToolReportValidationModel>;

/** Names match whatever their case; the value of a range is an object with from and to. */
const values = (description: string) => optional(anyMap(description, { maxProperties: reportParametersMax }));
const surroundings = {
  timeZone: optional(text('Zone in which days begin; default that of the report, else UTC.', { maxLength: 64 })),
  locale: optional(
    text('Default that of the report, else that of the session.', { maxLength: 35, pattern: localePattern }),
  ),
} as const;

export const SvcRToolReportResolveModel = closed(
  {
    parameterMap: values('Values that were chosen so far.'),
    nameList: optional(
      list(text('Parameter.', { maxLength: 64, pattern: parameterNamePattern }), 'Answers these alone; default all.', {
        maxItems: reportParametersMax,
      }),
    ),
    ...surroundings,
  },
  'SvcRToolReportResolveModel',
);
export type SvcRToolReportResolveModel = Static<typeof SvcRToolReportResolveModel>;

export const SvcRToolReportParameterStateModel = closed(
  {
    name: text('Parameter.'),
    value: anyValue('Value that a run would have; null: none, or a sensitive default.'),
    valid: flag('False: a run would be refused for it.'),
    errorMessage: nullable(text('What is wrong, or why there are no options.')),
    optionList: list(
      closed(
        { value: text('Value.'), label: text('What is shown.'), selected: flag('It is the value, or one of them.') },
        'SvcRToolReportOptionStateModel',
      ),
      'Values to choose from.',
    ),
    optionTruncated: flag('There are more.'),
  },
  'SvcRToolReportParameterStateModel',
);
export type SvcRToolReportParameterStateModel = Static<typeof SvcRToolReportParameterStateModel>;

export const SvcRToolReportPreviewRequestModel = needing(
  closed({
    report: maybe(nullable(SvcRToolExecutableReportModelInput, 'Report that is not saved.')),
    uuid: optional(uuid('Report that is saved.')),
    parameterMap: values('Values of its parameters.'),
    rowLimit: optional(integer('So many rows at most; default 100.', { minimum: 1, maximum: reportPreviewRowsMax })),
    ...surroundings,
  }),
  'SvcRToolReportPreviewRequestModel',
  { fields: ['report', 'uuid'], exclusive: true },
);
export type SvcRToolReportPreviewRequestModel = Static<typeof SvcRToolReportPreviewRequestModel>;

export const SvcRToolReportPreviewModel = closed(
  {
    columnList: columns,
    rowList: list(
      list(anyValue('Value; a number of more than 15 digits is a text, binary its length.'), 'Row.'),
      'Rows.',
    ),
    truncated: flag('There are more rows.'),
    elapsedMillis: integer('So long the query took.', { minimum: 0 }),
  },
  'SvcRToolReportPreviewModel',
);
export type SvcRToolReportPreviewModel = Static<typeof SvcRToolReportPreviewModel>;
