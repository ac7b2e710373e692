// Keeps accepted records on disk until they are stored elsewhere, and returns them in order.
import * as fileSystem from 'node:fs/promises';
import { encodeFrames, frameBytes } from './frame.ts';
import { type IsDead, takeOrphans } from './orphans.ts';
import {
  type AppendAnswer,
  codeOf,
  type ReadLimits,
  type SpoolGround,
  type SpoolOptions,
  type SpoolPosition,
  type SpoolRecord,
} from './spool.types.ts';
import { SpoolDirectory } from './spool-directory.ts';

const SEGMENT_BYTES = 16 * 1024 * 1024;
export const SPOOL_BYTES = 1024 * 1024 * 1024;
/** The part of the spool that only protected records may fill. */
const RESERVED_SHARE = 0.1;
/** Renames of a directory during the write of one group, after which the spool gives up. */
const PLACES_MAX = 10;
/** Errors after which the segment can be written again once there is space. */
const DISK_FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);
const NO_SPACE: ReadonlySet<string | undefined> = new Set([...DISK_FULL, 'EFBIG']);

/** Records of a dead process. The entry leaves `adopted` once everything is released. */
export interface AdoptedSpool {
  read(limits: ReadLimits): Promise<readonly SpoolRecord[]>;
  release(upTo: SpoolPosition): Promise<void>;
  readonly records: number;
  readonly oldestAt: number | null;
}

interface Adopted {
  readonly name: string;
  readonly directory: SpoolDirectory;
  readonly spool: AdoptedSpool;
}

