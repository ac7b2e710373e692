// Follows the commits for all open streams of events: one reader a process, which asks only while somebody listens.
import { setImmediate } from 'node:timers/promises';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { comparePlaces, positionBelow } from '../../../kernel/records/event-reader.ts';
import { parseTailPlace, Tail, type TailSink } from './tail.ts';
import type { Fits } from './tail-filter.ts';
import type { ReadTailed, TailedEvent } from './tailed-event.ts';

const RESUMED_MAX = 10_000;
/** A client that is to hear of few among very many is told of a gap rather than holding the database. */
const RESUMED_ROWS_MAX = 200_000;
const PORTION_BYTES = 65_536;

interface FollowingParts extends Pick<Kernel, 'clock' | 'eventReader' | 'log'> {
  readonly readOn: ReadTailed;
}

/** What is written within one turn of the event loop waits for its end: a client is cut off by what it cannot take, not by that. */
async function inPortions(events: readonly TailedEvent[], tell: (event: TailedEvent) => void): Promise<void> {
  let bytes = 0;
  for (const event of events) {
    tell(event);
    bytes += event.bytes;
    if (bytes < PORTION_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
}

/** Tells what a client missed, or that it is too much. */
async function resume({ clock, readOn }: FollowingParts, tail: Tail, from: Cursor, present: Cursor): Promise<void> {
  let [place, told, rows] = [from, 0, 0];
  let last: string | null = null;
  while (!tail.isClosed) {
    const page = await readOn(place);
    if (page.restarted || told > RESUMED_MAX || rows > RESUMED_ROWS_MAX)
      return tail.gap(last, new Date(clock.now()), present);
    await inPortions(page.events, (event) => {
      if (tail.tell(event)) told += 1;
    });
    last = page.events.at(-1)?.model.observedTime ?? last;
    rows += page.events.length;
    place = page.cursor ?? place;
    if (page.horizon !== null || comparePlaces(place, present) >= 0) return;
  }
}

export function createTailFollowing(parts: FollowingParts) {
  const { clock, eventReader, log, readOn } = parts;
  const tails = new Set<Tail>();
  // Tells where the shared reader stands; null while nobody listens.
  let cursor: Cursor | null = null;

  /** What one of them fails at is not the others' loss: its client comes back. */
  function hear(tail: Tail, event: TailedEvent): void {
    try {
      tail.hear(event);
    } catch (error) {
      log.warn({ err: error }, 'an event could not be told to a stream, which was ended');
      tail.end();
    }
  }

  async function begin(tail: Tail, start: Cursor | null): Promise<void> {
    const present = await eventReader.position();
    if (tails.has(tail)) cursor ??= present;
    if (start === null) tail.gap(null, new Date(clock.now()), present);
    else await resume(parts, tail, start, present);
    tail.catchUp(present);
  }

  async function readPage(from: Cursor): Promise<boolean> {
    const page = await readOn(from);
    if (page.restarted) {
      cursor = null;
      for (const tail of [...tails]) tail.end();
      return false;
    }
    await inPortions(page.events, (event) => {
      for (const tail of [...tails]) hear(tail, event);
    });
    const passed = page.horizon === null ? page.cursor : positionBelow(page.horizon);
    cursor = tails.size === 0 ? null : passed;
    if (page.horizon === null || passed === null) return true;
    for (const tail of tails) tail.pass(passed);
    return false;
  }

  return {
    /** Answers where a client begins: behind what it has seen last, else here; null where nobody knows that place. */
    async startOf(lastEventId: string | null): Promise<Cursor | null> {
      return lastEventId === null ? await eventReader.position() : parseTailPlace(lastEventId);
    },
    /** Answers what ends it. */
    open(sink: TailSink, fits: Fits, start: Cursor | null): () => void {
      const tail = new Tail(sink, fits);
      tails.add(tail);
      begin(tail, start).catch((error: unknown) => {
        log.warn({ err: error }, 'a stream of events could not begin');
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
