// Writes the messages that run one statement, as one piece of bytes, into a buffer that is used again.
import type { ResultColumns } from './result-columns.ts';

export interface ExecutionMessages {
  /** Empty for a statement that is not kept prepared. */
  readonly name: string;
  /** Prepares the statement before it is run; a statement of the same name is closed first. */
  readonly prepares: boolean;
  readonly text: string;
  /** Bytes are PostgreSQL's binary format, text its text format. */
  readonly values: readonly unknown[];
  /** Formats that are asked for by column; null: all of them text. */
  readonly columns: Pick<ResultColumns, 'formats'> | null;
}

export interface ExecutionWriter {
  /**
   * The answered bytes are valid until the next call. Throws, with nothing to be sent, when the protocol cannot hold a
   * value.
   */
  write(messages: ExecutionMessages): Buffer;
}

const INITIAL_BYTES = 16 * 1024;
/** A larger buffer is given back after its statement: one huge value must not hold memory for ever. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** Texts up to this length are given room for the worst case, 3 bytes a UTF-16 unit; longer ones are measured first. */
const UNMEASURED_LENGTH_MAX = 4096;
const UTF8_BYTES_PER_UNIT_MAX = 3;
/** Counts of parameters have 16 bits. */
const VALUES_MAX = 65_535;
const NULL_LENGTH = -1;
const TEXT_FORMAT = 0;
const BINARY_FORMAT = 1;

const CODE = { close: 0x43, parse: 0x50, describe: 0x44, bind: 0x42 } as const;
const STATEMENT = 0x53;
const ALL_COLUMNS_TEXT = Buffer.alloc(2);
/** Execute of the unnamed portal without a limit of rows, then Sync, which commits. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

export function createExecutionWriter(): ExecutionWriter {
  const bytes = createBytes();
  return {
    write({ name, prepares, text, values, columns }) {
      if (values.length > VALUES_MAX) throw new RangeError(`a statement takes ${VALUES_MAX} values at most`);
      bytes.clear();
      if (prepares) writePreparation(bytes, name, text);
      writeBind(bytes, name, values, columns?.formats ?? ALL_COLUMNS_TEXT);
      bytes.bytes(EXECUTE_AND_SYNC);
      return bytes.all();
    },
  };
}

type Bytes = ReturnType<typeof createBytes>;

function writePreparation(bytes: Bytes, name: string, text: string): void {
  const closing = bytes.begin(CODE.close);
  bytes.byte(STATEMENT);
  bytes.terminated(name);
  bytes.end(closing);
  const parsing = bytes.begin(CODE.parse);
  bytes.terminated(name);
  bytes.terminated(text);
  bytes.int16(0); // the types of the parameters stand in the statement
  bytes.end(parsing);
  const describing = bytes.begin(CODE.describe);
  bytes.byte(STATEMENT);
  bytes.terminated(name);
  bytes.end(describing);
}

function writeBind(bytes: Bytes, name: string, values: readonly unknown[], formats: Uint8Array): void {
  const binding = bytes.begin(CODE.bind);
  bytes.byte(0); // the unnamed portal
  bytes.terminated(name);
  bytes.int16(values.length);
  for (const value of values) bytes.int16(value instanceof Uint8Array ? BINARY_FORMAT : TEXT_FORMAT);
  bytes.int16(values.length);
  for (const [place, value] of values.entries()) {
    if (value === null) bytes.int32(NULL_LENGTH);
    else if (typeof value === 'string') bytes.measured(value);
    else if (value instanceof Uint8Array) {
      bytes.int32(value.length);
      bytes.bytes(value);
    } else throw new TypeError(`the value of $${place + 1} is neither bytes nor text nor null but ${typeof value}`);
  }
  bytes.bytes(formats);
  bytes.end(binding);
}

/** A buffer that grows, with the forms in which the protocol writes values. */
function createBytes() {
  let buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  let used = 0;

  const reserve = (count: number): void => {
    const needed = used + count;
    if (needed <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  };
  const int32 = (value: number): void => {
    reserve(4);
    buffer.writeInt32BE(value, used);
    used += 4;
  };
  const text = (value: string): void => {
    const { length } = value;
    reserve(length <= UNMEASURED_LENGTH_MAX ? length * UTF8_BYTES_PER_UNIT_MAX : Buffer.byteLength(value));
    used += buffer.write(value, used, 'utf8');
  };
  const byte = (value: number): void => {
    reserve(1);
    buffer[used] = value;
    used += 1;
  };

  return {
    clear(): void {
      used = 0;
      if (buffer.length > KEPT_BYTES_MAX) buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    },
    byte,
    int32,
    int16(value: number): void {
      reserve(2);
      buffer.writeUInt16BE(value, used);
      used += 2;
    },
    bytes(value: Uint8Array): void {
      reserve(value.length);
      buffer.set(value, used);
      used += value.length;
    },
    terminated(value: string): void {
      if (value.includes('\0')) throw new TypeError('a statement holds no zero byte');
      text(value);
      byte(0);
    },
    measured(value: string): void {
      int32(0);
      const start = used;
      text(value);
      buffer.writeInt32BE(used - start, start - 4);
    },
    /** Begins a message; answers the place of its length for `end`. */
    begin(code: number): number {
      byte(code);
      int32(0);
      return used - 4;
    },
    end(lengthAt: number): void {
      buffer.writeInt32BE(used - lengthAt, lengthAt);
    },
    all: (): Buffer => buffer.subarray(0, used),
  };
}
