// Holds the SQL of a report as CSV: formulas are neutralised and decimals written as the locale does, by expressions.
import type { ReportColumnType } from '../../report.types.ts';
import type { Presentation } from '../render.types.ts';
import { aggregateTypeOf } from '../table/aggregate.store.ts';
import { copyCsv } from '../table/copy.store.ts';
import { type EntryShape, entryQuery, sqlText } from '../table/entries.store.ts';
import type { ReportTable, TableColumn } from '../table/report-table.ts';

/**
 * First characters of what a spreadsheet reads as a formula: = + - @, tab, line ends, and the wide forms of the first
 * four.
 */
export const formulaSigns = ['=', '+', '-', '@', '\t', '\n', '\r', '＝', '＋', '－', '＠'] as const;
const codes = formulaSigns.map((sign) => sign.codePointAt(0)).join(', ');

const shape: EntryShape = { purpose: 'PLAIN', rows: true, headings: false, totals: true, labels: true };

function written(value: string, type: ReportColumnType, { csv, locale }: Presentation): string {
  if (type === 'STRING' || type === 'JSON') {
    const text = `(${value})::text`;
    return csv.formulaEscape ? `CASE WHEN ascii(${text}) IN (${codes}) THEN '''' || ${text} ELSE ${text} END` : text;
  }
  if (type !== 'DECIMAL' && type !== 'DOUBLE') return value;
  const separator = csv.numberStyle === 'PLAIN' ? '.' : decimalSeparatorOf(locale);
  return separator === '.' ? value : `replace((${value})::text, '.', ${sqlText(separator)})`;
}

function decimalSeparatorOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/**
 * Writes a cell. A total has a type of its own, and its name is written as it is: it begins with a constant of the
 * program.
 */
function cellOf(column: TableColumn, place: number, table: ReportTable, hasKinds: boolean): string {
  const { presentation, labelColumn } = table;
  const value = `x${place + 1}`;
  const ofRow = written(value, column.source.type, presentation);
  const ofTotal = place === labelColumn ? value : written(value, aggregateTypeOf(column).type, presentation);
  return !hasKinds || ofRow === ofTotal ? ofRow : `CASE WHEN kind IS NULL THEN ${ofRow} ELSE ${ofTotal} END`;
}

/** Answers the COPY of the rows and totals, without the line of headings. */
export function csvCopy(table: ReportTable): string {
  const { text, hasKinds } = entryQuery(table, shape);
  const cells = table.columns.map((column, place) => cellOf(column, place, table, hasKinds));
  return copyCsv(`SELECT ${cells.join(', ')} FROM (${text}) lines`, table.presentation.csv.delimiter);
}
