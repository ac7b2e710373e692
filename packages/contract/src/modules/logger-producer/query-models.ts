// Declares an event as answers hold it, and what events are asked for by.
import type { Static } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  maybe,
  nullable,
  optional,
  text,
  uuid,
} from '../../models/schema.ts';
import { eventLevels } from './cache-models.ts';
import { eventOutcomes, eventTypes } from './event-models.ts';

const uuidsMax = 200;
const tagsMax = 32;
const attributesMax = 32;
const placeMax = 256;

const said = (description: string) => nullable(text(description));

export const SvcEventLogStoredModel = closed(
  {
    uuid: uuid('Uuid of the event.'),
    eventTime: text('When it happened: ISO 8601 with six digits of a second.'),
    observedTime: dateTime('When it was received.'),
    level: choice(eventLevels, 'Level.'),
    severityNumber: integer('OpenTelemetry severity.'),
    eventName: text('Kind of event.'),
    eventType: choice(eventTypes, 'Type.'),
    key: text('Key of the producer cache.'),
    message: said('What happened.'),
    service: text('Service that sent it.'),
    instance: said('Instance of the service.'),
    loggerName: said('Logger that wrote it.'),
    threadName: said('Thread that wrote it.'),
    username: said('Who did it.'),
    sessionIdentifier: said('Session it happened in.'),
    tenantIdentifier: text('Tenant.'),
    clientIp: said('Address it came from.'),
    userAgent: said('Program it came from.'),
    requestMethod: said('HTTP method.'),
    requestPath: said('Path of the request.'),
    traceId: said('Trace.'),
    spanId: said('Span.'),
    traceFlags: nullable(integer('Flags of the trace.')),
    action: said('What was done.'),
    outcome: nullable(choice(eventOutcomes, 'How it ended.')),
    entityType: said('Kind of thing it is about.'),
    entityUuid: said('Thing it is about.'),
    durationMillis: nullable(long('Milliseconds it took.')),
    errorDetail: nullable(anyMap('What failed.')),
    tagList: list(text('Tag.'), 'Tags.'),
    attributeMap: nullable(anyMap('Anything else.')),
    truncated: flag('Something was too long and was cut.'),
    sequence: nullable(long('Place in the chain of the audit; null until it is sealed, and of other types.')),
    hash: nullable(text('Hash of its seal, in hex.')),
  },
  'SvcEventLogStoredModel',
);
export type SvcEventLogStoredModel = Static<typeof SvcEventLogStoredModel>;

const eventSort = ['eventTime', 'severityNumber'] as const;
export const eventSortStandard = { properties: ['eventTime'], direction: 'DESC' } as const;

const exact = (description: string) => maybe(text(description, { maxLength: placeMax }));

/** Conditions that all have to hold. */
const conditions = {
  uuidList: maybe(list(uuid('Uuid.'), 'One of these events.', { maxItems: uuidsMax })),
  eventTimeFrom: optional(dateTime('Not before; default 24 hours before eventTimeTo.')),
  eventTimeTo: optional(dateTime('Before; default now.')),
  levelFrom: maybe(choice(eventLevels, 'Of this level or a higher one.')),
  levelList: maybe(list(choice(eventLevels, 'Level.'), 'Of one of these levels.', { maxItems: eventLevels.length })),
  eventName: maybe(
    text('Of this name, or of one that begins so where it ends in *.', { pattern: '^[A-Za-z0-9_.-]{0,256}\\*?$' }),
  ),
  eventTypeList: maybe(list(choice(eventTypes, 'Type.'), 'Of one of these types.', { maxItems: eventTypes.length })),
  service: exact('Sent by this service.'),
  instance: exact('Sent by this instance.'),
  username: exact('Of this person, whatever the case of the letters.'),
  sessionIdentifier: exact('Of this session.'),
  traceId: exact('Of this trace.'),
  entityType: exact('About this kind of thing.'),
  entityUuid: exact('About this thing.'),
  action: exact('With this action.'),
  outcome: maybe(choice(eventOutcomes, 'That ended so.')),
  clientIp: maybe(text('From this address or CIDR range.', { maxLength: 64 })),
  tagList: maybe(list(text('Tag.', { maxLength: 64 }), 'With all of these tags.', { maxItems: tagsMax })),
  attributeMap: maybe(
    anyMap('Attributes by their paths, as order.no, with the plain value that each has.', {
      maxProperties: attributesMax,
    }),
  ),
  searchText: maybe(
    text('Words of message and name, all of them: word, word* for a beginning, -word for none.', { maxLength: 500 }),
  ),
  tenantIdentifier: exact('Tenant; default the own one. Another one needs TENANT_ALL.'),
  timeoutMillis: maybe(integer('Milliseconds that it may take; default 10,000.', { minimum: 100, maximum: 30_000 })),
} as const;

export const SvcEventLogQueryModel = queryModel(
  { pageable: pageable(eventSort, eventSortStandard), ...conditions },
  'SvcEventLogQueryModel',
);
export type SvcEventLogQueryModel = Static<typeof SvcEventLogQueryModel>;

/** Conditions of operations that have an order of their own. */
export const SvcEventLogFilterModel = queryModel(conditions, 'SvcEventLogFilterModel');
export type SvcEventLogFilterModel = Static<typeof SvcEventLogFilterModel>;

export const SvcPageOfEvents = page(SvcEventLogStoredModel);
