// Declares the stream of events as they are stored.
import type { Static } from 'typebox';
import { choice, closed, dateTime, maybe, nullable, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { eventLevels } from '../cache-models.ts';
import { eventTypes } from '../event-models.ts';
import { SvcEventLogStoredModel } from '../query-models.ts';

export const logEventStreamEvents = {
  'log-event': SvcEventLogStoredModel,
  gap: closed(
    {
      from: nullable(dateTime('When the last event that was sent had been received; null where that is not known.')),
      to: dateTime('From here on everything is sent.'),
    },
    'SvcEventLogGapModel',
  ),
} as const;

const exact = (description: string) => maybe(text(description, { minLength: 1, maxLength: 256 }));
const SvcEventLogTailQueryModel = closed({
  levelFrom: maybe(choice(eventLevels, 'Of this level or a higher one.')),
  eventType: maybe(choice(eventTypes, 'Of this type.')),
  eventName: maybe(
    text('Of this name, or of one that begins so where it ends in *.', { pattern: '^[A-Za-z0-9_.-]{0,256}\\*?$' }),
  ),
  service: exact('Sent by this service.'),
  instance: exact('Sent by this instance.'),
  username: exact('Of this person, whatever the case of the letters.'),
  traceId: maybe(text('Of this trace.', { pattern: '^[0-9A-Fa-f]{32}$' })),
  searchText: maybe(text('Words, word* for beginnings, -word for none of it.', { minLength: 1, maxLength: 200 })),
  tenantIdentifier: maybe(text('Of this tenant; the own one where absent, others need TENANT_ALL.', { maxLength: 64 })),
});
export type SvcEventLogTailQueryModel = Static<typeof SvcEventLogTailQueryModel>;

export const tailOperations = {
  tailEvents: operation({
    method: 'GET',
    path: '/event/tail',
    summary: 'Events as they are stored',
    description:
      'In the order of their commits, about half a second behind. Resumable by Last-Event-ID: up to 10,000 events that fit are sent ' +
      'again, beyond that gap says which time was left out. Events above 64 KiB come without attributes and error. Types AUDIT and SECURITY ' +
      'need LOG_AUDIT_VIEW; opening a stream that can send them is itself an event of audit.',
    access: authority('LOG_VIEW', 'LOG_AUDIT_VIEW'),
    effect: 'read',
    passive: true,
    query: SvcEventLogTailQueryModel,
    reply: { kind: 'event-stream', events: logEventStreamEvents, resumable: true },
    errors: ['LOG_FULL_TEXT_OFF'],
  }),
};
