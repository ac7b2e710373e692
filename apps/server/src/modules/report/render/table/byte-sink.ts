// Gathers the output of a renderer into portions for the sink, in one reused piece of memory.
import type { RenderSink } from '../render.types.ts';

export interface ByteSink {
  /** Takes text or bytes of any length; wait for it before writing more. */
  write(part: string | Uint8Array): Promise<void>;
  /** Lets `fill` write into memory of at least that length; it answers how much it wrote. */
  fill(lengthMax: number, fill: (memory: Buffer) => number): Promise<void>;
  /** Passes on the rest. */
  end(): Promise<void>;
}

/** Bytes that the sink takes at once. */
const PORTION_BYTES = 524_288;
const PORTION_BYTES_MAX = 1_048_576;
/** The most that a unit of UTF-16 takes. */
const BYTES_PER_UNIT = 3;

export function createByteSink(sink: RenderSink): ByteSink {
  const memory = Buffer.allocUnsafeSlow(PORTION_BYTES);
  let length = 0;

  async function handOver(): Promise<void> {
    if (length > 0) await sink(memory.subarray(0, length));
    length = 0;
  }

  /** Passes on bytes that are longer than the memory, in pieces. */
  async function pass(bytes: Uint8Array): Promise<void> {
    await handOver();
    for (let start = 0; start < bytes.length; start += PORTION_BYTES_MAX) {
      await sink(bytes.subarray(start, start + PORTION_BYTES_MAX));
    }
  }

  async function fill(lengthMax: number, work: (memory: Buffer) => number): Promise<void> {
    if (lengthMax > PORTION_BYTES) {
      const own = Buffer.allocUnsafeSlow(lengthMax);
      return pass(own.subarray(0, work(own)));
    }
    if (lengthMax > PORTION_BYTES - length) await handOver();
    length += work(memory.subarray(length));
  }

  return {
    write: (part) =>
      typeof part === 'string'
        ? fill(part.length * BYTES_PER_UNIT, (target) => target.write(part))
        : fill(part.length, (target) => {
            target.set(part);
            return part.length;
          }),
    fill,
    end: handOver,
  };
}
