// Holds a TOTP secret as it is stored, sealed for its user, and as a person sees it once.
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import { qrImageString } from './qr-image.ts';
import { otpauthUri, toBase32 } from './totp.ts';

const ISSUER = 'Keelson';
/** Names the purpose of the working key. */
export const TOTP_SEAL_PURPOSE = 'auth-totp';
export const DEFAULT_TOTP_NAME = 'Authenticator';
export const RECOVERY_CODES_NAME = 'Recovery codes';
export const EMAIL_FACTOR_NAME = 'E-mail';

export interface ShownSecret {
  /** In base32, to be typed. */
  readonly secret: string;
  readonly otpauthUri: string;
  readonly qrImageString: string;
}

export async function shownSecret(secret: Uint8Array, account: string): Promise<ShownSecret> {
  const text = toBase32(secret);
  const uri = otpauthUri({ issuer: ISSUER, account, secret: text });
  return { secret: text, otpauthUri: uri, qrImageString: await qrImageString(uri) };
}

/** Says what the secrets of a user are sealed for. */
export function totpOwnerOf(userId: number): string {
  return `auth_user:${userId}`;
}

export function sealTotpSecret(seal: Seal, secret: Buffer, userId: number): string {
  return seal.seal(secret.toString('base64url'), totpOwnerOf(userId));
}

/** Opens a secret; null when its key was taken away or it belongs to another user. */
export function openTotpSecret(seal: Seal, sealed: string, userId: number): Buffer | null {
  const text = seal.open(sealed, totpOwnerOf(userId));
  return text === null ? null : Buffer.from(text, 'base64url');
}
