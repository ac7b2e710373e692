// Makes UUIDs of what they name, so that whoever knows the name finds the same one.
import { hash } from 'node:crypto';

const UUID_BYTES = 16;
const VERSION_8 = 0x80;
const VARIANT = 0x80;

/** Writes the first 16 bytes as a UUID of version 8 (RFC 9562, 5.8). */
export function version8Of(given: Uint8Array): string {
  const bytes = Buffer.from(given.subarray(0, UUID_BYTES));
  bytes[6] = (bytes[6]! & 0x0f) | VERSION_8;
  bytes[8] = (bytes[8]! & 0x3f) | VARIANT;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Answers the same UUID for the same texts in the same order. */
export function namedUuid(...names: readonly string[]): string {
  return version8Of(hash('sha256', JSON.stringify(names), 'buffer'));
}
