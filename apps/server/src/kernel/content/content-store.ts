// Keeps bytes under their SHA-256: equal bytes once, whoever brings them, for as long as a row refers to them.
import { hash as digest } from 'node:crypto';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.types.ts';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { Logger } from '../process/logger.ts';
import {
  CHUNK_BYTES,
  findBeginning,
  insertContent,
  insertSmallContent,
  listSmall,
  readChunk,
  removeUnused,
  touch,
} from './content.store.ts';

/** The SHA-256 of the bytes: 32 bytes, kept in a column that a migration has entered in `kernel_content_reference`. */
export type ContentHash = Buffer;

/**
 * A hash is no right to read: a caller must have found it in a row that may be seen. A new row with a hash is preceded
 * by `put` or `touch` and committed within a day of it; from then on the row keeps the bytes.
 */
export interface ContentStore {
  /** Stores what is not there yet, each in a short transaction of its own, and touches the rest; answers in the same order. */
  put(contents: readonly Uint8Array[]): Promise<readonly ContentHash[]>;
  /** Keeps what is there for another day; answers false where one of them is gone. */
  touch(hashes: readonly ContentHash[]): Promise<boolean>;
  /** Reads the bytes of a content; null where it is gone. */
  read(hash: ContentHash): Promise<Buffer | null>;
  /** Answers the bytes of each in the same order, small ones by one statement. Throws where one of them is gone. */
  readAll(hashes: readonly ContentHash[]): Promise<readonly Buffer[]>;
  /** Reads a chunk of at most 1 MiB at a time. Throws where the content is gone, or goes while it is read. */
  stream(hash: ContentHash): AsyncGenerator<Buffer, void>;
}

export interface ContentStoreRunner extends ContentStore {
  /** Removes what nobody refers to a day after its last use; answers how many. */
  sweep(): Promise<number>;
  readonly job: Job;
}

/** Must outlast the time between the first byte of a request and the commit of the row that refers to it. */
const KEPT_UNUSED_MS = 24 * HOUR_MS;
/**
 * Precision of the time of last use: within it a further use writes nothing, so that a thousand mails with one logo do
 * not wait for each other.
 */
const TOUCH_PRECISION_MS = HOUR_MS;
const SWEEP_INTERVAL_MS = HOUR_MS;
/** Contents that one statement removes at most; one is usually 10 MiB at most. */
const REMOVED_MAX = 50;

function createContentReading(database: Database): Pick<ContentStore, 'read' | 'readAll' | 'stream'> {
  /** Yields the chunks of a content; its return value is false where the content is not there. */
  async function* chunksOf(hash: ContentHash): AsyncGenerator<Buffer, boolean> {
    const beginning = await findBeginning(database, hash);
    if (beginning === null) return false;
    const { size, bytes: first } = beginning;
    let read = 0;
    for (let number = 0; read < size; number += 1) {
      const bytes = number === 0 ? first : await readChunk(database, hash, number);
      if (bytes === null) throw gone(hash);
      read += bytes.byteLength;
      yield bytes;
    }
    return true;
  }

  async function* stream(hash: ContentHash): AsyncGenerator<Buffer, void> {
    if (!(yield* chunksOf(hash))) throw gone(hash);
  }

  async function read(hash: ContentHash): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    const reading = chunksOf(hash);
    for (;;) {
      const { done, value } = await reading.next();
      if (done !== true) chunks.push(value);
      else return value ? joined(chunks) : null;
    }
  }

  return {
    read,
    async readAll(hashes) {
      const found = new Map(
        (await listSmall(database, hashes)).map(({ hash, bytes }) => [hash.toString('hex'), bytes]),
      );
      const all: Buffer[] = [];
      for (const hash of hashes) {
        const bytes = found.get(hash.toString('hex')) ?? (await read(hash));
        if (bytes === null) throw gone(hash);
        all.push(bytes);
      }
      return all;
    },
    stream,
  };
}

export function createContentStore(ground: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}): ContentStoreRunner {
  const { database, clock, log } = ground;

  /** Answers those of the hashes that are not there. */
  async function touchAll(hashes: readonly ContentHash[]): Promise<readonly ContentHash[]> {
    if (hashes.length === 0) return [];
    const now = clock.now();
    const after = new Date(now - TOUCH_PRECISION_MS);
    return without(hashes, await touch(database, hashes, { after, now: new Date(now) }));
  }

  async function sweep(): Promise<number> {
    const until = new Date(clock.now() - KEPT_UNUSED_MS - TOUCH_PRECISION_MS);
    let removed = 0;
    for (let some = REMOVED_MAX; some === REMOVED_MAX; removed += some) {
      some = await removeUnused(database, until, REMOVED_MAX);
    }
    return removed;
  }

  return {
    async put(contents) {
      const given = contents.map((bytes) => ({ hash: digest('sha256', bytes, 'buffer'), bytes }));
      const missing = await touchAll(given.map(({ hash }) => hash));
      for (const hash of distinct(missing)) {
        const { bytes } = given.find((one) => one.hash.equals(hash))!;
        const now = new Date(clock.now());
        if (bytes.byteLength <= CHUNK_BYTES) await insertSmallContent(database, hash, bytes, now);
        else await database.transaction((tx) => insertContent(tx, hash, bytes, now));
      }
      return given.map(({ hash }) => hash);
    },
    touch: async (hashes) => (await touchAll(hashes)).length === 0,
    ...createContentReading(database),
    sweep,
    job: createRepeatedJob({ name: 'content-sweep', run: sweep, intervalMs: () => SWEEP_INTERVAL_MS }, log),
  };
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function gone(hash: ContentHash): Error {
  return new Error(`the content ${hash.toString('hex')} is gone`);
}

function without(hashes: readonly ContentHash[], others: readonly ContentHash[]): ContentHash[] {
  const found = new Set(others.map((hash) => hash.toString('hex')));
  return hashes.filter((hash) => !found.has(hash.toString('hex')));
}

function distinct(hashes: readonly ContentHash[]): ContentHash[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()];
}
