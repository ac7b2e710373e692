// Finds addresses in a field of a report, also those that were encoded to get through 7 bits.
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';

/** Begins where a run begins: a field is walked through once. */
const ADDRESS = /(?<![^\s<>,;:"()[\]])[^\s<>,;:"()[\]]+@[^\s<>,;:"()[\]]+/g;

/** Answers every address in a field, whatever stands around it, in each form that it may have had when it was written down. */
export function addressesIn(value: string | undefined): readonly string[] {
  const found = value?.match(ADDRESS) ?? [];
  const read = found.flatMap((text) => [text, withoutUnicodeEscapes(text), withoutXtext(text)]).map(parseMailAddress);
  return [...new Set(read.filter((address) => address !== null))];
}

/** `g\x{FC}nther@mail.example` (RFC 6533, 3): what is none of a character stays, and makes no address. */
function withoutUnicodeEscapes(text: string): string {
  return text.replace(/\\x\{(10[0-9A-F]{4}|[0-9A-F]{1,5})\}/gi, (_escape, point: string) =>
    String.fromCodePoint(Number.parseInt(point, 16)),
  );
}

/** `ada+2Bnews@mail.example` (RFC 3461, 4): many a server gives an address back as it was handed it. */
function withoutXtext(text: string): string {
  return text.replace(/(?:\+[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('+', ''), 'hex').toString('utf8'));
}
