// Keeps open streams of OFREP: they make clients evaluate anew when their view has changed.
import type { EventSink, ofrepStreamEvents, PreparedEvent } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import { prepareEvent } from '../../../kernel/http/streams/sse-event.ts';
import type { FanOut } from '../../../kernel/live/fan-out.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { ViewRevisions } from '../snapshot/view-revisions.ts';
import { createFlagChanges } from './flag-changes.ts';
import type { FlagView } from './flag-view.ts';

/** Time between two events: a burst of changes costs each client four requests a second at most. */
const EVENT_INTERVAL_MS = 250;
/** Time between the answer that named the stream and its opening, in which a change would be missed. */
const JUST_CHANGED_MS = 2_000;

type Sink = EventSink<typeof ofrepStreamEvents>;

/** Streams that get the same events. */
interface Audience {
  readonly view: FlagView;
  readonly sinks: Set<Sink>;
  sentAtMs: number;
  /** Timer of the waiting event. */
  timer: NodeJS.Timeout | null;
}

interface FlagStreamsGround {
  readonly snapshot: Pick<SettingSnapshot, 'index' | 'onRevision'>;
  readonly revisions: ViewRevisions;
  readonly clock: Clock;
  readonly fanOut: FanOut;
  readonly enabled: () => boolean;
  readonly monotonic: () => number;
}

export type FlagStreams = ReturnType<typeof createFlagStreams>;

export function createFlagStreams({ snapshot, revisions, clock, fanOut, enabled, monotonic }: FlagStreamsGround) {
  const changes = createFlagChanges(snapshot.index);
  const audiences = new Map<string, Audience>();

  const eventOf = ({ tenantIdentifier }: FlagView): PreparedEvent => {
    const revision = revisions.of(tenantIdentifier);
    const lastModified = Math.floor(clock.now() / 1_000);
    return prepareEvent<typeof ofrepStreamEvents>({
      event: 'message',
      id: String(revision),
      data: { type: 'refetchEvaluation', etag: `"r${revision}"`, lastModified },
    });
  };
  const broadcast = (audience: Audience): void => {
    const event = eventOf(audience.view);
    audience.sentAtMs = monotonic();
    fanOut.deliver(audience.sinks, (sink) => sink.relay(event));
  };
  const announce = (audience: Audience): void => {
    if (audience.timer !== null) return;
    const waitMs = audience.sentAtMs + EVENT_INTERVAL_MS - monotonic();
    if (waitMs <= 0) broadcast(audience);
    else {
      audience.timer = setTimeout(() => {
        audience.timer = null;
        broadcast(audience);
      }, waitMs);
    }
  };
  /** Ends all streams; clients come back, and are refused while OFREP is disabled. */
  const endAll = (): void => {
    for (const { sinks } of [...audiences.values()]) for (const sink of [...sinks]) sink.end();
  };

  snapshot.onRevision((rows, _revision, whole) => {
    if (audiences.size > 0 && !enabled()) endAll();
    for (const audience of audiences.values()) if (whole || changes.concern(audience.view, rows)) announce(audience);
    changes.note(rows, whole);
  });

  const audienceOf = (view: FlagView): { readonly key: string; readonly audience: Audience } => {
    const key = `${view.reach} ${view.tenantIdentifier ?? ''}`;
    const audience = audiences.get(key) ?? { view, sinks: new Set(), sentAtMs: Number.NEGATIVE_INFINITY, timer: null };
    audiences.set(key, audience);
    return { key, audience };
  };
  /** Says whether a resumed client may have missed an event. */
  const mayHaveMissed = ({ tenantIdentifier }: FlagView, lastEventId: string | null): boolean => {
    if (lastEventId !== null) return lastEventId !== String(revisions.of(tenantIdentifier));
    return monotonic() - revisions.changedAtMs(tenantIdentifier) < JUST_CHANGED_MS;
  };

  return {
    /** Adds a stream; the answered function removes it. `lastEventId` null: a new client. */
    open(view: FlagView, lastEventId: string | null, sink: Sink): () => void {
      const { key, audience } = audienceOf(view);
      audience.sinks.add(sink);
      if (mayHaveMissed(view, lastEventId)) sink.relay(eventOf(view));
      else sink.mark(String(revisions.of(view.tenantIdentifier)));
      return () => {
        audience.sinks.delete(sink);
        if (audience.sinks.size > 0) return;
        if (audience.timer !== null) clearTimeout(audience.timer);
        if (audiences.get(key) === audience) audiences.delete(key);
      };
    },
    /** Counts the open streams of this process. */
    count: (): number => [...audiences.values()].reduce((sum, { sinks }) => sum + sinks.size, 0),
  };
}
