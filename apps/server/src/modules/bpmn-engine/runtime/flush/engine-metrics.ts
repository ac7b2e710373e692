// Counts what commits of the engine have made: instances begun and ended by their process, and conflicts with other processes.
import type { Metrics } from '../../../../kernel/process/metrics.ts';
import type { LiveInstance } from '../state/live-instance.ts';

export function createEngineMetrics(metrics: Metrics) {
  const instances = metrics.counter({
    name: 'engine_instances_total',
    help: 'Instances that this process began or ended, by process and by how they ended.',
    labelNames: ['process', 'outcome'],
  });
  const conflicts = metrics.counter({
    name: 'engine_conflicts_total',
    help: 'Commits that were tried again because another process had moved an instance or deployed.',
  });
  return {
    committed({ revision, compiled, ended }: LiveInstance): void {
      const process = compiled.model.key;
      if (revision === 1) instances.inc({ process, outcome: 'STARTED' });
      if (ended !== null) instances.inc({ process, outcome: ended.endState });
    },
    conflicted: (): void => conflicts.inc(),
  };
}

export type EngineMetrics = ReturnType<typeof createEngineMetrics>;
