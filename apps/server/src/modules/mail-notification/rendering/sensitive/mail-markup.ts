// Reads a mail as mail programs do, and writes it from the same tree that was judged.
import { createRequire } from 'node:module';
import type * as Parse5 from 'parse5';

// The library is loaded when it is needed, which is in a thread.
const require = createRequire(import.meta.url);

type Nodes = Parse5.DefaultTreeAdapterTypes.DefaultTreeAdapterMap;
export type MailDocument = Nodes['document'];
export type MailElement = Nodes['element'];
export type MailNode = Nodes['childNode'];

/** Bound of elements, beyond any mail; a few unclosed elements multiply those behind them. */
const ELEMENTS_MAX = 10_000;
/** Bound of levels: a walk through the tree calls itself for each. */
const NESTING_MAX = 200;

/** Thrown for a mail beyond the bounds. */
export class MarkupTooLarge extends Error {}

/** Document type of all mails, so that every program reads them by the same rules. */
const DOCUMENT_TYPE = '<!DOCTYPE html>';
const FRAGMENT_BEGIN = `${DOCUMENT_TYPE}<html><head></head><body>`;
const WHOLE = /^\s*<(?:!doctype|html|head|body)\b/i;

function boundedAdapter({ defaultTreeAdapter }: typeof Parse5): Parse5.TreeAdapter<Nodes> {
  let count = 0;
  let depth = 0;
  const requireRoom = (isEnough: boolean) => {
    if (!isEnough) throw new MarkupTooLarge();
  };
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      count += 1;
      requireRoom(count <= ELEMENTS_MAX);
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      depth += 1;
      requireRoom(depth <= NESTING_MAX);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

export interface ReadMail {
  readonly document: MailDocument;
  /** Answers the position in the source of an offset in the tree. */
  placeOf(offset: number | undefined): number | undefined;
}

/** Reads markup; throws `MarkupTooLarge`. */
export function readMail(source: string): ReadMail {
  const parse5 = require('parse5') as typeof Parse5;
  const begin = WHOLE.test(source) ? DOCUMENT_TYPE : FRAGMENT_BEGIN;
  const treeAdapter = boundedAdapter(parse5);
  const document = parse5.parse(begin + source, { treeAdapter, sourceCodeLocationInfo: true });
  return { document, placeOf: (offset) => (offset === undefined ? offset : Math.max(0, offset - begin.length)) };
}

export function writeMail(document: MailDocument): string {
  return (require('parse5') as typeof Parse5).serialize(document);
}
