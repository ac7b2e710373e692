// Decides which addresses this program connects to on behalf of others: public ones, and what an operator allows.
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AllowList, withoutBrackets } from './allow-list.ts';

/** Answers every address of a name; rejects as `dns.lookup` does. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Addresses that a connection may go to, and no others: a name that is resolved twice may resolve differently. */
export type GuardedTarget =
  | { readonly outcome: 'allowed'; readonly addresses: readonly LookupAddress[] }
  /** `kind` names the range, never the address: a caller must not learn what a name means inside. */
  | { readonly outcome: 'refused'; readonly kind: string }
  | { readonly outcome: 'unknown' };

export interface AddressGuard {
  /** The host is a name or an address, as a URL has it. */
  check(host: string, allow: AllowList): Promise<GuardedTarget>;
}

/** RFC 4291, 2.4: everything else of IPv6 is reserved, local or a transition of something. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;
/** RFC 6052: the last four bytes are an address of IPv4, which is what is reached. Behind other prefixes they may lie elsewhere. */
const TRANSLATED = ipaddr.IPv6.parse('64:ff9b::');
const TRANSLATED_BITS = 96;
const EMBEDDED_IPV4_OFFSET = 12;

/** Names the range of an address that must not be reached unless it is allowed; null for public ones. */
export function refusedRange(text: string): string | null {
  if (!ipaddr.isValid(text)) return 'unreadable';
  const address = ipaddr.process(text.replace(/%.*$/, ''));
  const range = address.range();
  if (address.kind() === 'ipv4') return range === 'unicast' ? null : range;
  if (address.match(TRANSLATED, TRANSLATED_BITS)) {
    return refusedRange(new ipaddr.IPv4(address.toByteArray().slice(EMBEDDED_IPV4_OFFSET)).toString());
  }
  if (range !== 'unicast') return range;
  return address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS) ? null : 'reserved';
}

/** The resolver of the system, whose hosts file counts, too. */
export const resolveBySystem: Resolve = (host) => dns.lookup(host, { all: true });

export function createAddressGuard(resolve: Resolve = resolveBySystem): AddressGuard {
  return {
    async check(host, allow) {
      const addresses = await addressesOf(host, resolve);
      if (addresses.length === 0) return { outcome: 'unknown' };
      if (allow.allowsHost(host)) return { outcome: 'allowed', addresses };
      const reached = addresses.filter(({ address }) => refusedRange(address) === null || allow.allowsAddress(address));
      if (reached.length > 0) return { outcome: 'allowed', addresses: reached };
      return { outcome: 'refused', kind: refusedRange(addresses[0]?.address ?? '') ?? 'unreadable' };
    },
  };
}

/**
 * Answers a look-up that gives the checked addresses however often it is called; all of them where the caller asks for
 * all.
 */
export function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('no address'), '');
    else if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const literal = withoutBrackets(host);
  const family = isIP(literal);
  if (family !== 0) return [{ address: literal, family }];
  try {
    return await resolve(host.replace(/\.$/, ''));
  } catch {
    return [];
  }
}
