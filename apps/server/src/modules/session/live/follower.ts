// Follows one open stream of sessions: where it stands in the order of commits, and what of the events its caller is told.
import type { EventSink, sessionStreamEvents } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import { type Cursor, comparePlaces } from '../../../kernel/database/commit-horizon.ts';
import { type PlacedEvent, placeOf } from '../../../kernel/records/event-reader.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { SessionBrief } from './stream.store.ts';
import { ALL_CLOSED, placeId, streamEventOf } from './stream.wire.ts';

/** Holds an event with what is known of its session. */
export interface BriefedEvent {
  readonly event: PlacedEvent;
  /** Is null for an event of no session, and for one whose history is deleted. */
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
  const tell = ({ event, brief }: BriefedEvent): void => {
    const next = placeOf(event);
    if (comparePlaces(next, place) <= 0) return;
    place = next;
    if (brief?.system === true && !seesSystem) return;
    const told = streamEventOf(event, brief, idOf(next));
    if (told !== null) sink.send(told);
  };

  return {
    tenantIdentifier,
    /** Tells what comes behind the place where the stream stands; until `catchUp` it waits. */
    hear(heard: BriefedEvent): void {
      const { event } = heard;
      const isOurs =
        event.tenantIdentifier === tenantIdentifier || (event.kind === ALL_CLOSED && event.subject === null);
      if (!isOurs) return;
      if (waiting === null) tell(heard);
      else waiting.push(heard);
    },
    /** Lets the stream go on from here, with what was missed since. */
    resume(from: Cursor, missed: readonly BriefedEvent[]): void {
      place = from;
      for (const event of missed) tell(event);
    },
    /** Says that the list has to be read anew, and lets the stream go on from here. */
    restart(at: Cursor): void {
      place = at;
      sink.send({ event: 'resync', data: {}, id: idOf(at) });
    },
    /** Tells what waited; from now on everything is told at once. */
    catchUp(): void {
      for (const event of waiting ?? []) tell(event);
      waiting = null;
      sink.mark(idOf(place));
    },
    /** Notes that nothing before this place is left to be told. */
    pass(passed: Cursor): void {
      if (waiting !== null || comparePlaces(passed, place) <= 0) return;
      place = passed;
      sink.mark(idOf(passed));
    },
  };
}
