// Turns texts into portions of bytes, without strings so long that they stay in memory until a full garbage collection.

/** Bytes of a portion; each is a call of the compressor, whose calls cost more than small portions. */
const PORTION_BYTES = 262_144;
/** The most that a unit of UTF-16 takes. */
const BYTES_PER_UNIT = 3;

export interface XmlPortions {
  /** Yields the full portions; the rest waits. */
  add(xml: string): Generator<Uint8Array>;
  rest(): Uint8Array;
}

export function createXmlPortions(): XmlPortions {
  let bytes = Buffer.allocUnsafeSlow(PORTION_BYTES);
  let length = 0;
  return {
    *add(xml) {
      if (xml.length * BYTES_PER_UNIT > bytes.length - length) {
        yield bytes.subarray(0, length);
        bytes = Buffer.allocUnsafeSlow(PORTION_BYTES);
        length = 0;
      }
      // A row of many long texts is a portion of its own.
      if (xml.length * BYTES_PER_UNIT > bytes.length) yield Buffer.from(xml);
      else length += bytes.write(xml, length);
    },
    rest: () => bytes.subarray(0, length),
  };
}
