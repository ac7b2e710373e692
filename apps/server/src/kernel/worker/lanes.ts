// Opens the lanes of a process, by which tenants take turns at heavy work, and measures how full they are.
import type { Metrics } from '../process/metrics.ts';
import { Turns, type TurnsOptions } from './turns.ts';

export interface Lanes {
  open(options: TurnsOptions): Turns;
  /** Lists every lane that was opened. */
  all(): readonly Turns[];
}

/** Creates the lanes of a process. */
export function createLanes(metrics: Pick<Metrics, 'gauge' | 'counter'> | null = null): Lanes {
  const lanes: Turns[] = [];
  const onRefused = metrics === null ? undefined : measureLanes(metrics, lanes);
  return {
    open(options) {
      const lane = new Turns(options, onRefused);
      lanes.push(lane);
      return lane;
    },
    all: () => lanes,
  };
}

/** Answers the function that is called with each lane that has refused work, and counts that. */
function measureLanes(metrics: Pick<Metrics, 'gauge' | 'counter'>, lanes: readonly Turns[]): (lane: Turns) => void {
  const labelNames = ['lane'];
  const gauge = (name: string, help: string, read: (lane: Turns) => number): void => {
    const collect: Parameters<Metrics['gauge']>[0]['collect'] = (self) => {
      for (const lane of lanes) self.set({ lane: lane.name }, read(lane));
    };
    metrics.gauge({ name, help, labelNames, collect });
  };
  gauge('lane_running', 'Pieces of heavy work that go on.', ({ running }) => running);
  gauge('lane_waiting', 'Pieces of heavy work that wait for their turn.', ({ waiting }) => waiting);
  const help = 'Pieces of heavy work that were refused, as too many of their owner waited.';
  const refused = metrics.counter({ name: 'lane_refused_total', help, labelNames });
  return ({ name: lane }) => refused.inc({ lane });
}
