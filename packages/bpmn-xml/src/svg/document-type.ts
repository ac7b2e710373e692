// Takes away the document type that drawing programs write, as long as it declares nothing itself.
import { decodeXml } from '../tree/tree-encoding.ts';

const BEFORE = [/\s+/y, /<!--[\s\S]*?-->/y, /<\?[\s\S]*?\?>/y];
const QUOTED = `(?:"[^"]*"|'[^']*')`;
/** A document type without declarations; one that has some is left for the parser to refuse. */
const BARE_TYPE = new RegExp(
  `<!DOCTYPE\\s+[^\\s>[\\]"']+(?:\\s+(?:PUBLIC\\s+${QUOTED}|SYSTEM)\\s+${QUOTED})?\\s*>`,
  'y',
);

/** Takes the document type out of a picture, whatever it names; the same bytes where there is none. */
export function withoutDocumentType(bytes: Uint8Array): Uint8Array {
  const decoded = decodeXml(bytes);
  if ('problem' in decoded) return bytes;
  const { text, byteOffset } = decoded;
  const start = behindAll(BEFORE, text);
  const end = behind(BARE_TYPE, text, start);
  if (end === start) return bytes;
  const rest = bytes.slice(byteOffset(end) - byteOffset(start));
  rest.set(bytes.subarray(0, byteOffset(start)));
  return rest;
}

function behindAll(patterns: readonly RegExp[], text: string): number {
  for (let at = 0; ; ) {
    const next = Math.max(...patterns.map((pattern) => behind(pattern, text, at)));
    if (next === at) return at;
    at = next;
  }
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
