// Writes the query of the first rows, with each value as text, independent of the database's settings.
import type { BoundQuery } from '../report.types.ts';
import type { QueryColumn } from './query-source.ts';

const FRACTION_OF_SECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.MS';

/** Makes the query of `$1` first rows, each cell as text. The line break ends a comment at the end of the text. */
export function selectFirstRows({ text }: Pick<BoundQuery, 'text'>, columns: readonly QueryColumn[]): string {
  const names = columns.map((_, index) => `c${index + 1}`).join(', ');
  return `SELECT ${cellsOf(columns)} FROM (${text}\n) AS q (${names}) LIMIT $1`;
}

/** Writes the select list of the columns c1, c2, ... of `q`, each as text. */
function cellsOf(columns: readonly QueryColumn[]): string {
  return columns.map(({ type }, index) => cellOf(`q.c${index + 1}`, type)).join(', ');
}

function cellOf(column: string, type: QueryColumn['type']): string {
  if (type === 'BINARY') return `pg_catalog.octet_length(${column})::text`;
  // A time without zone is in the session's.
  if (type === 'DATE_TIME')
    return `pg_catalog.to_char(${column}::timestamptz AT TIME ZONE 'UTC', '${FRACTION_OF_SECONDS}"Z"')`;
  return `${column}::text`;
}
