// Derives the type of a report's column from PostgreSQL's.
import type { ReportColumnType } from './report.types.ts';

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

/**
 * Answers the type of a column for a type as `format_type` writes it: `numeric(38,10)`, `timestamp(3) with time zone`.
 * Anything unknown is text.
 */
export function columnTypeOf(sqlType: string): ReportColumnType {
  return TYPES[sqlType.replace(/\([^)]*\)/, '')] ?? 'STRING';
}
