// Holds examples of events.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { loggerProducerContract } from '../module.ts';

const entry = {
  id: example.number,
  uuid: example.uuid,
  version: 1,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  key: example.logKey,
  value: true,
  minimumLevel: 'WARN',
  sampleRate: 1,
  tenantIdentifier: example.tenantIdentifier,
  enforced: false,
  expireDate: null,
  description: 'Too loud.',
  source: 'MANUAL',
  effectiveValue: true,
  hitCount: 0,
  suppressedCount: 0,
  lastHitDate: null,
  warningList: [],
} as const;

const event = {
  uuid: example.logEvent,
  eventTime: example.microTime,
  observedTime: example.time,
  level: 'WARN',
  severityNumber: 13,
  eventName: 'order.rejected',
  eventType: 'APPLICATION',
  key: 'order.rejected',
  message: 'Order 4711 was rejected: no credit.',
  service: 'shop',
  instance: null,
  loggerName: null,
  threadName: null,
  username: example.username,
  sessionIdentifier: example.identifier,
  tenantIdentifier: example.tenantIdentifier,
  clientIp: null,
  userAgent: null,
  requestMethod: null,
  requestPath: null,
  traceId: null,
  spanId: null,
  traceFlags: null,
  action: null,
  outcome: null,
  entityType: null,
  entityUuid: null,
  durationMillis: null,
  errorDetail: null,
  tagList: ['order'],
  attributeMap: { order: { no: 4711 } },
  truncated: false,
  sequence: null,
  hash: null,
} as const;

