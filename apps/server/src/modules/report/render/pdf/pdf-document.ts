// Makes the pages of a PDF: each is written when it is complete, except for headers and footers, which need the number
// of pages.
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { embeddedFont } from '../font/embedded-font.ts';
import { PdfFont } from '../font/pdf-font.ts';
import type { Presentation } from '../render.types.ts';
import type { ByteSink } from '../table/byte-sink.ts';

/** pdfkit's objects, below the documented interface. */
export interface PdfObject {
  end(content?: string | Uint8Array): void;
}
interface LowerPage {
  readonly width: number;
  readonly height: number;
  readonly fonts: Record<string, object>;
  readonly xobjects: Record<string, object>;
  readonly content: PdfObject;
  readonly dictionary: { readonly data: Record<string, unknown> };
}
interface LowerDocument {
  readonly page: LowerPage;
  ref(data?: object): PdfObject;
  openImage(bytes: Buffer): { readonly width: number; readonly height: number };
}

/** Rectangle in points, from the left and the bottom. */
export interface PageBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

export interface PdfDocument {
  readonly plain: PdfFont;
  readonly bold: PdfFont;
  /** The room between the margins. */
  readonly box: PageBox;
  pageCount(): number;
  /** Begins a page and writes those before. */
  addPage(): Promise<void>;
  /** Draws on the page, in PDF's operators. */
  draw(operators: string): void;
  /** Makes a picture available on this page; answers its name. */
  useImage(name: string, image: PdfObject): string;
  addObject(data: object, content: Uint8Array): PdfObject;
  /** Answers the pixels of a PNG or JPEG; null for anything else. */
  sizeOfImage(bytes: Uint8Array): { readonly width: number; readonly height: number } | null;
  /** Adds an entry of the outline for this page. */
  addBookmark(title: string): void;
  /** Ends the document, with the answer of the function drawn on each page. */
  end(furniture: (page: number, pages: number) => string): Promise<void>;
}

const POINTS_PER_MM = 72 / 25.4;
/** Level of compression, which takes half the time of the usual one; a page shrinks to a tenth at any level. */
const PAGE_LEVEL = 3;
/** Entries of the outline, which a viewer loads as a whole. */
const BOOKMARKS_MAX = 1_000;

function openDocument({ layout, locale, reportName, time }: Presentation): InstanceType<typeof PDFDocument> {
  return new PDFDocument({
    size: layout.pageSize,
    layout: layout.orientation === 'PORTRAIT' ? 'portrait' : 'landscape',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: locale,
    displayTitle: true,
    font: embeddedFont.plain,
    info: { Title: layout.title ?? reportName, CreationDate: new Date(time), Producer: 'Keelson', Creator: 'Keelson' },
  });
}

function boxOf({ margins }: Presentation['layout'], { width, height }: LowerPage): PageBox {
  const [left, right] = [margins.left * POINTS_PER_MM, width - margins.right * POINTS_PER_MM];
  const [bottom, top] = [margins.bottom * POINTS_PER_MM, height - margins.top * POINTS_PER_MM];
  return { left, right, top, bottom, width: right - left };
}

/** Draws with the y axis upwards: pdfkit turns it downwards for its own texts. */
function upright(content: string, { height }: LowerPage): string {
  return `q 1 0 0 -1 0 ${height} cm\n${content}\nQ`;
}

/** Writes what pdfkit has made so far. */
async function handOver(document: InstanceType<typeof PDFDocument>, output: ByteSink): Promise<void> {
  for (let bytes = document.read(); bytes !== null; bytes = document.read()) await output.write(bytes as Buffer);
}

function sizeOfImage(
  document: InstanceType<typeof PDFDocument>,
  bytes: Uint8Array,
): { width: number; height: number } | null {
  try {
    const { width, height } = (document as unknown as LowerDocument).openImage(Buffer.from(bytes));
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}

export function createPdfDocument(
  presentation: Presentation,
  output: ByteSink,
  onMissing: (letter: string) => void,
): PdfDocument {
  const document = openDocument(presentation);
  const lower = document as unknown as LowerDocument;
  const plain = new PdfFont(document, embeddedFont.plain, onMissing);
  const bold = new PdfFont(document, embeddedFont.bold, onMissing);
  const furnitures: PdfObject[] = [];
  let operators: string[] = [];
  let body: PdfObject | null = null;
  let bookmarks = 0;

  function closePage(): void {
    const content = deflateSync(upright(operators.join('\n'), lower.page), { level: PAGE_LEVEL });
    operators = [];
    body?.end(content);
  }

  function openPage(): void {
    document.addPage();
    const { page } = lower;
    page.fonts[plain.id] = plain.resource();
    page.fonts[bold.id] = bold.resource();
    const furniture = lower.ref();
    furnitures.push(furniture);
    body = lower.ref({ Filter: 'FlateDecode' });
    page.dictionary.data.Contents = [page.content, body, furniture];
  }

  openPage();
  const box = boxOf(presentation.layout, lower.page);
  return {
    plain,
    bold,
    box,
    pageCount: () => furnitures.length,
    async addPage() {
      closePage();
      openPage();
      await handOver(document, output);
    },
    draw: (content) => void operators.push(content),
    useImage(name, image) {
      lower.page.xobjects[name] = image;
      return name;
    },
    addObject(data, content) {
      const object = lower.ref(data);
      object.end(content);
      return object;
    },
    sizeOfImage: (bytes) => sizeOfImage(document, bytes),
    addBookmark(title) {
      if (bookmarks++ < BOOKMARKS_MAX) document.outline.addItem(title);
    },
    async end(furniture) {
      closePage();
      for (const [index, object] of furnitures.entries()) {
        object.end(upright(furniture(index + 1, furnitures.length), lower.page));
        await handOver(document, output);
      }
      document.end();
      await handOver(document, output);
    },
  };
}
