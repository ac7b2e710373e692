// Keeps bytes by their hash, in chunks, and removes those that nobody refers to.
import { type Queryable, sql, type Transaction } from '../database/database.ts';

/** Size of a chunk: what one statement carries, and what is read into memory at a time. */
export const CHUNK_BYTES = 1_048_576;

// Locked in one order, so that two who touch the same contents do not wait for each other.
const TOUCH = sql(
  'kernel_content_touch_older',
  `WITH held AS (SELECT hash FROM kernel_content WHERE hash = ANY($1::bytea[]) AND touched_at <= $2 ORDER BY hash FOR NO KEY UPDATE),
     touched AS (UPDATE kernel_content c SET touched_at = GREATEST(c.touched_at, $3) FROM held WHERE c.hash = held.hash
       RETURNING c.hash)
   SELECT hash FROM kernel_content WHERE hash = ANY($1::bytea[]) AND touched_at > $2 UNION ALL SELECT hash FROM touched`,
);
// Whoever brings the same bytes at the same moment waits here until it is decided who stores them.
const INSERT = sql(
  'kernel_content_insert',
  `INSERT INTO kernel_content AS c (hash, size, touched_at) VALUES ($1, $2, $3)
   ON CONFLICT (hash) DO UPDATE SET touched_at = GREATEST(c.touched_at, excluded.touched_at)
   RETURNING (xmax = 0) AS "isNew"`,
);
const INSERT_SMALL = sql(
  'kernel_content_insert_small',
  `WITH content AS (INSERT INTO kernel_content AS c (hash, size, touched_at) VALUES ($1, $2, $3)
     ON CONFLICT (hash) DO UPDATE SET touched_at = GREATEST(c.touched_at, excluded.touched_at) RETURNING (xmax = 0) AS is_new)
   INSERT INTO kernel_content_chunk (hash, number, bytes) SELECT $1, 0, $4 FROM content WHERE is_new AND $2 > 0`,
);
const INSERT_CHUNK = sql(
  'kernel_content_insert_chunk',
  'INSERT INTO kernel_content_chunk (hash, number, bytes) VALUES ($1, $2, $3)',
);
const BEGIN_UNFINISHED = sql(
  'kernel_content_begin_unfinished',
  'INSERT INTO kernel_content (hash, size, touched_at) VALUES ($1, 0, $2)',
);
const FINISH_UNFINISHED = sql(
  'kernel_content_finish_unfinished',
  'UPDATE kernel_content SET hash = $2, size = $3, touched_at = $4 WHERE hash = $1',
);
const REMOVE_UNFINISHED = sql('kernel_content_remove_unfinished', 'DELETE FROM kernel_content WHERE hash = $1');
// Most contents are one chunk.
const FIND_BEGINNING = sql(
  'kernel_content_beginning',
  `SELECT c.size, k.bytes FROM kernel_content c LEFT JOIN kernel_content_chunk k ON k.hash = c.hash AND k.number = 0
   WHERE c.hash = $1`,
);
const LIST_SMALL = sql(
  'kernel_content_list_small',
  `SELECT c.hash, k.bytes FROM kernel_content c JOIN kernel_content_chunk k ON k.hash = c.hash AND k.number = 0
   WHERE c.hash = ANY($1::bytea[]) AND c.size <= $2`,
);
const READ_CHUNK = sql(
  'kernel_content_read_chunk',
  'SELECT bytes FROM kernel_content_chunk WHERE hash = $1 AND number = $2',
);
const REFERENCES = sql(
  'kernel_content_references',
  'SELECT table_name AS "table", column_name AS "column" FROM kernel_content_reference ORDER BY 1, 2',
);

/** Answers those of the hashes that are there, and marks as used those whose last use is not after `after`. */
export async function touch(
  queryable: Queryable,
  hashes: readonly Buffer[],
  { after, now }: { readonly after: Date; readonly now: Date },
): Promise<Buffer[]> {
  return (await queryable.rows<{ hash: Buffer }>(TOUCH, [hashes, after, now])).map(({ hash }) => hash);
}

