// Writes the same rows with the libraries that reports are measured against: a streaming spreadsheet, and pdfkit's own texts.
import { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import XlsxTransform from 'xlsx-write-stream';
import { embeddedFont } from '../../apps/server/src/modules/report/render/font/embedded-font.ts';

export type Rows = readonly (readonly unknown[])[];

async function drain(bytes: Readable): Promise<number> {
  let length = 0;
  for await (const chunk of bytes) length += (chunk as Buffer).length;
  return length;
}

/** It knows texts, numbers and dates; of the rest it gets texts. */
export function writeXlsxByPeer(rows: Rows): Promise<number> {
  const cells = rows.map((row) =>
    row.map((cell) => (cell === null ? '' : typeof cell === 'number' || cell instanceof Date ? cell : String(cell))),
  );
  return drain(Readable.from(cells).pipe(new XlsxTransform()) as unknown as Readable);
}

const ROWS_OF_A_PAGE = 34;
const ROW_HEIGHT = 14;
const COLUMN_WIDTH = 76;
const SIZE = 8;
const MARGIN = 42;

/** Draws each cell by `text()`, cut at its column, as the documentation of pdfkit shows. */
export function writePdfByPeer(rows: Rows): Promise<number> {
  const document = new PDFDocument({ size: 'A4', layout: 'landscape', margin: MARGIN, autoFirstPage: false });
  const written = drain(document as unknown as Readable);
  document.font(embeddedFont.plain).fontSize(SIZE);
  for (const [number, row] of rows.entries()) {
    if (number % ROWS_OF_A_PAGE === 0) document.addPage();
    const top = MARGIN + (number % ROWS_OF_A_PAGE) * ROW_HEIGHT;
    for (const [place, cell] of row.entries()) {
      const options = { width: COLUMN_WIDTH - 4, lineBreak: false, ellipsis: true };
      document.text(cell === null ? '' : String(cell), MARGIN + place * COLUMN_WIDTH, top, options);
    }
  }
  document.end();
  return written;
}
