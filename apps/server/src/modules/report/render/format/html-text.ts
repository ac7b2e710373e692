// Writes texts into HTML so that none of them is ever read as markup.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const special = /[&<>"']/;
// The standard of HTML has no place for these, and a parser would report them as errors.
const control = /[\p{Cc}--[\t\n\r]]/gv;

/** Serves elements and quoted attributes alike. */
export function htmlText(text: string): string {
  const shown = text.replace(control, '\uFFFD');
  return special.test(shown) ? shown.replace(/[&<>"']/g, (letter) => entities[letter]!) : shown;
}
