// Computes time-based one-time passwords (RFC 6238) as authenticator apps do: SHA-1, 6 digits, 30 s.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** 160 bit, the length of SHA-1 (RFC 4226, section 4, R6). */
export const TOTP_SECRET_BYTES = 20;
export const TOTP_DIGITS = 6;
export const TOTP_STEP_SECONDS = 30;

const STEP_MS = TOTP_STEP_SECONDS * 1_000;
const MODULUS = 10 ** TOTP_DIGITS;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_BITS = 5;

/** Answers the number of the step that a time (epoch ms) lies in. */
export function totpStepAt(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** Answers the code of one step (RFC 4226, section 5.3), leading zeros kept. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest[digest.length - 1] ?? 0) & 0x0f;
  const truncated = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % MODULUS).padStart(TOTP_DIGITS, '0');
}

/** Answers the step whose code this is: the current one or one of `pastSteps` before it; null when none fits. */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number, pastSteps: number): number | null {
  const given = Buffer.from(code);
  if (given.length !== TOTP_DIGITS) return null;
  const current = totpStepAt(nowMs);
  let found: number | null = null;
  // Every step is computed, so the time does not show which one fits.
  for (let step = current; step >= current - pastSteps; step--) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), given)) found ??= step;
  }
  return found;
}

/** Encodes RFC 4648 base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= BASE32_BITS) {
      bits -= BASE32_BITS;
      text += BASE32[(held >>> bits) & 31];
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + BASE32[(held << (BASE32_BITS - bits)) & 31] : text;
}

/** Answers what an app reads from the QR code (Key URI Format). */
export function otpauthUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_STEP_SECONDS}`;
  return `otpauth://totp/${label}?${query}`;
}
