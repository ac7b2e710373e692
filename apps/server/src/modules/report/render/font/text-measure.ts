// Measures texts in the font of reports, for charts that are drawn without a screen.
import PDFDocument from 'pdfkit';
import { embeddedFont } from './embedded-font.ts';
import { PdfFont } from './pdf-font.ts';

const UNITS = 1_000;

/** Makes a measure by size in points and weight; nothing that it opens is kept elsewhere. */
export function createTextMeasure(): (text: string, size: number, isBold: boolean) => number {
  const document = new PDFDocument({ autoFirstPage: false, font: embeddedFont.plain });
  const [plain, bold] = [embeddedFont.plain, embeddedFont.bold].map(
    (file) => new PdfFont(document, file, () => undefined),
  ) as [PdfFont, PdfFont];
  return (text, size, isBold) => ((isBold ? bold : plain).width(text) * size) / UNITS;
}
