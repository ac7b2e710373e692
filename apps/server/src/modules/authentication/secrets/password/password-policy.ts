// Says what a new password must be, and names every reason why one is refused.
import type { ArgumentCode } from '@keelson/contract';
import { foldName } from '../../../../kernel/text/fold.ts';
import { normalizePassword } from '../../ground/hashing/normalize-password.ts';
import { PASSWORD_LENGTH_MAX } from '../../settings/authentication.settings.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Bytes of UTF-8 above which a password is not hashed. */
export const PASSWORD_BYTES_MAX = 1_024;

// Words of the product that a password must not be; those of tenant and user are added by the caller.
const PRODUCT_WORDS = ['keelson'];
const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Demands of the tenant on a password. */
export interface PasswordDemands {
  /** Fewest code points. */
  readonly minLength: number;
  /** Says whether the shipped list is asked. */
  readonly blocklist: boolean;
}

/** Words of user and tenant that the password must not consist of. */
export interface PasswordContext {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly email?: string | null;
}

export interface PasswordProblem {
  readonly code: ArgumentCode;
  readonly message: string;
}

/**
 * Says whether a password is long enough without a second factor; decided when it is set, since its length is not kept.
 */
export function standsAlone(password: string, minLength: number): boolean {
  return [...normalizePassword(password)].length >= minLength;
}

export function isHashable(password: string): boolean {
  return password !== '' && Buffer.byteLength(password) <= PASSWORD_BYTES_MAX;
}

/** Answers every reason at once; empty when the password stands alone. */
export function findPasswordProblems(password: string, context: PasswordContext & PasswordDemands): PasswordProblem[] {
  const normalized = normalizePassword(password);
  const points = [...normalized];
  const { minLength, blocklist } = context;
  const problems: PasswordProblem[] = [];
  const add = (code: ArgumentCode, message: string): void => {
    problems.push({ code, message });
  };
  if (points.length < minLength) {
    add('PASSWORD_TOO_SHORT', `Use at least ${minLength} characters; several words are easy to remember.`);
  }
  if (points.length > PASSWORD_LENGTH_MAX) {
    add('PASSWORD_TOO_LONG', `Use at most ${PASSWORD_LENGTH_MAX} characters.`);
  }
  if (blocklist && isCommonPassword(normalized)) {
    add('PASSWORD_TOO_COMMON', 'Many people use this password; choose another one.');
  } else if (isRepetition(points) || isSequence(normalized)) {
    add('PASSWORD_TOO_COMMON', 'Do not repeat one part or count through letters or digits.');
  }
  if (isContextWord(normalized, context)) {
    add(
      'PASSWORD_CONTAINS_CONTEXT_WORD',
      'Do not use a name of yours, of the tenant or of the product, whatever digits and signs stand around it.',
    );
  }
  return problems;
}

/** Says whether the whole is one part repeated, the last time perhaps cut off. */
function isRepetition(points: readonly string[]): boolean {
  for (let period = 1; period * 2 <= points.length; period++) {
    if (points.every((point, index) => index < period || point === points[index - period])) return true;
  }
  return false;
}

/**
 * Says whether the characters are letters or digits in their order, forwards or backwards, beginning again after the
 * last one.
 */
function isSequence(password: string): boolean {
  const folded = foldName(password);
  if (folded.length < 2) return false;
  return [DIGITS, LETTERS].some((alphabet) => {
    const ring = alphabet.repeat(Math.ceil(folded.length / alphabet.length) + 1);
    const backwards = [...ring].reverse().join('');
    return ring.includes(folded) || backwards.includes(folded);
  });
}

function lettersOf(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{M}]/gu, '');
}

function isContextWord(password: string, context: PasswordContext): boolean {
  const { tenantIdentifier, username, displayName, email } = context;
  const letters = lettersOf(password);
  if (letters === '') return false;
  const localParts = [username, email ?? ''].map((address) => address.split('@', 1)[0] ?? '');
  const words = [...PRODUCT_WORDS, tenantIdentifier, username, ...localParts, displayName ?? ''];
  return words.some((word) => lettersOf(word) === letters);
}
