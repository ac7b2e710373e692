// Makes e-mailed codes, kept as a keyed hash that is tied to one challenge, and queued as a mail.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { SecretKeys, WorkingKey } from '../../../kernel/secrets/secret-keys.ts';

const PURPOSE = 'auth-code';
const DIGITS = 6;

/** Makes a code of digits, leading zeros kept. */
export function makeEmailCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

function digest({ key }: WorkingKey, challengeHash: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${challengeHash}:${code}`).digest();
}

/** Answers `<key id>.<base64url>`; useless beside another challenge. */
export function hashEmailCode(keys: SecretKeys, challengeHash: string, code: string): string {
  const key = keys.derive(PURPOSE);
  return `${key.id}.${digest(key, challengeHash, code).toString('base64url')}`;
}

export function isEmailCode(keys: SecretKeys, stored: string, challengeHash: string, code: string): boolean {
  const [id, text = ''] = stored.split('.', 2);
  const key = keys.deriveAll(PURPOSE).find((candidate) => candidate.id === id);
  const expected = Buffer.from(text, 'base64url');
  const given = key === undefined ? null : digest(key, challengeHash, code);
  return given !== null && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Answers `j***@e***.com`: enough to recognise the mailbox, not enough to learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const first = (text: string): string => [...text][0] ?? '';
  return `${first(address.slice(0, Math.max(at, 0)))}***@${first(domain)}***${dot < 0 ? '' : domain.slice(dot)}`;
}
