// Draws the surroundings of a report's table: title and logo on the first page, header and footer on each.
import { createTemplate, reportFields } from '../format/template.ts';
import type { ReportTable } from '../table/report-table.ts';
import type { PdfDocument } from './pdf-document.ts';
import { colours, line, singleText, startOf } from './text-and-lines.ts';

export const HEADER_HEIGHT = 16;
export const FOOTER_HEIGHT = 18;
const SIZE = 7.5;
const TITLE_SIZE = 16;
const SUBTITLE_SIZE = 10;
const UNITS = 1_000;
const LINE_HEIGHT = 1.3;
const TITLE_LINES_MAX = 3;

/** Makes the function that draws on a page once the number of pages is known. */
export function createFurniture(document: PdfDocument, table: ReportTable): (page: number, pages: number) => string {
  const { box, plain } = document;
  const { presentation, texts } = table;
  const { layout, locale } = presentation;
  const ground = { locale, texts };
  const header = layout.headerTemplate === null ? null : createTemplate(layout.headerTemplate, ground);
  const footer = createTemplate(layout.footerTemplate ?? texts.page, ground);
  const ofReport = reportFields(presentation);
  const room = (box.width * UNITS) / SIZE;

  return (page, pages) => {
    const fields = (name: string) => {
      if (name !== 'page' && name !== 'pages') return ofReport(name);
      return { text: String(name === 'page' ? page : pages), type: 'INTEGER', format: null } as const;
    };
    const foot = plain.write(footer(fields), room);
    const parts = [
      line(colours.line, box.left, box.right, box.bottom + FOOTER_HEIGHT - 6),
      singleText(plain, foot, SIZE, colours.quiet, startOf('RIGHT', foot, SIZE, box.left, box.width), box.bottom + 2),
    ];
    if (header !== null) {
      parts.push(singleText(plain, plain.write(header(fields), room), SIZE, colours.quiet, box.left, box.top - SIZE));
    }
    return parts.join('\n');
  };
}

/** Draws title and subtitle below `top`, beside a logo of that width; answers where the next part begins. */
export function drawTitle(
  document: PdfDocument,
  { presentation }: ReportTable,
  top: number,
  logoWidth: number,
): number {
  const { box, plain, bold } = document;
  const { layout, reportName } = presentation;
  const width = box.width - logoWidth;
  let position = top;
  for (const title of bold.wrap(layout.title ?? reportName, (width * UNITS) / TITLE_SIZE, TITLE_LINES_MAX)) {
    position -= TITLE_SIZE * LINE_HEIGHT;
    document.draw(singleText(bold, title, TITLE_SIZE, colours.text, box.left, position + TITLE_SIZE * 0.25));
  }
  if (layout.subtitle !== null) {
    position -= SUBTITLE_SIZE * LINE_HEIGHT;
    const subtitle = plain.write(layout.subtitle, (width * UNITS) / SUBTITLE_SIZE);
    document.draw(singleText(plain, subtitle, SUBTITLE_SIZE, colours.quiet, box.left, position + SUBTITLE_SIZE * 0.25));
  }
  return position - 8;
}
