// Reads ExportLogsServiceRequest as JSON (OTLP, "JSON Protobuf Encoding"): ids in hex, 64-bit numbers as text or number.
import { isExactNumber } from '../../../kernel/text/json/exact-json.ts';
import {
  attributesOf,
  doubleValue,
  EMPTY_RECORD,
  integerValue,
  type OtlpAttributes,
  type OtlpRecord,
  type OtlpValue,
} from './otlp-record.ts';

const DEPTH_MAX = 32;
const NANOS_MAX = 2n ** 64n - 1n;

/** Thrown with the name of the invalid field. */
export class OtlpJsonError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`${field} is not as it should be`);
    this.field = field;
  }
}

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown, name: string): Json {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new OtlpJsonError(name);
  return value as Json;
}

/** Requires a value, of the message or an entry of a list: null is no message (protobuf, "ProtoJSON Format"). */
function present(value: unknown, name: string): Json {
  if (value === null) throw new OtlpJsonError(name);
  return object(value, name);
}

function list(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new OtlpJsonError(name);
  return value;
}

function text(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new OtlpJsonError(name);
  return value;
}

function integer(value: unknown, name: string): bigint {
  if (value === undefined || value === null || value === '') return 0n;
  const written = isExactNumber(value)
    ? value.rawJSON
    : typeof value === 'number' && Number.isInteger(value)
      ? BigInt(value).toString()
      : value;
  if (typeof written !== 'string' || !/^-?\d{1,20}$/.test(written)) throw new OtlpJsonError(name);
  return BigInt(written);
}

function nanos(value: unknown, name: string): bigint {
  const read = integer(value, name);
  if (read < 0n || read > NANOS_MAX) throw new OtlpJsonError(name);
  return read;
}

/** Reads the message; throws an OtlpJsonError for an invalid one; unknown fields are ignored. */
export function readOtlpJson(message: unknown): OtlpRecord[] {
  return list(present(message, '').resourceLogs, 'resourceLogs').flatMap((entry) => {
    const { resource, scopeLogs } = present(entry, 'resourceLogs');
    const attributes = readAttributes(object(resource, 'resource').attributes, 0);
    return list(scopeLogs, 'scopeLogs').flatMap((scoped) => {
      const { scope, logRecords } = present(scoped, 'scopeLogs');
      const origin = { resource: attributes, scopeName: text(object(scope, 'scope').name, 'scope.name') };
      return list(logRecords, 'logRecords').map((one) => ({ ...readRecord(present(one, 'logRecords')), ...origin }));
    });
  });
}

function readRecord(record: Json): Omit<OtlpRecord, 'resource' | 'scopeName'> {
  return {
    ...EMPTY_RECORD,
    timeNanos: nanos(record.timeUnixNano, 'timeUnixNano'),
    observedNanos: nanos(record.observedTimeUnixNano, 'observedTimeUnixNano'),
    severityNumber: Number(integer(record.severityNumber, 'severityNumber')),
    severityText: text(record.severityText, 'severityText'),
    body: record.body === undefined || record.body === null ? undefined : readValue(record.body, 0),
    attributes: readAttributes(record.attributes, 0),
    flags: Number(integer(record.flags, 'flags')),
    traceId: text(record.traceId, 'traceId').toLowerCase(),
    spanId: text(record.spanId, 'spanId').toLowerCase(),
    eventName: text(record.eventName, 'eventName'),
  };
}

function readAttributes(given: unknown, depth: number): OtlpAttributes {
  return attributesOf(
    list(given, 'attributes').map((entry) => {
      const { key, value } = present(entry, 'attributes');
      return [text(key, 'key'), readValue(value, depth)] as const;
    }),
  );
}

function readValue(given: unknown, depth: number): OtlpValue {
  if (depth > DEPTH_MAX) throw new OtlpJsonError('value');
  const value = object(given, 'value');
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (value.intValue !== undefined) return integerValue(integer(value.intValue, 'intValue'));
  if (value.doubleValue !== undefined) return readDouble(value.doubleValue);
  if (value.arrayValue !== undefined)
    return list(object(value.arrayValue, 'arrayValue').values, 'values').map((one) => readValue(one, depth + 1));
  if (value.kvlistValue !== undefined)
    return readAttributes(object(value.kvlistValue, 'kvlistValue').values, depth + 1);
  return typeof value.bytesValue === 'string' ? value.bytesValue : null;
}

/** NaN and the infinities are texts in JSON. */
function readDouble(given: unknown): OtlpValue {
  if (typeof given === 'number') return doubleValue(given);
  if (isExactNumber(given)) return doubleValue(Number(given.rawJSON));
  if (typeof given !== 'string' || given.trim() === '') throw new OtlpJsonError('doubleValue');
  const number = Number(given);
  if (Number.isNaN(number) && given !== 'NaN') throw new OtlpJsonError('doubleValue');
  return doubleValue(number);
}
