// Reads ExportLogsServiceRequest as protobuf (opentelemetry-proto 1.x, logs/v1 and common/v1); unknown fields are passed over.
import {
  attributesOf,
  doubleValue,
  EMPTY_RECORD,
  integerValue,
  type OtlpAttributes,
  type OtlpRecord,
  type OtlpValue,
} from './otlp-record.ts';
import { DEPTH_MAX, doubleOf, type Field, fieldsOf, ProtobufError, signedOf, textOf } from './protobuf.ts';

type Origin = Pick<OtlpRecord, 'resource' | 'scopeName'>;

/** Throws a ProtobufError for bytes that are no such message. */
export function readOtlpProtobuf(message: Uint8Array): OtlpRecord[] {
  const records: OtlpRecord[] = [];
  for (const field of fieldsOf(message)) if (field.number === 1) readResourceLogs(field.bytes, records);
  return records;
}

/** What the resource is may stand behind its records. */
function readResourceLogs(message: Uint8Array, records: OtlpRecord[]): void {
  const fields = [...fieldsOf(message)];
  const resource = fields.findLast(({ number }) => number === 1);
  const attributes = resource === undefined ? {} : readAttributes(resource.bytes, 1, 0);
  for (const field of fields) if (field.number === 2) readScopeLogs(field.bytes, attributes, records);
}

function readScopeLogs(message: Uint8Array, resource: OtlpAttributes, records: OtlpRecord[]): void {
  const fields = [...fieldsOf(message)];
  const scope = fields.findLast(({ number }) => number === 1);
  const named = scope === undefined ? undefined : [...fieldsOf(scope.bytes)].findLast(({ number }) => number === 1);
  const origin = { resource, scopeName: named === undefined ? '' : textOf(named) };
  for (const field of fields) if (field.number === 2) records.push(readRecord(field.bytes, origin));
}

const hexOf = ({ bytes }: Field): string => Buffer.from(bytes).toString('hex');

/** Reads the fields of a record by their numbers. */
const READERS: Readonly<Record<number, (field: Field) => Partial<OtlpRecord>>> = {
  1: ({ bits }) => ({ timeNanos: bits }),
  2: (field) => ({ severityNumber: Number(signedOf(field)) }),
  3: (field) => ({ severityText: textOf(field) }),
  5: ({ bytes }) => ({ body: readValue(bytes, 0) }),
  8: ({ bits }) => ({ flags: Number(bits) }),
  9: (field) => ({ traceId: hexOf(field) }),
  10: (field) => ({ spanId: hexOf(field) }),
  11: ({ bits }) => ({ observedNanos: bits }),
  12: (field) => ({ eventName: textOf(field) }),
};

function readRecord(message: Uint8Array, origin: Origin): OtlpRecord {
  const record = { ...EMPTY_RECORD, ...origin, attributes: readAttributes(message, 6, 0) };
  for (const field of fieldsOf(message)) Object.assign(record, READERS[field.number]?.(field));
  return record;
}

/** Reads the pairs that stand in a field of this number. */
function readAttributes(message: Uint8Array, number: number, depth: number): OtlpAttributes {
  const pairs: (readonly [string, OtlpValue])[] = [];
  for (const field of fieldsOf(message)) {
    if (field.number !== number) continue;
    let [name, value]: [string, OtlpValue] = ['', null];
    for (const part of fieldsOf(field.bytes)) {
      if (part.number === 1) name = textOf(part);
      else if (part.number === 2) value = readValue(part.bytes, depth);
    }
    pairs.push([name, value]);
  }
  return attributesOf(pairs);
}

function readValue(message: Uint8Array, depth: number): OtlpValue {
  if (depth > DEPTH_MAX) throw new ProtobufError('A value nests too deep.');
  let value: OtlpValue = null;
  for (const field of fieldsOf(message)) {
    if (field.number === 1) value = textOf(field);
    else if (field.number === 2) value = field.bits !== 0n;
    else if (field.number === 3) value = integerValue(signedOf(field));
    else if (field.number === 4) value = doubleValue(doubleOf(field));
    else if (field.number === 5) value = readList(field.bytes, depth + 1);
    else if (field.number === 6) value = readAttributes(field.bytes, 1, depth + 1);
    else if (field.number === 7) value = Buffer.from(field.bytes).toString('base64');
  }
  return value;
}

function readList(message: Uint8Array, depth: number): OtlpValue {
  const values: OtlpValue[] = [];
  for (const field of fieldsOf(message)) if (field.number === 1) values.push(readValue(field.bytes, depth));
  return values;
}
