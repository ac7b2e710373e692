// Reads the files of reports with other programs than those that wrote them.
import { createRequire } from 'node:module';
import { parse as parseCsv } from 'csv-parse/sync';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import readExcel from 'read-excel-file/node';
import yauzl from 'yauzl';

type Cells = readonly (string | null)[][];

/** A field that is empty and has no quotes is null. */
export function readCsv(bytes: Buffer, delimiter = ','): Cells {
  const rows = parseCsv(bytes, {
    bom: true,
    delimiter,
    relax_column_count: false,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });
  return rows as unknown as Cells;
}

export interface ReadSheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

export async function readXlsx(bytes: Buffer): Promise<readonly ReadSheet[]> {
  return (await readExcel(bytes, { trim: false })) as unknown as readonly ReadSheet[];
}

const resolve = createRequire(import.meta.url).resolve;

export interface ReadPdf {
  readonly pages: readonly (readonly string[])[];
  readonly language: string | null;
  readonly title: string | null;
  readonly outline: readonly string[];
  /** Counts the pictures of all pages. */
  readonly images: number;
}

/** Answers the texts of each page in the order in which they were drawn. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const standardFontDataUrl = resolve('pdfjs-dist/package.json').replace('package.json', 'standard_fonts/');
  const task = getDocument({ data: new Uint8Array(bytes), standardFontDataUrl, verbosity: 0 });
  const document = await task.promise;
  const pages: string[][] = [];
  let images = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
    const { fnArray } = await page.getOperatorList();
    images += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
  }
  const { info } = await document.getMetadata();
  const { Language = null, Title = null } = info as { Language?: string; Title?: string };
  const outline = ((await document.getOutline()) ?? []).map(({ title }) => title);
  await task.destroy();
  return { pages, language: Language, title: Title, outline, images };
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export function elementsOf(node: Node): readonly Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => ('tagName' in child ? [child, ...elementsOf(child)] : []));
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Answers every element of the page, and its rows; a cell that has nothing is null. */
export function readHtml(text: string): { readonly elements: readonly Element[]; readonly rows: Cells } {
  const elements = elementsOf(parseHtml(text));
  const rows = elements
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) =>
      elementsOf(row).map((cell) => (cell.attrs.some(({ name }) => name === 'data-null') ? null : textOf(cell))),
    );
  return { elements, rows };
}

export interface ReadJson {
  readonly report: Readonly<Record<string, unknown>>;
  readonly parameterMap: Readonly<Record<string, unknown>>;
  readonly columnList: readonly { readonly name: string; readonly label: string; readonly type: string }[];
  readonly rowList: readonly (readonly unknown[])[];
  readonly totalList: readonly {
    readonly level: number;
    readonly groupList: readonly unknown[];
    readonly valueList: readonly unknown[];
  }[];
  readonly truncated: boolean;
}

export function readJson(text: string): ReadJson {
  return JSON.parse(text) as ReadJson;
}

/** Reads a part of a zip as text. */
export async function readPart(bytes: Buffer, path: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== path) continue;
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  }
  throw new Error(`the zip has no ${path}`);
}
