// Finds addresses in a field of a report, also those that were encoded for 7 bits.
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';

/** Matches an address at the beginning of a run of characters only, so that a field is walked through once. */
const ADDRESS = /(?<![^\s<>,;:"()[\]])[^\s<>,;:"()[\]]+@[^\s<>,;:"()[\]]+/g;

/** Answers every address in a field, in each form that it may have had when it was written. */
export function addressesIn(value: string | undefined): readonly string[] {
  const found = value?.match(ADDRESS) ?? [];
  const read = found.flatMap((text) => [text, withoutUnicodeEscapes(text), withoutXtext(text)]).map(parseMailAddress);
  return [...new Set(read.filter((address) => address !== null))];
}

/** Decodes `g\x{FC}nther@mail.example` (RFC 6533, 3); an escape of no character stays, and makes no address. */
function withoutUnicodeEscapes(text: string): string {
  return text.replace(/\\x\{(10[0-9A-F]{4}|[0-9A-F]{1,5})\}/gi, (_escape, point: string) =>
    String.fromCodePoint(Number.parseInt(point, 16)),
  );
}

/** Decodes `ada+2Bnews@mail.example` (RFC 3461, 4): many servers repeat an address as they got it. */
function withoutXtext(text: string): string {
  return text.replace(/(?:\+[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('+', ''), 'hex').toString('utf8'));
}
