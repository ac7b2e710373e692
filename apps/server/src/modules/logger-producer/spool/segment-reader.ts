// Reads records from a segment and finds the next valid one after damage.
import type { FileHandle } from 'node:fs/promises';
import { type FrameFinding, frameAt, HEADER_BYTES, RECORD_BYTES_MAX } from './frame.ts';
import type { DamageReason } from './spool.types.ts';

/** Bytes of the window, into which any frame fits. */
const WINDOW_BYTES = HEADER_BYTES + RECORD_BYTES_MAX;

export interface Damage {
  readonly from: number;
  readonly to: number;
  readonly reason: DamageReason;
}

export interface Stretch {
  readonly records: readonly { readonly bytes: Buffer; readonly end: number }[];
  readonly damages: readonly Damage[];
  /** Offset up to which everything was read. */
  readonly to: number;
}

/** The bytes of a segment around the place that is looked at. */
class Window {
  readonly #handle: FileHandle;
  #bytes = Buffer.alloc(0);
  #start = 0;
  end: number;

  constructor(handle: FileHandle, end: number) {
    this.#handle = handle;
    this.end = end;
  }

  /** Judges the bytes at an offset; undefined where the window has to move there first. */
  look(offset: number): FrameFinding | undefined {
    if (offset < this.#start) return undefined;
    const finding = frameAt(this.#bytes, offset - this.#start);
    if (finding.state === 'beyond') return this.#start + this.#bytes.length < this.end ? undefined : finding;
    return 'end' in finding ? { state: finding.state, end: finding.end + this.#start } : finding;
  }

  /** Moves to an offset and judges the bytes there; `beyond` means that the frame reaches past the segment. */
  async moveTo(offset: number): Promise<FrameFinding> {
    const to = Math.min(this.end, offset + WINDOW_BYTES);
    this.#bytes = await readFully(this.#handle, offset, to);
    this.#start = offset;
    // The file was shortened, and the missing bytes never come.
    if (offset + this.#bytes.length < to) this.end = offset + this.#bytes.length;
    return this.look(offset) ?? { state: 'beyond' };
  }

  /** Answers bytes of a frame that was just found complete. */
  bytes(from: number, to: number): Buffer {
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }
}

/** Reads fully where one call gives less; answers less only at the end of the file. */
export async function readFully(handle: FileHandle, from: number, to: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Finds the end of the damage that begins at `from`. */
async function measureDamage(window: Window, from: number, finding: FrameFinding): Promise<Damage> {
  if (finding.state === 'checksum') {
    const { end } = finding;
    // The length is right when a record or the end follows it: only the content is damaged.
    if (end === window.end || (window.look(end) ?? (await window.moveTo(end))).state === 'whole') {
      return { from, to: end, reason: 'checksum' };
    }
  }
  for (let at = from + 1; at < window.end; at += 1) {
    if ((window.look(at) ?? (await window.moveTo(at))).state === 'whole') return { from, to: at, reason: 'unreadable' };
  }
  return { from, to: window.end, reason: 'torn' };
}

/** Reads from one offset to another, within the limits; with `atLeast` 1 one record in any case. */
export async function readStretch(
  handle: FileHandle,
  { from, to }: { readonly from: number; readonly to: number },
  {
    maxRecords,
    maxBytes,
    atLeast,
  }: { readonly maxRecords: number; readonly maxBytes: number; readonly atLeast: 0 | 1 },
): Promise<Stretch> {
  const window = new Window(handle, to);
  const records: { bytes: Buffer; end: number }[] = [];
  const damages: Damage[] = [];
  let bytes = 0;
  let at = from;
  while (at < window.end && records.length < maxRecords) {
    const finding = window.look(at) ?? (await window.moveTo(at));
    if (finding.state === 'whole') {
      bytes += finding.end - at - HEADER_BYTES;
      if (bytes > maxBytes && records.length >= atLeast) break;
      records.push({ bytes: window.bytes(at + HEADER_BYTES, finding.end), end: finding.end });
      at = finding.end;
    } else {
      const damage = await measureDamage(window, at, finding);
      damages.push(damage);
      at = damage.to;
    }
  }
  // Missing bytes of a shortened file count as read.
  return { records, damages, to: at >= window.end ? to : at };
}
