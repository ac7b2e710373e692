// Opens streams of what is new for a person, behind the place up to which the client has heard.
import type { EventStream, pollingStreamEvents } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { MANAGE, viewerOf } from '../announcement/feature.ts';
import { digestOf, type Place, readCursor } from '../record/cursor.ts';
import type { Signals } from '../record/signals.ts';
import type { Locales } from '../view/locales.ts';
import type { CatchUps } from './catch-ups.ts';
import type { Changes } from './changes.ts';
import { Follower } from './follower.ts';
import type { Rooms } from './rooms.ts';

export interface StreamParts extends Pick<Kernel, 'clock' | 'log'> {
  readonly changes: Changes;
  readonly locales: Locales;
  readonly signals: Signals;
  readonly rooms: Rooms;
  readonly catchUps: CatchUps;
}

export function createStreamService({ clock, log, changes, locales, signals, rooms, catchUps }: StreamParts) {
  const now = () => clock.now();
  signals.onNews((news) => rooms.hear(news));
  signals.onOwnChange(({ tenantIdentifier, usernameFolded }) => {
    for (const follower of rooms.ofPerson(tenantIdentifier, usernameFolded)) catchUps.now(follower);
  });

  const begin = async (follower: Follower, ready: Promise<void>, after: string | null, digest: string) => {
    await ready;
    const from = (present: Place): Place | null =>
      after === null ? present : readCursor(after, present, digest, clock.now());
    catchUps.need(follower, follower.present(await changes.since(follower.hearer, from)));
  };
  return {
    async stream(act: Act, after: string | undefined): Promise<EventStream<typeof pollingStreamEvents>> {
      const { caller, context } = act;
      const viewer = viewerOf(caller);
      const digest = digestOf(viewer);
      const hearer = {
        caller,
        viewer,
        locales: await locales.of(act, null),
        showsAudience: caller.holds(MANAGE),
      };
      // A browser sends the header when it reconnects; the address only has the first place.
      const from = context.lastEventId ?? after ?? null;
      return {
        open(sink) {
          const follower = new Follower({ sink, hearer, digest, now });
          const { ready, leave } = rooms.join(follower);
          begin(follower, ready, from, digest).catch((error: unknown) => {
            log.warn({ err: error }, 'a stream of notifications could not begin');
            sink.end();
          });
          return () => {
            leave();
            catchUps.forget(follower);
          };
        },
      };
    },
  };
}
