// Writes values as XML, so that reading them gives the same value again.

/** Characters that cannot stand in any XML file, not even as references: control characters, halves of pairs and the two non-characters. */
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

/** Escapes a value; white space other than blanks becomes references, as it would be read as blanks. */
export function escapeAttribute(value: string, quote: '"' | "'" = '"'): string {
  return written(value, quote === '"' ? /[&<"\t\n\r]/g : /[&<'\t\n\r]/g);
}

/** Escapes a text: a carriage return would be read as a line end, and `]]>` must not stand in text. */
export function escapeText(value: string): string {
  return written(value, /[&<>\r]/g);
}

/** Writes a section; its end inside of the text is split over two. Null where the text has what a section cannot hold. */
export function cdataSection(value: string): string | null {
  return value.includes('\r') ? null : `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
