// Draws the table of a report: lines one below the other, headings that stay with their rows, and page after page.

import type { PdfFont, Written } from '../font/pdf-font.ts';
import type { Entry } from '../table/read-entries.ts';
import type { ReportTable } from '../table/report-table.ts';
import { createShownCells, type ShownCells } from '../table/shown-cells.ts';
import { CELL_PADDING, type PdfColumn, type PdfColumns } from './pdf-columns.ts';
import type { PdfDocument } from './pdf-document.ts';
import {
  beginText,
  type Colour,
  colours,
  endText,
  fillBox,
  line,
  rounded,
  showNext,
  singleText,
  startOf,
} from './text-and-lines.ts';

/** Lines of a wrapped text. */
const LINES_MAX = 5;
const HEADING_LINES_MAX = 3;
const LINE_HEIGHT = 1.25;
const UNITS = 1_000;
const GROUP_INDENT = 10;
/** Space above and below the lines of a row. */
const GAP = 0.35;
/** Part of a letter's height that lies above the foot of its line. */
const FOOT = 0.28;

type Cells = readonly (readonly Written[])[];

interface Waiting {
  readonly entry: Entry;
  readonly text: string;
}

function linesOf(cells: Cells): number {
  let lines = 1;
  for (const cell of cells) if (cell.length > lines) lines = cell.length;
  return lines;
}

/** Edges of the table on a page. */
export interface PdfEdges {
  readonly top: number;
  readonly bottom: number;
}

/** Keeps the position on a page, and begins the next one where there is no room. */
export class PdfTable {
  readonly #document: PdfDocument;
  readonly #table: ReportTable;
  readonly #columns: readonly PdfColumn[];
  readonly #size: number;
  readonly #edges: PdfEdges;
  readonly #shown: ShownCells;
  /** The widths of texts in the columns, in thousandths of the size. */
  readonly #rooms: readonly number[];
  readonly #labels: Cells;
  #position: number;
  #rows = 0;
  /** True where the headings of the columns are on this page; below, the number of pages with them. */
  #hasLabels = false;
  #labelled = 0;
  #waiting: readonly Waiting[] = [];

  constructor(document: PdfDocument, table: ReportTable, { columns, size }: PdfColumns, edges: PdfEdges) {
    this.#document = document;
    this.#table = table;
    this.#columns = columns;
    this.#size = size;
    this.#edges = edges;
    this.#position = edges.top;
    this.#shown = createShownCells(table);
    this.#rooms = columns.map(({ width }) => ((width - 2 * CELL_PADDING) * UNITS) / size);
    this.#labels = table.columns.map(({ label }, place) =>
      document.bold.wrap(label, this.#rooms[place]!, HEADING_LINES_MAX),
    );
  }

  /** Position of the next part, in points from below. */
  get position(): number {
    return this.#position;
  }

  set position(position: number) {
    this.#position = position;
  }

  /** Begins a page where there is less room than this; the headings of the columns follow with a line. */
  async need(height: number): Promise<void> {
    if (this.#position - height < this.#edges.bottom && this.#position < this.#edges.top) await this.#newPage();
  }

  async add(entry: Entry): Promise<void> {
    if (entry.kind === 'h') this.#waiting = [...this.#waiting, { entry, text: this.#shown.heading(entry) }];
    else if (entry.kind === 'f') await this.#addTotal(entry);
    else await this.#addRow(this.#shown.row(entry.cells));
  }

  /** Draws a line of text below the headings of the columns. */
  async note(text: string): Promise<void> {
    const { plain, box } = this.#document;
    const height = this.#heightOf(1);
    await this.#needLine(height);
    const left = box.left + CELL_PADDING;
    this.#document.draw(singleText(plain, plain.write(text), this.#size, colours.quiet, left, this.#firstFoot()));
    this.#position -= height;
  }

  get #gap(): number {
    return this.#size * GAP;
  }

  get #groupHeight(): number {
    return (this.#size + 1) * LINE_HEIGHT + 2 * this.#gap + 2;
  }

