// Addresses and CIDR ranges, IPv4 and IPv6, with IPv4 written as IPv6 taken for what it is.
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressRange {
  readonly address: Address;
  readonly prefixLength: number;
}

const IPV4_BITS = 32;
const IPV6_BITS = 128;
// ipaddr.js reads "127.1" and "0x7f000001" too; an allow-list must mean what it seems to say.
const PLAIN_IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

function parseAddress(text: string): Address | null {
  if (!text.includes(':') && !PLAIN_IPV4.test(text)) return null;
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/** Reads one address or CIDR range; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const address = parseAddress(addressText);
  if (address === null || rest.length > 0) return null;
  const bits = address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS;
  if (prefixText === undefined) return { address, prefixLength: bits };
  const prefixLength = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN;
  return prefixLength <= bits ? { address, prefixLength } : null;
}

/** Answers the canonical text of an address for the database, or null for what is no address. */
export function canonicalAddress(text: string): string | null {
  return parseAddress(text)?.toString() ?? null;
}

/** Answers the canonical text of a range, as PostgreSQL's `inet` reads it. */
export function rangeText(range: AddressRange): string {
  return `${range.address.toString()}/${range.prefixLength}`;
}

export function isInRanges(addressText: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(addressText);
  if (address === null) return false;
  return ranges.some(
    (range) => address.kind() === range.address.kind() && address.match(range.address, range.prefixLength),
  );
}
