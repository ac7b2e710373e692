// Limits failures of one address: which addresses share a counter, and when it is blocked.
import { SECOND_MS } from '@keelson/time-zone/units';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { AuthenticationSettings } from '../settings/authentication.settings.ts';
import {
  type AddressState,
  addressStateValues,
  findAddressState,
  raiseAddressFailures,
} from './address-counter.store.ts';

/** Bytes of an IPv6 address that identify one customer; below them each request could come from another address. */
const IPV6_PREFIX_BYTES = 8;

export function createAddressLimit({
  database,
  clock,
  settings,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: AuthenticationSettings;
}) {
  const find = (remoteAddress: string): Promise<AddressState> =>
    findAddressState(database, addressKey(remoteAddress), clock.now());
  const refuseExhausted = ({ dayFailures, dayEnd }: AddressState, tenantIdentifier: string): void => {
    if (dayFailures < settings.addressDailyLimit.get(tenantIdentifier)) return;
    const waitMs = (dayEnd?.getTime() ?? 0) - clock.now();
    fail('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) });
  };
  return {
    find,
    /** Fails with 429 `RATE_LIMITED` for a state, read with `stateValues`, whose failures of the day are used up. */
    refuseExhausted,
    /** Answers the values for the parameters of `ADDRESS_STATE_COLUMNS`. */
    stateValues: (remoteAddress: string): readonly unknown[] =>
      addressStateValues(addressKey(remoteAddress), clock.now()),
    /** As `refuseExhausted`, with the state read here. */
    async admit(remoteAddress: string, tenantIdentifier: string): Promise<AddressState> {
      const state = await find(remoteAddress);
      refuseExhausted(state, tenantIdentifier);
      return state;
    },
    raise: (queryable: Queryable, remoteAddress: string): Promise<void> =>
      raiseAddressFailures(queryable, addressKey(remoteAddress), clock.now()),
  };
}

export type AddressLimit = ReturnType<typeof createAddressLimit>;

/** Answers IPv4 as it is, IPv6 by its first 64 bits; what is no address counts as itself. */
export function addressKey(remoteAddress: string): string {
  if (!ipaddr.isValid(remoteAddress)) return remoteAddress;
  const address = ipaddr.process(remoteAddress);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = Buffer.from(address.toByteArray().slice(0, IPV6_PREFIX_BYTES)).toString('hex');
  return `${prefix}/64`;
}
