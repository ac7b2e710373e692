// Reads and writes the wire format of protocol buffers (protobuf.dev, "Encoding"), as far as a message may use it.

export const VARINT = 0;
const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/** Depth of messages; OpenTelemetry's nest less, and a deeper one is refused before it uses up the stack. */
export const DEPTH_MAX = 32;
const VARINT_BYTES_MAX = 10;

export class ProtobufError extends Error {}

/** A field as in the wire format: 64 bits of a number, or the bytes of a text or message. */
export interface Field {
  readonly number: number;
  readonly type: number;
  readonly bits: bigint;
  readonly bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array();

/** Remaining number of fields of one request: a small compressed one can hold millions. */
export interface Budget {
  fields: number;
}

/** Walks the fields of a message in order. Throws a ProtobufError for invalid bytes, and for groups. */
export function* fieldsOf(message: Uint8Array, budget: Budget): Generator<Field> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let count = 0; count < VARINT_BYTES_MAX; count += 1) {
      const byte = message[at];
      if (byte === undefined) throw new ProtobufError('The message ends within a number.');
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtobufError('A number is too long.');
  };
  const take = (length: number): number => {
    if (length > message.length - at) throw new ProtobufError('The message ends within a field.');
    at += length;
    return at - length;
  };
  /** Reads a tag or length of 32 bits. */
  const small = (): number => {
    let [value, scale] = [0, 1];
    for (let count = 0; count < VARINT_BYTES_MAX; count += 1) {
      const byte = message[at];
      if (byte === undefined) throw new ProtobufError('The message ends within a number.');
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new ProtobufError('A number is too long.');
  };
  while (at < message.length) {
    budget.fields -= 1;
    if (budget.fields < 0) throw new ProtobufError('The message has too many fields.');
    const tag = small();
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (number === 0) throw new ProtobufError('A field has no number.');
    if (type === VARINT) yield { number, type, bits: varint(), bytes: NO_BYTES };
    else if (type === FIXED64) yield { number, type, bits: view.getBigUint64(take(8), true), bytes: NO_BYTES };
    else if (type === FIXED32) yield { number, type, bits: BigInt(view.getUint32(take(4), true)), bytes: NO_BYTES };
    else if (type === LENGTH_DELIMITED) {
      const length = small();
      const start = take(length);
      yield { number, type, bits: 0n, bytes: message.subarray(start, start + length) };
    } else throw new ProtobufError('A field is of a kind that there is not.');
  }
}

/** Answers the last field of a number, which is the one that counts; undefined where there is none. */
export function lastField(message: Uint8Array, wanted: number, budget: Budget): Field | undefined {
  let last: Field | undefined;
  for (const field of fieldsOf(message, budget)) if (field.number === wanted) last = field;
  return last;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a text; throws where it is no UTF-8. */
export function textOf({ bytes }: Field): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ProtobufError('A text is no UTF-8.');
  }
}

export function doubleOf({ bits }: Field): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

export function signedOf({ bits }: Field): bigint {
  return BigInt.asIntN(64, bits);
}

/** Writes one field: a number as varint, a text or a message with its length; nothing for the default value. */
export function encodeField(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === 'number') {
    return value === 0 ? NO_BYTES : Buffer.from([...varintOf(number << 3), ...varintOf(value)]);
  }
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  if (bytes.length === 0) return NO_BYTES;
  const head = [...varintOf((number << 3) | LENGTH_DELIMITED), ...varintOf(bytes.length)];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function varintOf(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}
