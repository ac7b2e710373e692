// Counts what this process does in the engine: instances and activities, bursts, conflicts with other processes, what is read and compiled.
import type { Metrics } from '../../../../kernel/process/metrics.ts';
import type { LiveInstance } from '../state/live-instance.ts';

export function createEngineMetrics(metrics: Metrics) {
  const instances = metrics.counter({
    name: 'engine_instances_total',
    help: 'Instances that this process began or ended, by process and by how they ended.',
    labelNames: ['process', 'outcome'],
  });
  const activities = metrics.counter({
    name: 'engine_activities_total',
    help: 'Activities and events that instances entered in this process, by process.',
    labelNames: ['process'],
  });
  const conflicts = metrics.counter({
    name: 'engine_conflicts_total',
    help: 'Commits that were tried again because another process had moved an instance or deployed.',
  });
  const bursts = metrics.histogram({
    name: 'engine_burst_duration_seconds',
    help: 'Time of a command from its first step until everything rests, without its commit.',
    buckets: [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1, 5, 20],
  });
  const states = metrics.counter({
    name: 'engine_states_read_total',
    help: 'States of instances that commands ran on, by where they came from.',
    labelNames: ['from'],
  });
  const [fromMemory, fromRows] = [states.labels('memory'), states.labels('rows')];
  const compiled = metrics.counter({
    name: 'engine_definitions_compiled_total',
    help: 'Versions of processes that memory did not have, and that were compiled.',
  });
  return {
    /** `entered` counts the activities and events that the commit records. */
    committed({ revision, compiled: { model }, ended }: LiveInstance, entered: number): void {
      const process = model.key;
      if (revision === 1) instances.inc({ process, outcome: 'STARTED' });
      if (ended !== null) instances.inc({ process, outcome: ended.endState });
      if (entered > 0) activities.inc({ process }, entered);
    },
    conflicted: (): void => conflicts.inc(),
    /** `openedAt` is when the burst was opened, by the clock of the process. */
    rested: (openedAt: number): void => bursts.observe((performance.now() - openedAt) / 1_000),
    read: (isRecalled: boolean): void => (isRecalled ? fromMemory : fromRows).inc(),
    compiled: (): void => compiled.inc(),
  };
}

export type EngineMetrics = ReturnType<typeof createEngineMetrics>;
