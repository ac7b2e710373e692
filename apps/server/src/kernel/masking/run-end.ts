// Finds where a run of characters ends, in a text of any length.

/**
 * Answers where the first character stands that `other` matches. A search keeps no states to return to, as a pattern
 * that ends in `+` does: V8 then keeps one for each character, and its stack ends after some millions.
 */
export function runEnd(text: string, from: number, other: RegExp): number {
  other.lastIndex = from;
  return other.exec(text)?.index ?? text.length;
}
