// Frames a record for the disk: its length, its checksum, its bytes.
import { crc32 } from 'node:zlib';

export const HEADER_BYTES = 8;
/** Bytes of a record, far above any event's: a greater length is damage. */
export const RECORD_BYTES_MAX = 1024 * 1024;

/** `beyond`: the frame reaches past the bytes at hand. `checksum`: it is complete, but its content is damaged. */
export type FrameFinding =
  | { readonly state: 'whole' | 'checksum'; readonly end: number }
  | { readonly state: 'beyond' | 'unreadable' };

/** Answers how many bytes the record takes on disk. */
export function frameBytes(record: string | Uint8Array): number {
  const length = typeof record === 'string' ? Buffer.byteLength(record) : record.byteLength;
  // An empty record would look like the zeros that a power cut leaves.
  if (length === 0 || length > RECORD_BYTES_MAX) {
    throw new RangeError(`A record has 1 to ${RECORD_BYTES_MAX} bytes, not ${length}.`);
  }
  return HEADER_BYTES + length;
}

/** Frames the records; `size` is the sum of their `frameBytes`. */
export function encodeFrames(records: Iterable<string | Uint8Array>, size: number): Buffer<ArrayBuffer> {
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const record of records) {
    const start = at + HEADER_BYTES;
    if (typeof record === 'string') at = start + buffer.write(record, start);
    else {
      buffer.set(record, start);
      at = start + record.byteLength;
    }
    buffer.writeUInt32LE(at - start, start - HEADER_BYTES);
    buffer.writeUInt32LE(crc32(buffer.subarray(start, at)), start - HEADER_BYTES / 2);
  }
  return buffer;
}

/** Judges the bytes at a place. JSON holds no byte 0, so that no frame is found inside a record. */
export function frameAt(bytes: Buffer, at: number): FrameFinding {
  if (at + HEADER_BYTES > bytes.length) return { state: 'beyond' };
  const length = bytes.readUInt32LE(at);
  if (length === 0 || length > RECORD_BYTES_MAX) return { state: 'unreadable' };
  const start = at + HEADER_BYTES;
  const end = start + length;
  if (end > bytes.length) return { state: 'beyond' };
  const isRight = crc32(bytes.subarray(start, end)) === bytes.readUInt32LE(at + HEADER_BYTES / 2);
  return { state: isRight ? 'whole' : 'checksum', end };
}
