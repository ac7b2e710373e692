// Knows how the columns of a statement's result are asked for and read.
import { ProtocolFault } from './backend-messages.ts';

/** Reads the value of a column that is not null; the bytes are PostgreSQL's own and are not kept. */
type ReadValue = (bytes: Buffer, start: number, end: number) => unknown;

/** Answers the function that reads the text format of a type. */
export type TextParsers = (oid: number) => (text: string) => unknown;

export interface ResultColumns {
  /** Holds the count and the format of each column, as Bind carries them. */
  readonly formats: Buffer;
  /** Readers of rows in these formats. */
  readonly readers: readonly ReadValue[];
  /** Readers of rows that are all text. */
  readonly textReaders: readonly ReadValue[];
}

const INT2_BYTES = 2;
const INT4_BYTES = 4;
const INT8_BYTES = 8;
/** Behind a column's name: table, number, type, size, modifier and format. */
const COLUMN_BYTES = 18;
const TYPE_OFFSET = 6;
const NULL_LENGTH = -1;
const BINARY_FORMAT = 1;
const TWO_32 = 4_294_967_296;
/** PostgreSQL counts microseconds from 2000-01-01T00:00:00Z. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const INFINITY = 2n ** 63n - 1n;
const MINUS_INFINITY = -(2n ** 63n);

export const NO_COLUMNS: ResultColumns = { formats: Buffer.alloc(INT2_BYTES), readers: [], textReaders: [] };

function int8At(bytes: Buffer, start: number): number {
  return bytes.readInt32BE(start) * TWO_32 + bytes.readUInt32BE(start + INT4_BYTES);
}

function readInt8(bytes: Buffer, start: number): number {
  const value = int8At(bytes, start);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the int8 value ${bytes.readBigInt64BE(start)} is beyond 2^53-1`);
}

/** Parts of a millisecond are cut off, towards the past. */
function readTimestamp(bytes: Buffer, start: number): Date | number {
  const microseconds = int8At(bytes, start);
  if (Number.isSafeInteger(microseconds)) return new Date(Math.floor(microseconds / 1000) + POSTGRES_EPOCH_MS);
  const exact = bytes.readBigInt64BE(start);
  if (exact === INFINITY) return Number.POSITIVE_INFINITY;
  if (exact === MINUS_INFINITY) return Number.NEGATIVE_INFINITY;
  const milliseconds = (exact - (((exact % 1000n) + 1000n) % 1000n)) / 1000n;
  return new Date(Number(milliseconds) + POSTGRES_EPOCH_MS);
}

/** Types whose bytes cost less to read than their text, by their number; a value of another size is none. */
const binaryTypes = new Map<number, { readonly size: number; readonly read: ReadValue }>([
  [16, { size: 1, read: (bytes, start) => bytes[start] === 1 }], // bool
  [20, { size: INT8_BYTES, read: readInt8 }],
  [21, { size: INT2_BYTES, read: (bytes, start) => bytes.readInt16BE(start) }],
  [23, { size: INT4_BYTES, read: (bytes, start) => bytes.readInt32BE(start) }],
  [1184, { size: INT8_BYTES, read: readTimestamp }], // timestamptz
]);

function sized(name: string, size: number, read: ReadValue): ReadValue {
  return (bytes, start, end) => {
    if (end - start !== size) throw new ProtocolFault(`a value of ${end - start} bytes in the column ${name}`);
    return read(bytes, start, end);
  };
}

/** Reads a RowDescription. */
export function readColumns(bytes: Buffer, start: number, end: number, parserOf: TextParsers): ResultColumns {
  const count = bytes.readUInt16BE(start);
  const formats = Buffer.alloc(INT2_BYTES + count * INT2_BYTES);
  formats.writeUInt16BE(count, 0);
  const readers: ReadValue[] = [];
  const textReaders: ReadValue[] = [];
  let at = start + INT2_BYTES;
  for (let place = 0; place < count; place += 1) {
    const nameEnd = bytes.indexOf(0, at);
    if (nameEnd < 0 || nameEnd + COLUMN_BYTES >= end) throw new ProtocolFault('a column that does not end');
    const name = bytes.toString('utf8', at, nameEnd);
    const oid = bytes.readUInt32BE(nameEnd + 1 + TYPE_OFFSET);
    at = nameEnd + 1 + COLUMN_BYTES;
    const parse = parserOf(oid);
    const readText: ReadValue = (row, from, to) => parse(row.toString('utf8', from, to));
    const binary = binaryTypes.get(oid);
    if (binary !== undefined) formats.writeUInt16BE(BINARY_FORMAT, INT2_BYTES + place * INT2_BYTES);
    readers.push(binary === undefined ? readText : sized(name, binary.size, binary.read));
    textReaders.push(readText);
  }
  return { formats, readers, textReaders };
}

/** Reads a DataRow. Throws a ProtocolFault where it is no row of these columns, any other error where a value cannot be taken. */
export function readRow(bytes: Buffer, start: number, end: number, readers: readonly ReadValue[]): unknown[] {
  const count = end - start < INT2_BYTES ? -1 : bytes.readUInt16BE(start);
  if (count !== readers.length) throw new ProtocolFault(`a row of ${count} columns instead of ${readers.length}`);
  const row: unknown[] = new Array(count);
  let at = start + INT2_BYTES;
  for (let place = 0; place < count; place += 1) {
    const length = end - at < INT4_BYTES ? end : bytes.readInt32BE(at);
    at += INT4_BYTES;
    if (length === NULL_LENGTH) {
      row[place] = null;
      continue;
    }
    if (length < 0 || at + length > end) throw new ProtocolFault('a value that does not end in its row');
    row[place] = readers[place]!(bytes, at, at + length);
    at += length;
  }
  if (at !== end) throw new ProtocolFault('a row that goes on behind its columns');
  return row;
}
