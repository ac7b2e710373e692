// Writes an accepted event into the form of the spool, and reads it.
import type { LogEvent } from '../record/event.types.ts';

/** Values of the fields by place, new ones last; `never` fits all of them, as the writer was typed. */
type Values = { readonly [place: number]: never };

/** Writes a record without names: it takes half the space, so that the spool lasts twice as long in an outage. */
export function toRecord(event: LogEvent): string {
  return JSON.stringify([
    event.uuid,
    event.tenantIdentifier,
    event.eventTime,
    event.retentionClass,
    event.observedTime,
    event.severityNumber,
    event.level,
    event.eventName,
    event.eventType,
    event.key,
    event.message,
    event.service,
    event.instance,
    event.loggerName,
    event.threadName,
    event.username,
    event.sessionIdentifier,
    event.clientIp,
    event.userAgent,
    event.requestMethod,
    event.requestPath,
    event.traceId,
    event.spanId,
    event.traceFlags,
    event.action,
    event.outcome,
    event.entityType,
    event.entityUuid,
    event.durationMillis,
    event.errorDetail,
    event.tagList,
    event.attributeMap,
    event.truncated,
    event.contentHash.toString('base64'),
    event.searchTokens,
    event.repeats,
  ]);
}

/** Writes a record with names, for people who look at a dead letter; it can be read as well. */
export function toNamedRecord(event: LogEvent): string {
  return JSON.stringify({ ...event, contentHash: event.contentHash.toString('base64') });
}

/** Reads a record of either form; throws for invalid bytes. */
export function fromRecord(bytes: Uint8Array): LogEvent {
  const read: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (Array.isArray(read)) return fromValues(read as unknown as Values);
  const named = read as Omit<LogEvent, 'contentHash'> & { readonly contentHash: string };
  return { ...named, contentHash: Buffer.from(named.contentHash, 'base64') };
}

/**
 * Reads the fields by place, one by one: a loop over the names takes three times as long, for every event of an outage.
 */
function fromValues(values: Values): LogEvent {
  return {
    uuid: values[0]!,
    tenantIdentifier: values[1]!,
    eventTime: values[2]!,
    retentionClass: values[3]!,
    observedTime: values[4]!,
    severityNumber: values[5]!,
    level: values[6]!,
    eventName: values[7]!,
    eventType: values[8]!,
    key: values[9]!,
    message: values[10]!,
    service: values[11]!,
    instance: values[12]!,
    loggerName: values[13]!,
    threadName: values[14]!,
    username: values[15]!,
    sessionIdentifier: values[16]!,
    clientIp: values[17]!,
    userAgent: values[18]!,
    requestMethod: values[19]!,
    requestPath: values[20]!,
    traceId: values[21]!,
    spanId: values[22]!,
    traceFlags: values[23]!,
    action: values[24]!,
    outcome: values[25]!,
    entityType: values[26]!,
    entityUuid: values[27]!,
    durationMillis: values[28]!,
    errorDetail: values[29]!,
    tagList: values[30]!,
    attributeMap: values[31]!,
    truncated: values[32]!,
    contentHash: Buffer.from(values[33]!, 'base64'),
    searchTokens: values[34]!,
    repeats: values[35]!,
  };
}