export const loggerProducerExamples = {
  produceSync: {
    body: {
      uuid: '3f0c8f5e-7c1d-4a52-9e7b-2f6f0c3d8a11',
      level: 'WARN',
      eventName: 'order.rejected',
      message: 'Order 4711 was rejected: no credit.',
      service: 'shop',
      tagList: ['order'],
      attributeMap: { order: { no: 4711 } },
    },
  },
  produceAsync: { body: { level: 'INFO', eventName: 'order.paid', message: 'Order 4711 was paid.', service: 'shop' } },
  produceBatchSync: {
    body: [
      { level: 'INFO', eventName: 'order.paid', message: 'Order 4711 was paid.', service: 'shop' },
      { level: 'INFO', eventName: 'order.sent', message: 'Order 4711 was sent.', service: 'shop' },
    ],
    answer: { acceptedCount: 2, duplicateCount: 0, filteredCount: 0, rejectedList: [] },
  },
  produceBatchAsync: {
    body: [{ level: 'INFO', eventName: 'order.paid', message: 'Order 4711 was paid.', service: 'shop' }],
    answer: { acceptedCount: 1, duplicateCount: 0, filteredCount: 0, rejectedList: [] },
  },
  getEvent: { params: { uuid: example.logEvent }, answer: event },
  queryEvents: {
    body: { uuidList: [example.logEvent] },
    answer: {
      data: [event],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['eventTime'], direction: 'DESC' } },
    },
  },
  queryOwnEvents: {
    body: { uuidList: [example.logEvent] },
    answer: {
      data: [event],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['eventTime'], direction: 'DESC' } },
    },
  },
  exportEvents: {
    body: { query: { uuidList: [example.logEvent] }, format: 'NDJSON' },
    answer: { mediaType: 'application/x-ndjson', text: `${JSON.stringify(event)}\n` },
  },
  searchEvents: {
    body: { query: { uuidList: [example.logEvent] }, limit: 10 },
    answer: { data: [event], nextCursor: null },
  },
  histogram: {
    body: {
      query: { service: 'shop', eventTimeFrom: '2025-10-25T22:00:00Z', eventTimeTo: '2025-10-27T22:00:00Z' },
      intervalSeconds: 86_400,
      timeZone: 'Europe/Berlin',
    },
    answer: {
      intervalSeconds: 86_400,
      timeZone: 'Europe/Berlin',
      bucketList: [
        { from: '2025-10-25T22:00:00.000Z', to: '2025-10-26T23:00:00.000Z', count: 0, levelMap: {} },
        { from: '2025-10-26T23:00:00.000Z', to: '2025-10-27T23:00:00.000Z', count: 0, levelMap: {} },
      ],
    },
  },
  fieldValues: {
    body: { query: { uuidList: [example.logEvent] }, field: 'service' },
    answer: { field: 'service', valueList: [{ value: 'shop', count: 1 }], otherCount: 0 },
  },
  catalogue: {
    query: { eventName: 'session.begun' },
    answer: [
      {
        eventName: 'session.begun',
        eventType: 'SECURITY',
        level: 'INFO',
        module: 'session',
        description: 'A session began, or went on under a new token.',
      },
    ],
  },
  otlpLogs: {
    body: {
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
          scopeLogs: [
            {
              scope: { name: 'checkout' },
              logRecords: [
                {
                  severityNumber: 13,
                  severityText: 'WARN',
                  eventName: 'order.rejected',
                  body: { stringValue: 'Order 4711 was rejected: no credit.' },
                  attributes: [{ key: 'order.no', value: { intValue: '4711' } }],
                },
              ],
            },
          ],
        },
      ],
    },
    answer: {},
  },
  tailEvents: {
    query: { eventName: 'order.rejected', levelFrom: 'INFO' },
    answer: { event: 'log-event', data: event },
  },
  verifyAudit: {
    body: { sequenceFrom: 1 },
    answer: {
      valid: true,
      complete: true,
      nextSequence: null,
      checkedCount: example.number,
      headSequence: example.number,
      headHash: example.sha256,
      unsealedCount: example.number,
      oldestUnsealedMillis: example.number,
      problemList: [],
    },
  },
  getValueByKey: { params: { key: 'order.paid:DEBUG' }, answer: true },
  explainKey: {
    params: { key: example.logKey },
    answer: {
      key: example.logKey,
      value: true,
      candidateList: [
        {
          source: 'ENFORCED',
          key: example.logKey,
          value: null,
          minimumLevel: null,
          sampleRate: null,
          expireDate: null,
          state: 'ABSENT',
        },
      ],
    },
  },
  producerStatus: {
    answer: {
      processUuid: example.uuid,
      waitingCount: example.number,
      spoolCount: example.number,
      spoolBytes: example.number,
      oldestMillis: null,
      adoptedCount: example.number,
      drainedPerSecond: example.number,
      dispositionMap: { stored: example.number },
      sealLagMillis: example.number,
      deadLetterCount: example.number,
    },
  },
  flushProducer: { body: { timeoutMillis: 5_000 }, answer: { flushedCount: example.number, remainingCount: 0 } },
  queryDeadLetters: {
    body: { eventUuid: example.logEvent },
    answer: {
      data: [
        {
          uuid: example.deadLetter,
          dateRecorded: example.time,
          eventUuid: example.logEvent,
          tenantIdentifier: example.tenantIdentifier,
          reason: 'LOG_EVENT_UUID_CONFLICT',
          payload: example.text,
          tries: 0,
          dateLastTry: null,
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateRecorded'], direction: 'DESC' } },
    },
  },
  retryDeadLetters: {
    body: { query: { eventUuid: example.logEvent } },
    answer: { storedCount: 0, failedList: [{ uuid: example.deadLetter, reason: 'LOG_EVENT_UUID_CONFLICT' }] },
  },
  deleteDeadLetter: { params: { uuid: example.deadLetter } },
  getValues: {
    body: { keyList: ['order.paid', 'order.paid:DEBUG'] },
    answer: { 'order.paid': true, 'order.paid:DEBUG': true },
  },
  queryList: { body: { keyPrefix: example.logKey }, answer: [entry] },
  saveCache: {
    body: { key: example.logKey, value: true, minimumLevel: 'WARN', description: 'Too loud.' },
    answer: entry,
  },
  updateCache: {
    body: { key: example.logKey, version: 1, value: false },
    answer: { ...entry, version: 2, value: false, effectiveValue: false },
  },
  resetCache: { body: { keyPrefix: example.logKey }, answer: 1 },
  streamCacheChanges: {
    answer: {
      event: 'log-cache-changed',
      data: { key: example.logKey, tenantIdentifier: example.tenantIdentifier, value: true, expireDate: null },
    },
  },
  deleteCache: { params: { key: example.logKey } },
} satisfies ExamplesOf<typeof loggerProducerContract>;
