// Declares the operations of the producer cache.
import { anyMap, closed, flag, list, long, maybe, text } from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import {
  cacheKey,
  logCacheStreamEvents,
  SvcLogProducerCacheExplanationModel,
  SvcLogProducerCacheModel,
  SvcLogProducerCacheModelInput,
  SvcLogProducerCacheQueryModel,
  SvcLogProducerCacheResetModel,
  SvcLogProducerCacheUpdateModel,
} from './cache-models.ts';

const reader = authority('LOG_CACHE_VIEW', 'LOG_PRODUCE');
const writer = authority('LOG_CACHE_MANAGE');
const params = closed({ key: cacheKey('Key, with or without a level.') });
const order =
  'Enforced entries of all tenants go first, then those of the tenant, then the others of all tenants; of each the most specific ' +
  'key: itself with its level, itself, whole segments less, the star. Then the setting logger.producer.default, then true.';

export const cacheOperations = {
  getValueByKey: operation({
    method: 'GET',
    path: '/cache/value/by-key/{key}',
    listed: true,
    summary: 'Says whether a key is logged',
    description: `${order} Answered from memory, also while the database is away; a key that nobody has heard of is no error.`,
    access: reader,
    effect: 'read',
    withoutDatabase: true,
    params,
    reply: {
      kind: 'json',
      schema: flag('Events of the key are produced.'),
      headers: {
        'cache-control': 'For so long it may be kept.',
        etag: 'Tag of the answer.',
        'x-svc-cache-source': 'What decided: ENFORCED, EXACT, PREFIX, SETTING or DEFAULT.',
      },
      conditional: true,
    },
  }),
  getValues: operation({
    method: 'POST',
    path: '/cache/value/list',
    summary: 'Says of many keys whether they are logged',
    description: order,
    access: reader,
    effect: 'read',
    withoutDatabase: true,
    body: {
      kind: 'json',
      schema: closed(
        { keyList: list(cacheKey('Key.'), 'Keys.', { minItems: 1, maxItems: 1_000 }) },
        'SvcLogProducerCacheKeysModel',
      ),
    },
    reply: { kind: 'json', schema: anyMap('Whether events are produced, by key.') },
  }),
  explainKey: operation({
    method: 'GET',
    path: '/cache/explain/by-key/{key}',
    summary: 'Says why a key is logged or not',
    description: `Every place that can decide, in their order, and which one did. ${order}`,
    access: reader,
    effect: 'read',
    withoutDatabase: true,
    params,
    reply: { kind: 'json', schema: SvcLogProducerCacheExplanationModel },
  }),
  queryList: operation({
    method: 'POST',
    path: '/cache/list',
    listed: true,
    summary: 'Lists the entries of the cache',
    description: 'Entries of the own tenant and of all tenants that count now, unless the query says else.',
    access: authority('LOG_CACHE_VIEW'),
    effect: 'read',
    body: { kind: 'json', schema: SvcLogProducerCacheQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcLogProducerCacheModel, 'Entries.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  saveCache: operation({
    method: 'POST',
    path: '/cache',
    summary: 'Switches a key on or off',
    description:
      'Holds in every process within a quarter of a second. Events of AUDIT and SECURITY cannot be switched off.',
    access: writer,
    effect: 'write',
    idempotent: true,
    body: { kind: 'json', schema: SvcLogProducerCacheModelInput },
    reply: { kind: 'json', schema: SvcLogProducerCacheModel },
    errors: ['LOG_CACHE_ALREADY_EXISTS', 'LOG_CACHE_AUDIT_PROTECTED', 'LOG_CACHE_LIMIT_REACHED', 'EXPIRE_DATE_PAST'],
  }),
  updateCache: operation({
    method: 'PUT',
    path: '/cache',
    summary: 'Changes an entry of the cache',
    description: 'Named by key and tenant. A missing field leaves the value, null gives the default.',
    access: writer,
    effect: 'write',
    body: { kind: 'json', schema: SvcLogProducerCacheUpdateModel },
    reply: { kind: 'json', schema: SvcLogProducerCacheModel },
    errors: ['LOG_CACHE_NOT_FOUND', 'LOG_CACHE_AUDIT_PROTECTED', 'VERSION_CONFLICT', 'EXPIRE_DATE_PAST'],
  }),
  resetCache: operation({
    method: 'POST',
    path: '/cache/reset',
    summary: 'Removes the entries below a key',
    description: 'Those of one level, the own tenant unless another one is named; answers how many there were.',
    access: writer,
    effect: 'write',
    body: { kind: 'json', schema: SvcLogProducerCacheResetModel },
    reply: { kind: 'json', schema: long('Entries that were removed.') },
  }),
  streamCacheChanges: operation({
    method: 'GET',
    path: '/cache/changes',
    summary: 'Entries of the cache as they change',
    description:
      'For producers that keep a copy: entries of all tenants and of the own one, with null as the value of one that was removed. Resumable by ' +
      'Last-Event-ID, a revision; where that is not known, or more than 1,000 entries changed, resync says that the list has to be read again.',
    access: authority('LOG_CACHE_VIEW'),
    effect: 'read',
    passive: true,
    reply: { kind: 'event-stream', events: logCacheStreamEvents, resumable: true },
  }),
  deleteCache: operation({
    method: 'DELETE',
    path: '/cache/by-key/{key}',
    summary: 'Removes an entry of the cache',
    description: 'What is less specific decides from then on.',
    access: writer,
    effect: 'write',
    params,
    query: closed({
      tenant: maybe(
        text('Tenant of the entry; default the own one, empty: all tenants.', { pattern: '^[A-Za-z0-9._-]{0,64}$' }),
      ),
    }),
    errors: ['LOG_CACHE_NOT_FOUND'],
  }),
};
