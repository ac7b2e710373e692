// Makes an event of an OpenTelemetry record (Logs Data Model), the same one whenever the same bytes come again.
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
/** Characters of each of them that an event takes. */
const EXCEPTION_MAX = [256, 4_000, 262_144];
const FLAGS = 0xff;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MILLIS_BYTES = 6;
const UUID_BYTES = 16;

/** Names who sent what: with the record's place in it a uuid comes of it. */
export interface OtlpOrigin {
  readonly tenantIdentifier: string;
  readonly callerIdentifier: string;
  /** SHA-256 of the request as it was unpacked. */
  readonly bodyHash: string;
}

/** What is made of a text, or is cut off, is masked first: afterwards nobody sees that there was a secret. */
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
    // What repeats without a time is another heartbeat, and no second attempt.
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

/** Takes those out that are texts: what is of another kind stays an attribute. */
function withoutTexts(attributes: OtlpAttributes, names: readonly string[]) {
  const isTaken = ([name, value]: readonly [string, OtlpValue]): boolean =>
    names.includes(name) && typeof value === 'string' && value !== '';
  const { true: texts = [], false: rest = [] } = Object.groupBy(Object.entries(attributes), (entry) =>
    isTaken(entry) ? 'true' : 'false',
  );
  return { texts: attributesOf(texts), rest: attributesOf(rest) };
}

/** What stands beside the attributes keeps its name; an attribute of the same one is told under a longer one. */
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

/** Names of events have few characters here; others become a line. */
function nameOf(given: OtlpValue | undefined, mask: OtlpMask): string | null {
  const name = cutText(typeof given === 'string' ? mask.value(given) : null, NAME_MAX, mask);
  return name === null ? null : name.replace(/[^A-Za-z0-9_.-]/g, '_');
}

/** A number that says nothing leaves it to the text, and a text that nobody knows to the standard. */
function levelOf(severityNumber: number, severityText: string): string | null {
  const level = LEVELS[Math.floor((severityNumber - 1) / SEVERITIES_OF_A_LEVEL)];
  if (severityNumber > 0) return level ?? null;
  const written = severityText.toUpperCase();
  return [...LEVELS, 'WARNING', 'CRITICAL'].includes(written) ? written : null;
}

/** To the microsecond. */
function timeOf(nanos: bigint): string {
  const millis = new Date(Number(nanos / NANOS_OF_MILLI)).toISOString();
  const micros = String((nanos / NANOS_OF_MICRO) % NANOS_OF_MICRO).padStart(MICROS_DIGITS, '0');
  return millis.replace('Z', `${micros}Z`);
}

/** UUID of version 8 (RFC 9562, 5.8): the milliseconds in front, behind them what makes it this record. */
function uuidOf({ tenantIdentifier, callerIdentifier, bodyHash }: OtlpOrigin, index: number, millis: bigint): string {
  const bytes = Buffer.alloc(UUID_BYTES);
  hash('sha256', JSON.stringify([tenantIdentifier, callerIdentifier, bodyHash, index]), 'buffer').copy(
    bytes,
    MILLIS_BYTES,
  );
  bytes.writeUIntBE(Number(millis), 0, MILLIS_BYTES);
  return version8Of(bytes);
}
