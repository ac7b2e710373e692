// Declares what a report asks for: its statement or data set, and its parameters.
import type { Static } from 'typebox';
import { anyValue, choice, closed, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { SvcRToolReportCsvQueryColumnModel } from './csv-models.ts';
import { asked, described, oneLine, reportCode, shown } from './report-fields.ts';

export const reportStatementBytesMax = 65_536;
const filtersMax = 100;
const columnsMax = 256;
const valuesMax = 1_000;
const valueMax = 4_000;
export const reportParametersMax = 50;
export const parameterNamePattern = '^[A-Za-z][A-Za-z0-9_]{0,63}$';

export const filterOperators = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'IN', 'LIKE', 'BETWEEN', 'IS_NULL'] as const;
export const queryAggregates = ['COUNT', 'COUNT_DISTINCT', 'SUM', 'MIN', 'MAX', 'AVERAGE'] as const;
export const parameterTypes = [
  'STRING',
  'INTEGER',
  'LONG',
  'DECIMAL',
  'BOOLEAN',
  'DATE',
  'TIME',
  'DATE_TIME',
  'DATE_RANGE',
  'UUID',
] as const;
export const parameterControls = [
  'TEXT_BOX',
  'NUMBER_BOX',
  'DATE_PICKER',
  'LIST_BOX',
  'RADIO_BUTTON',
  'CHECK_BOX',
  'HIDDEN',
] as const;

/** Declares the name of a column of a result, of any letters. */
export const columnName = (description: string) =>
  text(description, { minLength: 1, maxLength: 128, pattern: oneLine });
const parameterName = (description: string) =>
  text(description, { minLength: 1, maxLength: 64, pattern: parameterNamePattern });

const SvcRToolReportFilterModel = closed(
  {
    column: columnName('Column of the data set or file.'),
    operator: choice(filterOperators, 'How it is compared; LIKE finds the text anywhere, whatever its case.'),
    parameterName: optional(parameterName('Parameter whose value it is compared with.')),
    value: optional(anyValue('Value that it is compared with; of IN a list, of BETWEEN two.')),
  },
  'SvcRToolReportFilterModel',
);
const SvcRToolReportOrderModel = closed(
  {
    column: columnName('Column of the result.'),
    direction: optional(choice(['ASC', 'DESC'] as const, 'Direction; default ASC.')),
  },
  'SvcRToolReportOrderModel',
);
const SvcRToolReportAggregateModel = closed(
  {
    function: choice(queryAggregates, 'What is made of the column.'),
    column: optional(columnName('Column of the data set; COUNT counts rows without one.')),
    name: columnName('Name of the column of the result.'),
  },
  'SvcRToolReportAggregateModel',
);

/** The query of a report, or of the options of a parameter; which fields it has depends on the type of its source. */
export const SvcRToolReportQueryModel = closed(
  {
    statement: optional(
      text('SQL: one SELECT, at most 64 KiB of UTF-8; `:name` stands for a parameter where an expression may stand.', {
        minLength: 1,
        maxLength: reportStatementBytesMax,
      }),
    ),
    dataSetCode: optional(reportCode('PLATFORM: data set.')),
    filterList: optional(
      list(SvcRToolReportFilterModel, 'PLATFORM and CSV: all of them have to match.', { maxItems: filtersMax }),
    ),
    orderByList: optional(
      list(SvcRToolReportOrderModel, 'PLATFORM and CSV: order of the rows.', { maxItems: columnsMax }),
    ),
    groupByList: optional(
      list(columnName('Column of the data set.'), 'PLATFORM: one row for each combination.', { maxItems: columnsMax }),
    ),
    aggregateList: optional(
      list(SvcRToolReportAggregateModel, 'PLATFORM: what is made of the rows of a combination.', {
        maxItems: columnsMax,
      }),
    ),
    fileCode: optional(reportCode('CSV: file.')),
    columnList: optional(
      list(SvcRToolReportCsvQueryColumnModel, 'CSV: columns of the result; left out or empty: all of the file.', {
        maxItems: columnsMax,
      }),
    ),
  },
  'SvcRToolReportQueryModel',
);
export type SvcRToolReportQueryModel = Static<typeof SvcRToolReportQueryModel>;

