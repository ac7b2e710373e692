// Holds the open streams of this process by tenant, and sends news to those of a tenant.

import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Head } from '../record/head.store.ts';
import type { TenantNews } from '../record/signals.ts';
import type { CatchUps } from './catch-ups.ts';
import type { Follower } from './follower.ts';
import { loadNews, type News } from './news.ts';
import { listNotified, readHeads } from './stream.store.ts';

const EMPTY: Head = { publishSeq: 0, changeSeq: 0, notificationSeq: 0 };

interface Room {
  readonly tenantIdentifier: string;
  /** Place up to which news were handed to the streams. */
  head: Head;
  /** Resolves once `head` is known. */
  readonly ready: Promise<void>;
  readonly byName: Map<string, Set<Follower>>;
  size: number;
  isLooking: boolean;
  isLate: boolean;
}

export interface RoomParts extends Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics'> {
  readonly fanOut: FanOut;
  readonly catchUps: CatchUps;
}

function* followersIn({ byName }: Room): Generator<Follower> {
  for (const ofOne of byName.values()) yield* ofOne;
}

/** Makes the function that looks for news in the tenant of a room, and sends them. */
function createLooking({ database, clock, log, metrics, fanOut, catchUps }: RoomParts): (room: Room) => void {
  const seconds = metrics.histogram({
    name: 'polling_publication_told_seconds',
    help: 'Seconds from a publication until the last open stream of this process had it.',
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10],
  });

  /** Sends news to all streams, some in each turn of the event loop. */
  const deliver = (room: Room, news: News, notified: ReadonlySet<string>): void => {
    const newest = news.items.findLast(({ publishSeq }) => publishSeq > room.head.publishSeq);
    let left = room.size;
    fanOut.deliver(followersIn(room), (follower) => {
      catchUps.need(follower, follower.hear({ news, notified }));
      left -= 1;
      if (left === 0 && newest !== undefined) seconds.observe((clock.now() - newest.publishDateMs) / 1_000);
    });
    // Delivered last, in whichever room, after all that is under way.
    fanOut.deliver([catchUps], ({ resume }) => resume());
  };
  const look = async (room: Room): Promise<void> => {
    const { tenantIdentifier, head: before } = room;
    const news = await loadNews(database, tenantIdentifier, before.changeSeq);
    if (news === null) return;
    const { head } = news;
    const isNotified = head.notificationSeq > before.notificationSeq;
    const between = { from: before.notificationSeq, to: head.notificationSeq };
    const notified = isNotified
      ? await listNotified(database, tenantIdentifier, [...room.byName.keys()], between)
      : new Set<string>();
    if (head.changeSeq > before.changeSeq || isNotified) deliver(room, news, notified);
    room.head = head;
  };
  // A message during a look causes another one.
  return (room: Room): void => {
    room.isLate = true;
    if (room.isLooking) return;
    room.isLooking = true;
    const run = async (): Promise<void> => {
      await room.ready;
      while (room.isLate && room.size > 0) {
        room.isLate = false;
        await look(room);
      }
    };
    run()
      .catch((error: unknown) => log.warn({ err: error }, 'news could not be sent to streams'))
      .finally(() => {
        room.isLooking = false;
      });
  };
}

export function createRooms(parts: RoomParts) {
  const { database } = parts;
  const rooms = new Map<string, Room>();
  const lookOnce = createLooking(parts);
  const open = (tenantIdentifier: string): Room => {
    const room: Room = {
      tenantIdentifier,
      head: EMPTY,
      ready: readHeads(database, [tenantIdentifier]).then((heads) => {
        room.head = heads.get(tenantIdentifier) ?? EMPTY;
      }),
      byName: new Map(),
      size: 0,
      isLooking: false,
      isLate: false,
    };
    // A waiting stream gets the error; without one it would be unhandled.
    room.ready.catch(() => rooms.delete(tenantIdentifier));
    rooms.set(tenantIdentifier, room);
    return room;
  };

  return {
    count: () => [...rooms.values()].reduce((sum, { size }) => sum + size, 0),
    tenants: () => [...rooms.keys()],
    *followers(): Generator<Follower> {
      for (const room of rooms.values()) yield* followersIn(room);
    },
    ofPerson: (tenantIdentifier: string, usernameFolded: string): Iterable<Follower> =>
      rooms.get(tenantIdentifier)?.byName.get(usernameFolded) ?? [],
    /** Adds a stream, which gets news from here on; reads after `ready` has resolved are not older than them. */
    join(follower: Follower): { readonly ready: Promise<void>; readonly leave: () => void } {
      const { tenantIdentifier, usernameFolded } = follower.hearer.viewer;
      const room = rooms.get(tenantIdentifier) ?? open(tenantIdentifier);
      const own = room.byName.get(usernameFolded) ?? new Set();
      room.byName.set(usernameFolded, own.add(follower));
      room.size += 1;
      const leave = (): void => {
        if (!own.delete(follower)) return;
        room.size -= 1;
        if (own.size === 0 && room.byName.get(usernameFolded) === own) room.byName.delete(usernameFolded);
        if (room.size === 0 && rooms.get(tenantIdentifier) === room) rooms.delete(tenantIdentifier);
      };
      return { ready: room.ready, leave };
    },
    /** Looks again where the tenant has later numbers than its streams were sent. */
    hear({ tenantIdentifier, changeSeq, notificationSeq }: TenantNews): void {
      const room = rooms.get(tenantIdentifier);
      if (room === undefined) return;
      const { head } = room;
      if (changeSeq > head.changeSeq || notificationSeq > head.notificationSeq) lookOnce(room);
    },
  };
}

export type Rooms = ReturnType<typeof createRooms>;
