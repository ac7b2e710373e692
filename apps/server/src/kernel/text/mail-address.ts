// Reads one mail address as people type it; what mail libraries would take for two or guess at is none.
import { domainToASCII } from 'node:url';

/** RFC 5321 bounds the parts in 4.5.3.1. */
const LOCAL_PART_BYTES_MAX = 64;
const DOMAIN_LENGTH_MAX = 255;
const ADDRESS_LENGTH_MAX = 254;
// Dot-atom with the letters of RFC 6531; the quoted form is refused, since programs read it differently.
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Beginning of a text that many readers decode wherever it stands (RFC 2047): the address would become another one. */
const ENCODED_WORD = '=?';
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Answers the local part as typed (NFC) and the domain in A-labels and lower case. Null for what is no address. */
export function parseMailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0)).normalize('NFC');
  if (!LOCAL_PART.test(local) || local.includes(ENCODED_WORD)) return null;
  if (Buffer.byteLength(local) > LOCAL_PART_BYTES_MAX) return null;
  const typedDomain = text.slice(at + 1);
  // The conversion would drop or reinterpret these instead of refusing them.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(typedDomain)) return null;
  const domain = domainToASCII(typedDomain);
  const labels = domain.split('.');
  const isDomain =
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!isDomain || domain.length > DOMAIN_LENGTH_MAX) return null;
  const address = `${local}@${domain}`;
  return address.length > ADDRESS_LENGTH_MAX ? null : address;
}

/** Answers the form in which addresses are compared: no server in practice distinguishes letters by their case. */
export function foldMailAddress(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
