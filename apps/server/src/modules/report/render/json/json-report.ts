// Renders a report as JSON: `{report, parameterMap, columnList, rowList, totalList, truncated}`, its rows as arrays in the order of the columns.
import type { RenderReport, RenderRequest } from '../render.types.ts';
import { createByteSink } from '../table/byte-sink.ts';
import { readBytes } from '../table/read-bytes.ts';
import { createReportTable, type ReportTable } from '../table/report-table.ts';
import { jsonRowsCopy, jsonTotalsCopy } from './json.store.ts';
import { createJsonLines } from './json-lines.ts';

function headOf({ columns }: ReportTable, { presentation }: RenderRequest): string {
  const { reportCode: code, reportName: name, parameterMap, locale, timeZone, time } = presentation;
  const report = { code, name, time: new Date(time).toISOString(), locale, timeZone };
  const columnList = columns.map(({ source, label, aggregate }) => ({
    name: source.name,
    label,
    type: source.type,
    aggregate,
  }));
  const head = JSON.stringify({ report, parameterMap, columnList });
  return `${head.slice(0, -1)},\n"rowList":[\n`;
}

export const renderJson: RenderReport = async (client, request, sink, { signal, onProgress }) => {
  const table = createReportTable(request.snapshot, request.presentation, Number.POSITIVE_INFINITY);
  const output = createByteSink(sink);
  await output.write(headOf(table, request));
  const rows = createJsonLines('[', ']');
  for await (const bytes of readBytes(client, jsonRowsCopy(table), signal)) {
    await output.fill(rows.lengthMax(bytes), (target) => rows.write(bytes, target));
    onProgress(rows.count(), table.rowCount);
  }
  await output.write('\n],\n"totalList":[\n');
  if (table.hasTotals) {
    const totals = createJsonLines('', '');
    for await (const bytes of readBytes(client, jsonTotalsCopy(table), signal)) {
      await output.fill(totals.lengthMax(bytes), (target) => totals.write(bytes, target));
    }
  }
  await output.write(`\n],\n"truncated":${table.isTruncated}}\n`);
  await output.end();
  return { pageCount: null, warningList: [], isTruncated: table.isTruncated };
};
