// Writes texts with a font of a PDF, letter by letter from a table: a hundred times as fast as laying out words.
import type PDFDocument from 'pdfkit';

/** pdfkit's font, below its documented interface. */
interface LowerFont {
  readonly id: string;
  readonly ascender: number;
  readonly descender: number;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  encode(text: string): readonly [readonly string[], readonly { readonly advanceWidth: number }[]];
  /** Answers the resource for pages. */
  ref(): object;
}

export interface Written {
  /** Holds the numbers of the glyphs, four hexadecimal digits each. */
  readonly hex: string;
  /** Width in thousandths of the size. */
  readonly width: number;
  readonly isCut: boolean;
}

const ELLIPSIS = '…';
const SPACE = 32;
const MARK_FIRST = 0x300;
const MARK_LAST = 0x36f;
const PAIR_FIRST = 0xd800;
const PAIR_LAST = 0xdfff;

interface Glyph {
  readonly hex: string;
  readonly width: number;
}

const nothing: Written = { hex: '', width: 0, isCut: false };

/** Recognises marks, and halves of surrogate pairs. */
function isSpecial(code: number): boolean {
  return code <= MARK_LAST || (code >= PAIR_FIRST && code <= PAIR_LAST);
}

/** Keeps the glyph of each letter. */
export class PdfFont {
  readonly #lower: LowerFont;
  readonly #onMissing: (letter: string) => void;
  readonly #hexes: string[] = [];
  readonly #widths: number[] = [];
  readonly #pairs = new Map<string, Glyph>();

  /** `onMissing` is called for letters that the font lacks; a box stands in their place. */
  constructor(document: InstanceType<typeof PDFDocument>, file: string, onMissing: (letter: string) => void) {
    document.font(file);
    this.#lower = (document as unknown as { readonly _font: LowerFont })._font;
    this.#onMissing = onMissing;
  }

  get id(): string {
    return this.#lower.id;
  }

  /** Answers the resource for a page. */
  resource(): object {
    return this.#lower.ref();
  }

  /** Answers the text as far as it fits into so many thousandths of the size, with an ellipsis where it does not. */
  write(text: string, widthMax: number = Number.POSITIVE_INFINITY): Written {
    const written = this.#writeUpTo(text, widthMax);
    return written.isCut ? this.#cut(text, widthMax) : written;
  }

  width(text: string): number {
    return this.write(text).width;
  }

  /** Answers at most `linesMax` lines; the last one ends with an ellipsis where there would be more. */
  wrap(text: string, widthMax: number, linesMax: number): readonly Written[] {
    const lines = text.split('\n', linesMax + 1).flatMap((line) => this.#linesOf(line, widthMax, linesMax));
    const shown = lines.slice(0, linesMax).map((line) => this.write(line, widthMax));
    const last = lines[linesMax - 1];
    if (lines.length > linesMax && last !== undefined) shown[linesMax - 1] = this.#cut(last, widthMax);
    return shown;
  }

  #learn(letter: string): Glyph {
    const codePoint = letter.codePointAt(0)!;
    if (codePoint < SPACE) return /[\t\n\r]/.test(letter) ? this.#learn(' ') : nothing;
    if (!this.#lower.font.hasGlyphForCodePoint(codePoint)) this.#onMissing(letter);
    const [[hex = ''], [position]] = this.#lower.encode(letter);
    return { hex, width: position?.advanceWidth ?? 0 };
  }

  #glyphOfPair(pair: string): Glyph {
    const glyph = this.#pairs.get(pair) ?? this.#learn(pair);
    this.#pairs.set(pair, glyph);
    return glyph;
  }

  #learnUnit(code: number): number {
    const { hex, width } = this.#learn(String.fromCharCode(code));
    this.#hexes[code] = hex;
    this.#widths[code] = width;
    return width;
  }

  #cut(text: string, widthMax: number): Written {
    const end = this.write(ELLIPSIS);
    const kept = this.#writeUpTo(text, widthMax - end.width);
    return { hex: kept.hex + end.hex, width: kept.width + end.width, isCut: true };
  }

  /** Writes the beginning that fits. */
  #writeUpTo(text: string, widthMax: number): Written {
    const [hexes, widths] = [this.#hexes, this.#widths];
    let hex = '';
    let width = 0;
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place);
      if (code >= MARK_FIRST && isSpecial(code)) return this.#writeSlowly(text, widthMax);
      const advance = widths[code] ?? this.#learnUnit(code);
      if (width + advance > widthMax) return { hex, width, isCut: true };
      width += advance;
      hex += hexes[code];
    }
    return { hex, width, isCut: false };
  }

  /** Writes texts with surrogate pairs, and with marks, which are one glyph with their letter where there is one. */
  #writeSlowly(text: string, widthMax: number): Written {
    let hex = '';
    let width = 0;
    for (const letter of text.normalize('NFC')) {
      const glyph = this.#glyphOfPair(letter);
      if (width + glyph.width > widthMax) return { hex, width, isCut: true };
      hex += glyph.hex;
      width += glyph.width;
    }
    return { hex, width, isCut: false };
  }

  /** Answers how many letters of the text fit, one at least. */
  #fitting(text: string, widthMax: number): number {
    let width = 0;
    let length = 0;
    for (const letter of text) {
      width += this.write(letter).width;
      if (width > widthMax && length > 0) return length;
      length += letter.length;
    }
    return length;
  }

  /** Breaks text between words, and within a word that is wider than the line. */
  #linesOf(text: string, widthMax: number, linesMax: number): readonly string[] {
    const lines: string[] = [];
    for (let rest = text; lines.length <= linesMax && rest !== ''; ) {
      const length = this.#fitting(rest, widthMax);
      const space = length < rest.length ? rest.lastIndexOf(' ', length) : -1;
      const end = space > 0 ? space : length;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    }
    return lines.length === 0 ? [''] : lines;
  }
}
