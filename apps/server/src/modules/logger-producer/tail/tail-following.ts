// Follows the commits for all open streams of events, and declares their events.
import type { EventSink, logEventStreamEvents } from '@keelson/contract';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { TailSink } from '../../../kernel/live/tail.ts';
import { createTailFollowing as createFollowing } from '../../../kernel/live/tail-following.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Fits } from './tail-filter.ts';
import type { ReadTailed, TailedEvent } from './tailed-event.ts';

const PLACE = /^(\d{1,20})\.([0-9a-f-]{36})$/;

interface FollowingParts extends Pick<Kernel, 'clock' | 'eventReader' | 'log'> {
  readonly readOn: ReadTailed;
}

/** Reads the id that a client has seen last; null for one that this server did not make. */
function parseTailPlace(id: string): Cursor | null {
  const [, xid, order] = PLACE.exec(id) ?? [];
  return xid === undefined || order === undefined ? null : { xid, order };
}

export function createTailFollowing({ clock, eventReader, log, readOn }: FollowingParts) {
  const following = createFollowing<TailedEvent>({
    log,
    position: () => eventReader.position(),
    async readOn(cursor) {
      const { events: items, ...page } = await readOn(cursor);
      return { ...page, items };
    },
  });
  const sinkOf = (sink: EventSink<typeof logEventStreamEvents>, fits: Fits): TailSink<TailedEvent> => ({
    send(event, id) {
      if (!fits(event)) return false;
      sink.send({ event: 'log-event', id, data: event.model });
      return true;
    },
    gap(last, id) {
      const data = { from: last?.model.observedTime ?? null, to: new Date(clock.now()).toISOString() };
      sink.send({ event: 'gap', id, data });
    },
    mark: (id) => sink.mark(id),
    end: () => sink.end(),
    idOf: ({ xid, order }) => `${xid}.${order}`,
  });
  return {
    /** Answers where a client begins: after the last event that it has seen, else now; null for an unknown place. */
    async startOf(lastEventId: string | null): Promise<Cursor | null> {
      return lastEventId === null ? await eventReader.position() : parseTailPlace(lastEventId);
    },
    /** Opens a stream; the answered function ends it. */
    open: (sink: EventSink<typeof logEventStreamEvents>, fits: Fits, start: Cursor | null): (() => void) =>
      following.open(sinkOf(sink, fits), start),
    count: following.count,
    follow: following.follow,
  };
}
