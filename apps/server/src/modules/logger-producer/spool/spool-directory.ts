// Holds the segments of one directory in order: the last one is written, the first ones are read and released.
import type { BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPosition, removePosition, writePosition } from './position-file.ts';
import { Segment, segmentNumber } from './segment.ts';
import {
  codeOf,
  type ReadLimits,
  type SpoolFiles,
  type SpoolGround,
  type SpoolPosition,
  type SpoolRecord,
} from './spool.types.ts';

/** Interval of writing the hint for the next start. */
const HINT_MS = 1_000;

/** Writes the names of a directory to disk. */
export async function syncDirectory(files: SpoolFiles, path: string): Promise<void> {
  // Windows opens no directory as a file and orders its metadata itself.
  if (process.platform === 'win32') return;
  const handle = await files.open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export class SpoolDirectory {
  readonly #ground: SpoolGround;
  readonly #path: string;
  readonly #identity: BigIntStats;
  #segments: Segment[] = [];
  /** The segment that is written. */
  #current: Segment | null = null;
  #nextSegment: number;
  /** True where a segment was made whose name may not be on disk. */
  #isNameDirty = false;
  #hintedAt = Number.NEGATIVE_INFINITY;

  private constructor(ground: SpoolGround, path: string, identity: BigIntStats, nextSegment: number) {
    this.#ground = ground;
    this.#path = path;
    this.#identity = identity;
    this.#nextSegment = nextSegment;
  }

  /** Makes an empty directory for writing. Its segments are numbered from `firstSegment`. */
  static async create(ground: SpoolGround, name: string, firstSegment: number): Promise<SpoolDirectory> {
    const { files, root } = ground;
    const path = join(root, name);
    await files.mkdir(path, { recursive: true, mode: 0o700 });
    await syncDirectory(files, root);
    await syncDirectory(files, dirname(root));
    return new SpoolDirectory(ground, path, await files.stat(path, { bigint: true }), firstSegment);
  }

  /** Opens a directory of another process, to be read to its end. */
  static async adopt(ground: SpoolGround, name: string): Promise<SpoolDirectory> {
    const { files, root } = ground;
    const path = join(root, name);
    const directory = new SpoolDirectory(ground, path, await files.stat(path, { bigint: true }), 1);
    const released = await readPosition(files, path);
    const names = await files.readdir(path);
    const numbers = names.map(segmentNumber).filter((number) => number !== null);
    for (const number of numbers.sort((one, other) => one - other)) {
      const segment = new Segment(ground, path, number);
      if (number < (released?.segment ?? 0)) await segment.remove();
      else {
        await segment.adopt(released);
        directory.#segments.push(segment);
      }
    }
    await directory.#dropReleased();
    return directory;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  get records(): number {
    return this.#segments.reduce((sum, { records }) => sum + records, 0);
  }

  get oldestAt(): number | null {
    return this.#segments.find(({ isReleased }) => !isReleased)?.oldestAt ?? null;
  }

  get isReleased(): boolean {
    return this.#segments.every(({ isReleased }) => isReleased);
  }

  get nextSegment(): number {
    return this.#nextSegment;
  }

  /** Bytes of the written segment, where all of it is released. */
  get reclaimableBytes(): number {
    return this.#current?.isReleased === true ? this.#current.size : 0;
  }

  /** False once another process has renamed the directory. */
  async isInPlace(): Promise<boolean> {
    try {
      const { ino, dev } = await this.#ground.files.stat(this.#path, { bigint: true });
      return ino === this.#identity.ino && dev === this.#identity.dev;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Writes in one piece to the segment with space; readers see the bytes after `accept`. */
  async write(bytes: Buffer<ArrayBuffer>): Promise<void> {
    const { segmentBytes } = this.#ground;
    if (this.#current !== null && this.#current.size > 0 && this.#current.size + bytes.length > segmentBytes) {
      await this.rotate();
    }
    const segment = this.#current ?? (await this.#createSegment());
    await segment.write(bytes);
  }

  /** Accepts written bytes; answers the place before them. */
  accept(bytes: number, records: number): SpoolPosition {
    if (this.#current === null) throw new Error('Nothing was written.');
    const before = this.#current.end;
    this.#current.accept(bytes, records);
    return before;
  }

  /** Cuts off bytes that were written and not accepted. */
  async cutBack(): Promise<void> {
    await this.#current?.cutBack();
  }

  /** Makes the next write begin a new segment. */
  async rotate(): Promise<void> {
    this.#current = null;
    await this.#dropReleased();
  }

  async sync(): Promise<void> {
    for (const segment of [...this.#segments]) {
      await segment.sync();
      if (segment !== this.#current) await segment.close();
    }
    if (!this.#isNameDirty) return;
    this.#isNameDirty = false;
    try {
      await syncDirectory(this.#ground.files, this.#path);
    } catch (error) {
      this.#isNameDirty = true;
      throw error;
    }
  }

  /** Reads records; null where the directory is gone: another process has taken it, and may have removed it. */
  async read({ maxRecords, maxBytes, after }: ReadLimits): Promise<SpoolRecord[] | null> {
    const found: SpoolRecord[] = [];
    let bytes = 0;
    for (const segment of [...this.#segments]) {
      if (found.length >= maxRecords || bytes >= maxBytes) break;
      if (segment.number < (after?.segment ?? 0)) continue;
      const { releasedTo } = segment;
      const isAfter = after?.segment === segment.number && after.offset > releasedTo.offset;
      const from = isAfter ? after : releasedTo;
      if (from.offset >= segment.size) continue;
      const limits = {
        maxRecords: maxRecords - found.length,
        maxBytes: maxBytes - bytes,
        atLeast: found.length === 0 ? 1 : 0,
      } as const;
      const records = await segment.read(from, limits, segment !== this.#current);
      if (records === null && this.#segments.includes(segment)) {
        if (!(await this.isInPlace())) return null;
        // The file was deleted by hand: its records must not hold up later ones.
        segment.releaseTo(segment.end);
        continue;
      }
      for (const record of records ?? []) {
        found.push(record);
        bytes += record.bytes.length;
      }
      // The next record of this segment was too large for the rest of the limit.
      if ((records?.at(-1)?.position.offset ?? from.offset) < segment.size) break;
    }
    await this.#dropReleased();
    return found;
  }

  async release(upTo: SpoolPosition): Promise<void> {
    for (const segment of this.#segments) {
      if (segment.number < upTo.segment) segment.releaseTo(segment.end);
      else if (segment.number === upTo.segment) segment.releaseTo(upTo);
    }
    await this.#dropReleased();
    if (this.#ground.clock.now() - this.#hintedAt >= HINT_MS) await this.#hint();
  }

  /** Closes the files and leaves them where they are. */
  async abandon(): Promise<void> {
    this.#current = null;
    for (const segment of this.#segments) await segment.close();
  }

  /** Closes and leaves everything on disk for the next start; an empty directory is removed. */
  async close(): Promise<void> {
    await this.rotate();
    if (this.#segments.length === 0) return await this.remove();
    await this.#hint();
    await this.sync();
  }

  /** Removes the directory, whose segments are all gone. */
  async remove(): Promise<void> {
    const { files } = this.#ground;
    if (!(await this.isInPlace())) return;
    await removePosition(files, this.#path);
    await files.rmdir(this.#path).catch((error: unknown) => {
      // A foreign file is in it, which is not removed.
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTEMPTY') throw error;
    });
  }

  async #createSegment(): Promise<Segment> {
    const segment = new Segment(this.#ground, this.#path, this.#nextSegment);
    this.#nextSegment += 1;
    await segment.create();
    this.#segments.push(segment);
    this.#current = segment;
    this.#isNameDirty = true;
    return segment;
  }

  async #dropReleased(): Promise<void> {
    for (const segment of this.#segments.filter((each) => each !== this.#current && each.isReleased)) {
      this.#segments = this.#segments.filter((each) => each !== segment);
      await segment.remove();
    }
  }

  async #hint(): Promise<void> {
    const first = this.#segments[0];
    if (first === undefined) return;
    this.#hintedAt = this.#ground.clock.now();
    // Without the hint the next start reads more than it has to.
    await writePosition(this.#ground.files, this.#path, first.releasedTo).catch(() => undefined);
  }
}
