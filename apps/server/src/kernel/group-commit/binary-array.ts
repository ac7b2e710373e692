// Encodes a column of values as one array parameter in PostgreSQL's binary format, into a buffer that is used again.
import type { ColumnType } from './group-commit.types.ts';

/*
 * array_recv: int32 dimensions, int32 has-null, int32 element oid, int32 length, int32 lower bound; then for each element
 * int32 length (-1 for null) and its bytes. Nothing is escaped and nothing is parsed from text on the other side.
 */
const HEADER_BYTES = 20;
const INITIAL_BYTES = 4096;
// Shared empty buffer: most writers are never used in most processes.
const NO_BYTES = Buffer.alloc(0);
/** A larger buffer is given back after its batch: one huge value must not hold memory for ever. */
const KEPT_BYTES_MAX = 1024 * 1024;
const LENGTH_BYTES = 4;
/** Texts up to this length are given room for the worst case, 3 bytes a UTF-16 unit; longer ones are measured first. */
const UNMEASURED_LENGTH_MAX = 4096;
const UTF8_BYTES_PER_UNIT_MAX = 3;
const UUID_BYTES = 16;
const JSONB_VERSION = 1;
const TWO_32 = 4_294_967_296;
/** PostgreSQL counts microseconds from 2000-01-01T00:00:00Z. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

const oids: Record<ColumnType, number> = {
  uuid: 2950,
  text: 25,
  int4: 23,
  int8: 20,
  bool: 16,
  timestamptz: 1184,
  jsonb: 3802,
  bytea: 17,
};

/** One column being encoded: `begin`, `append` for each row, then `finish`. */
export interface ArrayColumn {
  readonly name: string;
  readonly type: ColumnType;
  buffer: Buffer;
  used: number;
  count: number;
  hasNull: boolean;
}

export function createArrayColumn(name: string, type: ColumnType): ArrayColumn {
  return { name, type, buffer: NO_BYTES, used: HEADER_BYTES, count: 0, hasNull: false };
}

/** Forgets the values of the last use. */
export function beginArray(column: ArrayColumn): void {
  const { length } = column.buffer;
  if (length > KEPT_BYTES_MAX || length < INITIAL_BYTES) column.buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  column.used = HEADER_BYTES;
  column.count = 0;
  column.hasNull = false;
}

/** Answers the array as it goes onto the wire; valid until the next `begin`. */
export function finishArray(column: ArrayColumn): Buffer {
  const { buffer, count } = column;
  buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(column.hasNull ? 1 : 0, 4);
  buffer.writeInt32BE(oids[column.type], 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return buffer.subarray(0, count === 0 ? 12 : column.used);
}

/** Throws when the value is not of the column's type or does not fit it. */
export function appendValue(column: ArrayColumn, value: unknown): void {
  column.count += 1;
  if (value === null || value === undefined) {
    reserve(column, LENGTH_BYTES);
    column.hasNull = true;
    column.buffer.writeInt32BE(-1, column.used);
    column.used += LENGTH_BYTES;
    return;
  }
  appenders[column.type](column, value);
}

/** `value` shows its type only: it may be a secret. */
function refuse(column: ArrayColumn, value: unknown): never {
  const shown = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(`column ${column.name} takes ${column.type}, which ${shown} is not`);
}

function reserve(column: ArrayColumn, bytes: number): void {
  const needed = column.used + bytes;
  if (needed <= column.buffer.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, column.buffer.length * 2));
  column.buffer.copy(larger, 0, 0, column.used);
  column.buffer = larger;
}

function appendText(column: ArrayColumn, value: unknown, versionBytes: 0 | 1): void {
  if (typeof value !== 'string') refuse(column, value);
  const { length } = value;
  const room = length <= UNMEASURED_LENGTH_MAX ? length * UTF8_BYTES_PER_UNIT_MAX : Buffer.byteLength(value);
  reserve(column, LENGTH_BYTES + versionBytes + room);
  const { buffer, used } = column;
  if (versionBytes === 1) buffer[used + LENGTH_BYTES] = JSONB_VERSION;
  const written = versionBytes + buffer.write(value, used + LENGTH_BYTES + versionBytes, 'utf8');
  buffer.writeInt32BE(written, used);
  column.used = used + LENGTH_BYTES + written;
}

