// Renders a report as a workbook: its rows stream through one zip, on as many sheets as they need.
import { drawCharts } from '../chart/draw-charts.ts';
import type { RenderReport } from '../render.types.ts';
import { createByteSink } from '../table/byte-sink.ts';
import { type Entry, readEntries } from '../table/read-entries.ts';
import { createReportTable, type ReportTable } from '../table/report-table.ts';
import { findWidths } from '../table/widths.store.ts';
import { CHARTS_SHEET, chartsSheet } from './charts-sheet.ts';
import { columnLetters, createSheetCells, type SheetCells } from './sheet-cells.ts';
import { createSheetStyles } from './sheet-styles.ts';
import { sheetName } from './sheet-text.ts';
import { sheetEnd, sheetHead, type WorkbookSheet, workbookParts } from './workbook-parts.ts';
import { createXmlPortions } from './xml-portions.ts';
import { createZipFile } from './zip-file.ts';

/** Lines of a sheet, which has 1,048,576 rows with the heading. */
const LINES_MAX = 1_048_575;
/** Rows above which a quicker level of compression is used, as the usual one would take most of the time. */
const QUICK_ROWS = 200_000;
const QUICK_LEVEL = 1;
const USUAL_LEVEL = 6;
/** Bytes of a cell on average at most; more cells than fit into 4 GiB need the larger zip. */
const CELL_BYTES = 60;
const ZIP_BYTES_MAX = 4 * 1_024 ** 3;
/** Units of text that are gathered before they become bytes. */
const TEXT_LENGTH = 16_384;
/** The width of a chart that has none, in points. */
const CHART_WIDTH = 520;
const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
const shape = { purpose: 'SHEET', rows: true, headings: false, totals: true, labels: false } as const;

/** Keeps the entries after a full sheet for the next one. */
interface Lines {
  /** Answers the next entries; null at the end. */
  next(): Promise<readonly Entry[] | null>;
  giveBack(entries: readonly Entry[]): void;
}

function createLines(portions: AsyncGenerator<readonly Entry[]>): Lines {
  let left: readonly Entry[] | null = null;
  return {
    async next() {
      if (left !== null) {
        const entries = left;
        left = null;
        return entries;
      }
      const { done, value } = await portions.next();
      return done ? null : value;
    },
    giveBack(entries) {
      left = entries.length === 0 ? null : entries;
    },
  };
}

interface SheetTerms {
  readonly table: ReportTable;
  readonly cells: SheetCells;
  readonly widths: readonly number[];
  readonly lines: Lines;
  onLines(count: number): void;
  /** Called with the range of the filter, and whether lines are left. */
  onEnd(filter: string | null, isLast: boolean): void;
}

/** Lines below the last row: no rows, or not all of them. */
function notesOf({ rowCount, isTruncated, texts, presentation }: ReportTable): readonly string[] {
  if (rowCount === 0) return [texts.noData];
  return isTruncated ? [texts.cut(new Intl.NumberFormat(presentation.locale).format(rowCount))] : [];
}

async function* sheetXml({ table, cells, widths, lines, onLines, onEnd }: SheetTerms): AsyncGenerator<Uint8Array> {
  const portions = createXmlPortions();
  let xml = sheetHead(widths, true);
  xml += cells.texts(
    table.columns.map(({ label }) => label),
    1,
    'heading',
  );
  let count = 0;
  let entries = await lines.next();
  for (; entries !== null; entries = await lines.next()) {
    const fitting = Math.min(entries.length, LINES_MAX - count);
    for (let place = 0; place < fitting; place++) {
      xml += cells.row(entries[place]!, ++count + 1);
      if (xml.length < TEXT_LENGTH) continue;
      yield* portions.add(xml);
      xml = '';
    }
    onLines(fitting);
    lines.giveBack(entries.slice(fitting));
    if (count === LINES_MAX) break;
  }
  const left = entries === null ? null : await lines.next();
  lines.giveBack(left ?? []);
  const isLast = left === null;
  const filter = count === 0 || widths.length === 0 ? null : `A1:${columnLetters(widths.length - 1)}${count + 1}`;
  // On a full sheet there is no room for a note, which the state of the run has as well.
  for (const note of isLast && count < LINES_MAX ? notesOf(table) : []) xml += cells.texts([note], ++count + 1, 'cell');
  onEnd(filter, isLast);
  yield* portions.add(xml + sheetEnd(filter, false));
  yield portions.rest();
}

export const renderXlsx: RenderReport = async (client, { snapshot, presentation }, sink, { signal, onProgress }) => {
  const table = createReportTable(snapshot, presentation, Number.POSITIVE_INFINITY);
  const { columns, rowCount, texts } = table;
  const output = createByteSink(sink);
  const found = await findWidths(client, table);
  const widths = columns.map(
    ({ width, label }, index) =>
      width ?? Math.min(Math.max(found[index]!.longest, label.length, WIDTH_MIN) + 2, WIDTH_MAX),
  );
  const level = rowCount > QUICK_ROWS ? QUICK_LEVEL : USUAL_LEVEL;
  const isLarge = rowCount * columns.length * CELL_BYTES > ZIP_BYTES_MAX;
  const zip = createZipFile(output, { time: presentation.time, level, isLarge });
  const styles = createSheetStyles();
  const cells = createSheetCells(table, styles);
  const lines = createLines(readEntries(client, table, shape, signal));
  const title = presentation.layout.title ?? presentation.reportName;
  const sheets: WorkbookSheet[] = [];
  let done = 0;
  for (let isLast = false; !isLast; ) {
    const number = sheets.length + 1;
    const xml = sheetXml({
      table,
      cells,
      widths,
      lines,
      onLines(count) {
        done += count;
        onProgress(Math.min(done, rowCount), rowCount);
      },
      onEnd(filter, last) {
        sheets.push({ name: sheetName(title, number), filter });
        isLast = last;
      },
    });
    await zip.stream(`xl/worksheets/sheet${number}.xml`, xml);
  }
  const charts = await drawCharts(client, table, { width: CHART_WIDTH, heightMax: Number.POSITIVE_INFINITY });
  for (const part of chartsSheet(charts, sheets.length + 1, styles, presentation.locale)) await zip.add(part);
  if (charts.length > 0) sheets.push({ name: CHARTS_SHEET, filter: null });
  const drawingCount = charts.length > 0 ? 1 : 0;
  const terms = { styles: styles.xml(), title, time: presentation.time, drawingCount };
  for (const part of workbookParts(sheets, terms)) await zip.add(part);
  await zip.end();
  await output.end();
  const cut = cells.cutCount();
  return { pageCount: null, warningList: cut === 0 ? [] : [texts.cutTexts(cut)], isTruncated: table.isTruncated };
};
