// Writes a value of any type as people read it.

/** Characters of a value in a list; the whole of a longer one stands on its page. */
const SHOWN_MAX = 120;

export interface ValueWords {
  readonly yes: string;
  readonly no: string;
}

export function shownValue(value: unknown, words: ValueWords): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value === true) return words.yes;
  if (value === false) return words.no;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)} …` : text;
}
