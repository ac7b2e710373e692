// Writes texts into the XML of a workbook: characters that XML lacks are removed, and those that a spreadsheet would
// read differently are escaped.

/** The most that a cell holds, in units of UTF-16. */
export const CELL_TEXT_MAX = 32_767;

// Control characters but tab and line feed, and the two noncharacters; a carriage return would be read as a line feed.
const special = /[&<>"\ufffe\uffff[\p{Cc}--[\t\n\x7f-\x9f]]]|_x/v;
const forbidden = /[\ufffe\uffff[\p{Cc}--[\t\n\r\x7f-\x9f]]]/gv;
/** Matches what would be read as the character of that number, so that its underscore is escaped. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(forbidden, '')
    .replace(escapeLike, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '_x000D_');
}

/** Cuts a text, never within a surrogate pair. */
export function cutText(text: string): string {
  const last = text.charCodeAt(CELL_TEXT_MAX - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? CELL_TEXT_MAX - 1 : CELL_TEXT_MAX);
}

/** Writes the string of a cell; white space at its ends and line breaks are kept. */
export function inlineString(text: string): string {
  const isKept =
    text !== '' && (text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n'));
  return isKept ? `<is><t xml:space="preserve">${xmlText(text)}</t></is>` : `<is><t>${xmlText(text)}</t></is>`;
}

const SHEET_NAME_MAX = 31;

/** Answers a valid name of a sheet, with a number where it is not the first. */
export function sheetName(title: string, number: number): string {
  const clean = title
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .trim();
  const suffix = number === 1 ? '' : ` (${number})`;
  const name = clean === '' || /^(history|charts)$/i.test(clean) ? `Data ${clean}`.trim() : clean;
  return `${[...name]
    .slice(0, SHEET_NAME_MAX - suffix.length)
    .join('')
    .slice(0, SHEET_NAME_MAX - suffix.length)
    .trimEnd()}${suffix}`;
}
