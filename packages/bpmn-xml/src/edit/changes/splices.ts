// Replaces ranges of a file's bytes and leaves every other byte as it is.
import { encodeMarkup } from '../../tree/encode-text.ts';
import type { XmlDocument } from '../../tree/tree.types.ts';

/** Markup that replaces these bytes; where start and end are equal, it stands between two. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  /** Markup, in which everything is escaped already. */
  readonly markup: string;
}

/**
 * Writes a file with its splices, in the encoding of the file. Of two splices at one place what is put in comes before what is taken out.
 */
export function applySplices({ bytes, encoding }: XmlDocument, splices: readonly Splice[]): Uint8Array {
  const sorted = splices.toSorted((left, right) => left.start - right.start || left.end - right.end);
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const { start, end, markup } of sorted) {
    if (start < copied) throw new Error(`two changes of a file meet at byte ${start}`);
    parts.push(bytes.subarray(copied, start), encodeMarkup(markup, encoding));
    copied = end;
  }
  parts.push(bytes.subarray(copied));
  return concatenated(parts);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}
