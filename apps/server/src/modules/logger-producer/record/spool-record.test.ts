// Tests that an event comes back from the spool as it was accepted.
import { expect, it } from 'vitest';
import type { LogEvent } from './event.types.ts';
import { fromRecord, toNamedRecord, toRecord } from './spool-record.ts';

/** Has another value in each field. */
const event: LogEvent = {
  uuid: '01990000-0000-7000-8000-000000000001',
  tenantIdentifier: 'default',
  eventTime: '2026-03-01T10:00:00.000001Z',
  retentionClass: 'STANDARD',
  observedTime: 1_772_359_200_123,
  severityNumber: 9,
  level: 'INFO',
  eventName: 'order.paid',
  eventType: 'APPLICATION',
  key: 'order',
  message: 'message "ı"',
  service: 'service',
  instance: 'instance',
  loggerName: 'loggerName',
  threadName: 'threadName',
  username: 'username',
  sessionIdentifier: 'sessionIdentifier',
  clientIp: '192.0.2.1',
  userAgent: 'userAgent',
  requestMethod: 'GET',
  requestPath: '/path',
  traceId: 'traceId',
  spanId: 'spanId',
  traceFlags: 1,
  action: 'action',
  outcome: 'SUCCESS',
  entityType: 'entityType',
  entityUuid: 'entityUuid',
  durationMillis: 12,
  errorDetail: '{"errorCode":"X"}',
  tagList: '["tag"]',
  attributeMap: '{"no":12345678901234567890}',
  truncated: true,
  contentHash: Buffer.from('0123456789abcdef'),
  searchTokens: 'order\u001fpaid',
  repeats: 'recent',
};
const empty: LogEvent = { ...event, message: null, instance: null, traceFlags: null, attributeMap: null };

it('logger-producer 8: an event comes back from its record with every field', () => {
  for (const one of [event, empty]) expect(fromRecord(Buffer.from(toRecord(one)))).toEqual(one);
});

it('an event comes back from a record with names, as dead letters and spools of earlier versions hold them', () => {
  for (const one of [event, empty]) expect(fromRecord(Buffer.from(toNamedRecord(one)))).toEqual(one);
});

it('a record that is no event is refused', () => {
  for (const text of ['[]', '{}', '7', 'null', '["uuid"]', 'text'])
    expect(() => fromRecord(Buffer.from(text)), text).toThrow();
});
