// Reads a text word by word, whichever way its conditions go: data stands apart from what is written beside it, for mail programs make
// links of words, and an address that ends in a secret carries it to whoever answers there.

/** Says what may have been read of the word that goes on. */
const OPENED = 1;
const WRITTEN = 2;
const HELD = 4;
const CLOSED = 8;

const WORDS = /[ \t\r\n\f]+|[^ \t\r\n\f]+/g;
const BLANK = /^[ \t\r\n\f]/;
/** Such may stand before data: brackets, quotes, dashes, bullets, signs of money. */
const OPENING = /^[\p{Ps}\p{Pi}\p{Sc}"'„<>*_#№•·–—\u00A0-]*$/u;
/** Such may stand behind data: what is added to a word, */
const ENDING = /^[\p{L}\p{M}'’-]+/u;
/** and then what ends a sentence or closes a bracket; nothing else behind it. */
const CLOSING = /^[\p{Pe}\p{Pf}"'>.,;:!?…%*_–—\u00A0-]*$/u;

interface Block {
  readonly entered: number;
  /** Is what the ways before this one have left. */
  left: number;
  hasElse: boolean;
}

export class WordReader {
  readonly #onTouched: (mark: number) => void;
  readonly #blocks: Block[] = [];
  #states = OPENED;
  #mark = 0;

  /** Is told of each mark that does not stand apart. */
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

  /** Something stands here that parts words. */
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
