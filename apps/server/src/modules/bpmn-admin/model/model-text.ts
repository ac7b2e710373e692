// Turns the bytes of models into text for JSON and back.
import { decodeXml } from '@keelson/bpmn-xml';

const DECLARED_ENCODING = /^(\uFEFF?<\?xml\s[^>]*?\bencoding\s*=\s*["'])([^"']*)(["'])/;

/** Decodes by the byte order mark and the declaration of the file; other files are UTF-8. */
export function decodeModel(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes);
  return 'text' in decoded ? decoded.text : Buffer.from(bytes).toString();
}

/** Encodes as UTF-8; only a declaration of another encoding is adjusted. */
export function encodeModel(text: string): Buffer {
  const adjusted = text.replace(DECLARED_ENCODING, (whole, before: string, encoding: string, after: string) =>
    encoding.toLowerCase() === 'utf-8' ? whole : `${before}UTF-8${after}`,
  );
  return Buffer.from(adjusted.toWellFormed());
}
