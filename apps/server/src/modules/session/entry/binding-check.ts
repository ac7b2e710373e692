// Holds a session to the browser or network in which it began; a mismatch refuses the request and closes nothing.

import { type AddressRange, isInRanges, parseAddressRange } from '../../../kernel/text/address-range.ts';
import { userAgentFamily } from '../../../kernel/text/user-agent.ts';
import type { Binding } from '../record/session.types.ts';

// Bits of an IPv4 network; a provider moves its customers within such a range.
const NETWORK_BITS_IPV4 = 24;
const NETWORK_BITS_IPV6 = 56;

/** Origin of a request, as the session's own request had one. */
export interface RequestOrigin {
  readonly remoteAddress: string;
  readonly userAgent: string;
}

/** Answers null when the request fits, else the reason of the mismatch. */
export type BindingCheck = (origin: RequestOrigin) => 'USER_AGENT' | 'NETWORK' | null;

function userAgentCheck(boundAgent: string): BindingCheck {
  const family = userAgentFamily(boundAgent);
  // Requests mostly repeat the same text, which is accepted without parsing.
  let fitting = boundAgent;
  return ({ userAgent }) => {
    if (userAgent === fitting) return null;
    if (userAgentFamily(userAgent) !== family) return 'USER_AGENT';
    fitting = userAgent;
    return null;
  };
}

function networkCheck({ address }: AddressRange): BindingCheck {
  const prefixLength = address.kind() === 'ipv4' ? NETWORK_BITS_IPV4 : NETWORK_BITS_IPV6;
  const network = [{ address, prefixLength }];
  let fitting = '';
  return ({ remoteAddress }) => {
    if (remoteAddress === fitting) return null;
    if (!isInRanges(remoteAddress, network)) return 'NETWORK';
    fitting = remoteAddress;
    return null;
  };
}

/** Makes the check of a session; null for one that is not bound, also where nothing is known to compare with. */
export function bindingCheck(
  binding: Binding,
  began: { readonly ipAddress: string | null; readonly userAgent: string },
): BindingCheck | null {
  if (binding === 'USER_AGENT') return began.userAgent === '' ? null : userAgentCheck(began.userAgent);
  const range = binding === 'NETWORK' && began.ipAddress !== null ? parseAddressRange(began.ipAddress) : null;
  return range === null ? null : networkCheck(range);
}
