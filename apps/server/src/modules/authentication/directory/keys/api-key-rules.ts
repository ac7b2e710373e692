// Says what an API key may be: where it may be used from, how long it lives, and how its secret is made.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Ids } from '../../../../kernel/database/ids.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { type ArgumentProblem, failAuthority } from '../../../../kernel/request/errors.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import { parseAddressRange } from '../../../../kernel/text/address-range.ts';
import { API_KEY_DAYS_MAX } from '../../settings/authentication.settings.ts';

const KEY_PREFIX = 'svc_key_';
const KEY_BYTES = 32;
/** Characters of a key that lists show: its kind and 4 characters, 24 bits of 256. */
const SHOWN_PREFIX_LENGTH = 12;
const TENANT_OWNER_AUTHORITY = 'AUTH_TENANT_MANAGE';

export interface KeySecret {
  /** The secret, which is in one answer only. */
  readonly secret: string;
  readonly keyHash: string;
  readonly keyPrefix: string;
}

export function makeKeySecret(ids: Ids): KeySecret {
  const secret = KEY_PREFIX + ids.secret(KEY_BYTES);
  return { secret, keyHash: identifierOf(secret), keyPrefix: secret.slice(0, SHOWN_PREFIX_LENGTH) };
}

export function findRangeProblems(ranges: readonly string[]): ArgumentProblem[] {
  return ranges.flatMap((range, index) => {
    if (parseAddressRange(range) !== null) return [];
    const message = 'An address or a CIDR range, IPv4 or IPv6.';
    return [{ field: `allowedAddressList[${index}]`, code: 'FORMAT', message }];
  });
}

export function findExpiryProblems(expiryDate: Date, nowMs: number): ArgumentProblem[] {
  const lifetimeMs = expiryDate.getTime() - nowMs;
  if (lifetimeMs > 0 && lifetimeMs <= API_KEY_DAYS_MAX * DAY_MS) return [];
  return [
    { field: 'expiryDate', code: 'OUT_OF_RANGE', message: `In the future, at most ${API_KEY_DAYS_MAX} days ahead.` },
  ];
}

/** Fails with 403 without the authority for keys of the tenant: such a key outlives the authorities of its maker. */
export function requireTenantOwner(caller: Caller): void {
  if (!caller.holds(TENANT_OWNER_AUTHORITY)) failAuthority(TENANT_OWNER_AUTHORITY);
}
