// Writes lines of a report as rows of a sheet.

import { aggregateTypeOf } from '../table/aggregate.store.ts';
import { EXACT_DIGITS } from '../table/cell.store.ts';
import type { Entry } from '../table/read-entries.ts';
import { alignmentOf, type ReportTable, type TableColumn } from '../table/report-table.ts';
import { createShownCells } from '../table/shown-cells.ts';
import { GENERAL, sheetCode } from './sheet-format.ts';
import type { SheetStyles } from './sheet-styles.ts';
import { CELL_TEXT_MAX, cutText, inlineString } from './sheet-text.ts';

type CellKind = 'number' | 'double' | 'time' | 'boolean' | 'text';

interface CellTerms {
  readonly kind: CellKind;
  /** An attribute, or empty for the usual style. */
  readonly style: string;
}

export interface SheetCells {
  /** Answers the XML of a row; `number` counts from 1. */
  row(entry: Entry, number: number): string;
  /** Answers a row of texts alone. */
  texts(texts: readonly string[], number: number, kind: 'cell' | 'heading'): string;
  /** Number of texts that were too long for a cell. */
  cutCount(): number;
}

const kinds: Readonly<Record<string, CellKind>> = {
  INTEGER: 'number',
  LONG: 'number',
  DECIMAL: 'number',
  BINARY: 'number',
  DOUBLE: 'double',
  DATE: 'time',
  TIME: 'time',
  DATE_TIME: 'time',
  BOOLEAN: 'boolean',
};
const LETTERS = 26;
/** Levels of an outline. */
const OUTLINE_MAX = 7;

/** Answers A, B, ... Z, AA, ... */
export function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % LETTERS));
  return place < LETTERS ? letter : columnLetters(Math.floor(place / LETTERS) - 1) + letter;
}

/** Says whether a double keeps every digit; `NaN` and `Infinity` are not exact. */
export function isExactNumber(text: string): boolean {
  if (!/^-?\d/.test(text)) return false;
  if (text.length <= EXACT_DIGITS) return true;
  const digits = text.replace(/^-?0*\.?0*|\./g, '');
  const significant = text.includes('.') ? digits.replace(/0+$/, '') : digits;
  return significant.length <= EXACT_DIGITS;
}

/** Recognises days since 1899, which have no sign and no dash, unlike a text from the database. */
const isDays = (text: string): boolean => /^\d+(\.\d+)?(e-\d+)?$/.test(text);

const styleAttribute = (style: number): string => (style === 0 ? '' : ` s="${style}"`);

function termsOf(column: TableColumn, table: ReportTable, styles: SheetStyles, isTotal: boolean): CellTerms {
  const { locale } = table.presentation;
  const { source, wrap, alignment } = column;
  const { type, format } = isTotal ? aggregateTypeOf(column) : { type: source.type, format: column.format };
  const code = sheetCode(type === source.type ? source : { type, sqlType: 'numeric' }, format, locale);
  const side = type === source.type ? alignment : (alignment ?? 'RIGHT');
  const style = styleAttribute(styles.add({ code, kind: isTotal ? 'total' : 'cell', alignment: side, wrap }));
  return { kind: kinds[type] ?? 'text', style };
}

export function createSheetCells(table: ReportTable, styles: SheetStyles): SheetCells {
  const { columns, groups, labelColumn, hasTotals } = table;
  const plain = columns.map((column) => termsOf(column, table, styles, false));
  const totals = columns.map((column) => termsOf(column, table, styles, true));
  const heading = columns.map((column) =>
    styleAttribute(styles.add({ code: GENERAL, kind: 'heading', alignment: alignmentOf(column), wrap: true })),
  );
  const letters = columns.map((_, place) => columnLetters(place));
  const shown = createShownCells(table);
  const isOutlined = hasTotals && groups.some(({ showFooter }) => showFooter);
  let cut = 0;

  function textCell(text: string, reference: string, style: string): string {
    if (text.length > CELL_TEXT_MAX) cut++;
    const written = text.length > CELL_TEXT_MAX ? cutText(text) : text;
    return `<c r="${reference}"${style} t="inlineStr">${inlineString(written)}</c>`;
  }

  function cell(text: string, { kind, style }: CellTerms, reference: string): string {
    const isNumber =
      (kind === 'number' && isExactNumber(text)) ||
      (kind === 'double' && /^-?\d/.test(text)) ||
      (kind === 'time' && isDays(text));
    if (isNumber) return `<c r="${reference}"${style}><v>${text}</v></c>`;
    if (kind === 'boolean') return `<c r="${reference}"${style} t="b"><v>${text === 'true' ? 1 : 0}</v></c>`;
    return textCell(text, reference, style);
  }

  function open(number: number, level: number): string {
    return isOutlined && level > 0
      ? `<row r="${number}" outlineLevel="${Math.min(level, OUTLINE_MAX)}">`
      : `<row r="${number}">`;
  }

  return {
    row({ kind, level, cells, keys }, number) {
      const terms = kind === 'f' ? totals : plain;
      let xml = open(number, kind === 'f' ? level : groups.length + 1);
      for (let place = 0; place < terms.length; place++) {
        const text = cells[place] ?? null;
        if (text !== null) xml += cell(text, terms[place]!, letters[place]! + number);
        else if (kind === 'f') {
          const reference = letters[place]! + number;
          const style = terms[place]!.style;
          const name = place === labelColumn ? (shown.total({ kind, level, cells, keys })[place] ?? '') : '';
          xml += name === '' ? `<c r="${reference}"${style} />` : textCell(name, reference, style);
        }
      }
      return `${xml}</row>`;
    },
    texts(texts, number, kind) {
      const cells = texts.map((text, place) =>
        textCell(text, letters[place]! + number, kind === 'heading' ? heading[place]! : ''),
      );
      return `<row r="${number}">${cells.join('')}</row>`;
    },
    cutCount: () => cut,
  };
}
