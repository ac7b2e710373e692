// Renders a snapshot in one of the five formats; it runs in a thread of its own.
import type { ReportOutputFormat } from '../report.types.ts';
import type { RenderReport } from './render.types.ts';
import { beginReading, endReading } from './table/copy.store.ts';
import { readPart } from './table/part.store.ts';

/** Renderers by format, each loaded by the first report that needs it. */
const renderers: Readonly<Record<ReportOutputFormat, () => Promise<RenderReport>>> = {
  PDF: async () => (await import('./pdf/pdf-report.ts')).renderPdf,
  XLSX: async () => (await import('./xlsx/xlsx-report.ts')).renderXlsx,
  CSV: async () => (await import('./csv/csv-report.ts')).renderCsv,
  HTML: async () => (await import('./html-report.ts')).renderHtml,
  JSON: async () => (await import('./json/json-report.ts')).renderJson,
};

export const renderReport: RenderReport = async (client, request, sink, control) => {
  control.signal.throwIfAborted();
  const render = await renderers[request.format]();
  await beginReading(client, request.presentation.timeZone);
  const { part, snapshot: whole } = request;
  const snapshot = part === undefined ? whole : await readPart(client, whole, part);
  const result = await render(client, { ...request, snapshot }, sink, control);
  await endReading(client);
  return result;
};
