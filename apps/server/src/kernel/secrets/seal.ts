// Seals texts at rest: AES-256-GCM under a working key of one purpose, tied to the row they belong to.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { SecretKeys, WorkingKey } from './secret-keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  /** Answers `<key id>.<base64url>`; `owner` names the row, in which alone it can be opened. */
  seal(text: string, owner: string): string;
  /** Answers null when its key was taken away or the text is not what was sealed for this owner. */
  open(sealed: string, owner: string): string | null;
}

export function createSeal(keys: SecretKeys, purpose: string): Seal {
  // A key in bytes is prepared anew each time, which takes longer than to seal a page.
  const prepared = new Map<string, KeyObject>();
  const prepare = ({ id, key }: WorkingKey): KeyObject => {
    const known = prepared.get(id) ?? createSecretKey(key);
    prepared.set(id, known);
    return known;
  };
  return {
    seal(text, owner) {
      const working = keys.derive(purpose);
      const key = prepare(working);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${working.id}.${body.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [id, text = ''] = sealed.split('.', 2);
      const working = keys.deriveAll(purpose).find((candidate) => candidate.id === id);
      const body = Buffer.from(text, 'base64url');
      if (working === undefined || body.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = body.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, prepare(working), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(body.subarray(-TAG_BYTES));
      try {
        return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
