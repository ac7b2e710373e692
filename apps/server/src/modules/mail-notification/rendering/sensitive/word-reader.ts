// Reads a text word by word, whichever way its conditions go. Data must stand apart from other text: mail programs make
// links of words, and an address that ends in a secret would carry it to that host.

/** States in which the current word may be. */
const OPENED = 1;
const WRITTEN = 2;
const HELD = 4;
const CLOSED = 8;

const WORDS = /[ \t\r\n\f]+|[^ \t\r\n\f]+/g;
const BLANK = /^[ \t\r\n\f]/;
/** Characters that may stand before data: brackets, quotes, dashes, bullets, signs of money. */
const OPENING = /^[\p{Ps}\p{Pi}\p{Sc}"'„<>*_#№•·–—\u00A0-]*$/u;
/** Characters that may stand after data: an added ending, */
const ENDING = /^[\p{L}\p{M}'’-]+/u;
/** and then the end of a sentence or a bracket; nothing else. */
const CLOSING = /^[\p{Pe}\p{Pf}"'>.,;:!?…%*_–—\u00A0-]*$/u;

interface Block {
  readonly entered: number;
  /** States at the ends of the earlier ways. */
  left: number;
  hasElse: boolean;
}

export class WordReader {
  readonly #onTouched: (mark: number) => void;
  readonly #blocks: Block[] = [];
  #states = OPENED;
  #mark = 0;

  /** `onTouched` is called for each mark that does not stand apart. */
  constructor(onTouched: (mark: number) => void) {
    this.#onTouched = onTouched;
  }

  text(text: string): void {
    for (const word of text.match(WORDS) ?? []) this.#states = BLANK.test(word) ? OPENED : this.#after(word);
  }

  data(mark: number): void {
    if ((this.#states & ~OPENED) !== 0) this.#onTouched(mark);
    this.#states = HELD;
    this.#mark = mark;
  }

  /** Ends the word. */
  part(): void {
    this.#states = OPENED;
  }

  open(): void {
    this.#blocks.push({ entered: this.#states, left: 0, hasElse: false });
  }

  turn(isElse: boolean): void {
    const block = this.#blocks.at(-1);
    if (block === undefined) return;
    block.left |= this.#states;
    block.hasElse ||= isElse;
    this.#states = block.entered;
  }

  close(): void {
    const block = this.#blocks.pop();
    if (block !== undefined) this.#states |= block.left | (block.hasElse ? 0 : block.entered);
  }

  #after(word: string): number {
    let states = this.#states & WRITTEN;
    if ((this.#states & OPENED) !== 0) states |= OPENING.test(word) ? OPENED : WRITTEN;
    if ((this.#states & (HELD | CLOSED)) === 0) return states;
    const rest = (this.#states & CLOSED) === 0 ? word.replace(ENDING, '') : word;
    if (rest === '') return states | HELD;
    if (CLOSING.test(rest)) return states | CLOSED;
    this.#onTouched(this.#mark);
    return states | WRITTEN;
  }
}
