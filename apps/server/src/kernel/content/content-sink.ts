// Writes bytes that come one after the other into the content store, a chunk at a time, and names them when they have ended.
import { createHash, randomBytes } from 'node:crypto';
import { type Database, isUniqueViolation } from '../database/database.ts';
import {
  appendChunk,
  beginUnfinished,
  CHUNK_BYTES,
  finishUnfinished,
  removeUnfinished,
  touch,
} from './content.store.ts';
import type { ContentHash } from './content-store.ts';

/**
 * Takes the bytes of one content from one writer, piece after piece. A sink that neither ended nor was discarded is
 * swept as bytes that nobody refers to.
 */
export interface ContentSink {
  /** Takes bytes of any length, and resolves when there is room for more. Rejects where the database refuses a chunk. */
  write(bytes: Uint8Array): Promise<void>;
  /** Stores what is still buffered. The bytes can be found only now; equal bytes are kept once. */
  finish(): Promise<{ readonly hash: ContentHash; readonly size: number }>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Attempts to store bytes that another writer stores at the same moment; a later attempt finds the other's bytes. */
const ATTEMPTS_MAX = 3;

/**
 * Holds at most two chunks of 1 MiB in memory: one that fills, one that is written. Each is a transaction of its own, so that
 * a large file holds nobody up who follows the order of commits.
 */
export async function openContentSink(database: Database, now: () => number): Promise<ContentSink> {
  const name = randomBytes(32);
  const hash = createHash('sha256');
  let filling = Buffer.allocUnsafe(CHUNK_BYTES);
  let spare = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  let number = 0;
  let size = 0;
  let writing: Promise<void> = Promise.resolve();
  await beginUnfinished(database, name, new Date(now()));

  async function flush(): Promise<void> {
    await writing;
    if (filled === 0) return;
    const bytes = filling.subarray(0, filled);
    writing = appendChunk(database, name, number, bytes);
    // The next call awaits this write and reports its failure; unhandled it would end the process.
    writing.catch(() => undefined);
    [filling, spare] = [spare, filling];
    filled = 0;
    number += 1;
  }

  async function takeName(digest: ContentHash): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const date = new Date(now());
      if ((await touch(database, [digest], { after: date, now: date })).length > 0)
        return removeUnfinished(database, name);
      try {
        return await finishUnfinished(database, { name, hash: digest, size, now: date });
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  }

  return {
    async write(bytes) {
      hash.update(bytes);
      size += bytes.byteLength;
      for (let at = 0; at < bytes.byteLength; ) {
        const taken = Math.min(CHUNK_BYTES - filled, bytes.byteLength - at);
        filling.set(bytes.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled === CHUNK_BYTES) await flush();
      }
    },
    async finish() {
      await flush();
      await writing;
      const digest = hash.digest();
      await takeName(digest);
      return { hash: digest, size };
    },
    async discard() {
      await writing.catch(() => undefined);
      await removeUnfinished(database, name);
    },
  };
}
