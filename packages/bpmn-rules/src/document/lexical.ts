// What names, media types and URIs look like, as far as the standard asks for one.

/** A media type is `type/subtype` of RFC 2045, with or without parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:"[^"]*"|[^\s;"]+))*$/;

/** Whether this is a media type, as a text format must be (DOC-14). */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text.trim());
}

/** Whether this is a URI with a scheme, which names a language or a type wherever the file lies. */
export function isAbsoluteUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(text.trim());
}

/** Characters that a name begins with: XML Namespaces 1.0, production NCName, over the characters of XML 1.0 (fifth edition). */
const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NC_NAME = new RegExp(`^[${NAME_START}][${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u');

/** Whether this is an NCName, as an id and each part of a qualified name must be. */
export function isNcName(text: string): boolean {
  return NC_NAME.test(text);
}
