// Makes and opens the identifier of a captcha: its answer, sealed, so that issuing one writes nothing.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from '../../../../kernel/secrets/secret-keys.ts';

const PURPOSE = 'auth-captcha';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** Characters of an identifier; ours are shorter, and a longer one is not decoded. */
export const CAPTCHA_IDENTIFIER_MAX = 512;

export const captchaTypes = ['IMAGE', 'PROOF_OF_WORK'] as const;
export type CaptchaType = (typeof captchaTypes)[number];

export interface SealedCaptcha {
  readonly type: CaptchaType;
  readonly answer: string;
  readonly expiryMs: number;
  /** Unique number that marks the captcha as used. */
  readonly nonce: Buffer;
}

interface Content {
  readonly t: CaptchaType;
  readonly a: string;
  readonly e: number;
  readonly n: string;
}

export function createCaptchaSeal(keys: Pick<SecretKeys, 'derive' | 'deriveAll'>) {
  const writing = keys.derive(PURPOSE).key;
  const reading = keys.deriveAll(PURPOSE).map(({ key }) => key);
  return {
    seal({ type, answer, expiryMs }: Omit<SealedCaptcha, 'nonce'>): string {
      const content: Content = { t: type, a: answer, e: expiryMs, n: randomBytes(NONCE_BYTES).toString('base64') };
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, writing, iv);
      const sealed = [iv, cipher.update(JSON.stringify(content), 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    /** Opens an identifier; null for one that no key of this suite sealed. */
    open(identifier: string): SealedCaptcha | null {
      const bytes = identifier.length > CAPTCHA_IDENTIFIER_MAX ? null : Buffer.from(identifier, 'base64url');
      if (bytes === null || bytes.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of reading) {
        const text = decrypt(key, bytes);
        if (text === null) continue;
        const { t, a, e, n } = JSON.parse(text) as Content;
        return { type: t, answer: a, expiryMs: e, nonce: Buffer.from(n, 'base64') };
      }
      return null;
    },
  };
}

export type CaptchaSeal = ReturnType<typeof createCaptchaSeal>;

function decrypt(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
