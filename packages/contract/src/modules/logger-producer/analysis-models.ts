// Declares what events are searched, counted and summed up by beside their pages.
import { type Static, Type } from 'typebox';
import { queryModel } from '../../models/read-as.ts';
import { choice, closed, dateTime, integer, list, maybe, nullable, text } from '../../models/schema.ts';
import { eventLevels } from './cache-models.ts';
import { eventTypes } from './event-models.ts';
import { SvcEventLogFilterModel, SvcEventLogStoredModel } from './query-models.ts';

const filter = maybe(SvcEventLogFilterModel);
const searchLimitMax = 1_000;
const valuesMax = 100;
export const bucketsMax = 1_000;

export const SvcEventLogSearchModel = closed(
  {
    query: filter,
    cursor: maybe(text('nextCursor of the answer before, with the same query.', { maxLength: 1_000 })),
    limit: maybe(integer('Events at most; default 100.', { minimum: 1, maximum: searchLimitMax })),
  },
  'SvcEventLogSearchModel',
);

export const SvcEventLogSearchResultModel = closed(
  {
    data: list(SvcEventLogStoredModel, 'Events, the newest first.'),
    nextCursor: nullable(text('Goes on behind these; null where nothing is left.')),
  },
  'SvcEventLogSearchResultModel',
);

export const SvcEventLogHistogramQueryModel = queryModel(
  {
    query: filter,
    intervalSeconds: maybe(
      integer('Length of a bucket; of a day or more whole days. Chosen for some hundred buckets where absent.', {
        minimum: 1,
        maximum: 31_536_000,
      }),
    ),
    timeZone: maybe(text('IANA zone whose days count in buckets of a day or more; default UTC.', { maxLength: 64 })),
  },
  'SvcEventLogHistogramQueryModel',
);

const SvcEventLogBucketModel = closed(
  {
    from: dateTime('Begin.'),
    to: dateTime('End, which is no part of it.'),
    count: integer('Events.', { minimum: 0 }),
    levelMap: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0 },
      description: 'Events by level; a level without any is not there.',
    }),
  },
  'SvcEventLogBucketModel',
);

export const SvcEventLogHistogramModel = closed(
  {
    intervalSeconds: integer('Length of a bucket.'),
    timeZone: text('Zone whose days count.'),
    bucketList: list(SvcEventLogBucketModel, 'Buckets in order, empty ones too.'),
  },
  'SvcEventLogHistogramModel',
);
export type SvcEventLogHistogramModel = Static<typeof SvcEventLogHistogramModel>;

export const eventValueFields = [
  'level',
  'eventName',
  'eventType',
  'service',
  'instance',
  'username',
  'action',
  'outcome',
  'clientIp',
  'tagList',
] as const;

export const SvcEventLogFieldValueQueryModel = queryModel(
  {
    query: filter,
    field: choice(eventValueFields, 'Field whose values are counted.'),
    limit: maybe(integer('Values at most; default 20.', { minimum: 1, maximum: valuesMax })),
  },
  'SvcEventLogFieldValueQueryModel',
);

const SvcEventLogValueModel = closed(
  { value: text('Value.'), count: integer('Events that have it.', { minimum: 1 }) },
  'SvcEventLogValueModel',
);

export const SvcEventLogFieldValueModel = closed(
  {
    field: choice(eventValueFields, 'Field.'),
    valueList: list(SvcEventLogValueModel, 'Values, the most frequent first.'),
    otherCount: integer('Events with another value; of tags, other tags of events.', { minimum: 0 }),
  },
  'SvcEventLogFieldValueModel',
);
export type SvcEventLogFieldValueModel = Static<typeof SvcEventLogFieldValueModel>;

export const SvcEventCatalogueModel = closed(
  {
    eventName: text('Name of the event.'),
    eventType: choice(eventTypes, 'Type.'),
    level: choice(eventLevels, 'Level.'),
    module: text('Module that writes it.'),
    description: text('What it means, in the language asked for.'),
  },
  'SvcEventCatalogueModel',
);
