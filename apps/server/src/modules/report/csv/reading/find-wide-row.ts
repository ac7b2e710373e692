// Finds a row of a CSV file with so many values that it would not fit into memory as a list of them.
import { reportCsvColumnsMax } from '@keelson/contract';
import type { CsvDelimiter } from './csv.types.ts';

/** A row with a few values too many is told as one by its length; ten million empty values are eighty megabytes of a list. */
const DELIMITERS_MAX = 16 * reportCsvColumnsMax;
const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Answers the number of the row, from 1; null where every row fits. */
export function findWideRow(text: string, delimiter: CsvDelimiter): number | null {
  const separator = delimiter.charCodeAt(0);
  let row = 1;
  let count = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (code === separator) count += 1;
    if (count > DELIMITERS_MAX) return row;
    if (code !== NEWLINE && code !== RETURN) continue;
    if (code === RETURN && text.charCodeAt(at + 1) === NEWLINE) at += 1;
    row += 1;
    count = 0;
  }
  return null;
}
