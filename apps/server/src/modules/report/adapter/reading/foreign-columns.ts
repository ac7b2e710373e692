// Decides the type of the own database under which a column of another one is stored.

import { columnTypeOf } from '../../column-type.ts';
import type { ReportColumnType } from '../../report.types.ts';
import type { DescribedColumn } from '../connection/describe-statement.ts';

export interface ForeignColumn {
  /** The name of the result, of any letters; twice the same is possible. */
  readonly name: string;
  readonly type: ReportColumnType;
  /** One of the types below, and no text of the other database. */
  readonly sqlType: string;
  /** True where the other database has to cast it to text, as the own one does not know its type. */
  readonly isText: boolean;
}

/**
 * Types whose text both databases read alike; an enumeration, an address or a type of an extension is stored as text.
 */
const KEPT: ReadonlySet<string> = new Set([
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'boolean',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'uuid',
  'json',
  'jsonb',
  'bytea',
  'text',
]);
const LENGTHS = /^character varying(?:\(\d{1,9}\))?$/;
const NUMERIC = /^numeric\((\d{1,4}),(\d{1,3})\)$/;
const PRECISION_OF_TIME = /^(time|timestamp)\([0-6]\) (with|without) time zone$/;
const PRECISION_MAX = 1_000;

function ownType(sqlType: string): string | null {
  if (KEPT.has(sqlType)) return sqlType;
  if (LENGTHS.test(sqlType)) return 'text';
  const numeric = NUMERIC.exec(sqlType);
  if (numeric !== null) return numericType(Number(numeric[1]), Number(numeric[2]));
  const time = PRECISION_OF_TIME.exec(sqlType);
  return time === null ? null : `${time[1]} ${time[2]} time zone`;
}

/** Answers a numeric type with the scale of the column, as averages have it. */
function numericType(precision: number, scale: number): string {
  return precision >= 1 && precision <= PRECISION_MAX && scale <= PRECISION_MAX
    ? `numeric(${precision},${scale})`
    : 'numeric';
}

export function toForeignColumn({ name, sqlType }: DescribedColumn): ForeignColumn {
  const own = ownType(sqlType);
  return { name, type: columnTypeOf(own ?? 'text'), sqlType: own ?? 'text', isText: own === null };
}
