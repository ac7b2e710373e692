// Follows one open stream of sessions: its place in the order of commits, and the events that its caller gets.
import type { EventSink, sessionStreamEvents } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import { type Cursor, comparePlaces } from '../../../kernel/database/commit-horizon.ts';
import { type PlacedEvent, placeOf } from '../../../kernel/records/event-reader.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { SessionBrief } from './stream.store.ts';
import { ALL_CLOSED, placeId, streamEventOf } from './stream.wire.ts';

/** An event with the data of its session. */
export interface BriefedEvent {
  readonly event: PlacedEvent;
  /** Null for an event of no session, and for one whose history is deleted. */
  readonly brief: SessionBrief | null;
}

export type Follower = ReturnType<typeof createFollower>;

export function createFollower(
  { tenantIdentifier, holds }: Caller,
  sink: EventSink<typeof sessionStreamEvents>,
  clock: Clock,
) {
  const seesSystem = holds('SESSION_SYSTEM');
  let place: Cursor = { xid: '0', order: '' };
  let waiting: BriefedEvent[] | null = [];

  const idOf = (cursor: Cursor): string => placeId({ cursor, atMs: clock.now() });
  const send = ({ event, brief }: BriefedEvent): void => {
    const next = placeOf(event);
    if (comparePlaces(next, place) <= 0) return;
    place = next;
    if (brief?.system === true && !seesSystem) return;
    const streamed = streamEventOf(event, brief, idOf(next));
    if (streamed !== null) sink.send(streamed);
  };

  return {
    tenantIdentifier,
    /** Sends an event behind the place where the stream stands; until `catchUp` it waits. */
    hear(heard: BriefedEvent): void {
      const { event } = heard;
      const isOurs =
        event.tenantIdentifier === tenantIdentifier || (event.kind === ALL_CLOSED && event.subject === null);
      if (!isOurs) return;
      if (waiting === null) send(heard);
      else waiting.push(heard);
    },
    /** Continues the stream from here, with the events that were missed. */
    resume(from: Cursor, missed: readonly BriefedEvent[]): void {
      place = from;
      for (const event of missed) send(event);
    },
    /** Asks the client to read the list anew, and continues the stream from here. */
    restart(at: Cursor): void {
      place = at;
      sink.send({ event: 'resync', data: {}, id: idOf(at) });
    },
    /** Sends the events that waited; later ones are sent at once. */
    catchUp(): void {
      for (const event of waiting ?? []) send(event);
      waiting = null;
      sink.mark(idOf(place));
    },
    /** Notes that there is nothing to send before this place. */
    pass(passed: Cursor): void {
      if (waiting !== null || comparePlaces(passed, place) <= 0) return;
      place = passed;
      sink.mark(idOf(passed));
    },
  };
}
