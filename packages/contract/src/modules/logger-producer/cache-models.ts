// Declares an entry of the producer cache: whether events of a key are produced.
import { type Static, Type } from 'typebox';
import { queryModel } from '../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../models/records.ts';
import {
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
  serverSet,
  text,
} from '../../models/schema.ts';

const keyMax = 256;
const keysMax = 200;
const segments = '[A-Za-z0-9_-]{1,64}(?:\\.[A-Za-z0-9_-]{1,64})*';
export const eventLevels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
const cacheKeyPattern = `^(?=.{1,${keyMax}}$)(?:\\*|${segments})(?::(?:${eventLevels.join('|')}))?$`;

export const cacheKey = (description: string) => text(description, { pattern: cacheKeyPattern });
const entryKey = 'Segments joined by dots, or * for all keys; with or without a level, as order.paid:DEBUG.';

const fields = {
  value: flag('Events of the key are produced.'),
  minimumLevel: choice(eventLevels, 'Below it they are not; only for keys without a level.'),
  sampleRate: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'Share of the events that is kept, by trace, else by uuid; default 1.',
  }),
  enforced: flag('An entry of all tenants goes before those of tenants; default false.'),
  expireDate: dateTime('Until when it counts; 366 days ahead at most. Absent: for ever.'),
  description: text('Why it is there.', { maxLength: 500 }),
} as const;
const tenantIdentifier = text('Tenant; null: all tenants, which needs TENANT_ALL.', {
  pattern: '^[A-Za-z0-9._-]{1,64}$',
});

export const SvcLogProducerCacheModel = closed(
  {
    ...recordFields,
    key: text(entryKey),
    value: fields.value,
    minimumLevel: nullable(fields.minimumLevel),
    sampleRate: fields.sampleRate,
    tenantIdentifier: nullable(tenantIdentifier),
    enforced: fields.enforced,
    expireDate: nullable(fields.expireDate),
    description: nullable(fields.description),
    source: choice(['MANUAL', 'SETTING', 'DEFAULT'], 'MANUAL for an entry; the others in rows that resolve computed.'),
    effectiveValue: flag('What holds for the key now.'),
    hitCount: integer('Events that it decided on, some seconds late.', { minimum: 0 }),
    suppressedCount: integer('Events that it kept out.', { minimum: 0 }),
    lastHitDate: nullable(dateTime('When it decided last.')),
    warningList: list(
      text('Name.'),
      'Events of audit and security below the key, which it does not touch; twenty at most.',
    ),
  },
  'SvcLogProducerCacheModel',
);

/** What a rule of the entry needs beside its key; absent fields get their default, or keep their value at an update. */
const written = {
  minimumLevel: optional(fields.minimumLevel),
  sampleRate: optional(fields.sampleRate),
  enforced: optional(fields.enforced),
  expireDate: optional(fields.expireDate),
  description: optional(fields.description),
  source: serverSet(text('Where it comes from.')),
  effectiveValue: serverSet(flag('What holds for the key now.')),
  hitCount: serverSet(integer('Events that it decided on.')),
  suppressedCount: serverSet(integer('Events that it kept out.')),
  lastHitDate: serverSet(dateTime('When it decided last.')),
  warningList: serverSet(list(text('Name.'), 'Events that it does not touch.')),
} as const;

export const SvcLogProducerCacheModelInput = closed(
  {
    ...serverSetRecordFields,
    key: cacheKey(entryKey),
    value: fields.value,
    tenantIdentifier: Type.Optional(nullable(tenantIdentifier)),
    ...written,
  },
  'SvcLogProducerCacheModelInput',
);

export const SvcLogProducerCacheUpdateModel = closed(
  {
    ...serverSetRecordFields,
    version: integer('Version that was read.', { minimum: 1 }),
    key: cacheKey('Key of the entry; it never changes.'),
    tenantIdentifier: Type.Optional(nullable(tenantIdentifier)),
    value: optional(fields.value),
    ...written,
  },
  'SvcLogProducerCacheUpdateModel',
);

export const SvcLogProducerCacheQueryModel = queryModel(
  {
    keyList: maybe(list(cacheKey('Key.'), 'One of these keys.', { maxItems: keysMax })),
    keyPrefix: maybe(text('Keys that begin so.', { maxLength: keyMax })),
    value: maybe(flag('With this value.')),
    scope: maybe(choice(['TENANT', 'GLOBAL', 'ALL'], 'Of the own tenant, of all tenants, or both; default ALL.')),
    searchText: maybe(text('Keys and descriptions that hold it.', { maxLength: keyMax })),
    includeExpired: maybe(flag('Also those that no longer count; default false.')),
    resolve: maybe(flag('With keyList: one computed row for each key without an entry; default false.')),
    sort: maybe(
      Type.Object(
        {
          property: choice(['key', 'dateUpdated', 'expireDate', 'suppressedCount'], 'Property to sort by.'),
          direction: maybe(choice(['ASC', 'DESC'], 'Direction; default ASC.')),
        },
        { additionalProperties: false, description: 'Order; default by key.' },
      ),
    ),
  },
  'SvcLogProducerCacheQueryModel',
);

export const SvcLogProducerCacheResetModel = closed(
  {
    keyPrefix: text('Whole segments, without a level: the entries of it and of all below go; * stands for all.', {
      pattern: `^(?=.{1,${keyMax}}$)(?:\\*|${segments})$`,
    }),
    tenantIdentifier: Type.Optional(nullable(tenantIdentifier)),
  },
  'SvcLogProducerCacheResetModel',
);

const SvcLogCacheChangeModel = closed(
  {
    key: text(entryKey),
    tenantIdentifier: nullable(tenantIdentifier),
    value: nullable(fields.value, 'Events of the key are produced; null: the entry was removed.'),
    expireDate: nullable(fields.expireDate),
  },
  'SvcLogCacheChangeModel',
);

export const logCacheStreamEvents = {
  'log-cache-changed': SvcLogCacheChangeModel,
  resync: closed({ revision: long('Revision to begin again from: read the list.') }, 'SvcLogCacheResyncModel'),
} as const;

const cacheSources = ['ENFORCED', 'TENANT', 'GLOBAL', 'SETTING', 'DEFAULT'] as const;

export const SvcLogProducerCacheExplanationModel = closed(
  {
    key: text('Key that was asked for.'),
    value: flag('Events of the key are produced.'),
    candidateList: list(
      closed(
        {
          source: choice(
            cacheSources,
            'Where it stands: an enforced entry of all tenants, one of the tenant, another of all tenants, the settings.',
          ),
          key: nullable(text('Key of the entry; null for settings.')),
          value: nullable(flag('What it says; null where there is no such entry.')),
          minimumLevel: nullable(choice(eventLevels, 'Below it the entry says no.')),
          sampleRate: nullable(Type.Number({ description: 'Share that is kept.' })),
          expireDate: nullable(dateTime('Until when it counts.')),
          state: choice(['ABSENT', 'EXPIRED', 'DECIDES', 'PASSED_OVER'], 'What became of it.'),
        },
        'SvcLogProducerCacheCandidateModel',
      ),
      'Every place, the first one first.',
    ),
  },
  'SvcLogProducerCacheExplanationModel',
);
export type SvcLogProducerCacheExplanationModel = Static<typeof SvcLogProducerCacheExplanationModel>;