  #heightOf(lines: number): number {
    return lines * this.#size * LINE_HEIGHT + 2 * this.#gap;
  }

  /** Answers the foot of the first line at this position. */
  #firstFoot(): number {
    return this.#position - this.#gap - this.#size * (LINE_HEIGHT - FOOT);
  }

  #fill(colour: Colour, height: number): void {
    const { box, draw } = this.#document;
    draw(fillBox(colour, box.left, this.#position - height, box.width, height));
  }

  #rule(colour: Colour, width?: number): void {
    const { box, draw } = this.#document;
    draw(line(colour, box.left, box.right, this.#position, width));
  }

  #drawCells(cells: Cells, height: number, font: PdfFont, named = -1): void {
    const size = this.#size;
    const parts = [beginText(font, size, colours.text)];
    const firstFoot = this.#firstFoot();
    let [x, y] = [0, 0];
    for (let place = 0; place < cells.length; place++) {
      const { left, width, alignment } = this.#columns[place]!;
      const side = place === named ? 'LEFT' : alignment;
      let foot = firstFoot;
      for (const written of cells[place]!) {
        if (written.hex !== '') {
          const start = startOf(side, written, size, left + CELL_PADDING, width - 2 * CELL_PADDING);
          parts.push(showNext(written, start - x, foot - y));
          // The next move begins at the rounded position, as that was written.
          x += rounded(start - x);
          y += rounded(foot - y);
        }
        foot -= size * LINE_HEIGHT;
      }
    }
    parts.push(endText);
    this.#document.draw(parts.join(' '));
    this.#position -= height;
  }

  #labelsHeight(): number {
    return this.#heightOf(linesOf(this.#labels));
  }

  #drawLabels(): void {
    const height = this.#labelsHeight();
    this.#fill(colours.heading, height);
    this.#drawCells(this.#labels, height, this.#document.bold);
    this.#rule(colours.strongLine, 1);
    this.#hasLabels = true;
    this.#labelled++;
  }

  async #newPage(): Promise<void> {
    await this.#document.addPage();
    this.#position = this.#edges.top;
    this.#hasLabels = false;
  }

  #wantsLabels(): boolean {
    return !this.#hasLabels && (this.#labelled === 0 || this.#table.presentation.layout.repeatHeader);
  }

  /** Makes room for a line, and for the headings of the columns where the page has none yet. */
  async #needLine(height: number): Promise<void> {
    await this.need(height + (this.#wantsLabels() ? this.#labelsHeight() : 0));
    if (this.#wantsLabels()) this.#drawLabels();
  }

  #cellsOf(texts: readonly (string | null)[], font: PdfFont): Cells {
    const cells: (readonly Written[])[] = [];
    for (let place = 0; place < this.#columns.length; place++) {
      const text = texts[place] ?? '';
      const room = this.#rooms[place]!;
      const isWrapped = this.#columns[place]!.wrap && text !== '';
      cells.push(isWrapped ? font.wrap(text, room, LINES_MAX) : [font.write(text, room)]);
    }
    return cells;
  }

  #drawHeading({ entry, text }: Waiting): void {
    const { bold, box, draw } = this.#document;
    const size = this.#size + 1;
    const indent = box.left + CELL_PADDING + (entry.level - 1) * GROUP_INDENT;
    this.#fill(colours.group, this.#groupHeight);
    const written = bold.write(text, ((box.right - indent - CELL_PADDING) * UNITS) / size);
    const foot = this.#position - this.#gap - 1 - size * (LINE_HEIGHT - FOOT);
    draw(singleText(bold, written, size, colours.text, indent, foot));
    this.#position -= this.#groupHeight;
    if (entry.level === 1) this.#document.addBookmark(text);
  }

  /** Draws waiting headings: with their first row where they are kept together, else at once. */
  async #drawWaiting(rowHeight: number): Promise<void> {
    if (this.#waiting.length === 0) return;
    const headings = this.#waiting;
    this.#waiting = [];
    const groups = headings.map(({ entry }) => this.#table.groups[entry.level - 1]!);
    const isBreak = this.#rows > 0 && groups.some(({ pageBreakBefore }) => pageBreakBefore);
    if (isBreak && this.#position < this.#edges.top) await this.#newPage();
    const isKept = groups.some(({ keepTogether }) => keepTogether);
    if (isKept) await this.#needLine(headings.length * this.#groupHeight + rowHeight);
    for (const heading of headings) {
      await this.#needLine(this.#groupHeight);
      this.#drawHeading(heading);
    }
  }

  async #addRow(texts: readonly (string | null)[]): Promise<void> {
    const { plain } = this.#document;
    const cells = this.#cellsOf(texts, plain);
    const height = this.#heightOf(linesOf(cells));
    await this.#drawWaiting(height);
    await this.#needLine(height);
    if (this.#table.presentation.layout.zebra && this.#rows % 2 === 1) this.#fill(colours.zebra, height);
    this.#rows++;
    this.#drawCells(cells, height, plain);
    this.#rule(colours.line);
  }

  /** Writes the name of a total, which may extend over neighbouring columns without totals. */
  #nameCell(texts: readonly (string | null)[]): readonly Written[] {
    const { labelColumn } = this.#table;
    let room = this.#rooms[labelColumn]!;
    for (let place = labelColumn + 1; place < this.#columns.length && texts[place] === null; place++) {
      room += (this.#columns[place]!.width * UNITS) / this.#size;
    }
    return [this.#document.bold.write(texts[labelColumn] ?? '', room)];
  }

  async #addTotal(entry: Entry): Promise<void> {
    const { bold } = this.#document;
    const { labelColumn } = this.#table;
    const texts = this.#shown.total(entry);
    const cells = this.#cellsOf(texts, bold).map((cell, place) =>
      place === labelColumn ? this.#nameCell(texts) : cell,
    );
    const height = this.#heightOf(linesOf(cells));
    await this.#needLine(height);
    this.#fill(colours.group, height);
    this.#rule(colours.strongLine, entry.level === 0 ? 1 : undefined);
    this.#drawCells(cells, height, bold, labelColumn);
  }
}
