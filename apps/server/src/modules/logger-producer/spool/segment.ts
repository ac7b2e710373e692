// Holds one file of records: writing, reading and releasing.
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADER_BYTES } from './frame.ts';
import { type Damage, readFully, readStretch } from './segment-reader.ts';
import { codeOf, type ReadLimits, type SpoolGround, type SpoolPosition, type SpoolRecord } from './spool.types.ts';

/** Bytes between two marks of age. */
const MARK_BYTES = 64 * 1024;

/** Limits of reads that count the records of another process. */
const ADOPTION_LIMITS = { maxRecords: 20_000, maxBytes: 4 * 1024 * 1024, atLeast: 1 } as const;

type Place = Pick<SpoolPosition, 'offset' | 'index'>;
const START: Place = { offset: 0, index: 0 };

export class Segment {
  readonly number: number;
  readonly #ground: SpoolGround;
  readonly #path: string;
  #handle: FileHandle | null = null;
  #isDirty = false;
  /** Bytes up to the end of its last good record. */
  #size = 0;
  #records = 0;
  #released = START;
  /** Times of writing by offset; the first one is at or before the released offset. */
  #marks: { readonly offset: number; readonly at: number }[] = [];
  /** Offsets of damage that was reported. */
  readonly #reported = new Set<number>();

  constructor(ground: SpoolGround, directory: string, number: number) {
    this.#ground = ground;
    this.#path = join(directory, segmentName(number));
    this.number = number;
  }

  get size(): number {
    return this.#size;
  }

  get end(): SpoolPosition {
    return { segment: this.number, offset: this.#size, index: this.#records };
  }

  get releasedTo(): SpoolPosition {
    return { segment: this.number, ...this.#released };
  }

  get isReleased(): boolean {
    return this.#released.offset >= this.#size;
  }

  /** Records that are not released. */
  get records(): number {
    return this.isReleased ? 0 : this.#records - this.#released.index;
  }

  get oldestAt(): number | null {
    return this.isReleased ? null : (this.#marks[0]?.at ?? null);
  }

  async create(): Promise<void> {
    this.#handle = await this.#ground.files.open(this.#path, 'wx', 0o600);
  }

  /** Counts the records of another process, from the place up to which that process has released them. */
  async adopt(released: SpoolPosition | null): Promise<void> {
    const { size, birthtimeMs, mtimeMs } = await this.#ground.files.stat(this.#path);
    this.#size = size;
    if (released?.segment === this.number) this.#released = { offset: Math.min(released.offset, size), index: 0 };
    this.#marks = [{ offset: 0, at: Math.floor(birthtimeMs || mtimeMs) }];
    let place = this.#released;
    while (place.offset < this.#size) {
      const read = await this.read(place, ADOPTION_LIMITS, true);
      place = read?.at(-1)?.position ?? { ...place, offset: this.#size };
    }
    this.#records = place.index;
  }

  /** Writes after the last valid record; readers see the bytes once they are accepted. */
  async write(bytes: Buffer<ArrayBuffer>): Promise<void> {
    const handle = this.#writable();
    this.#isDirty = true;
    let written = 0;
    while (written < bytes.length) {
      // An almost full disk may take only a part.
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, this.#size + written);
      written += bytesWritten;
    }
  }

  accept(bytes: number, records: number): void {
    const at = this.#ground.clock.now();
    if (this.isReleased) this.#marks = [{ offset: this.#size, at }];
    else if (this.#size - (this.#marks.at(-1)?.offset ?? 0) >= MARK_BYTES) this.#marks.push({ offset: this.#size, at });
    this.#size += bytes;
    this.#records += records;
  }

  /** Cuts off bytes that were written and not accepted. */
  async cutBack(): Promise<void> {
    await this.#writable().truncate(this.#size);
  }

  async sync(): Promise<void> {
    const handle = this.#handle;
    if (!this.#isDirty || handle === null) return;
    this.#isDirty = false;
    try {
      await handle.datasync();
    } catch (error) {
      // A segment that was released meanwhile needs nothing.
      if (this.#handle !== handle) return;
      this.#isDirty = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  /**
   * Reads records; null where the file is gone. A damaged end is cut off only in a segment that is not written any
   * more.
   */
  async read(
    from: Place,
    limits: Omit<ReadLimits, 'after'> & { readonly atLeast: 0 | 1 },
    isComplete: boolean,
  ): Promise<SpoolRecord[] | null> {
    const to = this.#size;
    const handle = await this.#openToRead();
    if (handle === null) return null;
    try {
      const stretch = await readStretch(handle, { from: from.offset, to }, limits);
      for (const damage of stretch.damages) await this.#reportDamage(handle, damage);
      const lastGood = stretch.records.at(-1)?.end ?? from.offset;
      if (isComplete && stretch.to === to && lastGood < to) await this.#cutTo(lastGood);
      return stretch.records.map(({ bytes, end }, index) => ({
        bytes,
        position: { segment: this.number, offset: end, index: from.index + index + 1 },
      }));
    } finally {
      await handle.close();
    }
  }

  releaseTo({ offset, index }: Place): void {
    if (offset <= this.#released.offset) return;
    this.#released = { offset, index };
    while ((this.#marks[1]?.offset ?? Number.POSITIVE_INFINITY) <= offset) this.#marks.shift();
  }

  async remove(): Promise<void> {
    await this.close();
    await this.#ground.files.unlink(this.#path).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  }

  #writable(): FileHandle {
    if (this.#handle === null) throw new Error(`Segment ${this.number} is closed.`);
    return this.#handle;
  }

  async #openToRead(): Promise<FileHandle | null> {
    try {
      return await this.#ground.files.open(this.#path, 'r');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async #reportDamage(handle: FileHandle, { from, to, reason }: Damage): Promise<void> {
    if (this.#reported.has(from)) return;
    await this.#ground.onDamaged(
      await readFully(handle, reason === 'checksum' ? from + HEADER_BYTES : from, to),
      reason,
    );
    this.#reported.add(from);
  }

  async #cutTo(size: number): Promise<void> {
    this.#size = size;
    // Where it cannot be cut off, the next process finds it again.
    await this.#ground.files.truncate(this.#path, size).catch(() => undefined);
  }
}

export function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.segment`;
}

/** Reads the number of a segment; null for other files. */
export function segmentNumber(name: string): number | null {
  const digits = /^(\d{8,})\.segment$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
