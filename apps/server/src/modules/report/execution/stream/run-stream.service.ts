// Serves the stream of the progress of runs: to their requesters, and of one run also to readers of its report.
import type { EventStream, reportStreamEvents } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { type Execution, listWatchedRuns, type RunOwner } from '../../run/feature.ts';
import { isOver } from '../execution.wire.ts';
import type { ReachRuns } from '../reach-runs.ts';
import { createRunSender, type RunSink } from './run-sender.ts';
import { createRunWatch, type RunWatcher } from './run-watch.ts';

type Stream = EventStream<typeof reportStreamEvents>;

export interface RunStreamGround extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  readonly reach: ReachRuns;
}

/** An id is a time in epoch milliseconds, up to which a client has seen everything. */
const ID = /^\d{1,15}$/;
/** Time by which a commit may come after the end date in the row: a resumed client may get such a run twice. */
const COMMIT_MS = 2_000;

export type RunStreamService = ReturnType<typeof createRunStreamService>;

export function createRunStreamService(ground: RunStreamGround) {
  const { database, reach } = ground;
  const { watch } = createRunWatch(ground);

  /** Answers the runs that ended before the stream, so that it does not send them. */
  async function pastOf({ context: { lastEventId } }: Act, of: RunOwner): Promise<ReadonlySet<number>> {
    const sinceMs = lastEventId !== null && ID.test(lastEventId) ? Number(lastEventId) - COMMIT_MS : null;
    const isPast = (run: Execution): boolean =>
      isOver(run) && (sinceMs === null || (run.finishedDate?.getTime() ?? 0) < sinceMs);
    return new Set((await listWatchedRuns(database, [], [of])).filter(isPast).map(({ id }) => id));
  }

  /** Shown parts of a run; the database's message about a query is shown by `getExecution` alone. */
  const shownTo = ({ context }: Act) => ({ language: context.language, showsText: false });

  /** Opens the stream of own runs: once a client has the head of the answer, it gets everything. */
  async function ownRuns(act: Act): Promise<Stream> {
    const { tenantIdentifier, username } = act.caller;
    const of = { tenantIdentifier, usernameFolded: foldName(username) };
    const past = await pastOf(act, of);
    const open = (sink: RunSink) => {
      const sender = createRunSender(sink, shownTo(act), past);
      return watch({ of, hear: async (runs, at) => sender.sendNews(runs, at) });
    };
    return { open };
  }

  async function oneRun(act: Act, uuid: string): Promise<Stream> {
    const { run } = await reach.read(act, uuid);
    const open = (sink: RunSink) => {
      // A stream of one run sends its state, also where it is over.
      const sender = createRunSender(sink, shownTo(act), new Set());
      const hear: RunWatcher['hear'] = async (runs, at) => {
        const mayRead = await reach.read(act, uuid).then(
          () => true,
          () => false,
        );
        if (runs.length === 0 || !mayRead) sink.end();
        else sender.sendNews(runs, at);
      };
      return watch({ of: { id: run.id }, hear });
    };
    return { open };
  }

  return {
    stream: (act: Act, uuid?: string): Promise<Stream> => (uuid === undefined ? ownRuns(act) : oneRun(act, uuid)),
  };
}
