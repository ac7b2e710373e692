// Writes the sheet of a workbook that holds its charts: each picture beside the table of its numbers.
import { pngPicture } from '../chart/chart-picture.ts';
import type { DrawnChart } from '../chart/draw-charts.ts';
import { columnLetters, isExactNumber } from './sheet-cells.ts';
import { GENERAL, sheetCode } from './sheet-format.ts';
import type { SheetStyles } from './sheet-styles.ts';
import { inlineString } from './sheet-text.ts';
import { relationsPart, sheetEnd, sheetHead, type WorkbookPart } from './workbook-parts.ts';

export const CHARTS_SHEET = 'Charts';

const EMU_PER_POINT = 12_700;
/** Height of a row, in points. */
const ROW_HEIGHT = 15;
const CATEGORY_WIDTH = 24;
const NUMBER_WIDTH = 16;
const drawingMain = 'http://schemas.openxmlformats.org/drawingml/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const textCell = (reference: string, text: string, style = 0): string =>
  `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr">${inlineString(text)}</c>`;

/** Writes the rows of a chart's numbers: its title, the headings, a row for each category. */
function rowsOf({ numbers }: DrawnChart, first: number, styles: SheetStyles, locale: string): readonly string[] {
  const heading = styles.add({ code: GENERAL, kind: 'heading', alignment: null, wrap: true });
  const codes = numbers.series.map(({ type, format }) =>
    styles.add({
      code: sheetCode({ type, sqlType: 'numeric' }, format, locale),
      kind: 'cell',
      alignment: null,
      wrap: false,
    }),
  );
  const row = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;
  const labels = [numbers.categoryLabel, ...numbers.series.map(({ label }) => label)];
  return [
    row(first, [textCell(`A${first}`, numbers.title)]),
    row(
      first + 1,
      labels.map((label, place) => textCell(`${columnLetters(place)}${first + 1}`, label, heading)),
    ),
    ...numbers.categories.map((category, index) => {
      const number = first + 2 + index;
      const cells = numbers.series.flatMap(({ values, write }, place) => {
        const value = values[index] ?? null;
        const reference = `${columnLetters(place + 1)}${number}`;
        if (value === null) return [];
        if (!isExactNumber(value)) return [textCell(reference, write(value))];
        return [`<c r="${reference}" s="${codes[place]}"><v>${value}</v></c>`];
      });
      return row(number, [...(category === '' ? [] : [textCell(`A${number}`, category)]), ...cells]);
    }),
  ];
}

function anchor({ numbers, width, height }: DrawnChart, index: number, row: number): string {
  const [cx, cy] = [width, height].map((points) => Math.round(points * EMU_PER_POINT));
  const description = inlineString(numbers.title).replace(/<[^>]*>/g, '');
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>${numbers.series.length + 2}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}" descr="${description}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${index + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
}

/** Answers the parts of the sheet, which is the workbook's last one; none where there are no charts. */
export function chartsSheet(
  charts: readonly DrawnChart[],
  sheetNumber: number,
  styles: SheetStyles,
  locale: string,
): readonly WorkbookPart[] {
  if (charts.length === 0) return [];
  const rows: string[] = [];
  const anchors: string[] = [];
  let first = 1;
  for (const [index, chart] of charts.entries()) {
    const own = rowsOf(chart, first, styles, locale);
    rows.push(...own);
    anchors.push(anchor(chart, index, first));
    first += Math.max(own.length, Math.ceil(chart.height / ROW_HEIGHT)) + 2;
  }
  const series = Math.max(...charts.map(({ numbers }) => numbers.series.length));
  const widths = [CATEGORY_WIDTH, ...Array.from({ length: series }, () => NUMBER_WIDTH)];
  const images = charts.map((_, index) => ({ type: 'image', target: `../media/chart${index + 1}.png` }));
  return [
    {
      path: `xl/worksheets/sheet${sheetNumber}.xml`,
      content: sheetHead(widths, false) + rows.join('') + sheetEnd(null, true),
    },
    relationsPart(`xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`, [
      { type: 'drawing', target: '../drawings/drawing1.xml' },
    ]),
    {
      path: 'xl/drawings/drawing1.xml',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr xmlns:xdr="${drawingMain}/spreadsheetDrawing" xmlns:a="${drawingMain}/main" xmlns:r="${office}">${anchors.join('')}</xdr:wsDr>`,
    },
    relationsPart('xl/drawings/_rels/drawing1.xml.rels', images),
    ...charts.map(({ svg, width }, index) => ({
      path: `xl/media/chart${index + 1}.png`,
      content: pngPicture(svg, width),
    })),
  ];
}
