// Holds the SQL that turns values into cells, and into what is counted and compared.
import type { SnapshotColumn } from '../../report.types.ts';

/**
 * PLAIN: as PostgreSQL writes it, local times without their offset. JSON: a JSON value. SHEET: as PLAIN, but days since 1899-12-30
 * for dates and times that a spreadsheet knows.
 */
export type CellPurpose = 'PLAIN' | 'JSON' | 'SHEET';

export type CellSource = Pick<SnapshotColumn, 'type' | 'sqlType'>;

/** Decimal digits that a double holds for sure. */
export const EXACT_DIGITS = 15;
const EXACT_INTEGER_MAX = '9'.repeat(EXACT_DIGITS);
const textTypes = /^(text|character varying|character|"char"|name)(\(|$)/;

const isZoned = ({ sqlType }: CellSource): boolean => sqlType.endsWith('with time zone');

/** Answers precision and scale of `numeric(p,s)`. */
export function numericTerms(sqlType: string): { readonly precision: number; readonly scale: number } | null {
  const found = /^numeric\((\d+)(?:,(-?\d+))?\)$/.exec(sqlType);
  return found === null ? null : { precision: Number(found[1]), scale: Number(found[2] ?? 0) };
}

function jsonText(value: string, source: CellSource): string {
  switch (source.type) {
    case 'LONG':
      return `CASE WHEN ${value} BETWEEN -${EXACT_INTEGER_MAX} AND ${EXACT_INTEGER_MAX} THEN ${value}::text ELSE '"' || ${value}::text || '"' END`;
    case 'DECIMAL': {
      if ((numericTerms(source.sqlType)?.precision ?? Number.POSITIVE_INFINITY) <= EXACT_DIGITS)
        return `to_json(${value})`;
      const digits = `length(ltrim(translate(trim_scale(${value})::text, '-.', ''), '0'))`;
      return `CASE WHEN length(${value}::text) <= ${EXACT_DIGITS} OR ${digits} <= ${EXACT_DIGITS} THEN to_json(${value})::text ELSE '"' || ${value}::text || '"' END`;
    }
    // White space between tokens may be a line break; the JSON value null counts as missing.
    case 'JSON':
      return `nullif(translate(${value}::text, E'\\n\\r\\t', '   '), 'null')`;
    case 'STRING':
      return `to_json(${value}::text)`;
    default:
      return `to_json(${value})`;
  }
}

/**
 * Writes a day for a spreadsheet, which counts from 1900 and takes that for a leap year, so that earlier days stay
 * text.
 */
function sheetText(value: string, source: CellSource): string {
  if (source.type === 'DATE') {
    return `CASE WHEN ${value} BETWEEN DATE '1900-03-01' AND DATE '9999-12-31' THEN (${value} - DATE '1899-12-30')::text ELSE ${value}::text END`;
  }
  if (source.type === 'TIME') return `(date_part('epoch', ${value}::time) / 86400)::text`;
  if (source.type !== 'DATE_TIME') return plainValue(value, source);
  const local = `(${value})::timestamp`;
  const days = `(date_part('epoch', ${local} - TIMESTAMP '1899-12-30') / 86400)::text`;
  return `CASE WHEN ${local} >= TIMESTAMP '1900-03-01' AND ${local} < TIMESTAMP '10000-01-01' THEN ${days} ELSE ${local}::text END`;
}

function plainValue(value: string, source: CellSource): string {
  if (source.type === 'BOOLEAN') return `${value}::text`;
  if (source.type === 'DATE_TIME' && isZoned(source)) return `${value}::timestamp`;
  return value;
}

/** Answers the expression of a cell of any type; null for null. Of bytes it is their number. */
export function cellValue(value: string, source: CellSource, purpose: CellPurpose): string {
  if (source.type === 'BINARY') return `octet_length(${value})`;
  if (purpose === 'JSON') return jsonText(value, source);
  return purpose === 'SHEET' ? sheetText(value, source) : plainValue(value, source);
}

/** Answers the expression by which values are grouped and counted: some types have neither order nor equality. */
export function comparable(value: string, { type, sqlType }: CellSource): string {
  if (type === 'JSON' && sqlType !== 'jsonb') return `${value}::text`;
  return type === 'STRING' && !textTypes.test(sqlType) ? `${value}::text` : value;
}
