// Declares how stored events are read.
import { closed, uuid } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { SvcEventLogQueryModel, SvcEventLogStoredModel, SvcPageOfEvents } from './query-models.ts';

const audit =
  'Events of the types AUDIT and SECURITY need LOG_AUDIT_VIEW; each query that can answer them is itself an event of audit.';

export const readingOperations = {
  getEvent: operation({
    method: 'GET',
    path: '/event/by-uuid/{uuid}',
    summary: 'Gets an event',
    description: audit,
    access: authority('LOG_VIEW', 'LOG_AUDIT_VIEW'),
    effect: 'read',
    params: closed({ uuid: uuid('Uuid of the event.') }),
    reply: { kind: 'json', schema: SvcEventLogStoredModel },
    errors: ['LOG_EVENT_NOT_FOUND'],
  }),
  queryEvents: operation({
    method: 'POST',
    path: '/event/page',
    summary: 'Pages events',
    description:
      `The newest first, with the exact number of all that fit. ${audit} Without eventTimeFrom the last 24 hours; more than 31 days need ` +
      'uuidList, traceId, entityUuid or sessionIdentifier.',
    access: authority('LOG_VIEW', 'LOG_AUDIT_VIEW'),
    effect: 'read',
    mayBeStale: true,
    body: { kind: 'json', schema: SvcEventLogQueryModel, optional: true, exactNumbers: true },
    reply: { kind: 'json', schema: SvcPageOfEvents },
    errors: ['LOG_QUERY_TOO_DEEP', 'LOG_QUERY_RANGE_TOO_LARGE', 'LOG_QUERY_TOO_BROAD', 'LOG_FULL_TEXT_OFF'],
  }),
};
