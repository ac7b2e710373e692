// Holds the words in which CSV files are read: what one is written in, its columns, and what keeps it from being read.
import type { CsvColumnType, CsvFormat, csvDelimiters, csvEncodings } from '@keelson/contract';

export type CsvEncoding = (typeof csvEncodings)[number];
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvColumn {
  readonly name: string;
  readonly type: CsvColumnType;
  /** Is null for types that are written in one way. */
  readonly format: CsvFormat | null;
}

/** Is all that has to be known to read the rows of a file. */
export interface CsvShape {
  readonly encoding: CsvEncoding;
  readonly delimiter: CsvDelimiter;
  readonly columnList: readonly CsvColumn[];
}

/** Is what whoever uploads a file says of it; the rest is found out. */
export interface CsvWish {
  readonly encoding: Exclude<CsvEncoding, 'UTF-16'> | null;
  readonly delimiter: CsvDelimiter | null;
  /** Are columns whose type is not guessed. */
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
  /** Counts from 1, the row with the names being the first; null: the file as a whole. */
  readonly row: number | null;
  /** Counts from 1; null: the row as a whole. */
  readonly column: number | null;
  readonly code: CsvProblemCode;
}

/** Is a value as PostgreSQL reads it; an empty cell has none. */
export type CsvCell = string | null;

export interface CsvLook {
  /** Is null where not even the first row can be read. */
  readonly shape: CsvShape | null;
  readonly rowCount: number;
  /** Are the first rows, in the order of the columns. */
  readonly rows: readonly (readonly CsvCell[])[];
  /** Empty: the file can be read as a whole. */
  readonly problemList: readonly CsvProblem[];
}
