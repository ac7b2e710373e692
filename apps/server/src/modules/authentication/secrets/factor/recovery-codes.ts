// Makes recovery codes and reads what people type of them: a position and 80 random bits in base32.
import { randomBytes } from 'node:crypto';
import type { PasswordHasher, StoredPassword } from '../../ground/hashing/password-hasher.ts';
import { toBase32 } from './totp.ts';

/** Counts one character of position and 16 of secret. */
const RECOVERY_CODE_LENGTH = 17;
/** Number of remaining codes from which on their owner is warned. */
export const RECOVERY_CODES_FEW = 3;

const SECRET_BYTES = 10;
// The set has ten codes: enough to lose a device a few times.
const POSITIONS = 'ABCDEFGHJK';
const GROUP = /.{4}/g;

export interface RecoveryCodeSet {
  /** Holds the codes as shown once: `A-XXXX-XXXX-XXXX-XXXX`. */
  readonly shown: readonly string[];
  /** The hashes in the order of their positions. */
  readonly stored: readonly StoredPassword[];
}

/** Makes ten hashes one after the other, so that one person takes one slot at a time. */
export async function createRecoveryCodeSet(
  hasher: Pick<PasswordHasher, 'hash'>,
  address: string,
): Promise<RecoveryCodeSet> {
  const shown: string[] = [];
  const stored: StoredPassword[] = [];
  for (const position of POSITIONS) {
    const secret = toBase32(randomBytes(SECRET_BYTES));
    shown.push([position, ...(secret.match(GROUP) ?? [])].join('-'));
    stored.push(await hasher.hash(position + secret, address));
  }
  return { shown, stored };
}

/** Answers the row that a normalised code belongs to; null when no row can. */
export function recoveryPositionOf(code: string): number | null {
  const position = POSITIONS.indexOf(code.charAt(0));
  return code.length === RECOVERY_CODE_LENGTH && position >= 0 ? position : null;
}
