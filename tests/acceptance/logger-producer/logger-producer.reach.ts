// Tells how each operation of the logger would reach into another tenant, and what comes back instead.
import { randomUUID } from 'node:crypto';
import type { Reach } from '../reach.ts';

/** They answer by the caller's own tenant alone; of the stream of events see its own tests. */
export const ownLoggerOperations = [
  'otlpLogs',
  'tailEvents',
  'explainKey',
  'producerStatus',
  'flushProducer',
  'getValueByKey',
  'getValues',
  'queryList',
  'queryOwnEvents',
  'catalogue',
  'streamCacheChanges',
];

const key = 'acceptance.reach';

export const loggerReaches: Readonly<Record<string, Reach>> = {
  produceSync: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.produceSync({ body: { tenantIdentifier: tenant.identifier, message: 'It happened.' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  produceAsync: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.produceAsync({ body: { tenantIdentifier: tenant.identifier, message: 'It happened.' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  produceBatchSync: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.produceBatchSync({ body: [{ tenantIdentifier: tenant.identifier, message: 'It happened.' }] }),
    stranger: { acceptedCount: 0, rejectedList: [{ errorCode: 'ACCESS_DENIED' }] },
    everywhere: { acceptedCount: 1 },
  },
  produceBatchAsync: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.produceBatchAsync({ body: [{ tenantIdentifier: tenant.identifier, message: 'It happened.' }] }),
    stranger: { acceptedCount: 0, rejectedList: [{ errorCode: 'ACCESS_DENIED' }] },
    everywhere: { acceptedCount: 1 },
  },
  getEvent: {
    call: async ({ loggerProducer }, { person }) => {
      const uuid = randomUUID();
      await person.sure.loggerProducer.produceSync({ body: { uuid } });
      return loggerProducer.getEvent({ params: { uuid } });
    },
    stranger: 'LOG_EVENT_NOT_FOUND',
    everywhere: { service: 'web' },
  },
  queryEvents: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.queryEvents({ body: { tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { pageable: { pageNumber: 0 } },
  },
  exportEvents: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.exportEvents({ body: { query: { tenantIdentifier: tenant.identifier }, format: 'NDJSON' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  searchEvents: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.searchEvents({ body: { query: { tenantIdentifier: tenant.identifier } } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  histogram: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.histogram({ body: { query: { tenantIdentifier: tenant.identifier } } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { timeZone: 'UTC' },
  },
  fieldValues: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.fieldValues({ body: { query: { tenantIdentifier: tenant.identifier }, field: 'level' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { field: 'level' },
  },
  queryDeadLetters: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.queryDeadLetters({ body: { tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { totalElements: 0 },
  },
  retryDeadLetters: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.retryDeadLetters({ body: { query: { tenantIdentifier: tenant.identifier } } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { storedCount: 0 },
  },
  deleteDeadLetter: {
    call: ({ loggerProducer }) => loggerProducer.deleteDeadLetter({ params: { uuid: randomUUID() } }),
    stranger: 'LOG_DEAD_LETTER_NOT_FOUND',
    everywhere: 'LOG_DEAD_LETTER_NOT_FOUND',
  },
  verifyAudit: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.verifyAudit({ body: { tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { complete: true },
  },
  saveCache: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.saveCache({ body: { key, value: true, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { key, value: true },
  },
  updateCache: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.updateCache({
        body: { key: `${key}.none`, version: 1, value: false, tenantIdentifier: tenant.identifier },
      }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'LOG_CACHE_NOT_FOUND',
  },
  resetCache: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.resetCache({ body: { keyPrefix: `${key}.none`, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 0,
  },
  deleteCache: {
    call: ({ loggerProducer }, { tenant }) =>
      loggerProducer.deleteCache({ params: { key: `${key}.none` }, query: { tenant: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'LOG_CACHE_NOT_FOUND',
  },
};
