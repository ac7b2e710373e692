// Renders a report as PDF, page by page.
import { drawCharts } from '../chart/draw-charts.ts';
import type { RenderReport } from '../render.types.ts';
import { createByteSink } from '../table/byte-sink.ts';
import { readEntries } from '../table/read-entries.ts';
import { createReportTable } from '../table/report-table.ts';
import { createMissingLetters } from './missing-letters.ts';
import { createPdfColumns } from './pdf-columns.ts';
import { createPdfDocument } from './pdf-document.ts';
import { createFurniture, drawTitle, FOOTER_HEIGHT, HEADER_HEIGHT } from './pdf-furniture.ts';
import { drawLogo, drawPictures } from './pdf-pictures.ts';
import { PdfTable } from './pdf-table.ts';

/** Rows of a PDF, some thousand pages; a person reads no more. */
export const PDF_ROWS_MAX = 100_000;
const shape = { purpose: 'PLAIN', rows: true, headings: true, totals: true, labels: false } as const;

export const renderPdf: RenderReport = async (client, { snapshot, presentation }, sink, { signal, onProgress }) => {
  const table = createReportTable(snapshot, presentation, PDF_ROWS_MAX);
  const { rowCount, texts } = table;
  const output = createByteSink(sink);
  const missing = createMissingLetters();
  const document = createPdfDocument(presentation, output, missing.add);
  const { box } = document;
  const columns = await createPdfColumns(client, table, { ...document, ...box }, signal);
  const top = box.top - (presentation.layout.headerTemplate === null ? 0 : HEADER_HEIGHT);
  const body = new PdfTable(document, table, columns, { top, bottom: box.bottom + FOOTER_HEIGHT });
  const logo = drawLogo(document, presentation.logo, top);
  body.position = Math.min(drawTitle(document, table, top, logo.width), top - logo.height);
  const heightMax = top - (box.bottom + FOOTER_HEIGHT);
  const charts = await drawCharts(client, table, { width: box.width, heightMax });
  await drawPictures(document, body, charts, 'TOP');
  let done = 0;
  for await (const entries of readEntries(client, table, shape, signal)) {
    for (const entry of entries) await body.add(entry);
    done += entries.length;
    onProgress(Math.min(done, rowCount), rowCount);
  }
  if (rowCount === 0) await body.note(texts.noData);
  if (table.isTruncated) await body.note(texts.cut(new Intl.NumberFormat(presentation.locale).format(rowCount)));
  await drawPictures(document, body, charts, 'BOTTOM');
  await document.end(createFurniture(document, table));
  await output.end();
  const scripts = missing.names();
  return {
    pageCount: document.pageCount(),
    warningList: scripts.length === 0 ? [] : [texts.missingLetters(scripts.join(', '))],
    isTruncated: table.isTruncated,
  };
};
