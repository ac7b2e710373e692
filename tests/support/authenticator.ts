// Puts an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s) into the hand of a test.
import { createHmac } from 'node:crypto';
import { until } from './until.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** A code has to reach the server within the step it was computed for. */
const TRAVEL_MS = 3_000;

export interface Authenticator {
  /** Answers a code that the server takes and that was not given out before: two are good at a time, so call it at most twice. */
  code(): Promise<string>;
}

/** Takes `secret` in base32, as an enrolment shows it. */
export function createAuthenticator(secret: string): Authenticator {
  const key = fromBase32(secret);
  let last = 0;
  return {
    async code() {
      await until('a step with some time left', () => STEP_MS - (Date.now() % STEP_MS) > TRAVEL_MS);
      const current = Math.floor(Date.now() / STEP_MS);
      last = Math.max(last + 1, current - 1);
      return codeOf(key, last);
    },
  };
}

function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
