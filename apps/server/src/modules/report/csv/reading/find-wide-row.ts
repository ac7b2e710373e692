// Finds a row of a CSV file with so many values that their list would not fit into memory.
import { reportCsvColumnsMax } from '@keelson/contract/csv-bounds';
import type { CsvDelimiter } from './csv.types.ts';

/**
 * Delimiters of a row: a few too many are reported by its length; ten million empty values would be a list of eighty
 * megabytes.
 */
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
