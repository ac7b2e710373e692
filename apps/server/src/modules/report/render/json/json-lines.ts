// Turns the lines of the database into elements of a JSON array.

const NEW_LINE = 0x0a;
const FIELD_END = 0x02;
const COMMA = 0x2c;

export interface JsonLines {
  /** Answers how much room the elements take, at most. */
  lengthMax(bytes: Uint8Array): number;
  /** Writes the elements, and answers how many bytes they are; for one list, from its start. */
  write(bytes: Uint8Array, target: Buffer): number;
  /** Counts the lines that have gone through. */
  count(): number;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let place = 0; place < bytes.length; place++) if (bytes[place] === NEW_LINE) lines++;
  return lines;
}

/** Creates the writer; `open` and `close` surround each line; its fields are separated by commas. */
export function createJsonLines(open: string, close: string): JsonLines {
  const [first, between, last] = [open, `,\n${open}`, close].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  let lines = 0;
  let isWithin = false;
  return {
    lengthMax: (bytes) => bytes.length + (countLines(bytes) + 1) * (between.length + last.length),
    write(bytes, target) {
      let length = 0;
      for (let place = 0; place < bytes.length; place++) {
        const byte = bytes[place]!;
        if (!isWithin) length += (lines === 0 ? first : between).copy(target, length);
        isWithin = byte !== NEW_LINE;
        if (isWithin) {
          target[length++] = byte === FIELD_END ? COMMA : byte;
        } else {
          length += last.copy(target, length);
          lines++;
        }
      }
      return length;
    },
    count: () => lines,
  };
}
