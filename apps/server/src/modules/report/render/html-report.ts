// Renders a report as one page of HTML.
import { type DrawnChart, drawCharts } from './chart/draw-charts.ts';
import { htmlText } from './format/html-text.ts';
import { htmlEnd, htmlHead } from './html-page.ts';
import type { RenderReport } from './render.types.ts';
import { createByteSink } from './table/byte-sink.ts';
import { type Entry, readEntries } from './table/read-entries.ts';
import { alignmentOf, createReportTable, type ReportTable } from './table/report-table.ts';
import { createShownCells, type ShownCells } from './table/shown-cells.ts';

/** Rows of a page; browsers lay out a longer table for minutes. */
export const HTML_ROWS_MAX = 20_000;

const shape = { purpose: 'PLAIN', rows: true, headings: true, totals: true, labels: false } as const;
/** The width of a chart that has none, in points. */
const CHART_WIDTH = 720;
/** Deepest indentation of the style. */
const INDENT_MAX = 3;

function chartsOf(charts: readonly DrawnChart[], position: 'TOP' | 'BOTTOM'): string {
  const shown = charts.filter(({ numbers }) => numbers.chart.position === position);
  return shown.map(({ svg }) => `<div class="chart">${svg}</div>\n`).join('');
}

function headOf(table: ReportTable, classes: readonly string[]): string {
  const { columns, presentation } = table;
  const cells = columns.map(({ label, width }, index) => {
    const wide = width === null ? '' : ` style="min-width:${width}ch"`;
    return `<th scope="col"${classes[index]}${wide}>${htmlText(label)}</th>`;
  });
  const zebra = presentation.layout.zebra ? ' class="zebra"' : '';
  const caption = htmlText(presentation.layout.title ?? presentation.reportName);
  return `<table${zebra}>\n<caption>${caption}</caption>\n<thead>\n<tr>${cells.join('')}</tr>\n</thead>\n<tbody>\n`;
}

/** Writes the lines of the body; `number` counts the rows, every second of which is shaded. */
function createLines(table: ReportTable, classes: readonly string[], shown: ShownCells) {
  const { columns, groups } = table;
  let number = 0;

  function cellsOf(cells: readonly (string | null)[]): string {
    let line = '';
    for (let place = 0; place < classes.length; place++) {
      const cell = cells[place] ?? null;
      line += cell === null ? `<td${classes[place]} data-null></td>` : `<td${classes[place]}>${htmlText(cell)}</td>`;
    }
    return line;
  }

  return (entry: Entry): string => {
    if (entry.kind === 'row')
      return `<tr${number++ % 2 === 1 ? ' class="odd"' : ''}>${cellsOf(shown.row(entry.cells))}</tr>\n`;
    if (entry.kind === 'f') return `<tr class="total">${cellsOf(shown.total(entry))}</tr>\n`;
    const isBreak = groups[entry.level - 1]!.pageBreakBefore && number > 0;
    const name = `group group${Math.min(entry.level, INDENT_MAX)}${isBreak ? ' break' : ''}`;
    return `<tr class="${name}"><th scope="rowgroup" colspan="${columns.length}">${htmlText(shown.heading(entry))}</th></tr>\n`;
  };
}

export const renderHtml: RenderReport = async (client, { snapshot, presentation }, sink, { signal, onProgress }) => {
  const table = createReportTable(snapshot, presentation, HTML_ROWS_MAX);
  const { rowCount, texts, columns } = table;
  const output = createByteSink(sink);
  const classes = columns.map((column) => {
    const alignment = alignmentOf(column);
    return alignment === 'LEFT' ? '' : ` class="${alignment.toLowerCase()}"`;
  });
  const charts = await drawCharts(client, table, { width: CHART_WIDTH, heightMax: Number.POSITIVE_INFINITY });
  await output.write(htmlHead(table));
  await output.write(chartsOf(charts, 'TOP'));
  await output.write(headOf(table, classes));
  const lineOf = createLines(table, classes, createShownCells(table));
  let done = 0;
  for await (const entries of readEntries(client, table, shape, signal)) {
    await output.write(entries.map(lineOf).join(''));
    done += entries.length;
    onProgress(Math.min(done, rowCount), rowCount);
  }
  if (rowCount === 0) await output.write(`<tr><td colspan="${columns.length}">${htmlText(texts.noData)}</td></tr>\n`);
  await output.write('</tbody>\n</table>\n');
  if (table.isTruncated) {
    const rows = new Intl.NumberFormat(presentation.locale).format(rowCount);
    await output.write(`<p class="line">${htmlText(texts.cut(rows))}</p>\n`);
  }
  await output.write(chartsOf(charts, 'BOTTOM'));
  await output.write(htmlEnd(table));
  await output.end();
  return { pageCount: null, warningList: [], isTruncated: table.isTruncated };
};
