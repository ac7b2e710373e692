// Decodes the bytes of a CSV file: by its byte order mark, else by the given encoding.
import type { CsvEncoding } from './csv.types.ts';

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'UTF-8', label: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'UTF-16', label: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'UTF-16', label: 'utf-16be' },
] as const;

/** Answers the text without its mark; null where the bytes do not fit the encoding. */
export function decodeCsv(
  bytes: Uint8Array,
  said: CsvEncoding | null,
): { readonly encoding: CsvEncoding; readonly text: string | null } {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? said ?? 'UTF-8';
  try {
    // The decoder of iso-8859-9 is that of windows-1254, which has letters in place of control characters.
    const text = new TextDecoder(marked?.label ?? encoding, { fatal: true }).decode(bytes);
    return { encoding, text };
  } catch {
    return { encoding, text: null };
  }
}
