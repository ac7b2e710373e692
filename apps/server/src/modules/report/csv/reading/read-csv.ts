// Reads a CSV file row by row: its form, its columns, its problems, and its rows in the form of COPY.
import { reportCsvColumnsMax, reportCsvProblemsMax, reportCsvRowsShown } from '@keelson/contract/csv-bounds';
import { CsvError, parse } from 'csv-parse/sync';
import { cellReader, type ReadCell } from './cell-types.ts';
import type {
  CsvCell,
  CsvColumn,
  CsvDelimiter,
  CsvLook,
  CsvProblem,
  CsvProblemCode,
  CsvShape,
  CsvWish,
} from './csv.types.ts';
import { decodeCsv } from './decode-csv.ts';
import { findDelimiter } from './find-delimiter.ts';
import { findWideRow } from './find-wide-row.ts';
import { guessType } from './guess-type.ts';

const ROWS_GUESSED_FROM = 1_000;
/**
 * Rows of a file: one takes some 5 microseconds, however short it is, so that these are read within ten seconds on a
 * slow machine.
 */
const ROWS_MAX = 1_000_000;
const RECORD_CHARACTERS_MAX = 1_048_576;
/** Bytes of a name, of which PostgreSQL cuts longer ones. */
const NAME_BYTES_MAX = 63;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Thrown to end the reading early. */
class Enough extends Error {}

/**
 * Calls for each row that is not empty, with its number in the file, from 1; answers the error that ended the reading.
 */
function eachRow(
  text: string,
  delimiter: CsvDelimiter,
  take: (cells: readonly string[], row: number) => void,
): CsvProblem | null {
  let row = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      // The parser does not keep what this function answers.
      on_record: (cells: string[], { empty_lines, records }) => {
        row = records + empty_lines;
        take(cells, row);
        return null;
      },
    });
    return null;
  } catch (error) {
    if (error instanceof Enough) return null;
    if (!(error instanceof CsvError)) throw error;
    const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'RECORD_TOO_LONG' : 'QUOTE';
    return { row: row + 1, column: null, code };
  }
}

const FILE = { row: null, column: null } as const;

function nameProblems(names: readonly string[]): CsvProblem[] {
  if (names.length > reportCsvColumnsMax) return [{ row: 1, column: null, code: 'TOO_MANY_COLUMNS' }];
  return names.flatMap((name, index): CsvProblem[] => {
    const code = nameProblem(names, name, index);
    return code === null ? [] : [{ row: 1, column: index + 1, code }];
  });
}

function nameProblem(names: readonly string[], name: string, index: number): CsvProblemCode | null {
  if (name === '') return 'NAME_MISSING';
  if (CONTROL.test(name)) return 'NAME_INVALID';
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return 'NAME_TOO_LONG';
  return names.indexOf(name) === index ? null : 'NAME_TWICE';
}

interface Beginning {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly problem: CsvProblem | null;
}

function readBeginning(text: string, delimiter: CsvDelimiter): Beginning {
  let names: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const problem = eachRow(text, delimiter, (cells) => {
    if (names.length === 0) names = cells.map((name) => name.trim());
    else rows.push(cells);
    if (rows.length >= ROWS_GUESSED_FROM) throw new Enough();
  });
  return { names, rows, problem };
}

function columnsOf({ names, rows }: Beginning, said: readonly CsvColumn[]): CsvColumn[] {
  const fixed = new Map(said.map((column) => [column.name, column]));
  return names.map((name, index) => fixed.get(name) ?? { name, ...guessType(rows.map((row) => row[index] ?? '')) });
}

/** Reads the cells of a row; a value that does not fit its type is reported and becomes null. */
function readRow(
  cells: readonly string[],
  readers: readonly ReadCell[],
  report: (column: number | null, code: CsvProblemCode) => void,
): CsvCell[] | null {
  if (cells.length !== readers.length) {
    report(null, 'COLUMN_COUNT');
    return null;
  }
  return cells.map((text, index) => {
    if (text === '') return null;
    if (text.includes('\u0000')) {
      report(index + 1, 'CHARACTER');
      return null;
    }
    const value = readers[index]!(text);
    if (value === null) report(index + 1, 'TYPE');
    return value;
  });
}

/** Reads the whole file to check it; stops at the bound of reported problems. */
export function lookAtCsv(bytes: Uint8Array, wish: CsvWish): CsvLook {
  const { encoding, text } = decodeCsv(bytes, wish.encoding);
  const refused = (...problemList: CsvProblem[]): CsvLook => ({ shape: null, rowCount: 0, rows: [], problemList });
  if (text === null) return refused({ ...FILE, code: 'ENCODING' });
  const delimiter = wish.delimiter ?? findDelimiter(text);
  const wide = findWideRow(text, delimiter);
  if (wide !== null)
    return refused({ row: wide, column: null, code: wide === 1 ? 'TOO_MANY_COLUMNS' : 'RECORD_TOO_LONG' });
  const beginning = readBeginning(text, delimiter);
  if (beginning.names.length === 0) return refused(beginning.problem ?? { ...FILE, code: 'EMPTY' });
  const wrongNames = nameProblems(beginning.names);
  if (wrongNames.length > 0) return refused(...wrongNames.slice(0, reportCsvProblemsMax));
  const shape: CsvShape = { encoding, delimiter, columnList: columnsOf(beginning, wish.columnList) };

  const rows: (readonly CsvCell[])[] = [];
  const problemList: CsvProblem[] = [];
  const rowCount = eachValue(text, shape, problemList, (cells) => {
    if (rows.length < reportCsvRowsShown) rows.push(cells);
  });
  return { shape, rowCount, rows, problemList: problemList.slice(0, reportCsvProblemsMax) };
}

/** Calls for each row after that of the names; answers how many there are. */
function eachValue(
  text: string,
  { delimiter, columnList }: CsvShape,
  problems: CsvProblem[],
  take: (cells: readonly CsvCell[]) => void,
): number {
  const readers = columnList.map(cellReader);
  let rowCount = -1;
  const ended = eachRow(text, delimiter, (given, row) => {
    rowCount += 1;
    if (rowCount === 0) return;
    if (rowCount > ROWS_MAX) problems.push({ row, column: null, code: 'TOO_MANY_ROWS' });
    if (rowCount > ROWS_MAX || problems.length >= reportCsvProblemsMax) throw new Enough();
    const cells = readRow(given, readers, (column, code) => problems.push({ row, column, code }));
    if (cells !== null) take(cells);
  });
  if (ended !== null) problems.push(ended);
  return Math.max(0, rowCount);
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeCell = (cell: CsvCell): string =>
  cell === null ? '\\N' : cell.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPED[character]!);
/** Characters that are joined before they become bytes. */
const PORTION = 1_048_576;

/**
 * Writes the rows of an accepted file as lines of COPY in its text form. Throws where the file is not the one that was
 * checked.
 */
export function copyLinesOf(bytes: Uint8Array, shape: CsvShape): Uint8Array[] {
  const { text } = decodeCsv(bytes, shape.encoding === 'UTF-16' ? null : shape.encoding);
  if (text === null) throw new Error('a CSV file that was taken cannot be decoded');
  const portions: Uint8Array[] = [];
  const problems: CsvProblem[] = [];
  let lines = '';
  eachValue(text, shape, problems, (cells) => {
    lines += `${cells.map(escapeCell).join('\t')}\n`;
    if (lines.length < PORTION) return;
    portions.push(Buffer.from(lines));
    lines = '';
  });
  if (problems.length > 0) throw new Error('a CSV file that was taken cannot be read');
  return [...portions, Buffer.from(lines)];
}
