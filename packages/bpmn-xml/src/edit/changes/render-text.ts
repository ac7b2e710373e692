// Writes the text of an element anew: as a section of its own where it was one, and with comments left where they stand.
import { canEncode } from '../../tree/encode-text.ts';
import { cdataSection, escapeText } from '../../tree/escaping.ts';
import type { XmlDocument, XmlElement } from '../../tree/tree.types.ts';
import type { Splice } from './splices.ts';

/** Writes the text of an element of two tags. The first piece of its text holds the new one, further pieces go. */
export function* renderText(tree: XmlDocument, element: XmlElement, text: string): Iterable<Splice> {
  const pieces = element.children.filter(({ kind }) => kind === 'text' || kind === 'cdata');
  const place = pieces.find(({ kind }) => kind === 'cdata') ?? pieces[0];
  const markup = (place?.kind === 'cdata' ? sectionOf(tree, text) : null) ?? escapeText(text);
  if (place === undefined) yield { start: element.startTagEnd, end: element.startTagEnd, markup };
  for (const piece of pieces) {
    yield { start: piece.start, end: piece.end, markup: piece === place ? markup : '' };
  }
}

/** Writes text as a section where the encoding has all of it: a section can name no character by its number. */
function sectionOf({ encoding }: XmlDocument, text: string): string | null {
  return canEncode(text, encoding) ? cdataSection(text) : null;
}
