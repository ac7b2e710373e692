// Makes every identifier and secret of the program.
import { hash, randomFillSync, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

export interface Ids {
  /** Makes a UUID version 7 (RFC 9562, 5.7 and 6.2 method 1) in lower case; it rises strictly within this process. */
  uuidV7(): string;
  /** Makes a UUID version 4. */
  requestId(): string;
  /** Makes 8 characters of RFC 4648 base32 in lower case: 40 random bits, never a secret. */
  suffix8(): string;
  /** Makes a session token: `svc_` and 256 random bits as base64url, 47 characters. */
  token(): string;
  /** Answers random bytes as base64url without padding. */
  secret(bytes: number): string;
}

const UUID_POOL_BYTES = 4096;
const UUID_RANDOM_BYTES = 10;
const COUNTER_MAX = 0xfff;
// The counter of a millisecond starts in its lower half, so that at least 2,048 ids fit before the time is borrowed.
const COUNTER_START_MASK = 0x7ff;
const VERSION_7 = 0x7000;
const VARIANT_BITS = 0x80;
const VARIANT_MASK = 0x3f;
const TOKEN_BYTES = 32;
const TOKEN_PREFIX = 'svc_';
const API_KEY_PREFIX = 'svc_key_';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const SUFFIX_LENGTH = 8;

const hexByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** `fill` puts random bytes into the buffer; tests give their own. */
export function createIds(clock: Clock, fill: (buffer: Buffer) => void = (buffer) => randomFillSync(buffer)): Ids {
  const secret = (bytes: number): string => {
    const buffer = Buffer.allocUnsafe(bytes);
    fill(buffer);
    return buffer.toString('base64url');
  };
  return {
    uuidV7: createUuidV7(clock, fill),
    requestId: () => randomUUID(),
    suffix8: () => makeSuffix(fill),
    token: () => makeToken(secret),
    secret,
  };
}

function createUuidV7(clock: Clock, fill: (buffer: Buffer) => void): () => string {
  const pool = Buffer.allocUnsafe(UUID_POOL_BYTES);
  let used = UUID_POOL_BYTES;
  let lastMs = -1;
  let counter = 0;
  let timePart = '';
  return () => {
    if (used + UUID_RANDOM_BYTES > UUID_POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    const at = used;
    used += UUID_RANDOM_BYTES;
    const now = clock.now();
    if (now > lastMs || counter === COUNTER_MAX) {
      lastMs = now > lastMs ? now : lastMs + 1;
      counter = pool.readUInt16BE(at) & COUNTER_START_MASK;
      const hex = lastMs.toString(16).padStart(12, '0');
      timePart = `${hex.slice(0, 8)}-${hex.slice(8)}-`;
    } else {
      counter += 1;
    }
    const byte = (index: number): string => hexByte[pool[at + index] as number] as string;
    const variant = hexByte[VARIANT_BITS | ((pool[at + 2] as number) & VARIANT_MASK)] as string;
    return `${timePart}${(VERSION_7 | counter).toString(16)}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
  };
}

function makeSuffix(fill: (buffer: Buffer) => void): string {
  const bytes = Buffer.allocUnsafe(SUFFIX_LENGTH);
  fill(bytes);
  let suffix = '';
  // 256 is a multiple of 32, so that each character is equally likely.
  for (const byte of bytes) suffix += BASE32[byte & (BASE32.length - 1)];
  return suffix;
}

/** Makes a token again where it would read as an API key, or its identifier as a token (1 in 16.7 million each). */
function makeToken(secret: (bytes: number) => string): string {
  for (;;) {
    const token = TOKEN_PREFIX + secret(TOKEN_BYTES);
    if (!token.startsWith(API_KEY_PREFIX) && !hash('sha256', token, 'base64url').startsWith(TOKEN_PREFIX)) return token;
  }
}
