// Follows the commits of a table for all open streams of it: one reader a process, which asks only while somebody listens.
import { setImmediate } from 'node:timers/promises';
import { type Cursor, comparePlaces, LAST_ORDER, positionBelow } from '../database/commit-horizon.ts';
import type { Logger } from '../process/logger.ts';
import { Tail, type TailedItem, type TailSink } from './tail.ts';

const RESUMED_MAX = 10_000;
/** Rows that a resumed client is read through; beyond it the client gets a gap instead, which spares the database. */
const RESUMED_ROWS_MAX = 200_000;
const PORTION_BYTES = 65_536;

/** A page of a follower, with the items that its rows became. */
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
  /** An order behind every row of a transaction; that of uuids unless it is given. */
  readonly lastOrder?: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Sends items in portions, each at the end of a turn of the event loop: the bound of a client counts what it does not
 * take, not what one turn writes.
 */
async function inPortions<I extends TailedItem>(items: readonly I[], send: (item: I) => void): Promise<void> {
  let bytes = 0;
  for (const item of items) {
    send(item);
    bytes += item.bytes;
    if (bytes < PORTION_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
}

/** Sends what a client missed, or a gap where that is too much. */
async function resume<I extends TailedItem>(
  { readOn }: TailFollowingParts<I>,
  tail: Tail<I>,
  from: Cursor,
  present: Cursor,
): Promise<void> {
  let [place, sent, rows] = [from, 0, 0];
  let last: I | null = null;
  while (!tail.isClosed) {
    const page = await readOn(place);
    if (page.restarted || sent > RESUMED_MAX || rows > RESUMED_ROWS_MAX) return tail.gap(last, present);
    await inPortions(page.items, (item) => {
      if (tail.send(item)) sent += 1;
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
  // Position of the shared reader; null while no stream is open.
  let cursor: Cursor | null = null;

  /** Sends an item to one stream; an error ends that stream alone, and its client comes back. */
  function hear(tail: Tail<I>, item: I): void {
    try {
      tail.hear(item);
    } catch (error) {
      log.warn({ err: error }, 'a row could not be sent to a stream, and the stream was ended');
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
      // The positions of these clients belong to another cluster: when they come back, they get a gap.
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
    /**
     * Opens a stream that sends items behind `start`; null: from now on, with a gap first. The answered function ends
     * it.
     */
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
    /** Reads what was committed since and sends it to every stream that it concerns. */
    async follow(): Promise<void> {
      let more = true;
      while (more && cursor !== null) more = await readPage(cursor);
    },
  };
}
