// Serves the stream of sessions that begin and end in a tenant: one reader a process, which every open stream shares.
import type { EventStream, sessionStreamEvents } from '@keelson/contract';
import { type Cursor, positionBelow } from '../../../kernel/database/commit-horizon.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { PlacedEvent } from '../../../kernel/records/event-reader.ts';
import { type BriefedEvent, createFollower, type Follower } from './follower.ts';
import { findSessionBriefs } from './stream.store.ts';
import { ALL_CLOSED, parsePlaceId, STREAMED_KINDS } from './stream.wire.ts';

/** Interval of reading: begins are not notified, so the reader asks, but only while streams are open. */
export const FOLLOW_INTERVAL_MS = 1_000;
// Longest absence after which a client is resumed.
const RESUME_MS = 600_000;
// Beyond this number reading the list anew is cheaper, for both sides.
const RESUMED_EVENTS_MAX = 1_000;

type StreamParts = Pick<Kernel, 'database' | 'clock' | 'eventReader' | 'log'>;

async function withBriefs(database: Database, events: readonly PlacedEvent[]): Promise<readonly BriefedEvent[]> {
  const identifiers = events.map(({ subject }) => subject).filter((subject) => subject !== null);
  const briefs = identifiers.length === 0 ? null : await findSessionBriefs(database, identifiers);
  return events.map((event) => ({ event, brief: briefs?.get(event.subject ?? '') ?? null }));
}

/** Finds the events that a client missed since the id that it sent; null where it has to read the list anew. */
async function findMissed(
  { database, clock, eventReader }: StreamParts,
  tenantIdentifier: string,
  lastEventId: string,
): Promise<{ readonly place: Cursor; readonly missed: readonly BriefedEvent[] } | null> {
  const last = parsePlaceId(lastEventId);
  const fromMs = clock.now() - RESUME_MS;
  if (last === null || last.atMs < fromMs) return null;
  const { events, complete } = await eventReader.replay({
    kinds: STREAMED_KINDS,
    suiteWideKinds: [ALL_CLOSED],
    tenantIdentifier,
    after: last.cursor,
    from: new Date(fromMs),
    max: RESUMED_EVENTS_MAX,
  });
  return complete ? { place: last.cursor, missed: await withBriefs(database, events) } : null;
}

export type Stream = ReturnType<typeof createStream>;

export function createStream(parts: StreamParts) {
  const { database, clock, eventReader, log } = parts;
  const readOn = eventReader.follow('session_events', STREAMED_KINDS);
  const streams = new Map<Follower, () => void>();
  // Position of the shared reader; null while no stream is open.
  let cursor: Cursor | null = null;

  /**
   * Begins a stream. Its follower is registered already and holds new events back, so that none is lost between past
   * and present.
   */
  const begin = async (follower: Follower, lastEventId: string | null): Promise<void> => {
    const present = await eventReader.position();
    if (streams.has(follower)) cursor ??= present;
    const found = lastEventId === null ? null : await findMissed(parts, follower.tenantIdentifier, lastEventId);
    if (found !== null) follower.resume(found.place, found.missed);
    else if (lastEventId !== null) follower.restart(present);
    else follower.resume(present, []);
    follower.catchUp();
  };

  const readPage = async (from: Cursor): Promise<boolean> => {
    const page = await readOn(from);
    if (page.restarted) {
      cursor = null;
      // The places of these clients belong to another cluster: when they come back, they read the list anew.
      for (const end of [...streams.values()]) end();
      return false;
    }
    const briefed = await withBriefs(database, page.rows);
    for (const event of briefed) for (const follower of streams.keys()) follower.hear(event);
    const passed = page.horizon === null ? page.cursor : positionBelow(page.horizon);
    cursor = streams.size === 0 ? null : passed;
    if (page.horizon === null || passed === null) return true;
    for (const follower of streams.keys()) follower.pass(passed);
    return false;
  };

  return {
    /** Streams begins and ends in the caller's tenant from now on, or after the last event that the client has seen. */
    stream: ({ caller, context: { lastEventId } }: Act): EventStream<typeof sessionStreamEvents> => ({
      open(sink) {
        const follower = createFollower(caller, sink, clock);
        streams.set(follower, sink.end);
        begin(follower, lastEventId).catch((error: unknown) => {
          log.warn({ err: error }, 'a stream of sessions could not begin');
          sink.end();
        });
        return () => {
          streams.delete(follower);
          if (streams.size === 0) cursor = null;
        };
      },
    }),
    /** Reads the events that were committed since and sends them to every stream that they concern. */
    async follow(): Promise<void> {
      let more = true;
      while (more && cursor !== null) more = await readPage(cursor);
    },
  };
}
