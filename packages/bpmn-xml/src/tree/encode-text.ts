// Turns new text into the bytes of a file, in whatever encoding the file is.
import { decodeBytes } from './tree-encoding.ts';

/** Characters by the byte that stands for them, for each encoding of one byte a character that was asked for. */
const BYTE_TABLES = new Map<string, ReadonlyMap<string, number>>();

const ONE_BYTE_VALUES = 256;

function byteTable(encoding: string): ReadonlyMap<string, number> {
  const known = BYTE_TABLES.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, number>();
  for (let byte = 0; byte < ONE_BYTE_VALUES; byte += 1) {
    const character = decodeBytes(Uint8Array.of(byte), encoding);
    if (character !== undefined) table.set(character, byte);
  }
  BYTE_TABLES.set(encoding, table);
  return table;
}

/** Says whether the encoding has every character, so that none is written as a reference. */
export function canEncode(text: string, encoding: string): boolean {
  if (encoding.startsWith('utf-')) return true;
  const table = byteTable(encoding);
  return Array.from(text).every((character) => table.has(character));
}

/** Encodes markup; a character that the encoding does not have becomes a reference, which text and values of attributes may hold. */
export function encodeMarkup(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le');
  const table = byteTable(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const byte = table.get(character);
    if (byte === undefined) bytes.push(...referenceBytes(character));
    else bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Encodes a reference: all encodings of one byte a character have its signs where ASCII has them. */
function referenceBytes(character: string): Uint8Array {
  const code = character.codePointAt(0) ?? 0;
  return new TextEncoder().encode(`&#x${code.toString(16).toUpperCase()};`);
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
}
