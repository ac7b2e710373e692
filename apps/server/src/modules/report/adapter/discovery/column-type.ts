// Tells which type of reports a type of PostgreSQL is.
import type { ReportColumnType } from '@keelson/contract';

const TYPES: Readonly<Record<string, ReportColumnType>> = {
  smallint: 'INTEGER',
  integer: 'INTEGER',
  bigint: 'LONG',
  numeric: 'DECIMAL',
  real: 'DOUBLE',
  'double precision': 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  'time without time zone': 'TIME',
  'time with time zone': 'TIME',
  'timestamp without time zone': 'DATE_TIME',
  'timestamp with time zone': 'DATE_TIME',
  uuid: 'UUID',
  json: 'JSON',
  jsonb: 'JSON',
  bytea: 'BINARY',
};

/** Takes the name as `format_type` writes it, with its modifier; what is not known is shown as text. */
export function columnTypeOf(sqlType: string): ReportColumnType {
  return TYPES[sqlType.replace(/\(\d+(,-?\d+)?\)/, '')] ?? 'STRING';
}
