// Wires live news: changes behind a cursor, and streams.
import { createFanOut } from '../../../kernel/live/fan-out.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { FindModels } from '../inbox/feature.ts';
import type { Signals } from '../record/signals.ts';
import type { Locales } from '../view/locales.ts';
import type { OwnViews } from '../view/own-view.ts';
import { createCatchUps } from './catch-ups.ts';
import { createChangesService } from './changes.service.ts';
import { createChanges } from './changes.ts';
import type { Follower, Need } from './follower.ts';
import { createFollowingJob } from './following.jobs.ts';
import { createLiveHandlers } from './live.routes.ts';
import { createRooms } from './rooms.ts';
import { createStreamService } from './stream.service.ts';

/** Streams served in one turn of the event loop, with up to three writes each; requests are answered in between. */
const STREAMS_AT_ONCE = 150;

export function createLiveFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics'>,
  parts: {
    readonly views: OwnViews;
    readonly locales: Locales;
    readonly signals: Signals;
    readonly findModels: FindModels;
  },
) {
  const { log, metrics } = kernel;
  const changes = createChanges({ ...kernel, ...parts });
  const catchUp = async (follower: Follower): Promise<Need> => {
    follower.hold();
    try {
      return follower.present(await changes.since(follower.hearer, () => follower.place));
    } catch (error) {
      // Without the database the comparing job serves the stream later.
      log.warn({ err: error }, 'news could not be sent to a stream');
      return follower.release();
    }
  };
  const fanOut = createFanOut(
    (error) => log.error({ err: error }, 'news could not be sent to a stream'),
    STREAMS_AT_ONCE,
  );
  const catchUps = createCatchUps({ run: catchUp, count: () => rooms.count(), isBroadcasting: () => fanOut.isBusy });
  const rooms = createRooms({ ...kernel, fanOut, catchUps });
  const streams = createStreamService({ ...kernel, ...parts, changes, rooms, catchUps });
  const job = createFollowingJob({ ...kernel, rooms, catchUps });
  parts.signals.onMissed(() => job.wake());
  metrics.gauge({
    name: 'polling_streams',
    help: 'Open streams of notifications.',
    collect: (gauge) => gauge.set(rooms.count()),
  });
  return {
    handlers: createLiveHandlers({ asking: createChangesService({ ...kernel, ...parts, changes }), streams }),
    jobs: [job],
  };
}
