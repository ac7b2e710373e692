// Escapes texts for HTML, so that none is read as markup.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const special = /[&<>"']/;
// HTML has no place for these characters, and a parser would report errors.
const control = /[\p{Cc}--[\t\n\r]]/gv;

/** Escapes a text for elements and quoted attributes alike. */
export function htmlText(text: string): string {
  const shown = text.replace(control, '\uFFFD');
  return special.test(shown) ? shown.replace(/[&<>"']/g, (letter) => entities[letter]!) : shown;
}
