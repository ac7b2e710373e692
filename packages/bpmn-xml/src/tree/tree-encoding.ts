// Turns the bytes of an XML file into text as its byte order mark and declaration say, and text offsets back into byte offsets.

/** The text of a file, with the way back to its bytes. */
export interface DecodedXml {
  readonly text: string;
  readonly encoding: string;
  /** Offset in `text` (UTF-16 code units) to offset in the file (bytes, byte order mark included). */
  readonly byteOffset: (textOffset: number) => number;
}

export type DecodeResult = DecodedXml | { readonly problem: string };

/** Bound of the bytes in which a declaration is looked for: it has to stand in front. */
const DECLARATION_BYTES_MAX = 256;

const BYTE_ORDER_MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Guesses UTF-16 without a mark by the first bytes, `<` and a second character below U+0100, which every such file begins with. */
function guessWithoutMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] !== 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array, family: string | undefined): string | undefined {
  const head = bytes.subarray(0, DECLARATION_BYTES_MAX);
  const text = family?.startsWith('utf-16') ? new TextDecoder(family).decode(head) : latin1(head);
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1]?.toLowerCase();
}

/** Encodings that tools write by the system they run on: all but UTF-8 have one byte a character. */
const KNOWN_ENCODING =
  /^(?:utf-8|us-ascii|iso-8859-(?:[1-9]|1[03-6])|windows-(?:125[0-8]|874)|koi8-[ru]|ibm866|macintosh)$/;

const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  ascii: 'us-ascii',
  l1: 'iso-8859-1',
  latin1: 'iso-8859-1',
  l5: 'iso-8859-9',
  latin5: 'iso-8859-9',
  latin9: 'iso-8859-15',
  macroman: 'macintosh',
};

/**
 * Answers the usual name of an encoding: `ISO_8859-9`, `ISO8859-9`, `Cp1254` and `windows1254` are names of one family; `UTF-16LE` says
 * what a mark would say.
 */
function canonicalName(declared: string): string {
  const name = declared.trim().replaceAll('_', '-');
  return (
    ALIASES[name] ??
    name.replace(/^iso-?8859-/, 'iso-8859-').replace(/^(?:cp-?|windows-?|ms-)(125\d|874)$/, 'windows-$1')
  );
}

/** Answers the encoding to decode with; undefined when mark and declaration contradict each other or it is none of ours. */
function chooseEncoding(marked: string | undefined, declared: string | undefined): string | undefined {
  if (declared === undefined) return marked ?? 'utf-8';
  const name = canonicalName(declared);
  if (name === 'utf-16') return marked?.startsWith('utf-16') ? marked : undefined;
  if (marked !== undefined) return marked === name ? name : undefined;
  return KNOWN_ENCODING.test(name) ? name : undefined;
}

/** Decodes a whole file. A byte sequence that the encoding does not know is a problem, never a replacement character. */
export function decodeXml(bytes: Uint8Array): DecodeResult {
  const mark = BYTE_ORDER_MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  const markLength = mark?.bytes.length ?? 0;
  const body = bytes.subarray(markLength);
  const marked = mark?.encoding ?? guessWithoutMark(bytes);
  const declared = declaredEncoding(body, marked);
  const encoding = chooseEncoding(marked, declared);
  if (encoding === undefined) {
    const seen = marked === undefined ? '' : `, the bytes are ${marked}`;
    return { problem: `encoding "${declared ?? ''}" is not supported or not the one used${seen}` };
  }
  const text = decodeBytes(body, encoding);
  if (text === undefined) return { problem: `a byte sequence is not valid in ${encoding}` };
  if (text.startsWith('\uFEFF')) return { problem: 'a second byte order mark follows the first' };
  return { text, encoding, byteOffset: byteOffsets(text, body, encoding, markLength) };
}

/** Letters in which ISO-8859-9 differs from ISO-8859-1. */
const TURKISH: Readonly<Record<string, string>> = { Ð: 'Ğ', Ý: 'İ', Þ: 'Ş', ð: 'ğ', ý: 'ı', þ: 'ş' };

/** Decodes bytes; undefined for bytes that the encoding does not know. */
export function decodeBytes(body: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'us-ascii' && body.some((byte) => byte > 0x7f)) return undefined;
  // TextDecoder takes these labels for windows-1252 and windows-1254, which differ between 0x80 and 0x9f.
  if (encoding === 'iso-8859-1' || encoding === 'us-ascii') return latin1(body);
  if (encoding === 'iso-8859-9') return latin1(body).replace(/[ÐÝÞðýþ]/g, (letter) => TURKISH[letter] ?? letter);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Bound of the arguments of one call, more of which overflow the stack of some engines. */
const CALL_ARGUMENTS_MAX = 8_192;

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CALL_ARGUMENTS_MAX) {
    text += String.fromCharCode(...bytes.subarray(at, at + CALL_ARGUMENTS_MAX));
  }
  return text;
}

function byteOffsets(text: string, body: Uint8Array, encoding: string, markLength: number): (offset: number) => number {
  if (encoding.startsWith('utf-16')) return (offset) => markLength + 2 * offset;
  if (text.length === body.length) return (offset) => markLength + offset;
  const offsets = new Uint32Array(text.length + 1);
  let bytes = markLength;
  for (let index = 0; index < text.length; index += 1) {
    offsets[index] = bytes;
    const unit = text.charCodeAt(index);
    // The two halves of a pair take four bytes together.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  offsets[text.length] = bytes;
  return (offset) => offsets[offset] ?? bytes;
}
