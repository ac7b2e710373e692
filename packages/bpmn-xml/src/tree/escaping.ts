// Writes values as XML, so that reading them gives the same value again.

/** Control characters, halves of pairs and the two non-characters cannot stand in any XML file, not even as references. */
const NO_XML_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

export function isXmlText(text: string): boolean {
  return !NO_XML_CHARACTER.test(text);
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function written(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => REFERENCES[character] ?? character);
}

/** White space other than blanks would be read as blanks. */
export function escapeAttribute(value: string, quote: '"' | "'" = '"'): string {
  return written(value, quote === '"' ? /[&<"\t\n\r]/g : /[&<'\t\n\r]/g);
}

/** A carriage return would be read as a line end; `]]>` must not stand in text. */
export function escapeText(value: string): string {
  return written(value, /[&<>\r]/g);
}

/** The end of a section inside of it is split over two; null where it holds what a section cannot. */
export function cdataSection(value: string): string | null {
  return value.includes('\r') ? null : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
