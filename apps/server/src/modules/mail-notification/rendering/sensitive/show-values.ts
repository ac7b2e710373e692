// Puts the values into a rendered part of a sensitive mail, once its marks are found where they may stand.
import { OUTPUT_CHARACTERS_MAX, OutputTooLong } from '../liquid/liquid-engines.ts';
import type { Forms } from '../liquid/rendering.types.ts';
import { isSafeUrl } from '../markup/unsafe-elements.ts';
import { APART, judgeMarkup, type MarkKind } from './judge-markup.ts';
import { type MailNode, writeMail } from './mail-markup.ts';
import { hasMark, onlyMark, splitAtMarks } from './marks.ts';
import { WordReader } from './word-reader.ts';

export type ShownPart =
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'refused'; readonly messages: readonly string[] };

const UNKNOWN = 'A variable was changed on its way into the mail.';
const ADDRESS = 'The address in href is not allowed.';

/** Checks the length again, as a value is longer than its mark. */
function requireRoom(pieces: readonly (string | number)[], values: readonly string[]): void {
  const lengthOf = (piece: string | number) => (typeof piece === 'string' ? piece : (values[piece] ?? '')).length;
  const length = pieces.reduce<number>((sum, piece) => sum + lengthOf(piece), 0);
  if (length > OUTPUT_CHARACTERS_MAX) throw new OutputTooLong();
}

function shown(pieces: readonly (string | number)[], values: readonly string[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : (values[piece] ?? ''))).join('');
}

function showText(pieces: readonly (string | number)[], values: readonly string[]): ShownPart {
  let isApart = true;
  const words = new WordReader(() => {
    isApart = false;
  });
  for (const piece of pieces) {
    if (typeof piece === 'string') words.text(piece);
    else words.data(piece);
  }
  return isApart ? { kind: 'shown', text: shown(pieces, values) } : { kind: 'refused', messages: [APART] };
}

/** Puts the values into the tree, as text and as links; answers problems. */
function fill(node: MailNode, values: readonly string[]): readonly string[] {
  if ('value' in node) {
    node.value = shown(splitAtMarks(node.value), values);
    return [];
  }
  if (!('childNodes' in node)) return [];
  const problems = node.childNodes.flatMap((child) => fill(child, values));
  for (const attribute of node.attrs) {
    const mark = onlyMark(attribute.value);
    if (mark === null) continue;
    attribute.value = values[mark] ?? '';
    if (!isSafeUrl(attribute.value)) problems.push(ADDRESS);
  }
  return problems;
}

function showMarkup(html: string, pieces: readonly (string | number)[], values: readonly string[]): ShownPart {
  const marks = pieces.filter((piece) => typeof piece === 'number');
  const kinds = new Map(marks.map((mark): [number, MarkKind] => [mark, 'data']));
  const { document, findings } = judgeMarkup(html, kinds);
  if (document === null || findings.length > 0) {
    return { kind: 'refused', messages: findings.map(({ message }) => message) };
  }
  const problems = document.childNodes.flatMap((node) => fill(node, values));
  return problems.length > 0 ? { kind: 'refused', messages: problems } : { kind: 'shown', text: writeMail(document) };
}

/** Answers the part with its values; throws `OutputTooLong`. */
export function showValues(form: keyof Forms, rendered: string, values: readonly string[]): ShownPart {
  const pieces = splitAtMarks(rendered);
  const isKnown = pieces.every((piece) => (typeof piece === 'string' ? !hasMark(piece) : piece < values.length));
  if (!isKnown) return { kind: 'refused', messages: [UNKNOWN] };
  requireRoom(pieces, values);
  return form === 'html' ? showMarkup(rendered, pieces, values) : showText(pieces, values);
}