const SvcRToolReportOptionModel = closed(
  {
    value: text('Value.', { maxLength: valueMax }),
    label: optional(text('What is shown; default the value.', { maxLength: valueMax })),
  },
  'SvcRToolReportOptionModel',
);

const SvcRToolReportOptionQueryModel = described(
  closed(
    {
      dataAdapterCode: reportCode('Adapter that is asked.'),
      query: nullable(SvcRToolReportQueryModel, 'What is asked; null for callers without REPORT_MANAGE.'),
      valueColumn: columnName('Column of the values.'),
      labelColumn: optional(columnName('Column of what is shown; default the values.')),
      limit: optional(integer('So many options at most; default 1,000.', { minimum: 1, maximum: valuesMax })),
      cacheSeconds: optional(
        integer('So long an answer is kept, for all who may ask the same of the same values; default 0: it is not.', {
          minimum: 0,
          maximum: 3_600,
        }),
      ),
    },
    'SvcRToolReportOptionQueryModel',
  ),
  'Asks for the options when a run is asked for; not beside optionList.',
);

const bound = (description: string) =>
  anyValue(`${description} A number, or a date or time as the type of the parameter is written.`);

const parameterFields = {
  name: parameterName('Name, unique in the report whatever its case.'),
  label: text('Name for people; default the name.', { maxLength: 200, pattern: oneLine }),
  description: text('What it is for.', { maxLength: 2_000 }),
  type: choice(parameterTypes, 'Type; DATE_RANGE binds name_from and name_to, the second not included.'),
  control: choice(parameterControls, 'How it is asked for; default by its type. HIDDEN is never sent by a client.'),
  multiple: flag('Takes a list of up to 1,000 values; default false.'),
  required: flag('A run without it is refused; default false.'),
  readOnly: flag('Shown, and always its default; default false.'),
  visible: flag('Shown where a run is asked for; default true.'),
  defaultValue: anyValue('Taken where nothing is given; not beside defaultExpression.'),
  defaultExpression: text('Is evaluated in the time zone of the run, such as START_OF_MONTH or TODAY-7d.', {
    minLength: 1,
    maxLength: 100,
  }),
  minValue: bound('Least value.'),
  maxValue: bound('Greatest value.'),
  minLength: integer('Least length of a text.', { minimum: 0, maximum: valueMax }),
  maxLength: integer('Greatest length of a text; default 4,000.', { minimum: 1, maximum: valueMax }),
  pattern: text('Pattern of RE2 that a text has to match as a whole.', { minLength: 1, maxLength: 500 }),
  optionList: list(SvcRToolReportOptionModel, 'Values to choose from.', { maxItems: valuesMax }),
  optionQuery: SvcRToolReportOptionQueryModel,
  strictOption: flag('The value must be one of the options; default true.'),
  masterParameterNameList: list(
    parameterName('Parameter.'),
    'Its options are asked for with the values of these; no cycle.',
    { maxItems: reportParametersMax },
  ),
  sensitive: flag('Its value stands in no history, log, file name or mail; default false.'),
} as const;

export const SvcRToolReportParameterModel = closed(
  shown(
    parameterFields,
    'label',
    'description',
    'defaultValue',
    'defaultExpression',
    'minValue',
    'maxValue',
    'minLength',
    'pattern',
    'optionQuery',
  ),
  'SvcRToolReportParameterModel',
);
export type SvcRToolReportParameterModel = Static<typeof SvcRToolReportParameterModel>;

export const SvcRToolReportParameterModelInput = closed(
  asked(parameterFields, 'name', 'type'),
  'SvcRToolReportParameterModelInput',
);
export type SvcRToolReportParameterModelInput = Static<typeof SvcRToolReportParameterModelInput>;
