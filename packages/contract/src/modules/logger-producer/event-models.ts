// Declares an event record as a producer sends it.
import { type Static, Type } from 'typebox';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../models/schema.ts';

const placeMax = 256;
const tagsMax = 32;
const tagMax = 64;
const attributesMax = 128;
const attributeNameMax = 128;
const severityMax = 24;
const traceFlagsMax = 255;

export const eventTypes = ['APPLICATION', 'ACCESS', 'INTEGRATION', 'PERFORMANCE', 'SECURITY', 'AUDIT'] as const;
export const eventOutcomes = ['SUCCESS', 'FAILURE', 'UNKNOWN'] as const;

const named = (description: string, maxLength: number = placeMax) => optional(text(description, { maxLength }));
const token = (description: string) => optional(text(description, { pattern: `^[A-Za-z0-9_.-]{1,${placeMax}}$` }));
const hex = (description: string, digits: number) =>
  optional(text(description, { pattern: `^(?!0+$)[0-9A-Fa-f]{${digits}}$` }));

const SvcEventErrorModel = Type.Partial(
  closed(
    {
      errorClassName: named('Class of the error.'),
      service: named('Service that failed.'),
      errorMessage: named('What went wrong.', 4_000),
      errorCode: named('Code of the error.', 128),
      errorDetail: named('More of it, as a stack trace; more than 16,384 characters are cut.', 262_144),
      time: optional(dateTime('When it failed.')),
      uuid: named('Correlation id of the failure.', 128),
    },
    'SvcEventErrorModel',
  ),
  { additionalProperties: false, title: 'SvcEventErrorModel' },
);

export const SvcEventLogModel = closed(
  {
    uuid: optional(
      uuid('Names the event: sent again it is stored once. Version 7 is advised; made by the server where absent.'),
    ),
    eventTime: optional(
      dateTime(
        'When it happened, to the microsecond; absent: the time inside a uuid of version 7, else when it is received.',
      ),
    ),
    observedTime: serverSet(dateTime('When it was received.')),
    level: optional(
      text('TRACE, DEBUG, INFO, WARN, ERROR or FATAL in any case; WARNING is WARN, CRITICAL is FATAL. Default INFO.', {
        maxLength: 16,
      }),
    ),
    severityNumber: optional(
      integer('OpenTelemetry severity; 0 goes with every level, others lie in its range of four. Default its lowest.', {
        minimum: 0,
        maximum: severityMax,
      }),
    ),
    eventName: token('Kind of event; default event.'),
    eventType: optional(choice(eventTypes, 'Type; default APPLICATION. SECURITY and AUDIT need LOG_PRODUCE_AUDIT.')),
    key: token('Key of the producer cache, without a level; default eventName.'),
    message: optional(text('What happened; more than 32,768 characters are cut.')),
    service: named('Service that sends it; default the name of the API key, else web.'),
    instance: named('Instance of the service.'),
    loggerName: named('Logger that wrote it.'),
    threadName: named('Thread that wrote it.'),
    username: named('Who did it; default the caller. Somebody else needs LOG_PRODUCE_ON_BEHALF.'),
    sessionIdentifier: named('Session it happened in; default the caller’s. Another one needs LOG_PRODUCE_ON_BEHALF.'),
    tenantIdentifier: named('Tenant; default the caller’s. Another one needs TENANT_ALL.'),
    clientIp: named('Address it came from; other than the caller’s it needs LOG_PRODUCE_ON_BEHALF.', 64),
    userAgent: named('Program it came from.', 512),
    requestMethod: named('HTTP method.', 16),
    requestPath: named('Path without the query, which is cut off.', 2_048),
    captureRequest: optional(
      flag('Fills address, program, method and path from this request; default false. Not stored.'),
    ),
    traceId: hex('Trace, 32 hexadecimal digits, not all zero; default that of traceparent.', 32),
    spanId: hex('Span, 16 hexadecimal digits, not all zero; default that of traceparent.', 16),
    traceFlags: optional(integer('Flags of the trace.', { minimum: 0, maximum: traceFlagsMax })),
    action: named('What was done.', 64),
    outcome: optional(choice(eventOutcomes, 'How it ended.')),
    entityType: named('Kind of thing it is about.', 128),
    entityUuid: named('Thing it is about.'),
    durationMillis: optional(long('Milliseconds it took.')),
    errorDetail: Type.Optional(nullable(SvcEventErrorModel, 'What failed.')),
    tagList: optional(
      list(text('Tag.', { minLength: 1, maxLength: tagMax }), 'Tags; each counts once.', { maxItems: tagsMax }),
    ),
    attributeMap: optional(
      anyMap('Anything else: 131,072 bytes and 8 levels at most.', {
        maxProperties: attributesMax,
        propertyNames: { type: 'string', maxLength: attributeNameMax } as never,
      }),
    ),
    truncated: serverSet(flag('Something was too long and was cut.')),
    sequence: serverSet(long('Place in the audit chain.')),
    hash: serverSet(text('Hash in the audit chain.')),
  },
  'SvcEventLogModel',
);
export type SvcEventLogModel = Static<typeof SvcEventLogModel>;
