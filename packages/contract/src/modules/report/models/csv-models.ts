// Declares the models of CSV files that reports read: how one is to be read, and what was found in it.
import type { Static } from 'typebox';
import { recordFields } from '../../../models/records.ts';
import { anyValue, choice, closed, list, long, maybe, nullable, optional, text } from '../../../models/schema.ts';
import { csvDelimiters, reportCsvColumnsMax, reportCsvRowsShown } from './csv-bounds.ts';
import { oneLine, reportCode } from './report-fields.ts';

/** A tenant has so many files. */
export const reportCsvFilesMax = 200;
export const reportCsvFileBytesMax = 10 * 1_048_576;

export const csvEncodings = ['UTF-8', 'UTF-16', 'windows-1254', 'iso-8859-9'] as const;
export const csvColumnTypes = ['STRING', 'LONG', 'DECIMAL', 'BOOLEAN', 'DATE', 'DATE_TIME'] as const;
export type CsvColumnType = (typeof csvColumnTypes)[number];
/** The ways to write values of a type; the first one of a type is its standard. */
export const csvFormats = {
  STRING: [],
  LONG: [],
  BOOLEAN: [],
  DECIMAL: ['0.0', '0,0', '#,##0.0', '#.##0,0'],
  DATE: ['yyyy-MM-dd', 'dd.MM.yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy'],
  DATE_TIME: ['yyyy-MM-dd HH:mm:ss', 'dd.MM.yyyy HH:mm:ss', 'dd/MM/yyyy HH:mm:ss', 'MM/dd/yyyy HH:mm:ss'],
} as const satisfies Readonly<Record<CsvColumnType, readonly string[]>>;
const formats = [...csvFormats.DECIMAL, ...csvFormats.DATE, ...csvFormats.DATE_TIME] as const;
export type CsvFormat = (typeof formats)[number];

const enumNames = (...names: string[]) => ({ 'x-enum-varnames': names });
const delimiterNames = enumNames('COMMA', 'SEMICOLON', 'TAB', 'PIPE');
const formatNames = enumNames(
  'POINT',
  'COMMA',
  'GROUPED_POINT',
  'GROUPED_COMMA',
  'ISO_DATE',
  'DOTTED_DATE',
  'DAY_FIRST_DATE',
  'MONTH_FIRST_DATE',
  'ISO_DATE_TIME',
  'DOTTED_DATE_TIME',
  'DAY_FIRST_DATE_TIME',
  'MONTH_FIRST_DATE_TIME',
);
const columnName = (description: string) => text(description, { minLength: 1, maxLength: 63, pattern: oneLine });
const format = choice(
  formats,
  'How its values are written: of DECIMAL the signs, of DATE and DATE_TIME the order; seconds, fractions and an offset may be left out.',
  formatNames,
);

const SvcRToolReportCsvColumnModelInput = closed(
  {
    name: columnName('Column, as the first row names it.'),
    type: choice(csvColumnTypes, 'Type; a value that is none of it is reported, and the file is not taken.'),
    format: optional(format),
  },
  'SvcRToolReportCsvColumnModelInput',
);

/** The part `options` of an upload. */
export const SvcRToolReportCsvOptionsModel = closed(
  {
    encoding: optional(
      choice(
        ['UTF-8', 'windows-1254', 'iso-8859-9'] as const,
        'Encoding of a file without a byte order mark; default UTF-8.',
        enumNames('UTF_8', 'WINDOWS_1254', 'ISO_8859_9'),
      ),
    ),
    delimiter: optional(
      choice(csvDelimiters, 'What stands between values; default what the first rows show.', delimiterNames),
    ),
    columnList: optional(
      list(SvcRToolReportCsvColumnModelInput, 'Columns whose type is not to be guessed.', {
        maxItems: reportCsvColumnsMax,
      }),
    ),
  },
  'SvcRToolReportCsvOptionsModel',
);
export type SvcRToolReportCsvOptionsModel = Static<typeof SvcRToolReportCsvOptionsModel>;

const SvcRToolReportCsvColumnModel = closed(
  {
    name: text('Name.'),
    type: choice(csvColumnTypes, 'Type, given or guessed from the first 1,000 rows.'),
    format: nullable(format),
  },
  'SvcRToolReportCsvColumnModel',
);

const file = {
  ...recordFields,
  tenantIdentifier: text('Tenant.'),
  code: text('Code, by which reports name the file.'),
  fileName: text('Name that it was uploaded under.'),
  encoding: choice(csvEncodings, 'Encoding.', enumNames('UTF_8', 'UTF_16', 'WINDOWS_1254', 'ISO_8859_9')),
  delimiter: choice(csvDelimiters, 'What stands between values.', delimiterNames),
  columnList: list(SvcRToolReportCsvColumnModel, 'Columns, in the order of the file.'),
  rowCount: long('Rows, without the first one, which names the columns.'),
  byteCount: long('Bytes.'),
} as const;

export const SvcRToolReportCsvFileModel = closed(file, 'SvcRToolReportCsvFileModel');
export type SvcRToolReportCsvFileModel = Static<typeof SvcRToolReportCsvFileModel>;

export const SvcRToolReportCsvUploadModel = closed(
  {
    ...file,
    rowList: list(
      list(anyValue('Value.'), 'A value for each column.'),
      `The first ${reportCsvRowsShown} rows, as they are read. Numbers that JSON cannot carry exactly, dates and times are text.`,
    ),
  },
  'SvcRToolReportCsvUploadModel',
);
export type SvcRToolReportCsvUploadModel = Static<typeof SvcRToolReportCsvUploadModel>;

export const SvcRToolReportCsvFileQueryModel = closed(
  { searchText: optional(text('Stands in code or file name, whatever the case.', { maxLength: 200 })) },
  'SvcRToolReportCsvFileQueryModel',
);
export type SvcRToolReportCsvFileQueryModel = Static<typeof SvcRToolReportCsvFileQueryModel>;

/** A column that a query takes of a file. */
export const SvcRToolReportCsvQueryColumnModel = closed(
  {
    name: columnName('Column of the file.'),
    type: maybe(choice(csvColumnTypes, 'Type that the file must give it; left out: whichever.')),
  },
  'SvcRToolReportCsvQueryColumnModel',
);

export const csvFileCode = reportCode('Code of the file; `list` is none, as that address lists them.');