function appendBytes(column: ArrayColumn, value: unknown): void {
  if (!(value instanceof Uint8Array)) refuse(column, value);
  reserve(column, LENGTH_BYTES + value.length);
  column.buffer.writeInt32BE(value.length, column.used);
  column.buffer.set(value, column.used + LENGTH_BYTES);
  column.used += LENGTH_BYTES + value.length;
}

function appendInt4(column: ArrayColumn, value: unknown): void {
  // `| 0` keeps whole numbers of 32 bits as they are and changes everything else.
  if (((value as number) | 0) !== value) refuse(column, value);
  reserve(column, LENGTH_BYTES + 4);
  column.buffer.writeInt32BE(4, column.used);
  column.buffer.writeInt32BE(value as number, column.used + LENGTH_BYTES);
  column.used += LENGTH_BYTES + 4;
}

function appendInt8(column: ArrayColumn, value: number): void {
  reserve(column, LENGTH_BYTES + 8);
  const high = Math.floor(value / TWO_32);
  column.buffer.writeInt32BE(8, column.used);
  column.buffer.writeInt32BE(high, column.used + LENGTH_BYTES);
  column.buffer.writeUInt32BE(value - high * TWO_32, column.used + LENGTH_BYTES + 4);
  column.used += LENGTH_BYTES + 8;
}

function appendTimestamp(column: ArrayColumn, value: unknown): void {
  if (typeof value !== 'number' || !Number.isInteger(value)) refuse(column, value);
  const microseconds = (value - POSTGRES_EPOCH_MS) * 1000;
  if (Number.isSafeInteger(microseconds)) {
    appendInt8(column, microseconds);
    return;
  }
  // After the year 2285 microseconds are beyond what a number holds exactly.
  reserve(column, LENGTH_BYTES + 8);
  const exact = (BigInt(value) - BigInt(POSTGRES_EPOCH_MS)) * 1000n;
  if (BigInt.asIntN(64, exact) !== exact) refuse(column, value);
  column.buffer.writeInt32BE(8, column.used);
  column.buffer.writeBigInt64BE(exact, column.used + LENGTH_BYTES);
  column.used += LENGTH_BYTES + 8;
}

function appendBool(column: ArrayColumn, value: unknown): void {
  if (typeof value !== 'boolean') refuse(column, value);
  reserve(column, LENGTH_BYTES + 1);
  column.buffer.writeInt32BE(1, column.used);
  column.buffer[column.used + LENGTH_BYTES] = value ? 1 : 0;
  column.used += LENGTH_BYTES + 1;
}

const DASH = 45;
const NOT_HEX = -1;
const HEX_VALUES = new Int8Array(128).fill(NOT_HEX);
for (let digit = 0; digit < 16; digit += 1) {
  HEX_VALUES[digit.toString(16).charCodeAt(0)] = digit;
  HEX_VALUES[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}
const UUID_LENGTH = 36;
const DASH_PLACES = [8, 13, 18, 23] as const;

function appendUuid(column: ArrayColumn, value: unknown): void {
  if (typeof value !== 'string' || value.length !== UUID_LENGTH) refuse(column, value);
  for (const place of DASH_PLACES) if (value.charCodeAt(place) !== DASH) refuse(column, value);
  reserve(column, LENGTH_BYTES + UUID_BYTES);
  const { buffer } = column;
  let at = column.used + LENGTH_BYTES;
  for (let place = 0; place < UUID_LENGTH; place += 2) {
    if (value.charCodeAt(place) === DASH) place += 1;
    const high = HEX_VALUES[value.charCodeAt(place)] ?? NOT_HEX;
    const low = HEX_VALUES[value.charCodeAt(place + 1)] ?? NOT_HEX;
    if ((high | low) < 0) refuse(column, value);
    buffer[at] = (high << 4) | low;
    at += 1;
  }
  buffer.writeInt32BE(UUID_BYTES, column.used);
  column.used = at;
}

const appenders: Record<ColumnType, (column: ArrayColumn, value: unknown) => void> = {
  text: (column, value) => appendText(column, value, 0),
  jsonb: (column, value) => appendText(column, value, 1),
  uuid: appendUuid,
  int4: appendInt4,
  int8: (column, value) => {
    appendInt8(column, Number.isSafeInteger(value) ? (value as number) : refuse(column, value));
  },
  timestamptz: appendTimestamp,
  bool: appendBool,
  bytea: appendBytes,
};
