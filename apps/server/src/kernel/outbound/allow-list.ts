// Reads which hosts and addresses an operator allows beyond the public ones.
import { domainToASCII } from 'node:url';
import { type AddressRange, isInRanges, parseAddressRange } from '../text/address-range.ts';

/** Hosts and addresses that may be reached although the rule of addresses refuses them. */
export interface AllowList {
  /** Whether the host, a name or an address, is named by itself or lies in a range. */
  allowsHost(host: string): boolean;
  allowsAddress(address: string): boolean;
}

const SEPARATORS = /[\s,]+/;
const HOST_LENGTH_MAX = 253;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Nothing beyond the public addresses. */
export const ALLOW_NOTHING: AllowList = { allowsHost: () => false, allowsAddress: () => false };

/** Entries have spaces or commas between them: a host name, an address, or a range as 10.1.0.0/16. */
export function parseAllowList(text: string): AllowList {
  const hosts = new Set<string>();
  const ranges: AddressRange[] = [];
  for (const entry of entriesOf(text)) {
    const range = rangeOf(entry);
    const host = range === null ? hostOf(entry) : null;
    if (range !== null) ranges.push(range);
    else if (host !== null) hosts.add(host);
  }
  const allowsAddress = (address: string): boolean => isInRanges(address, ranges);
  return {
    allowsHost: (host) => hosts.has(hostOf(host) ?? '') || allowsAddress(withoutBrackets(host)),
    allowsAddress,
  };
}

/** Answers the first entry that is neither host nor range, null where all can be read. */
export function findWrongEntry(text: string): string | null {
  return entriesOf(text).find((entry) => rangeOf(entry) === null && hostOf(entry) === null) ?? null;
}

/** `[::1]` of a URL is the address `::1`. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function entriesOf(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((entry) => entry !== '');
}

function rangeOf(entry: string): AddressRange | null {
  return parseAddressRange(withoutBrackets(entry));
}

/** Answers the name as the network spells it; null for what is none, as an address that is written in a short form. */
function hostOf(text: string): string | null {
  const host = domainToASCII(text.replace(/\.$/, '')).toLowerCase();
  if (host === '' || host.length > HOST_LENGTH_MAX) return null;
  const labels = host.split('.');
  const isNumber = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return !isNumber && labels.every((label) => LABEL.test(label)) ? host : null;
}
