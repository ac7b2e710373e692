// Decides which events a stream sends about a run: each step once, none backwards, rows before the end.
import type { EventSink, reportStreamEvents } from '@keelson/contract';
import type { Execution } from '../../run/feature.ts';
import { isOver, type Shown, toStatusModel } from '../execution.wire.ts';

export type RunSink = EventSink<typeof reportStreamEvents>;

/** Step of a run; a later one is greater. */
type Step = readonly [phase: number, within: number];

interface Sent {
  step: Step | null;
  hasPage: boolean;
  isOver: boolean;
}

function stepOf({ status, place, rowCount, progressPercent }: Execution): Step {
  if (status === 'QUEUED') return [0, -place];
  if (status === 'RUNNING') return [1, rowCount ?? -1];
  return status === 'RENDERING' ? [2, progressPercent ?? 0] : [3, 0];
}

const isLater = (step: Step, last: Step | null): boolean =>
  last === null || step[0] > last[0] || (step[0] === last[0] && step[1] > last[1]);

const hasRows = ({ status, snapshotId, rowCount }: Execution): boolean =>
  snapshotId !== null &&
  (status === 'RENDERING' || status === 'SUCCEEDED' || (status === 'RUNNING' && (rowCount ?? 0) > 0));

/** Creates the sender; nothing is sent about runs in `past`. */
export function createRunSender(sink: RunSink, shown: Omit<Shown, 'now'>, past: ReadonlySet<number>) {
  const known = new Map<number, Sent>();

  function sentOf(run: Execution): Sent {
    const before = known.get(run.id);
    if (before !== undefined) return before;
    const isPast = past.has(run.id);
    const sent = { step: null, hasPage: isPast, isOver: isPast };
    known.set(run.id, sent);
    return sent;
  }

  function send(run: Execution, id: string, now: number): void {
    const sent = sentOf(run);
    if (sent.isOver) return;
    const model = toStatusModel(run, { ...shown, now });
    const step = stepOf(run);
    if (!isOver(run) && isLater(step, sent.step)) {
      sent.step = step;
      sink.send({ event: 'progress', id, data: model });
    }
    if (hasRows(run) && !sent.hasPage) {
      sent.hasPage = true;
      sink.send({ event: 'page-ready', id, data: { uuid: run.uuid, rowCount: run.rowCount ?? 0 } });
    }
    if (!isOver(run)) return;
    sent.isOver = true;
    sink.send({ event: 'finished', id, data: model });
  }

  return {
    /** Sends what is new about these runs; others are forgotten. */
    sendNews(runs: readonly Execution[], now: number): void {
      for (const run of runs) send(run, String(Math.floor(now)), now);
      const present = new Set(runs.map(({ id }) => id));
      for (const id of known.keys()) if (!present.has(id)) known.delete(id);
    },
  };
}
