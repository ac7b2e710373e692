// Holds the SQL of a report as CSV: formulas made harmless and decimals written as the locale does, by expressions.
import type { Presentation } from '../render.types.ts';
import { copyCsv } from '../table/copy.store.ts';
import { type EntryShape, entryQuery, sqlText } from '../table/entries.store.ts';
import type { ReportTable, TableColumn } from '../table/report-table.ts';

/** A spreadsheet reads what begins with one of these as a formula: = + - @, tab, line ends, and the wide forms of the first four. */
export const formulaSigns = ['=', '+', '-', '@', '\t', '\n', '\r', '＝', '＋', '－', '＠'] as const;
const codes = formulaSigns.map((sign) => sign.codePointAt(0)).join(', ');

const shape: EntryShape = { purpose: 'PLAIN', rows: true, headings: false, totals: true, labels: true };

function wrapped(value: string, { source }: TableColumn, { csv, locale }: Presentation): string {
  if (source.type === 'STRING' || source.type === 'JSON') {
    const text = `(${value})::text`;
    return csv.formulaEscape ? `CASE WHEN ascii(${text}) IN (${codes}) THEN '''' || ${text} ELSE ${text} END` : text;
  }
  if (source.type !== 'DECIMAL' && source.type !== 'DOUBLE') return value;
  const separator = csv.numberStyle === 'PLAIN' ? '.' : decimalSeparatorOf(locale);
  return separator === '.' ? value : `replace((${value})::text, '.', ${sqlText(separator)})`;
}

function decimalSeparatorOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Answers the COPY of the rows and totals, without the line of headings. */
export function csvCopy(table: ReportTable): string {
  const { presentation, columns } = table;
  const cells = columns.map((column, index) => wrapped(`x${index + 1}`, column, presentation));
  const { text } = entryQuery(table, shape);
  return copyCsv(`SELECT ${cells.join(', ')} FROM (${text}) lines`, presentation.csv.delimiter);
}
