// Turns recorded events into the model of the interface.
import type { loginEventKinds, SvcLoginEventModel } from '@keelson/contract';
import type { StoredEvent } from '../../../../kernel/records/event-reader.ts';

/** `event` is of one of the kinds that count as login events. */
export function toSvcLoginEvent(event: StoredEvent): SvcLoginEventModel {
  const { reason, ...detailMap } = event.detail ?? {};
  return {
    uuid: event.id,
    kind: event.kind as (typeof loginEventKinds)[number],
    username: event.subject,
    actorUsername: event.actor,
    ipAddress: event.ipAddress,
    reason: typeof reason === 'string' ? reason : null,
    detailMap,
    requestUuid: event.requestId,
    dateCreated: event.recordedAt.toISOString(),
  };
}