/** Stores bytes that are one chunk, unless another writer has stored them meanwhile. */
export async function insertSmallContent(
  queryable: Queryable,
  hash: Buffer,
  bytes: Uint8Array,
  now: Date,
): Promise<void> {
  await queryable.execute(INSERT_SMALL, [hash, bytes.byteLength, now, bytes]);
}

export async function insertContent(tx: Transaction, hash: Buffer, bytes: Uint8Array, now: Date): Promise<void> {
  const [row] = await tx.rows<{ isNew: boolean }>(INSERT, [hash, bytes.byteLength, now]);
  if (row?.isNew !== true) return;
  for (let at = 0, number = 0; at < bytes.byteLength; at += CHUNK_BYTES, number += 1) {
    await tx.execute(INSERT_CHUNK, [hash, number, bytes.subarray(at, at + CHUNK_BYTES)]);
  }
}

/** Makes room for bytes whose hash is not known yet; `name` is one that no bytes have. */
export async function beginUnfinished(queryable: Queryable, name: Buffer, now: Date): Promise<void> {
  await queryable.execute(BEGIN_UNFINISHED, [name, now]);
}

export async function appendChunk(queryable: Queryable, name: Buffer, number: number, bytes: Buffer): Promise<void> {
  await queryable.execute(INSERT_CHUNK, [name, number, bytes]);
}

/** Fails with a violation of uniqueness where somebody has stored the same bytes meanwhile. */
export async function finishUnfinished(
  queryable: Queryable,
  content: { readonly name: Buffer; readonly hash: Buffer; readonly size: number; readonly now: Date },
): Promise<void> {
  const { name, hash, size, now } = content;
  const finished = await queryable.execute(FINISH_UNFINISHED, [name, hash, size, now]);
  if (finished === 0) throw new Error('the content that was being written is gone');
}

export async function removeUnfinished(queryable: Queryable, name: Buffer): Promise<void> {
  await queryable.execute(REMOVE_UNFINISHED, [name]);
}

/** Answers those that are one chunk. */
export function listSmall(queryable: Queryable, hashes: readonly Buffer[]): Promise<{ hash: Buffer; bytes: Buffer }[]> {
  return queryable.rows<{ hash: Buffer; bytes: Buffer }>(LIST_SMALL, [hashes, CHUNK_BYTES]);
}

/** Answers the size and the first chunk, which contents of no bytes have not; null where it is not there. */
export async function findBeginning(
  queryable: Queryable,
  hash: Buffer,
): Promise<{ readonly size: number; readonly bytes: Buffer | null } | null> {
  const [row] = await queryable.rows<{ size: number; bytes: Buffer | null }>(FIND_BEGINNING, [hash]);
  return row ?? null;
}

/** Reads one chunk of a content; null where the content was removed meanwhile. */
export async function readChunk(queryable: Queryable, hash: Buffer, number: number): Promise<Buffer | null> {
  const [row] = await queryable.rows<{ bytes: Buffer }>(READ_CHUNK, [hash, number]);
  return row?.bytes ?? null;
}

/**
 * Removes contents that were last used at or before the date and that no column refers to; answers how many. What somebody
 * touches at this moment is locked, and passed over; what he touched a moment ago is looked at again under the lock.
 */
export async function removeUnused(queryable: Queryable, until: Date, limit: number): Promise<number> {
  const references = await queryable.rows<{ table: string; column: string }>(REFERENCES);
  const unreferenced = references.map(
    ({ table, column }) => `AND NOT EXISTS (SELECT 1 FROM "${table}" r WHERE r."${column}" = c.hash)`,
  );
  const text = `DELETE FROM kernel_content WHERE hash = ANY(ARRAY(
     SELECT c.hash FROM kernel_content c WHERE c.touched_at <= $1 ${unreferenced.join(' ')}
     ORDER BY c.touched_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;
  return await queryable.execute({ name: '', text }, [until, limit]);
}
