// Finds the white space by which a file is indented, in its own bytes, so that what is put in stands like its neighbours.
import type { XmlDocument } from './tree.types.ts';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;

/** Answers where the line break begins after which only blanks stand up to `offset`; null where something else stands there. */
export function lineBreakBefore(tree: XmlDocument, offset: number): number | null {
  let at = offset;
  while (unitBefore(tree, at) === BLANK || unitBefore(tree, at) === TAB) at -= unitBytes(tree);
  const unit = unitBefore(tree, at);
  if (unit === CARRIAGE_RETURN) return at - unitBytes(tree);
  if (unit !== LINE_FEED) return null;
  at -= unitBytes(tree);
  return unitBefore(tree, at) === CARRIAGE_RETURN ? at - unitBytes(tree) : at;
}

/** Answers the line break and the blanks in front of `offset`; empty where something else stands there. */
export function indentBefore(tree: XmlDocument, offset: number): string {
  const from = lineBreakBefore(tree, offset);
  if (from === null) return '';
  let indent = '';
  for (let at = from + unitBytes(tree); at <= offset; at += unitBytes(tree)) {
    indent += String.fromCharCode(unitBefore(tree, at));
  }
  return indent;
}

/** Answers the bytes of a unit: all encodings but UTF-16 write these characters as ASCII does, and never as part of another one. */
function unitBytes({ encoding }: XmlDocument): 1 | 2 {
  return encoding.startsWith('utf-16') ? 2 : 1;
}

/** Reads the unit in front of an offset; -1 in front of the file. */
function unitBefore(tree: XmlDocument, offset: number): number {
  const { bytes, encoding } = tree;
  const low = bytes[offset - (encoding === 'utf-16le' ? 2 : 1)] ?? -1;
  if (unitBytes(tree) === 1) return low;
  const high = bytes[offset - (encoding === 'utf-16le' ? 1 : 2)] ?? -1;
  return high * 256 + low;
}
