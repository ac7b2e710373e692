// Splits the text of a JSON list into its entries, so that an invalid one does not affect the others.

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Splits a list; null where it has no end, or is surrounded by other text; entries are checked when they are read. */
export function splitJsonList(text: string): readonly string[] | null {
  const list = text.trim();
  if (list.charCodeAt(0) !== OPEN_LIST) return null;
  const entries: string[] = [];
  let start = 1;
  let depth = 0;
  for (let index = 1; index < list.length; index += 1) {
    const character = list.charCodeAt(index);
    if (character === QUOTE) {
      index = endOfString(list, index);
      if (index === -1) return null;
    } else if (character === OPEN_LIST || character === OPEN_OBJECT) depth += 1;
    else if (character === CLOSE_OBJECT) depth -= 1;
    else if (character === CLOSE_LIST) {
      depth -= 1;
      if (depth < 0) return index === list.length - 1 ? withLast(entries, list.slice(start, index)) : null;
    } else if (character === COMMA && depth === 0) {
      entries.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return null;
}

/** Adds the last entry, unless the list is empty. */
function withLast(entries: readonly string[], last: string): readonly string[] {
  return entries.length === 0 && last.trim() === '' ? [] : [...entries, last];
}

/** Index of the quote that ends the string which begins at `start`; -1 where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even number of backslashes are characters of the string, an odd one makes the quote one.
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}
