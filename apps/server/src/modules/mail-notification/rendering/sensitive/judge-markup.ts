// Judges the markup of a sensitive mail by its tree: only what is listed exists, and marks stand as text, as a whole link, or, where they
// are conditions, between elements.
import { attributeProblem, isAllowedElement, standsWithinWords } from './allowed-markup.ts';
import {
  type MailDocument,
  type MailElement,
  type MailNode,
  MarkupTooLarge,
  type ReadMail,
  readMail,
} from './mail-markup.ts';
import { hasMark, onlyMark, splitAtMarks } from './marks.ts';
import { WordReader } from './word-reader.ts';

/** Kind of a mark: data, a tag by its effect on the text after it, or where a partial begins and ends. */
export type MarkKind = 'data' | 'open' | 'turn' | 'else' | 'close' | 'edge';

export interface Finding {
  readonly message: string;
  /** Mark with the problem, or else its position, where that is known. */
  readonly mark?: number | undefined;
  readonly at?: number | undefined;
}

export interface Judged {
  /** Null where it is too large to be read. */
  readonly document: MailDocument | null;
  readonly findings: readonly Finding[];
}

/** Message about a mark that touches other text. */
export const APART =
  'In a sensitive template a variable stands apart: blanks before and behind it, brackets or a full stop at most.';
const DATA = 'In a sensitive template a variable stands in text or is, alone, the whole address of a link.';
/** Message about a tag within the markup of an element. */
export const BETWEEN = 'In a sensitive template tags stand between elements.';
const ENDS = 'In a sensitive template a condition begins and ends within the same element.';
const COMMENT = 'A sensitive template has no comments of markup.';
const CUT = 'In a sensitive template a variable stands as it is.';
const UNREAD = 'It stands where no mail program reads it.';
const LARGE = 'A sensitive template has too many elements, or nests them too deep.';

/** Answers the element that was written around a node: rows have a body that need not be written. */
function writtenParent({ parentNode }: MailNode): MailNode['parentNode'] {
  let parent = parentNode;
  while (parent !== null && 'tagName' in parent && parent.sourceCodeLocation == null) parent = parent.parentNode;
  return parent;
}

class MarkupJudge {
  readonly findings: Finding[] = [];
  readonly seen = new Set<number>();
  readonly #kindOf: (mark: number) => MarkKind | null;
  readonly #placeOf: ReadMail['placeOf'];
  readonly #blocks: MailNode['parentNode'][] = [];
  readonly #words = new WordReader((mark) => this.#find({ message: APART, mark }));

  constructor(kindOf: (mark: number) => MarkKind | null, placeOf: ReadMail['placeOf']) {
    this.#kindOf = kindOf;
    this.#placeOf = placeOf;
  }

  node(node: MailNode): void {
    if (node.nodeName === '#documentType') return;
    if ('tagName' in node) this.#element(node);
    else if ('data' in node) this.#comment(node, node.data);
    else if ('value' in node) this.#text(node.value, node.sourceCodeLocation?.startOffset);
  }

  #find(finding: Finding): void {
    this.findings.push(finding);
  }

  #element(element: MailElement): void {
    const { tagName, namespaceURI, attrs, sourceCodeLocation: place } = element;
    const at = this.#placeOf(place?.startOffset);
    if (!isAllowedElement(tagName) || !namespaceURI.endsWith('/xhtml')) {
      const name = hasMark(tagName) ? 'with such a name' : tagName;
      this.#find({ message: `A sensitive template has no element ${name}.`, at });
    }
    for (const { name, value } of attrs)
      this.#attribute(tagName, name, value, this.#placeOf(place?.attrs?.[name]?.startOffset) ?? at);
    const isWithinWord = standsWithinWords(tagName);
    if (!isWithinWord) this.#words.part();
    for (const child of element.childNodes) this.node(child);
    if (!isWithinWord) this.#words.part();
  }

  #attribute(element: string, name: string, value: string, at: number | undefined): void {
    if (!hasMark(name) && !hasMark(value)) {
      const message = attributeProblem(element, name, value);
      if (message !== null) this.#find({ message, at });
      return;
    }
    const pieces = [...splitAtMarks(name), ...splitAtMarks(value)];
    const marks = pieces.filter((piece) => typeof piece === 'number');
    for (const mark of marks) this.seen.add(mark);
    const link = element === 'a' && name === 'href' ? onlyMark(value) : null;
    if (link !== null && this.#kindOf(link) === 'data') return;
    const isData = marks.every((mark) => this.#kindOf(mark) === 'data');
    this.#find({ message: isData ? DATA : BETWEEN, mark: marks[0], at });
  }

  #text(text: string, offset: number | undefined): void {
    for (const piece of splitAtMarks(text)) {
      if (typeof piece === 'string') {
        if (hasMark(piece)) this.#find({ message: CUT, at: this.#placeOf(offset) });
        this.#words.text(piece);
        continue;
      }
      this.seen.add(piece);
      if (this.#kindOf(piece) === 'data') this.#words.data(piece);
      else this.#find({ message: BETWEEN, mark: piece });
    }
  }

  #comment(node: MailNode, data: string): void {
    const mark = onlyMark(data);
    const kind = mark === null ? null : this.#kindOf(mark);
    if (mark === null || kind === null || kind === 'data') {
      this.#find({ message: COMMENT, at: this.#placeOf(node.sourceCodeLocation?.startOffset) });
      return;
    }
    this.seen.add(mark);
    if (kind === 'edge') return;
    const parent = writtenParent(node);
    if (kind === 'open') this.#blocks.push(parent);
    else if (this.#blocks.at(-1) !== parent) this.#find({ message: ENDS, mark });
    if (kind === 'open') this.#words.open();
    else if (kind !== 'close') this.#words.turn(kind === 'else');
    else {
      this.#blocks.pop();
      this.#words.close();
    }
  }
}

/**
 * Judges markup; `kinds` are those of the marks in the source, by their numbers; each of them has to be found in the
 * tree.
 */
export function judgeMarkup(source: string, kinds: ReadonlyMap<number, MarkKind>): Judged {
  let read: ReadMail;
  try {
    read = readMail(source);
  } catch (error) {
    if (error instanceof MarkupTooLarge) return { document: null, findings: [{ message: LARGE }] };
    throw error;
  }
  const judge = new MarkupJudge((mark) => kinds.get(mark) ?? null, read.placeOf);
  for (const node of read.document.childNodes) judge.node(node);
  const unread = [...kinds.keys()].filter((mark) => !judge.seen.has(mark));
  return {
    document: read.document,
    findings: [...judge.findings, ...unread.map((mark) => ({ message: UNREAD, mark }))],
  };
}
