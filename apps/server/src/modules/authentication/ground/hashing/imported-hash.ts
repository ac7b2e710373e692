// Reads and checks password hashes of earlier systems, until the first sign-in makes them new.
import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { parseOptions } from '@node-rs/argon2';
import { isBcryptHash, verifyBcrypt } from './bcrypt-hash.ts';

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

// These bound what one sign-in may cost: an import must not be a way to stop the server.
const ARGON2_MEMORY_KIB_MAX = 262_144;
const ARGON2_PASSES_MAX = 20;
const ARGON2_LANES_MAX = 16;
const SCRYPT_LOG_N_MAX = 20;
const SCRYPT_BYTES_MAX = 268_435_456;
const PBKDF2_ROUNDS_MAX = 2_000_000;
const SALT_BYTES_MIN = 8;
const SALT_BYTES_MAX = 128;
const HASH_BYTES_MIN = 16;
const HASH_BYTES_MAX = 128;
// Memory that scrypt needs beside its blocks.
const SCRYPT_SLACK_BYTES = 1_048_576;

const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/;
// The rounds have a name, as the PHC format wants it, or none, as older programs write it.
const PBKDF2 = /^\$pbkdf2-(sha1|sha256|sha512)\$(?:i=)?(\d{1,8})(?:,l=\d{1,3})?\$([^$]+)\$([^$]+)$/;
const ARGON2 = /^\$argon2(?:id|i|d)\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** Says what a text is as a password hash: Argon2, of an earlier system, or none that is taken. */
export type HashKind = 'ARGON2' | 'FOREIGN' | 'UNKNOWN';

interface ForeignHash {
  readonly salt: Buffer;
  readonly expected: Buffer;
  readonly derive: (password: string, salt: Buffer, length: number) => Promise<Buffer>;
}

export function hashKindOf(text: string): HashKind {
  if (ARGON2.test(text)) return isAffordableArgon2(text) ? 'ARGON2' : 'UNKNOWN';
  return isForeignHash(text) ? 'FOREIGN' : 'UNKNOWN';
}

/** Whether `verifyForeign` checks a hash; its parameters then are within the bounds. */
export function isForeignHash(text: string): boolean {
  return !text.startsWith('$argon2') && (isBcryptHash(text) || parseForeign(text) !== null);
}

export async function verifyForeign(text: string, password: string): Promise<boolean> {
  if (isBcryptHash(text)) return verifyBcrypt(text, password);
  const parsed = parseForeign(text);
  if (parsed === null) return false;
  return timingSafeEqual(await parsed.derive(password, parsed.salt, parsed.expected.length), parsed.expected);
}

function isAffordableArgon2(text: string): boolean {
  try {
    const { memoryCost = 0, timeCost = 0, parallelism = 0 } = parseOptions(text);
    return memoryCost <= ARGON2_MEMORY_KIB_MAX && timeCost <= ARGON2_PASSES_MAX && parallelism <= ARGON2_LANES_MAX;
  } catch {
    return false;
  }
}

function parseForeign(text: string): ForeignHash | null {
  const scryptParts = SCRYPT.exec(text);
  if (scryptParts !== null) return parseScrypt(scryptParts);
  const pbkdf2Parts = PBKDF2.exec(text);
  return pbkdf2Parts === null ? null : parsePbkdf2(pbkdf2Parts);
}

function parseScrypt([, logN, blockSize, lanes, salt, hash]: RegExpExecArray): ForeignHash | null {
  const [exponent, r, p] = [Number(logN), Number(blockSize), Number(lanes)];
  if (exponent < 1 || exponent > SCRYPT_LOG_N_MAX || r < 1 || p < 1) return null;
  const N = 2 ** exponent;
  const bytes = 128 * r * (N + p);
  if (bytes > SCRYPT_BYTES_MAX) return null;
  const maxmem = bytes + SCRYPT_SLACK_BYTES;
  return foreign(salt, hash, (password, saltBytes, length) =>
    deriveScrypt(password, saltBytes, length, { N, r, p, maxmem }),
  );
}

function parsePbkdf2([, digest, rounds, salt, hash]: RegExpExecArray): ForeignHash | null {
  const iterations = Number(rounds);
  if (iterations < 1 || iterations > PBKDF2_ROUNDS_MAX || digest === undefined) return null;
  return foreign(salt, hash, (password, saltBytes, length) =>
    derivePbkdf2(password, saltBytes, iterations, length, digest),
  );
}

function foreign(
  salt: string | undefined,
  hash: string | undefined,
  derive: ForeignHash['derive'],
): ForeignHash | null {
  const [saltBytes, expected] = [decode(salt), decode(hash)];
  if (saltBytes === null || expected === null) return null;
  const fits =
    saltBytes.length >= SALT_BYTES_MIN &&
    saltBytes.length <= SALT_BYTES_MAX &&
    expected.length >= HASH_BYTES_MIN &&
    expected.length <= HASH_BYTES_MAX;
  return fits ? { salt: saltBytes, expected, derive } : null;
}

/** Decodes base64 without padding, also with `.` for `+`, as older programs write it. */
function decode(text: string | undefined): Buffer | null {
  if (text === undefined || !/^[A-Za-z0-9+/.]+={0,2}$/.test(text)) return null;
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}
