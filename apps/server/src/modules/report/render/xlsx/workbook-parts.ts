// Writes the parts of a workbook around its sheets: contents, relations, author and date.
import { xmlText } from './sheet-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const media = 'application/vnd.openxmlformats';

export interface WorkbookSheet {
  readonly name: string;
  /** Range of its filter, `A1:J20`; null: none. */
  readonly filter: string | null;
}

export interface WorkbookPart {
  readonly path: string;
  readonly content: string | Uint8Array;
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`;

export function relationsPart(
  path: string,
  relations: readonly { readonly type: string; readonly target: string }[],
): WorkbookPart {
  const items = relations.map(({ type, target }, index) => relation(index + 1, `${office}/${type}`, target));
  return {
    path,
    content: `${declaration}<Relationships xmlns="${packages}/relationships">${items.join('')}</Relationships>`,
  };
}

function contentTypes(sheets: readonly WorkbookSheet[], drawingCount: number): string {
  const override = (path: string, type: string): string =>
    `<Override PartName="${path}" ContentType="${media}${type}+xml"/>`;
  const worksheets = sheets.map((_, index) =>
    override(`/xl/worksheets/sheet${index + 1}.xml`, '-officedocument.spreadsheetml.worksheet'),
  );
  const drawings = Array.from({ length: drawingCount }, (_, index) =>
    override(`/xl/drawings/drawing${index + 1}.xml`, '-officedocument.drawing'),
  );
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="${media}-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${override('/xl/workbook.xml', '-officedocument.spreadsheetml.sheet.main')}${worksheets.join('')}${drawings.join('')}${override('/xl/styles.xml', '-officedocument.spreadsheetml.styles')}${override('/docProps/core.xml', '-package.core-properties')}</Types>`;
}

/** Names the filters: Excel finds one by this name and otherwise does not show it. */
function filterNames(sheets: readonly WorkbookSheet[]): string {
  const names = sheets.flatMap(({ name, filter }, index) => {
    if (filter === null) return [];
    const range = filter.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    const sheet = `'${name.replaceAll("'", "''")}'`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${xmlText(`${sheet}!${range}`)}</definedName>`,
    ];
  });
  return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
}

export function workbookParts(
  sheets: readonly WorkbookSheet[],
  terms: { readonly styles: string; readonly title: string; readonly time: number; readonly drawingCount: number },
): readonly WorkbookPart[] {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const time = new Date(terms.time).toISOString().replace(/\.\d+Z$/, 'Z');
  const stamp = (name: string): string => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>`;
  const core = `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(terms.title)}</dc:title>${stamp('created')}${stamp('modified')}</cp:coreProperties>`;
  const root = `${relation(1, `${office}/officeDocument`, 'xl/workbook.xml')}${relation(2, `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml')}`;
  return [
    { path: '[Content_Types].xml', content: contentTypes(sheets, terms.drawingCount) },
    {
      path: '_rels/.rels',
      content: `${declaration}<Relationships xmlns="${packages}/relationships">${root}</Relationships>`,
    },
    {
      path: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets>${filterNames(sheets)}</workbook>`,
    },
    relationsPart('xl/_rels/workbook.xml.rels', [
      ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
    ]),
    { path: 'xl/styles.xml', content: declaration + terms.styles },
    { path: 'docProps/core.xml', content: declaration + core },
  ];
}

/** `widths` count characters; `filter` is known when the last row is. */
export function sheetHead(widths: readonly number[], isFrozen: boolean): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = isFrozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`;
}

export function sheetEnd(filter: string | null, hasDrawing: boolean): string {
  const drawing = hasDrawing ? '<drawing r:id="rId1"/>' : '';
  return `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}${drawing}</worksheet>`;
}
