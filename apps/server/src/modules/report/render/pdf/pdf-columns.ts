// Divides the width of a page among the columns of a report, by the first rows.
import type pg from 'pg';
import type { PdfFont } from '../font/pdf-font.ts';
import type { Entry } from '../table/read-entries.ts';
import { readEntries } from '../table/read-entries.ts';
import { alignmentOf, type ReportTable } from '../table/report-table.ts';
import { createShownCells } from '../table/shown-cells.ts';

export interface PdfColumn {
  readonly left: number;
  readonly width: number;
  readonly alignment: 'LEFT' | 'CENTER' | 'RIGHT';
  readonly wrap: boolean;
}

export interface PdfColumns {
  readonly columns: readonly PdfColumn[];
  /** The size of the letters, in points. */
  readonly size: number;
}

/** Rows that are looked at. */
const SAMPLE_ROWS = 500;
const SIZE = 8;
const SIZE_MIN = 5;
export const CELL_PADDING = 3;
/** Width of longer texts, which leave room to other columns. */
const TEXT_WIDTH_MAX = 24_000;
const TEXT_WIDTH_MIN = 3_000;
/** The width of a usual letter, by which widths in characters are counted. */
const LETTER_WIDTH = 600;
const UNITS = 1_000;

async function collect(entries: AsyncGenerator<readonly Entry[]>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const portion of entries) all.push(...portion);
  return all;
}

/** Answers the first rows and the total of all, as formatted texts. */
async function sampleOf(
  client: pg.ClientBase,
  table: ReportTable,
  signal: AbortSignal,
): Promise<readonly (string | null)[][]> {
  const shown = createShownCells(table);
  const shape = { purpose: 'PLAIN', headings: false, labels: false } as const;
  const first = { ...table, groups: [], hasTotals: false, rowCount: Math.min(table.rowCount, SAMPLE_ROWS) };
  const rows = await collect(readEntries(client, first, { ...shape, rows: true, totals: false }, signal));
  const whole = { ...table, groups: [] };
  const totals = table.hasTotals
    ? await collect(readEntries(client, whole, { ...shape, rows: false, totals: true }, signal))
    : [];
  return [...rows.map(({ cells }) => shown.row(cells)), ...totals.map((entry) => shown.total(entry))];
}

/** Answers the wanted width of each column, in thousandths of the size, and whether it may be narrower. */
function wishesOf(table: ReportTable, sample: readonly (string | null)[][], fonts: { plain: PdfFont; bold: PdfFont }) {
  return table.columns.map((column, place) => {
    const { label, width, source, wrap } = column;
    if (width !== null) return { width: width * LETTER_WIDTH, isText: true };
    const heading = Math.max(...label.split(' ').map((word) => fonts.bold.width(word)));
    let longest = 0;
    for (const cells of sample) longest = Math.max(longest, fonts.bold.width(cells[place] ?? ''));
    const isText = source.type === 'STRING' || source.type === 'JSON' || wrap;
    return { width: Math.max(heading, isText ? Math.min(longest, TEXT_WIDTH_MAX) : longest), isText };
  });
}

/** Divides the width; numbers and times keep theirs as long as texts can be narrower. */
function share(
  wishes: readonly { readonly width: number; readonly isText: boolean }[],
  room: number,
): readonly number[] {
  const sum = wishes.reduce((total, { width }) => total + width, 0);
  if (sum === 0) return wishes.map(() => room / wishes.length);
  if (sum <= room) return wishes.map(({ width }) => (width * room) / sum);
  const firm = wishes.reduce((total, { width, isText }) => total + (isText ? 0 : width), 0);
  const least = wishes.filter(({ isText }) => isText).length * TEXT_WIDTH_MIN;
  if (firm + least > room) return wishes.map(({ width }) => (width * room) / sum);
  return wishes.map(({ width, isText }) => (isText ? (width * (room - firm)) / (sum - firm) : width));
}

export async function createPdfColumns(
  client: pg.ClientBase,
  table: ReportTable,
  page: { readonly left: number; readonly width: number; readonly plain: PdfFont; readonly bold: PdfFont },
  signal: AbortSignal,
): Promise<PdfColumns> {
  const wishes = wishesOf(table, await sampleOf(client, table, signal), page);
  const padding = table.columns.length * 2 * CELL_PADDING;
  const wanted = wishes.reduce((total, { width }) => total + width, 0) / UNITS;
  const size = Math.min(SIZE, Math.max(SIZE_MIN, (page.width - padding) / Math.max(wanted, 1)));
  const shares = share(wishes, ((page.width - padding) * UNITS) / size);
  let left = page.left;
  const columns = table.columns.map((column, place) => {
    const width = (shares[place]! * size) / UNITS + 2 * CELL_PADDING;
    const shared = { left, width, alignment: alignmentOf(column), wrap: column.wrap };
    left += width;
    return shared;
  });
  return { columns, size };
}
