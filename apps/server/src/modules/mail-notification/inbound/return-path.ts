// Writes and reads the address for reports of mail servers: it names the mail, signed, so that a report needs more than
// knowing of a mail.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys, WorkingKey } from '../../../kernel/secrets/secret-keys.ts';

/** Name of the working key that signs return paths. */
const PURPOSE = 'mail-return-path';
/**
 * Bytes of the signature: half of a digest at least (RFC 2104, 5); no answer betrays how far a guess was right, and a
 * guess is a request each.
 */
const MAC_BYTES = 10;
/** Alphabet of RFC 4648, 6, in lower case, since mail servers may change the case of an address. */
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
  /** Writes an address whose local part has 31 characters at most. */
  write(mailId: number, domain: string): string;
  /** Reads an address: null for another one, FORGED for one of this form that was not written here. */
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