interface Waiting {
  readonly records: readonly (string | Uint8Array)[];
  readonly size: number;
  readonly resolve: (answer: AppendAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export class Spool {
  readonly #options: SpoolOptions;
  readonly #ground: SpoolGround;
  readonly #maxBytes: number;
  readonly #after: (ms: number, work: () => void) => void;
  #own: SpoolDirectory | null = null;
  #nextSegment = 1;
  #adopted: readonly Adopted[] = [];
  #adopting: Promise<unknown> = Promise.resolve();
  #queue: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;
  /** True while a group is being written, during which the segment is not replaced. */
  #isInFlight = false;
  #isSyncAwaited = false;
  /** True after a failed `fdatasync`: the segment is not written any more. */
  #mustRotate = false;
  #isClosed = false;

  constructor(options: SpoolOptions) {
    const {
      root,
      clock,
      onDamaged,
      files = fileSystem,
      segmentBytes = SEGMENT_BYTES,
      maxBytes = SPOOL_BYTES,
    } = options;
    this.#options = options;
    this.#ground = { files, root, clock, segmentBytes, onDamaged };
    this.#maxBytes = maxBytes;
    this.#after = options.after ?? ((ms, work) => void setTimeout(work, ms).unref());
  }

  /** The bytes on disk, adopted ones included. */
  get bytes(): number {
    return this.#directories().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Records that are not released, adopted ones included. */
  get records(): number {
    return this.#directories().reduce((sum, { records }) => sum + records, 0);
  }

  /** When the oldest record that is not released was written, or a little earlier; null where there is none. */
  get oldestAt(): number | null {
    const times = this.#directories().map(({ oldestAt }) => oldestAt);
    return times.reduce((oldest, at) => (at !== null && (oldest === null || at < oldest) ? at : oldest), null);
  }

  get adopted(): readonly AdoptedSpool[] {
    return this.#adopted.map(({ spool }) => spool);
  }

  /** Appends all of the records or none. They outlive the process; the place of the last one is answered. */
  async append(
    records: readonly (string | Uint8Array)[],
    { isProtected }: { readonly isProtected: boolean },
  ): Promise<AppendAnswer> {
    if (this.#isClosed) throw new Error('The spool is closed.');
    if (records.length === 0) throw new RangeError('There is no record to append.');
    const size = records.reduce((sum, record) => sum + frameBytes(record), 0);
    const limit = isProtected ? this.#maxBytes : this.#maxBytes * (1 - RESERVED_SHARE);
    const reclaimable = this.#isInFlight ? 0 : (this.#own?.reclaimableBytes ?? 0);
    const held = this.bytes - reclaimable + this.#waitingBytes;
    if (held + size > limit) return { refused: 'full' };
    const { promise, resolve, reject } = Promise.withResolvers<AppendAnswer>();
    this.#queue.push({ records, size, resolve, reject });
    this.#waitingBytes += size;
    this.#writing ??= this.#writeAll();
    return await promise;
  }

  /** Reads the oldest unreleased records of this process, in order. */
  async read(limits: ReadLimits): Promise<readonly SpoolRecord[]> {
    const own = this.#own;
    const records = await own?.read(limits);
    if (own && records === null) await this.#leave(own);
    return records ?? [];
  }

  /** Releases a record that is stored elsewhere, and all before it. */
  async release(upTo: SpoolPosition): Promise<void> {
    await this.#own?.release(upTo);
  }

  /**
   * Takes over directories of dead processes; answers the new ones. One that cannot be opened is tried again next time.
   */
  async adoptOrphans({ isDead }: { readonly isDead: IsDead }): Promise<readonly AdoptedSpool[]> {
    const adoption = this.#adopting.then(() => this.#adoptNow(isDead));
    this.#adopting = adoption.catch(() => undefined);
    return await adoption;
  }

  /** Writes and syncs appended records. The next start finds the unreleased ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#adopting;
    for (const { directory } of this.#adopted) await directory.close();
    const own = this.#own;
    this.#own = null;
    try {
      await own?.close();
    } catch (error) {
      if (await own?.isInPlace()) throw error;
    }
  }

  #directories(): SpoolDirectory[] {
    const adopted = this.#adopted.map(({ directory }) => directory);
    return this.#own === null ? adopted : [...adopted, this.#own];
  }

  /** Writes groups until nothing waits. Records appended in one tick, or during a write, form a group. */
  async #writeAll(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const group = this.#takeGroup();
      this.#isInFlight = true;
      const size = group.reduce((sum, each) => sum + each.size, 0);
      const records = group.flatMap((each) => each.records);
      try {
        const before = await this.#write(encodeFrames(records, size), records.length);
        this.#answer(group, before);
      } catch (error) {
        for (const { resolve, reject } of group) {
          if (NO_SPACE.has(codeOf(error))) resolve({ refused: 'disk' });
          else reject(error);
        }
      } finally {
        this.#waitingBytes -= size;
        this.#isInFlight = false;
      }
    }
    // In the same step as the last look at the queue, so that a later record starts a new write.
    this.#writing = null;
  }

  /** Takes the waiting records, up to the size of a segment. */
  #takeGroup(): Waiting[] {
    let bytes = 0;
    const tooMany = this.#queue.findIndex(({ size }, index) => {
      bytes += size;
      return index > 0 && bytes > this.#ground.segmentBytes;
    });
    return this.#queue.splice(0, tooMany === -1 ? this.#queue.length : tooMany);
  }

  #answer(group: readonly Waiting[], { segment, offset, index }: SpoolPosition): void {
    let upTo = { segment, offset, index };
    for (const { records, size, resolve } of group) {
      upTo = { segment, offset: upTo.offset + size, index: upTo.index + records.length };
      resolve({ upTo });
    }
  }

  /** Writes a group into a directory that is in place until the answer; answers the place before it. */
  async #write(bytes: Buffer<ArrayBuffer>, records: number): Promise<SpoolPosition> {
    for (let places = 1; places <= PLACES_MAX; places += 1) {
      const own = await this.#place();
      if (own !== null && (await this.#writeTo(own, bytes))) return own.accept(bytes.length, records);
    }
    throw new Error('The directory of the spool is renamed again and again.');
  }

  /** Answers the directory; null where it was taken away while it was made. */
  async #place(): Promise<SpoolDirectory | null> {
    try {
      this.#own ??= await SpoolDirectory.create(this.#ground, this.#options.processId, this.#nextSegment);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    return this.#own;
  }

  /** Writes, and answers whether the bytes are where this process, or one that adopts the directory, finds them. */
  async #writeTo(own: SpoolDirectory, bytes: Buffer<ArrayBuffer>): Promise<boolean> {
    try {
      const isTooMuch = this.bytes + this.#waitingBytes > this.#maxBytes && own.reclaimableBytes > 0;
      if (isTooMuch || this.#mustRotate) await own.rotate();
      this.#mustRotate = false;
      await own.write(bytes);
      if (this.#options.fsyncIntervalMs() === 0) await own.sync();
      else this.#syncLater();
      if (await own.isInPlace()) return true;
    } catch (error) {
      if (await own.isInPlace().catch(() => true)) {
        const isCut = await own.cutBack().then(
          () => true,
          () => false,
        );
        // A file that cannot be cut, has reached its largest size or is broken is not written any more.
        if (!isCut || !DISK_FULL.has(codeOf(error))) this.#mustRotate = true;
        throw error;
      }
    }
    await this.#leave(own);
    return false;
  }

  #syncLater(): void {
    if (this.#isSyncAwaited) return;
    this.#isSyncAwaited = true;
    this.#after(this.#options.fsyncIntervalMs(), () => {
      this.#isSyncAwaited = false;
      void this.#syncNow();
    });
  }

  async #syncNow(): Promise<void> {
    const own = this.#own;
    try {
      await own?.sync();
    } catch (error) {
      // Another process that has the directory reads the bytes there.
      if (this.#own !== own || !(await own?.isInPlace().catch(() => true))) return;
      this.#mustRotate = true;
      this.#options.onSyncFailed(error);
    }
  }

  /** Leaves a directory to the process that has renamed it, which stores its accepted records. */
  async #leave(own: SpoolDirectory): Promise<void> {
    if (this.#own === own) {
      this.#own = null;
      this.#nextSegment = own.nextSegment;
    }
    await own.abandon();
  }

  async #adoptNow(isDead: IsDead): Promise<AdoptedSpool[]> {
    if (this.#isClosed) return [];
    const isOpen = (name: string): boolean => this.#adopted.some((each) => each.name === name);
    const names = await takeOrphans(this.#ground, this.#options.processId, isDead, isOpen);
    const failures: unknown[] = [];
    const fresh: AdoptedSpool[] = [];
    for (const name of names) {
      try {
        const adopted = this.#adopt(name, await SpoolDirectory.adopt(this.#ground, name));
        this.#adopted = [...this.#adopted, adopted];
        await this.#endWhenDone(adopted);
        if (isOpen(name)) fresh.push(adopted.spool);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Directories of dead processes cannot be read.');
    return fresh;
  }

  #adopt(name: string, directory: SpoolDirectory): Adopted {
    const adopted: Adopted = {
      name,
      directory,
      spool: {
        read: async (limits) => {
          const records = await directory.read(limits);
          // Another process has taken it over.
          if (records === null) this.#adopted = this.#adopted.filter((each) => each !== adopted);
          else await this.#endWhenDone(adopted);
          return records ?? [];
        },
        release: async (upTo) => {
          await directory.release(upTo);
          await this.#endWhenDone(adopted);
        },
        get records() {
          return directory.records;
        },
        get oldestAt() {
          return directory.oldestAt;
        },
      },
    };
    return adopted;
  }

  async #endWhenDone(adopted: Adopted): Promise<void> {
    if (!adopted.directory.isReleased || !this.#adopted.includes(adopted)) return;
    this.#adopted = this.#adopted.filter((each) => each !== adopted);
    await adopted.directory.remove();
  }
}
