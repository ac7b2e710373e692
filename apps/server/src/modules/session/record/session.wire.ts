// Turns sessions of the store into the models of the interface.
import type { SvcSession } from '@keelson/contract';
import { describeLocale } from '../../../kernel/locale/locale-object.ts';
import { idleExpiryMs } from './lifespan.ts';
import type { SessionRecord, SessionStatus } from './session.types.ts';

export function statusOf(record: SessionRecord): SessionStatus {
  if (record.closeReason === null) return 'OPEN';
  return record.closeReason === 'IDLE' || record.closeReason === 'ABSOLUTE' ? 'EXPIRED' : 'CLOSED';
}

function closingAttributes(record: SessionRecord): Record<string, unknown> {
  if (record.closeReason === null) return {};
  return {
    closeReason: record.closeReason,
    closedDate: record.closedMs === null ? null : new Date(record.closedMs).toISOString(),
    closedBy: record.closedBy,
  };
}

/** Reserved attributes that stay as they are while the session lives, with the own ones. */
export function staticAttributes(record: SessionRecord): Record<string, unknown> {
  return {
    ...record.attributes,
    ipAddress: record.ipAddress,
    userAgent: record.userAgent,
    deviceName: record.deviceName,
    authenticationMethods: record.methods,
    assuranceLevel: record.assuranceLevel,
    ...(record.parentIdentifier === null ? {} : { parentIdentifier: record.parentIdentifier }),
    ...(record.actorUsername === null ? {} : { actorUsername: record.actorUsername }),
    authenticatedDate: new Date(record.authenticatedMs).toISOString(),
    expiryDate: new Date(record.expiryMs).toISOString(),
  };
}

export function toSvcSession(record: SessionRecord, currentIdentifier: string, answerLanguage: string): SvcSession {
  return {
    identifier: record.identifier,
    username: record.username,
    tenantIdentifier: record.tenantIdentifier,
    system: record.system,
    createdDate: new Date(record.createdMs).toISOString(),
    attributeMap: {
      ...staticAttributes(record),
      lastAccessDate: new Date(record.lastAccessMs).toISOString(),
      idleExpiryDate: new Date(idleExpiryMs(record)).toISOString(),
      current: record.identifier === currentIdentifier,
      status: statusOf(record),
      ...closingAttributes(record),
    },
    locale: describeLocale(record.localeTag, answerLanguage),
  };
}
