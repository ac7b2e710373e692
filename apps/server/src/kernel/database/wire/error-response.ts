// Reads what PostgreSQL says of an error into the error that `pg` makes of it.
import pg from 'pg';

type ErrorField = Exclude<keyof pg.DatabaseError, keyof Error | 'length'>;

/** The severity under V is never translated; PostgreSQL sends it since 9.6. */
const fieldNames: Readonly<Record<string, ErrorField>> = {
  V: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internalPosition',
  q: 'internalQuery',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  F: 'file',
  L: 'line',
  R: 'routine',
};

/** Reads an ErrorResponse. */
export function readError(bytes: Buffer, start: number, end: number): pg.DatabaseError {
  const fields: Partial<Record<ErrorField, string>> = {};
  let message = '';
  let at = start;
  while (at < end && bytes[at] !== 0) {
    const valueEnd = bytes.indexOf(0, at + 1);
    if (valueEnd < 0 || valueEnd >= end) throw new Error('an error without its end');
    const code = String.fromCharCode(bytes[at]!);
    const value = bytes.toString('utf8', at + 1, valueEnd);
    const name = fieldNames[code];
    if (code === 'M') message = value;
    else if (name !== undefined) fields[name] = value;
    at = valueEnd + 1;
  }
  return Object.assign(new pg.DatabaseError(message, end - start, 'error'), fields);
}

/**
 * Says whether the server process ends with the error; a statement under way may or may not have been committed before.
 */
export function endsTheConnection({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC';
}
