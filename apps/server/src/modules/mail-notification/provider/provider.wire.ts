// Turns mail servers of the store into the models of the interface.
import type { SvcNotificationProviderModel } from '@keelson/contract';
import { type Provider, providers } from './provider.store.ts';

/** Makes the model, without the password. */
export function toProviderModel(one: Provider, now: number): SvcNotificationProviderModel {
  const { openings, openUntil, reason, failures: failureCount, pinned } = one;
  const isAwaited = openUntil !== null && openUntil.getTime() > now;
  const breaker = openings === 0 ? 'CLOSED' : isAwaited ? 'OPEN' : 'HALF_OPEN';
  const openUntilDate = openUntil?.toISOString() ?? null;
  const { tenantIdentifier: _own, ...model } = providers.toModel(one);
  return { ...model, state: { breaker, reason, failureCount, openUntilDate, pinned } };
}
