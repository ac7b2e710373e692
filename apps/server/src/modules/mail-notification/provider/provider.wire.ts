// Turns mail servers of the store into the models of the interface.
import type { SvcNotificationProviderModel } from '@keelson/contract';
import type { Provider } from './provider.types.ts';

/** The password is not among what is named. */
export function toProviderModel(one: Provider, now: number): SvcNotificationProviderModel {
  const { id, uuid, version, createdBy, updatedBy, deleted } = one;
  const { code, name, host, port, security, username, priority, lanes, ratePerSecond, domainRateList } = one;
  const { dkimDomain, returnPathDomain, enabled, shared, failures, openings, openUntil, reason, pinned } = one;
  const isAwaited = openUntil !== null && openUntil.getTime() > now;
  return {
    id,
    uuid,
    version,
    createdBy,
    updatedBy,
    dateCreated: one.dateCreated.toISOString(),
    dateUpdated: one.dateUpdated.toISOString(),
    deletedDate: one.deletedDate?.toISOString() ?? null,
    deleted,
    code,
    name,
    host,
    port,
    security,
    username,
    priority,
    lanes,
    ratePerSecond,
    domainRateList,
    dkimDomain,
    returnPathDomain,
    enabled,
    shared,
    state: {
      breaker: openings === 0 ? 'CLOSED' : isAwaited ? 'OPEN' : 'HALF_OPEN',
      reason,
      failureCount: failures,
      openUntilDate: openUntil?.toISOString() ?? null,
      pinned,
    },
  };
}
