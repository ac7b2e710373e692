// Holds the statements around reading: settings that make texts and order certain, and COPY.
import type pg from 'pg';

/** Memory for sorting, as sorts of a million rows would otherwise go through the disk in many small runs. */
const WORK_MEMORY = '64MB';

const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
// Rows are read in the order of the table: no scan begins in its middle, and no second process takes a part.
const settle = `SELECT set_config('TimeZone', $1, true), set_config('DateStyle', 'ISO, YMD', true),
  set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
  set_config('bytea_output', 'hex', true), set_config('synchronize_seqscans', 'off', true),
  set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '${WORK_MEMORY}', true),
  set_config('statement_timeout', '0', true)`;

/** Begins a transaction that reads; it ends with the connection when something fails. */
export async function beginReading(client: pg.ClientBase, timeZone: string): Promise<void> {
  await client.query(begin);
  await client.query(settle, [timeZone]);
}

export async function endReading(client: pg.ClientBase): Promise<void> {
  await client.query('COMMIT');
}

/** Answers lines of fields with tabs between, escaped with backslashes. */
export function copyText(query: string): string {
  return `COPY (${query}) TO STDOUT (FORMAT text)`;
}

/**
 * Answers lines of unescaped fields with the byte 2 between, for JSON values, which hold no control character and need
 * no quotes.
 */
export function copyJson(query: string): string {
  return `COPY (${query}) TO STDOUT (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01', NULL 'null')`;
}

/** Makes the COPY; the delimiter is one of a closed list. */
export function copyCsv(query: string, delimiter: string): string {
  return `COPY (${query}) TO STDOUT (FORMAT csv, DELIMITER '${delimiter}')`;
}
