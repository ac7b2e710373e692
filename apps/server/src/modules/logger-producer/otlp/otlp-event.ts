// Makes an event of an OpenTelemetry record (Logs Data Model); equal bytes make equal events.
import { hash } from 'node:crypto';
import type { SvcEventLogModel } from '@keelson/contract';
import { version8Of } from '../../../kernel/text/named-uuid.ts';
import type { EventMask } from '../masking/feature.ts';
import { LEVELS } from '../record/level.ts';
import { attributesOf, type OtlpAttributes, type OtlpRecord, type OtlpValue } from './otlp-record.ts';

const MICROS_DIGITS = 3;
const NANOS_OF_MILLI = 1_000_000n;
const NANOS_OF_MICRO = 1_000n;
const SEVERITIES_OF_A_LEVEL = 4;
const NAME_MAX = 256;
const EXCEPTION = ['exception.type', 'exception.message', 'exception.stacktrace'];
/** Characters of the parts of an exception in an event. */
const EXCEPTION_MAX = [256, 4_000, 262_144];
const FLAGS = 0xff;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MILLIS_BYTES = 6;
const UUID_BYTES = 16;

/** Sender and request, from which uuids are made with the record's place. */
export interface OtlpOrigin {
  readonly tenantIdentifier: string;
  readonly callerIdentifier: string;
  /** SHA-256 of the request as it was unpacked. */
  readonly bodyHash: string;
}

/** Mask for texts that are shortened or transformed: it comes first, as a secret could not be recognised afterwards. */
export type OtlpMask = Pick<EventMask, 'value'>;

export function otlpEventOf(record: OtlpRecord, origin: OtlpOrigin, index: number, mask: OtlpMask): SvcEventLogModel {
  const { severityNumber, severityText, traceId, spanId, flags, eventName, scopeName } = record;
  const { texts: place, rest: resource } = withoutTexts(record.resource, ['service.name', 'service.instance.id']);
  const { texts, rest: attributes } = withoutTexts(record.attributes, EXCEPTION);
  const [type, message, stack] = EXCEPTION.map((name, index) => cutText(texts[name], EXCEPTION_MAX[index]!, mask));
  const { 'log.record.uid': uid, ...withoutUid } = attributes;
  const isNamed = typeof uid === 'string' && UUID.test(uid);
  const nanos = record.timeNanos === 0n ? record.observedNanos : record.timeNanos;
  const isText = typeof record.body === 'string';
  const body = isText ? record.body : mask.value(record.body);
  const attributeMap = attributesBeside(isNamed ? withoutUid : attributes, {
    ...(Object.keys(resource).length === 0 ? {} : { resource }),
    ...(body === undefined || isText ? {} : { body }),
  });
  const event = {
    // A record without a time that repeats is another heartbeat, and no second attempt.
    uuid: isNamed ? uid.toLowerCase() : nanos === 0n ? null : uuidOf(origin, index, nanos / NANOS_OF_MILLI),
    eventTime: nanos === 0n ? null : timeOf(nanos),
    level: levelOf(severityNumber, severityText),
    severityNumber,
    eventName: nameOf(eventName === '' ? attributes['event.name'] : eventName, mask),
    message: isText ? body : body === undefined ? null : JSON.stringify(body),
    service: cutText(place['service.name'], NAME_MAX, mask),
    instance: cutText(place['service.instance.id'], NAME_MAX, mask),
    loggerName: cutText(scopeName, NAME_MAX, mask),
    traceId: /^0*$/.test(traceId) ? null : traceId,
    spanId: /^0*$/.test(spanId) ? null : spanId,
    traceFlags: flags & FLAGS,
    errorDetail:
      type === null && message === null && stack === null
        ? null
        : { errorClassName: type, errorMessage: message, errorDetail: stack },
    attributeMap: Object.keys(attributeMap).length === 0 ? null : attributeMap,
  };
  return event as unknown as SvcEventLogModel;
}

/** Takes out the attributes that are texts; others stay attributes. */
function withoutTexts(attributes: OtlpAttributes, names: readonly string[]) {
  const isTaken = ([name, value]: readonly [string, OtlpValue]): boolean =>
    names.includes(name) && typeof value === 'string' && value !== '';
  const { true: texts = [], false: rest = [] } = Object.groupBy(Object.entries(attributes), (entry) =>
    isTaken(entry) ? 'true' : 'false',
  );
  return { texts: attributesOf(texts), rest: attributesOf(rest) };
}

/** Adds the fields beside the attributes under their names; an attribute of the same name gets a longer one. */
function attributesBeside(attributes: OtlpAttributes, beside: OtlpAttributes): OtlpAttributes {
  const named = Object.entries(attributes).map(([name, value]) => {
    let free = name;
    while (Object.hasOwn(beside, free) || (free !== name && Object.hasOwn(attributes, free)))
      free = `attribute.${free}`;
    return [free, value] as const;
  });
  return attributesOf([...named, ...Object.entries(beside)]);
}

function cutText(value: OtlpValue | undefined, max: number, mask: OtlpMask): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.length <= max ? value : mask.value(value).slice(0, max);
}

/** Answers the name, which has few allowed characters here; null for another text, which becomes the message. */
function nameOf(given: OtlpValue | undefined, mask: OtlpMask): string | null {
  const name = cutText(typeof given === 'string' ? mask.value(given) : null, NAME_MAX, mask);
  return name === null ? null : name.replace(/[^A-Za-z0-9_.-]/g, '_');
}

/** Answers the level; an unspecified number leaves it to the text, and an unknown text to the default. */
function levelOf(severityNumber: number, severityText: string): string | null {
  const level = LEVELS[Math.floor((severityNumber - 1) / SEVERITIES_OF_A_LEVEL)];
  if (severityNumber > 0) return level ?? null;
  const written = severityText.toUpperCase();
  return [...LEVELS, 'WARNING', 'CRITICAL'].includes(written) ? written : null;
}

/** Writes a time to the microsecond. */
function timeOf(nanos: bigint): string {
  const millis = new Date(Number(nanos / NANOS_OF_MILLI)).toISOString();
  const micros = String((nanos / NANOS_OF_MICRO) % NANOS_OF_MICRO).padStart(MICROS_DIGITS, '0');
  return millis.replace('Z', `${micros}Z`);
}

/** Makes a UUID of version 8 (RFC 9562, 5.8): the milliseconds, and a hash that identifies the record. */
function uuidOf({ tenantIdentifier, callerIdentifier, bodyHash }: OtlpOrigin, index: number, millis: bigint): string {
  const bytes = Buffer.alloc(UUID_BYTES);
  hash('sha256', JSON.stringify([tenantIdentifier, callerIdentifier, bodyHash, index]), 'buffer').copy(
    bytes,
    MILLIS_BYTES,
  );
  bytes.writeUIntBE(Number(millis), 0, MILLIS_BYTES);
  return version8Of(bytes);
}
