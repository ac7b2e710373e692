// Reads values of a result as JSON has them, whatever the database's forms of text are.
import type { QueryColumn } from './query-source.ts';

/** A double holds so many digits of a decimal number exactly. */
const EXACT_DIGITS = 15;
const FRACTION_OF_SECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.MS';

/** Writes the select list of the columns c1, c2, ... of `q`, each as text. */
export function cellsOf(columns: readonly QueryColumn[]): string {
  return columns.map(({ type }, index) => cellOf(`q.c${index + 1}`, type)).join(', ');
}

function cellOf(column: string, type: QueryColumn['type']): string {
  if (type === 'BINARY') return `pg_catalog.octet_length(${column})::text`;
  // A time without zone is one of the session's.
  if (type === 'DATE_TIME')
    return `pg_catalog.to_char(${column}::timestamptz AT TIME ZONE 'UTC', '${FRACTION_OF_SECONDS}"Z"')`;
  return `${column}::text`;
}

export function readCell(text: string | null, type: QueryColumn['type']): unknown {
  if (text === null) return null;
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'INTEGER' || type === 'LONG' || type === 'DECIMAL' || type === 'BINARY') return exactNumber(text);
  if (type === 'DOUBLE') return Number.isFinite(Number(text)) ? Number(text) : text;
  return type === 'JSON' ? JSON.parse(text) : text;
}

/** What a double would change stays a text. */
function exactNumber(text: string): number | string {
  const digits = text.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= EXACT_DIGITS && Number.isFinite(Number(text)) ? Number(text) : text;
}
