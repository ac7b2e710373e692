// Decides which events a stream sends about a run: each step once, none backwards, rows before the end.
import type { EventSink, reportStreamEvents } from '@keelson/contract';
import type { Execution } from '../../run/feature.ts';
import { isOver, type Shown, toStatusModel } from '../execution.wire.ts';

export type RunSink = EventSink<typeof reportStreamEvents>;

/** Step of a run; a later one is greater. */
type Step = readonly [phase: number, within: number];

interface Told {
  step: Step | null;
  hasPage: boolean;
  isOver: boolean;
}

function stepOf({ status, place, rowCount, progressPercent }: Execution): Step {
  if (status === 'QUEUED') return [0, -place];
  if (status === 'RUNNING') return [1, rowCount ?? -1];
  return status === 'RENDERING' ? [2, progressPercent ?? 0] : [3, 0];
}

const isLater = (step: Step, told: Step | null): boolean =>
  told === null || step[0] > told[0] || (step[0] === told[0] && step[1] > told[1]);

const hasRows = ({ status, snapshotId, rowCount }: Execution): boolean =>
  snapshotId !== null &&
  (status === 'RENDERING' || status === 'SUCCEEDED' || (status === 'RUNNING' && (rowCount ?? 0) > 0));

/** Creates the sender; nothing is sent about runs in `past`. */
export function createRunTeller(sink: RunSink, shown: Omit<Shown, 'now'>, past: ReadonlySet<number>) {
  const known = new Map<number, Told>();

  function toldOf(run: Execution): Told {
    const before = known.get(run.id);
    if (before !== undefined) return before;
    const isPast = past.has(run.id);
    const told = { step: null, hasPage: isPast, isOver: isPast };
    known.set(run.id, told);
    return told;
  }

  function tell(run: Execution, id: string, now: number): void {
    const told = toldOf(run);
    if (told.isOver) return;
    const model = toStatusModel(run, { ...shown, now });
    const step = stepOf(run);
    if (!isOver(run) && isLater(step, told.step)) {
      told.step = step;
      sink.send({ event: 'progress', id, data: model });
    }
    if (hasRows(run) && !told.hasPage) {
      told.hasPage = true;
      sink.send({ event: 'page-ready', id, data: { uuid: run.uuid, rowCount: run.rowCount ?? 0 } });
    }
    if (!isOver(run)) return;
    told.isOver = true;
    sink.send({ event: 'finished', id, data: model });
  }

  return {
    /** Sends what is new about these runs; others are forgotten. */
    tellAll(runs: readonly Execution[], now: number): void {
      for (const run of runs) tell(run, String(Math.floor(now)), now);
      const present = new Set(runs.map(({ id }) => id));
      for (const id of known.keys()) if (!present.has(id)) known.delete(id);
    },
  };
}
