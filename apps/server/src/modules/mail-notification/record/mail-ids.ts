// Takes ids of mails in blocks, so that the rows of a mail are complete before any of them is written.
import type { Queryable } from '../../../kernel/database/database.ts';
import { takeMailIds } from './accept.store.ts';

const BLOCK = 100;

export function createMailIds() {
  const free: number[] = [];
  /** Takes ids through the connection that the caller has: a second one would let the pool run dry. */
  return async (queryable: Queryable, count: number): Promise<readonly number[]> => {
    // Other callers take free ids while a block is being fetched.
    if (free.length < count) free.push(...(await takeMailIds(queryable, Math.max(BLOCK, count))));
    return free.splice(0, count);
  };
}
