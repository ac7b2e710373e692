// Writes the select list of a result, each value as text, whatever the database's forms of text are.
import type { QueryColumn } from './query-source.ts';

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
