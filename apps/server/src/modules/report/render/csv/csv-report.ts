// Renders a report as CSV: the database writes the lines, which pass through here as bytes.
import type { RenderReport } from '../render.types.ts';
import { createByteSink } from '../table/byte-sink.ts';
import { readBytes } from '../table/read-bytes.ts';
import { createReportTable } from '../table/report-table.ts';
import { csvCopy, formulaSigns } from './csv.store.ts';
import { createLineEnds, csvHeading } from './csv-lines.ts';

const BYTE_ORDER_MARK = '\uFEFF';

export const renderCsv: RenderReport = async (client, { snapshot, presentation }, sink, { signal, onProgress }) => {
  const table = createReportTable(snapshot, presentation, Number.POSITIVE_INFINITY);
  const { bom, delimiter, formulaEscape } = presentation.csv;
  const output = createByteSink(sink);
  if (bom) await output.write(BYTE_ORDER_MARK);
  const labels = table.columns.map(({ label }) => label);
  await output.write(csvHeading(labels, delimiter, formulaEscape ? formulaSigns : []));
  const endLines = createLineEnds();
  let lines = 0;
  for await (const bytes of readBytes(client, csvCopy(table), signal)) {
    await output.fill(2 * bytes.length, (target) => {
      const written = endLines(bytes, target);
      lines += written - bytes.length;
      return written;
    });
    onProgress(Math.min(lines, table.rowCount), table.rowCount);
  }
  await output.end();
  return { pageCount: null, warningList: [], isTruncated: table.isTruncated };
};
