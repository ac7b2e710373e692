// Keeps bytes by what they are: the same ones once, whoever brings them, and as long as somebody refers to them.
import { hash as digest } from 'node:crypto';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.types.ts';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { Logger } from '../process/logger.ts';
import {
  CHUNK_BYTES,
  findSize,
  insertContent,
  insertSmallContent,
  readChunk,
  removeUnused,
  touch,
} from './content.store.ts';

/** Is the SHA-256 of the bytes: 32 bytes, kept in a column that a migration has entered in `kernel_content_reference`. */
export type ContentHash = Buffer;

/**
 * A hash is no right to read: whoever is given one must have found it in a row that he may see. Each new row with a hash
 * is preceded by `put` or `touch`, and committed within a day of it; from then on the row keeps the bytes.
 */
export interface ContentStore {
  /** Stores what is not there yet, each in a short transaction of its own, and touches the rest; answers in the same order. */
  put(contents: readonly Uint8Array[]): Promise<readonly ContentHash[]>;
  /** Keeps what is there for another day; answers false where one of them is gone. */
  touch(hashes: readonly ContentHash[]): Promise<boolean>;
  /** Answers null where they are gone. */
  read(hash: ContentHash): Promise<Buffer | null>;
  /** Reads a chunk of at most 1 MiB at a time. Throws where they are gone, or go while they are read. */
  stream(hash: ContentHash): AsyncGenerator<Buffer, void>;
}

export interface ContentStoreRunner extends ContentStore {
  /** Removes what nobody refers to a day after its last use; answers how many. */
  sweep(): Promise<number>;
  readonly job: Job;
}

const HOUR_MS = 3_600_000;
/** Must outlast the time between the first byte of a request and the commit of the row that refers to it. */
const KEPT_UNUSED_MS = 24 * HOUR_MS;
/** Who uses what was touched less than this ago writes nothing: a thousand mails with one logo do not wait for each other. */
const TOUCH_PRECISION_MS = HOUR_MS;
const SWEEP_INTERVAL_MS = HOUR_MS;
/** A statement removes at most so many, 10 MiB each at most in the usual case. */
const REMOVED_MAX = 50;

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

  async function* stream(hash: ContentHash): AsyncGenerator<Buffer, void> {
    const size = await findSize(database, hash);
    let read = 0;
    for (let number = 0; size === null || read < size; number += 1) {
      const bytes = size === null ? null : await readChunk(database, hash, number);
      if (bytes === null) throw new Error(`the content ${hash.toString('hex')} is gone`);
      read += bytes.byteLength;
      yield bytes;
    }
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
    async read(hash) {
      if ((await findSize(database, hash)) === null) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of stream(hash)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    stream,
    sweep,
    job: createRepeatedJob({ name: 'content-sweep', run: sweep, intervalMs: () => SWEEP_INTERVAL_MS }, log),
  };
}

function without(hashes: readonly ContentHash[], others: readonly ContentHash[]): ContentHash[] {
  const found = new Set(others.map((hash) => hash.toString('hex')));
  return hashes.filter((hash) => !found.has(hash.toString('hex')));
}

function distinct(hashes: readonly ContentHash[]): ContentHash[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()];
}
