// Writes and reads the address to which mail servers report what they could not deliver: it names the mail, signed, so that
// nobody can report about a mail that he only knows of.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys, WorkingKey } from '../../../kernel/secrets/secret-keys.ts';

/** The working key of this name signs return paths. */
const PURPOSE = 'mail-return-path';
/** RFC 2104, 5: half of the digest is the least; no answer tells how far a guess was right, and a guess is a request each. */
const MAC_BYTES = 10;
/** RFC 4648, 6; mail servers may change the case of an address. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_RADIX = 32;
const FORM = /^b\.([0-9a-v]{1,11})\.([a-z2-7]{16})$/;

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

function macOf({ key }: WorkingKey, mailId: number): string {
  return base32(createHmac('sha256', key).update(String(mailId)).digest().subarray(0, MAC_BYTES));
}

export interface ReturnPaths {
  /** The local part has 31 characters at most. */
  write(mailId: number, domain: string): string;
  /** Answers null for another address, FORGED for one of this form that was not written here. */
  read(address: string): number | 'FORGED' | null;
}

export function createReturnPaths(keys: SecretKeys): ReturnPaths {
  return {
    write: (mailId, domain) => `b.${mailId.toString(ID_RADIX)}.${macOf(keys.derive(PURPOSE), mailId)}@${domain}`,
    read(address) {
      const [, id, mac] = FORM.exec(address.slice(0, address.lastIndexOf('@')).toLowerCase()) ?? [];
      if (id === undefined || mac === undefined) return null;
      const mailId = Number.parseInt(id, ID_RADIX);
      const isOurs = keys
        .deriveAll(PURPOSE)
        .some((key) => timingSafeEqual(Buffer.from(macOf(key, mailId)), Buffer.from(mac)));
      return isOurs && Number.isSafeInteger(mailId) ? mailId : 'FORGED';
    },
  };
}
