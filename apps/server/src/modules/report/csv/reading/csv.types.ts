// Declares the form of CSV files, their columns, and their problems.
import type { CsvColumnType, CsvFormat, csvDelimiters, csvEncodings } from '@keelson/contract';

export type CsvEncoding = (typeof csvEncodings)[number];
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvColumn {
  readonly name: string;
  readonly type: CsvColumnType;
  /** Null for types that are written in one way. */
  readonly format: CsvFormat | null;
}

/** Everything that is needed to read the rows of a file. */
export interface CsvShape {
  readonly encoding: CsvEncoding;
  readonly delimiter: CsvDelimiter;
  readonly columnList: readonly CsvColumn[];
}

/** Fields that the uploader gives; the others are detected. */
export interface CsvWish {
  readonly encoding: Exclude<CsvEncoding, 'UTF-16'> | null;
  readonly delimiter: CsvDelimiter | null;
  /** Columns whose type is not guessed. */
  readonly columnList: readonly CsvColumn[];
}

export type CsvProblemCode =
  | 'ENCODING'
  | 'EMPTY'
  | 'NAME_MISSING'
  | 'NAME_INVALID'
  | 'NAME_TOO_LONG'
  | 'NAME_TWICE'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'TOO_SLOW'
  | 'RECORD_TOO_LONG'
  | 'COLUMN_COUNT'
  | 'TYPE'
  | 'QUOTE'
  | 'CHARACTER';

export interface CsvProblem {
  /** Row from 1, with the names in the first; null: the file as a whole. */
  readonly row: number | null;
  /** Column from 1; null: the row as a whole. */
  readonly column: number | null;
  readonly code: CsvProblemCode;
}

/** A value in PostgreSQL's form; null for an empty cell. */
export type CsvCell = string | null;

export interface CsvLook {
  /** Null where not even the first row can be read. */
  readonly shape: CsvShape | null;
  readonly rowCount: number;
  /** The first rows, in the order of the columns. */
  readonly rows: readonly (readonly CsvCell[])[];
  /** Problems; empty where the whole file can be read. */
  readonly problemList: readonly CsvProblem[];
}
