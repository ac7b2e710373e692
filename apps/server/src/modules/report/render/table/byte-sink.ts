// Gathers what a renderer writes into portions for the sink, which takes 1 MiB at most.
import type { RenderSink } from '../render.types.ts';

export interface ByteSink {
  /** Takes text or bytes of any length; wait for it before writing more. */
  write(part: string | Uint8Array): Promise<void>;
  /** Hands over the rest. */
  end(): Promise<void>;
}

/** Is what gathers before it is handed over: a few of them in memory are little, and the store's chunks are no smaller. */
const PORTION_BYTES = 262_144;
const PORTION_BYTES_MAX = 1_048_576;

export function createByteSink(sink: RenderSink): ByteSink {
  let parts: Uint8Array[] = [];
  let length = 0;

  async function handOver(): Promise<void> {
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
    parts = [];
    length = 0;
    for (let start = 0; start < bytes.length; start += PORTION_BYTES_MAX) {
      await sink(bytes.subarray(start, start + PORTION_BYTES_MAX));
    }
  }

  return {
    async write(part) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      if (bytes.length === 0) return;
      parts.push(bytes);
      length += bytes.length;
      if (length >= PORTION_BYTES) await handOver();
    },
    end: handOver,
  };
}
