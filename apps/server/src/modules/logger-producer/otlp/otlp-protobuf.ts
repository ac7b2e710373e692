// Reads ExportLogsServiceRequest as protobuf (opentelemetry-proto 1.x, logs/v1 and common/v1); unknown fields are
// ignored.
import {
  attributesOf,
  doubleValue,
  EMPTY_RECORD,
  integerValue,
  type OtlpAttributes,
  type OtlpRecord,
  type OtlpValue,
} from './otlp-record.ts';
import {
  type Budget,
  DEPTH_MAX,
  doubleOf,
  type Field,
  fieldsOf,
  lastField,
  ProtobufError,
  signedOf,
  textOf,
} from './protobuf.ts';

type Origin = Pick<OtlpRecord, 'resource' | 'scopeName'>;

/** Fields of a request, more than ten thousand records with fifty attributes each have. */
const FIELDS_MAX = 3_000_000;

/**
 * Yields one record after the other, and null for each resource and scope, of which a message may hold many without
 * records. Throws a ProtobufError for invalid bytes.
 */
export function* readOtlpProtobuf(message: Uint8Array): Generator<OtlpRecord | null> {
  const budget = { fields: FIELDS_MAX };
  for (const { number, bytes } of fieldsOf(message, budget)) if (number === 1) yield* readResourceLogs(bytes, budget);
}

/** Reads the records of a resource, whose fields may come after them. */
function* readResourceLogs(message: Uint8Array, budget: Budget): Generator<OtlpRecord | null> {
  yield null;
  const found = lastField(message, 1, budget);
  const resource = found === undefined ? {} : readAttributes(found.bytes, 1, 0, budget);
  for (const { number, bytes } of fieldsOf(message, budget))
    if (number === 2) yield* readScopeLogs(bytes, resource, budget);
}

function* readScopeLogs(message: Uint8Array, resource: OtlpAttributes, budget: Budget): Generator<OtlpRecord | null> {
  yield null;
  const scope = lastField(message, 1, budget);
  const named = scope === undefined ? undefined : lastField(scope.bytes, 1, budget);
  const origin = { resource, scopeName: named === undefined ? '' : textOf(named) };
  for (const { number, bytes } of fieldsOf(message, budget)) if (number === 2) yield readRecord(bytes, origin, budget);
}

const hexOf = ({ bytes }: Field): string => Buffer.from(bytes).toString('hex');

/** Reads the fields of a record by their numbers. */
const READERS: Readonly<Record<number, (field: Field, budget: Budget) => Partial<OtlpRecord>>> = {
  1: ({ bits }) => ({ timeNanos: bits }),
  2: (field) => ({ severityNumber: Number(signedOf(field)) }),
  3: (field) => ({ severityText: textOf(field) }),
  5: ({ bytes }, budget) => ({ body: readValue(bytes, 0, budget) }),
  8: ({ bits }) => ({ flags: Number(bits) }),
  9: (field) => ({ traceId: hexOf(field) }),
  10: (field) => ({ spanId: hexOf(field) }),
  11: ({ bits }) => ({ observedNanos: bits }),
  12: (field) => ({ eventName: textOf(field) }),
};

function readRecord(message: Uint8Array, origin: Origin, budget: Budget): OtlpRecord {
  const record = { ...EMPTY_RECORD, ...origin, attributes: readAttributes(message, 6, 0, budget) };
  for (const field of fieldsOf(message, budget)) Object.assign(record, READERS[field.number]?.(field, budget));
  return record;
}

/** Reads the pairs in fields of this number. */
function readAttributes(message: Uint8Array, number: number, depth: number, budget: Budget): OtlpAttributes {
  const pairs: (readonly [string, OtlpValue])[] = [];
  for (const field of fieldsOf(message, budget)) {
    if (field.number !== number) continue;
    let [name, value]: [string, OtlpValue] = ['', null];
    for (const part of fieldsOf(field.bytes, budget)) {
      if (part.number === 1) name = textOf(part);
      else if (part.number === 2) value = readValue(part.bytes, depth, budget);
    }
    pairs.push([name, value]);
  }
  return attributesOf(pairs);
}

function readValue(message: Uint8Array, depth: number, budget: Budget): OtlpValue {
  if (depth > DEPTH_MAX) throw new ProtobufError('A value nests too deep.');
  let value: OtlpValue = null;
  for (const field of fieldsOf(message, budget)) {
    if (field.number === 1) value = textOf(field);
    else if (field.number === 2) value = field.bits !== 0n;
    else if (field.number === 3) value = integerValue(signedOf(field));
    else if (field.number === 4) value = doubleValue(doubleOf(field));
    else if (field.number === 5) value = readList(field.bytes, depth + 1, budget);
    else if (field.number === 6) value = readAttributes(field.bytes, 1, depth + 1, budget);
    else if (field.number === 7) value = Buffer.from(field.bytes).toString('base64');
  }
  return value;
}

function readList(message: Uint8Array, depth: number, budget: Budget): OtlpValue {
  const values: OtlpValue[] = [];
  for (const field of fieldsOf(message, budget))
    if (field.number === 1) values.push(readValue(field.bytes, depth, budget));
  return values;
}
