// Serves the stream of how far runs are: to whoever asked for them, of one run also to whoever may read its report.
import type { EventStream, reportStreamEvents } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { type Execution, listWatchedRuns, type RunOwner } from '../../run/feature.ts';
import { isOver } from '../execution.wire.ts';
import type { ReachRuns } from '../reach-runs.ts';
import { createRunWatch, type RunWatcher } from './run-watch.ts';
import { createRunTeller, type RunSink } from './tell-run.ts';

type Stream = EventStream<typeof reportStreamEvents>;

export interface RunStreamGround extends Pick<Kernel, 'clock' | 'database' | 'log'> {
  readonly reach: ReachRuns;
}

/** An id is a time, epoch milliseconds: what a client has seen then it has seen. */
const ID = /^\d{1,15}$/;
/** A run may be committed so long after the time that its end bears: a client that comes back may be told of it twice. */
const COMMIT_MS = 2_000;

export type RunStreamService = ReturnType<typeof createRunStreamService>;

export function createRunStreamService(ground: RunStreamGround) {
  const { database, reach } = ground;
  const { watch } = createRunWatch(ground);

  /** Answers the runs whose end is none of the stream's business: nobody comes back who could have missed it. */
  async function pastOf({ context: { lastEventId } }: Act, of: RunOwner): Promise<ReadonlySet<number>> {
    const sinceMs = lastEventId !== null && ID.test(lastEventId) ? Number(lastEventId) - COMMIT_MS : null;
    const isPast = (run: Execution): boolean =>
      isOver(run) && (sinceMs === null || (run.finishedDate?.getTime() ?? 0) < sinceMs);
    return new Set((await listWatchedRuns(database, [], [of])).filter(isPast).map(({ id }) => id));
  }

  /** What the database said of a query is told by `getExecution` alone. */
  const shownTo = ({ context }: Act) => ({ language: context.language, showsText: false });

  /** Whoever has the head of the answer is told of everything from then on. */
  async function ownRuns(act: Act): Promise<Stream> {
    const { tenantIdentifier, username } = act.caller;
    const of = { tenantIdentifier, usernameFolded: foldName(username) };
    const past = await pastOf(act, of);
    const open = (sink: RunSink) => {
      const teller = createRunTeller(sink, shownTo(act), past);
      return watch({ of, hear: async (runs, at) => teller.tellAll(runs, at) });
    };
    return { open };
  }

  async function oneRun(act: Act, uuid: string): Promise<Stream> {
    const { run } = await reach.read(act, uuid);
    const open = (sink: RunSink) => {
      // Whoever asks for one run hears how it stands, also where it is over.
      const teller = createRunTeller(sink, shownTo(act), new Set());
      const hear: RunWatcher['hear'] = async (runs, at) => {
        const mayRead = await reach.read(act, uuid).then(
          () => true,
          () => false,
        );
        if (runs.length === 0 || !mayRead) sink.end();
        else teller.tellAll(runs, at);
      };
      return watch({ of: { id: run.id }, hear });
    };
    return { open };
  }

  return {
    stream: (act: Act, uuid?: string): Promise<Stream> => (uuid === undefined ? ownRuns(act) : oneRun(act, uuid)),
  };
}
