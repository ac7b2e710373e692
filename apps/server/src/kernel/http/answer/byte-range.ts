// Reads the header Range of a request for one file, and cuts that part out of the file's chunks (RFC 9110, 14).

/** Names bytes by their position: `first` and `last` belong to it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Digits of a position: a longer number lies beyond any file, and beyond what a double counts exactly. */
const DIGITS_MAX = 15;
const rangeForm = new RegExp(`^bytes=\\s*(\\d{0,${DIGITS_MAX}})-(\\d{0,${DIGITS_MAX}})\\s*$`, 'i');

/**
 * Answers the part that is asked for; null where the whole file is to be sent, since the header is absent, of another unit, of
 * several parts, or no range at all (14.2 lets a server leave it out); `UNSATISFIABLE` where the file has no such byte.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | null | 'UNSATISFIABLE' {
  const [, from = '', to = ''] = (header !== undefined && rangeForm.exec(header)) || [];
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'UNSATISFIABLE' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'UNSATISFIABLE' : { first, last };
}

/** Yields the bytes of the range alone; nothing behind its last byte is read. */
export async function* partOf(
  chunks: AsyncIterable<Uint8Array>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    const end = at + chunk.byteLength;
    if (end > first) yield chunk.subarray(Math.max(0, first - at), Math.min(chunk.byteLength, last + 1 - at));
    if (end > last) return;
    at = end;
  }
}
