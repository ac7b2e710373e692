// Follows the commits of a table for all open streams of it: one reader a process, which asks only while somebody listens.
import { setImmediate } from 'node:timers/promises';
import { type Cursor, comparePlaces, LAST_ORDER, positionBelow } from '../database/commit-horizon.ts';
import type { Logger } from '../process/logger.ts';
import { Tail, type TailedItem, type TailSink } from './tail.ts';

const RESUMED_MAX = 10_000;
/** A client that is to hear of few among very many is told of a gap rather than holding the database. */
const RESUMED_ROWS_MAX = 200_000;
const PORTION_BYTES = 65_536;

/** Is a page of a follower, with what is told of its rows. */
export interface TailedPage<I extends TailedItem> {
  readonly items: readonly I[];
  readonly cursor: Cursor | null;
  readonly horizon: string | null;
  readonly restarted: boolean;
}

export interface TailFollowingParts<I extends TailedItem> {
  readonly readOn: (cursor: Cursor) => Promise<TailedPage<I>>;
  /** Stands behind everything that was committed before the oldest open transaction began. */
  readonly position: () => Promise<Cursor>;
  /** Lies behind every row of its transaction; that of uuids unless it is given. */
  readonly lastOrder?: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** What is written within one turn of the event loop waits for its end: a client is cut off by what it cannot take, not by that. */
async function inPortions<I extends TailedItem>(items: readonly I[], tell: (item: I) => void): Promise<void> {
  let bytes = 0;
  for (const item of items) {
    tell(item);
    bytes += item.bytes;
    if (bytes < PORTION_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
}

/** Tells what a client missed, or that it is too much. */
async function resume<I extends TailedItem>(
  { readOn }: TailFollowingParts<I>,
  tail: Tail<I>,
  from: Cursor,
  present: Cursor,
): Promise<void> {
  let [place, told, rows] = [from, 0, 0];
  let last: I | null = null;
  while (!tail.isClosed) {
    const page = await readOn(place);
    if (page.restarted || told > RESUMED_MAX || rows > RESUMED_ROWS_MAX) return tail.gap(last, present);
    await inPortions(page.items, (item) => {
      if (tail.tell(item)) told += 1;
    });
    last = page.items.at(-1) ?? last;
    rows += page.items.length;
    place = page.cursor ?? place;
    if (page.horizon !== null || comparePlaces(place, present) >= 0) return;
  }
}

export function createTailFollowing<I extends TailedItem>(parts: TailFollowingParts<I>) {
  const { readOn, position, lastOrder = LAST_ORDER, log } = parts;
  const tails = new Set<Tail<I>>();
  // Tells where the shared reader stands; null while nobody listens.
  let cursor: Cursor | null = null;

  /** What one of them fails at is not the others' loss: its client comes back. */
  function hear(tail: Tail<I>, item: I): void {
    try {
      tail.hear(item);
    } catch (error) {
      log.warn({ err: error }, 'a stream could not be told of a row, and was ended');
      tail.end();
    }
  }

  async function begin(tail: Tail<I>, start: Cursor | null): Promise<void> {
    const present = await position();
    if (tails.has(tail)) cursor ??= present;
    if (start === null) tail.gap(null, present);
    else await resume(parts, tail, start, present);
    tail.catchUp(present);
  }

  async function readPage(from: Cursor): Promise<boolean> {
    const page = await readOn(from);
    if (page.restarted) {
      cursor = null;
      // Their places belong to another cluster: coming back, they are told of a gap.
      for (const tail of [...tails]) tail.end();
      return false;
    }
    await inPortions(page.items, (item) => {
      for (const tail of [...tails]) hear(tail, item);
    });
    const passed = page.horizon === null ? page.cursor : positionBelow(page.horizon, lastOrder);
    cursor = tails.size === 0 ? null : passed;
    if (page.horizon === null || passed === null) return true;
    for (const tail of tails) tail.pass(passed);
    return false;
  }

  return {
    /** Tells what comes behind the start, null: nobody knows behind what; answers what ends it. */
    open(sink: TailSink<I>, start: Cursor | null): () => void {
      const tail = new Tail(sink);
      tails.add(tail);
      begin(tail, start).catch((error: unknown) => {
        log.warn({ err: error }, 'a stream could not begin');
        tail.end();
      });
      return () => {
        tail.isClosed = true;
        tails.delete(tail);
        if (tails.size === 0) cursor = null;
      };
    },
    count: (): number => tails.size,
    /** Reads what was committed since and tells every stream whom it concerns. */
    async follow(): Promise<void> {
      let more = true;
      while (more && cursor !== null) more = await readPage(cursor);
    },
  };
}
